//! The table of names of face shapes.

use super::normalized::normalized;
use super::words::{Spelling, spellings};
use crate::character::{Character, MorphTargetId};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Names of shapes by family. Its text is `face_names.txt`, which says how it is read.
#[derive(Debug, Default)]
pub(crate) struct FaceNames {
    /// Shapes that show visemes, those with more detail first.
    pub(crate) visemes: Vec<Family>,
    /// Shapes that are ARKit's.
    pub(crate) arkit: Vec<Family>,
    /// Shapes that close the eyes.
    pub(crate) blinks: Vec<Family>,
}

/// Names that a tool gives the shapes of its characters.
#[derive(Debug)]
pub(crate) struct Family {
    /// Name of the tool or of its set.
    pub(crate) name: &'static str,
    /// Kind of the shapes, such as `oculus`.
    pub(crate) kind: &'static str,
    /// Fewest shapes that a character with this family has.
    pub(crate) min_count: usize,
    /// Numbers of the shapes by their normalized names.
    numbers: BTreeMap<String, usize>,
    /// What each shape is: words with weights.
    pub(crate) meanings: Vec<Vec<(&'static str, f32)>>,
    /// Normalized names of shapes of which one must be there; empty where none must.
    needs: Vec<String>,
}

/// Shapes of a character that belong to a family: each morph target with the number of its shape.
pub(crate) type Found = Vec<(MorphTargetId, usize)>;

/// Length from which on a name is what it says whatever stands in front of it.
pub(crate) const LONG: usize = 5;

impl FaceNames {
    /// The table of this crate.
    pub(crate) fn built_in() -> &'static Self {
        static TABLE: OnceLock<FaceNames> = OnceLock::new();
        TABLE.get_or_init(|| Self::parse(include_str!("face_names.txt")))
    }

    /// Reads the table. Lines that are not of its form are left out; a test finds them.
    fn parse(text: &'static str) -> Self {
        let mut table = Self::default();
        let mut prefixes = vec![""];
        let mut current: Option<(&str, Family)> = None;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            if let Some((head, name)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
                table.add(current.take());
                let mut words = head.split(' ');
                let list = words.next().unwrap_or_default();
                let min_count = words.next().and_then(|own| own.parse().ok()).unwrap_or(1);
                let kind = words.next().unwrap_or_default();
                let name = name.split(';').next().unwrap_or_default().trim();
                let (numbers, meanings, needs) = Default::default();
                current = Some((list, Family { name, kind, min_count, numbers, meanings, needs }));
                prefixes = vec![""];
            } else if let (Some((own, meaning)), Some((_, family))) = (line.split_once(" = "), &mut current) {
                match own {
                    "prefix" => prefixes = meaning.split(' ').collect(),
                    "needs" => family.needs = meaning.split(' ').map(normalized).collect(),
                    _ => family.add(own, meaning, &prefixes),
                }
            }
        }
        table.add(current);
        table
    }

    fn add(&mut self, family: Option<(&str, Family)>) {
        let Some((list, family)) = family else { return };
        match list {
            "visemes" => self.visemes.push(family),
            "arkit" => self.arkit.push(family),
            _ => self.blinks.push(family),
        }
    }
}

impl Family {
    fn add(&mut self, shape: &str, meaning: &'static str, prefixes: &[&str]) {
        let parts = meaning.split(',').map(|part| {
            let part = part.trim();
            let weight = part.rsplit_once(' ').and_then(|(word, weight)| Some((word, weight.parse().ok()?)));
            weight.unwrap_or((part, 1.0))
        });
        let number = self.meanings.len();
        self.meanings.push(parts.collect());
        for prefix in prefixes {
            self.numbers.insert(normalized(&format!("{prefix}{shape}")), number);
        }
    }

    /// Normalized names of the shapes that are `word`.
    pub(crate) fn names_of<'a>(&'a self, word: &'a str) -> impl Iterator<Item = String> + 'a {
        let is_word = move |number: usize| self.meanings[number].iter().any(|(own, _)| *own == word);
        self.numbers.iter().filter(move |(_, number)| is_word(**number)).map(|(name, _)| name.clone())
    }

    /// Number of the shape of a spelling; `None` for a short name behind words that are not about faces.
    fn shape(&self, spelling: &Spelling) -> Option<usize> {
        let is_sure = spelling.is_about_faces || spelling.own.chars().count() >= LONG;
        self.numbers.get(&spelling.own).copied().filter(|_| is_sure)
    }

    /// Morph targets that have names of the family, however few.
    pub(crate) fn named<'a>(
        &'a self,
        morphs: &'a [(MorphTargetId, Vec<Spelling>)],
    ) -> impl Iterator<Item = MorphTargetId> + 'a {
        let is_named = |spellings: &[Spelling]| spellings.iter().any(|own| self.shape(own).is_some());
        morphs.iter().filter(move |(_, spellings)| is_named(spellings)).map(|(id, _)| *id)
    }

    /// Shapes of a character, if it has the family: short names all have the same words in front.
    pub(crate) fn find(&self, morphs: &[(MorphTargetId, Vec<Spelling>)]) -> Option<Found> {
        let mut found = Found::new();
        let mut short: BTreeMap<&str, Found> = BTreeMap::new();
        let mut needed = self.needs.is_empty();
        for (id, spellings) in morphs {
            let fits = spellings.iter().find_map(|own| Some((own, self.shape(own)?)));
            let Some((spelling, number)) = fits else { continue };
            let is_long = spelling.own.chars().count() >= LONG;
            let list = if is_long { &mut found } else { short.entry(&spelling.prefix).or_default() };
            list.push((*id, number));
            needed |= self.needs.contains(&spelling.own);
        }
        let count = |list: &Found| {
            let mut numbers: Vec<usize> = list.iter().map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.len()
        };
        found.extend(short.into_values().max_by_key(count).unwrap_or_default());
        (needed && count(&found) >= self.min_count).then_some(found)
    }
}

/// Morph targets of a character with the spellings of their names.
pub(crate) fn spelled_morphs(character: &Character) -> Vec<(MorphTargetId, Vec<Spelling>)> {
    character.morph_targets().map(|(id, name)| (id, spellings(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let text = include_str!("face_names.txt");
        let table = FaceNames::built_in();
        let families = table.visemes.iter().chain(&table.arkit).chain(&table.blinks);
        let shapes: usize = families.clone().map(|family| family.meanings.len()).sum();
        let is_shape = |line: &&str| {
            !line.starts_with(['#', '[']) && !line.starts_with("prefix =") && !line.starts_with("needs =")
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty()).filter(is_shape).count();
        assert_eq!(shapes, lines);
        assert_eq!(families.count(), text.lines().filter(|line| line.starts_with('[')).count());
        for line in text.lines().filter(|line| line.starts_with('[')) {
            assert!(line.contains(';'), "{line} names no source");
        }
    }
}
