use super::normalized::normalized;
use super::words::Spelling;
use crate::morph::MorphTargetId;
use std::collections::BTreeMap;

/// Names that a tool gives the shapes of its characters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Family {
    /// Name of the tool or of its set.
    pub(crate) name: String,
    /// Kind of the shapes, such as `oculus`.
    pub(crate) kind: String,
    /// Fewest shapes that a character with this family has.
    pub(crate) min_count: usize,
    /// Whether nothing else is called so, so that fewer shapes are some of the family, too.
    pub(crate) is_certain: bool,
    /// Numbers of the shapes by their normalized names.
    numbers: BTreeMap<String, usize>,
    /// What each shape is: words with weights.
    pub(crate) meanings: Vec<Vec<(String, f32)>>,
    /// Normalized names of shapes of which one must be there; empty where none must.
    needs: Vec<String>,
}

/// Shapes of a character that belong to a family: each morph target with the number of its shape.
pub(crate) type Found = Vec<(MorphTargetId, usize)>;

/// Length from which on a name is what it says whatever stands in front of it.
const LONG: usize = 5;

impl Family {
    pub(super) fn new(name: &str, kind: &str, (min_count, is_certain): (usize, bool)) -> Self {
        Self { name: name.into(), kind: kind.into(), min_count, is_certain, ..Self::default() }
    }

    /// Adds a shape that has a name behind each of the prefixes.
    pub(super) fn add(&mut self, shape: &str, meaning: Vec<(String, f32)>, prefixes: &[String]) {
        let number = self.meanings.len();
        self.meanings.push(meaning);
        for prefix in prefixes {
            self.numbers.insert(normalized(&format!("{prefix}{shape}")), number);
        }
    }

    /// Demands one of the shapes of these names.
    pub(super) fn add_needs<'a>(&mut self, shapes: impl Iterator<Item = &'a str>) {
        self.needs.extend(shapes.map(normalized));
    }

    /// Adds the shapes of another family, which replace those of the same name, and takes its number of
    /// shapes.
    pub(super) fn extend(&mut self, other: Self) {
        self.min_count = other.min_count;
        self.is_certain |= other.is_certain;
        let first = self.meanings.len();
        self.meanings.extend(other.meanings);
        self.numbers.extend(other.numbers.into_iter().map(|(name, number)| (name, first + number)));
        self.needs.extend(other.needs);
    }

    /// Normalized names of the shapes with their meanings.
    pub(super) fn shapes(&self) -> impl Iterator<Item = (&str, &[(String, f32)])> {
        self.numbers.iter().map(|(name, number)| (name.as_str(), self.meanings[*number].as_slice()))
    }

    /// Number of the shape of a spelling; `None` for a short name behind words that are not about faces.
    fn shape(&self, spelling: &Spelling) -> Option<usize> {
        self.numbers.get(&spelling.base_name).copied().filter(|_| is_sure(spelling))
    }

    /// What a shape of these spellings is; `None` for other names.
    pub(crate) fn meaning(&self, spellings: &[Spelling]) -> Option<&[(String, f32)]> {
        let number = spellings.iter().find_map(|spelling| self.shape(spelling))?;
        Some(&self.meanings[number])
    }

    /// Morph targets that have names of the family, however few.
    pub(crate) fn named<'a>(
        &'a self,
        morphs: &'a [(MorphTargetId, Vec<Spelling>)],
    ) -> impl Iterator<Item = MorphTargetId> + 'a {
        morphs.iter().filter(move |(_, spellings)| self.meaning(spellings).is_some()).map(|(id, _)| *id)
    }

    /// Shapes of a character, if it has the family: short names all have the same words in front.
    pub(crate) fn find(&self, morphs: &[(MorphTargetId, Vec<Spelling>)]) -> Option<Found> {
        let ((long, short), needed) = self.listed(morphs);
        let found: Found = long.into_iter().chain(short).collect();
        (needed && count(&found) >= self.min_count).then_some(found)
    }

    /// Shapes of a character that are some of the family, if its names are certain: one of a long name, or
    /// two of short ones.
    pub(crate) fn find_some(&self, morphs: &[(MorphTargetId, Vec<Spelling>)]) -> Option<Found> {
        let ((long, short), needed) = self.listed(morphs);
        let is_enough = !long.is_empty() || count(&short) >= 2;
        (self.is_certain && needed && is_enough).then(|| long.into_iter().chain(short).collect())
    }

    /// Shapes of long names, those of short ones that all have the same words in front, and whether one that
    /// is needed is among all.
    fn listed(&self, morphs: &[(MorphTargetId, Vec<Spelling>)]) -> ((Found, Found), bool) {
        let mut long = Found::new();
        let mut short: BTreeMap<&str, Found> = BTreeMap::new();
        let mut needed = self.needs.is_empty();
        for (id, spellings) in morphs {
            let fits = spellings.iter().find_map(|spelling| Some((spelling, self.shape(spelling)?)));
            let Some((spelling, number)) = fits else { continue };
            let list = if is_long(spelling) { &mut long } else { short.entry(&spelling.prefix).or_default() };
            list.push((*id, number));
            needed |= self.needs.contains(&spelling.base_name);
        }
        ((long, short.into_values().max_by_key(count).unwrap_or_default()), needed)
    }
}

/// Number of different shapes.
fn count(found: &Found) -> usize {
    let mut numbers: Vec<usize> = found.iter().map(|(_, number)| *number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}

fn is_long(spelling: &Spelling) -> bool {
    spelling.base_name.chars().count() >= LONG
}

/// Whether a spelling is what it says: a long name, or a short one behind words about faces.
pub(super) fn is_sure(spelling: &Spelling) -> bool {
    spelling.is_about_faces || is_long(spelling)
}
