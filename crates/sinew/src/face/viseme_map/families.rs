//! Families of mouth shapes that show visemes, from the table of names.

use super::missing::{VOWELS, is_shown, with_missing_visemes};
use super::naming::{arkit_row, jaw_openings, vowel};
use super::targets::{Row, VisemeTargets};
use crate::character::{Character, MorphTargetId};
use crate::face::Viseme;
use crate::face::arkit::{named_arkit, spelled_morphs};
use crate::face_names::{ArKitName, Family, Found, Spelling};
use std::collections::BTreeSet;

/// Shapes of a character that show visemes.
pub(super) struct MouthShapes {
    pub(super) kind: VisemeTargets,
    /// Name of the family.
    pub(super) family: String,
    pub(super) rows: Vec<(MorphTargetId, Row)>,
    /// Whether there are as many shapes as the family demands.
    pub(super) is_whole: bool,
    /// Number of vowels that have shapes of their own; 0 for an opening.
    pub(super) vowel_count: usize,
    /// Morph targets that show one viseme alone, or what VRM shows with the expression of a vowel.
    pub(super) single: Vec<(MorphTargetId, Viseme)>,
    /// Openings of a jaw joint for the visemes that no shape shows, where there are no vowels.
    pub(super) missing: Option<Row>,
}

/// The first family of the table whose shapes a character has, else the first one of which it has some that
/// are certain.
pub(super) fn mouth_shapes(character: &Character) -> Option<MouthShapes> {
    let morphs = spelled_morphs(character);
    let families = character.face_names().visemes();
    let whole = families.iter().find_map(|family| {
        if kind_of(&family.kind) == VisemeTargets::ArKit {
            let (name, rows) = arkit_rows(character, family, &morphs)?;
            return Some(MouthShapes::new(family, name, (rows, true)));
        }
        Some(MouthShapes::new(family, family.name.clone(), (rows(family, &family.find(&morphs)?), true)))
    });
    if let Some(whole) = whole.filter(|shapes| shapes.kind != VisemeTargets::Opening) {
        return Some(whole.with_openings(families, &morphs));
    }
    let partial = families.iter().find_map(|family| {
        let rows = rows(family, &family.find_some(&morphs)?);
        let partial = MouthShapes::new(family, family.name.clone(), (rows, false));
        // Consonants alone do not open the mouth.
        (partial.vowel_count > 0).then_some(partial)
    });
    let opening = || {
        let found = families.iter().filter(|family| kind_of(&family.kind) == VisemeTargets::Opening);
        let mut found = found.filter_map(|family| Some((family, rows(family, &family.find(&morphs)?))));
        found.next().map(|(family, rows)| MouthShapes::new(family, family.name.clone(), (rows, true)))
    };
    partial.or_else(opening)
}

impl MouthShapes {
    fn new(family: &Family, name: String, (rows, is_whole): (Vec<(MorphTargetId, Row)>, bool)) -> Self {
        let kind = kind_of(&family.kind);
        let vowel_count = match kind {
            VisemeTargets::Opening => 0,
            _ => VOWELS.into_iter().filter(|vowel| is_shown(&rows, *vowel)).count(),
        };
        let single = rows.iter().filter_map(|(id, row)| Some((*id, single_viseme(row)?))).collect();
        let are_vowels = matches!(kind, VisemeTargets::VRoid | VisemeTargets::Vowels);
        let rows = with_missing_visemes(rows, are_vowels);
        Self { kind, family: name, rows, is_whole, vowel_count, single, missing: None }
    }

    /// The shapes with one that opens the mouth for the visemes that none shows, where there are no vowels;
    /// the jaw opens for them where there is no such shape.
    fn with_openings(mut self, families: &[Family], morphs: &[(MorphTargetId, Vec<Spelling>)]) -> Self {
        if self.vowel_count > 0 {
            return self;
        }
        let is_missing = Viseme::ALL.map(|viseme| !is_shown(&self.rows, viseme));
        let of_missing = |mut row: Row| {
            row.iter_mut()
                .zip(is_missing)
                .for_each(|(weight, is_missing)| *weight *= f32::from(u8::from(is_missing)));
            row
        };
        let openings = families.iter().filter(|family| kind_of(&family.kind) == VisemeTargets::Opening);
        let opening = openings.into_iter().find_map(|family| Some(rows(family, &family.find(morphs)?)));
        match opening {
            Some(opening) => {
                let known: BTreeSet<MorphTargetId> = self.rows.iter().map(|(id, _)| *id).collect();
                let others = opening.into_iter().filter(|(id, _)| !known.contains(id));
                self.rows.extend(others.map(|(id, row)| (id, of_missing(row))));
            }
            None => self.missing = Some(of_missing(jaw_openings())),
        }
        self
    }
}

/// Viseme that a shape shows alone, or vowel whose expression in VRM shows the same.
fn single_viseme(row: &Row) -> Option<Viseme> {
    let mut shown = Viseme::ALL.into_iter().filter(|viseme| row[viseme.index()] > 0.0);
    let single = shown.next().filter(|viseme| shown.next().is_none() && row[viseme.index()] == 1.0);
    let vowel = || (0..VOWELS.len()).find(|number| *row == vowel(*number)).map(|number| VOWELS[number]);
    single.or_else(vowel)
}

pub(super) fn kind_of(kind: &str) -> VisemeTargets {
    match kind {
        "oculus" => VisemeTargets::Oculus,
        "arkit" => VisemeTargets::ArKit,
        "reallusion" => VisemeTargets::Reallusion,
        "daz" => VisemeTargets::Daz,
        "makehuman" => VisemeTargets::MakeHuman,
        "phonemes" => VisemeTargets::Phonemes,
        "rhubarb" => VisemeTargets::Rhubarb,
        "vroid" => VisemeTargets::VRoid,
        "vowels" => VisemeTargets::Vowels,
        _ => VisemeTargets::Opening,
    }
}

fn rows(family: &Family, found: &Found) -> Vec<(MorphTargetId, Row)> {
    found.iter().map(|(id, number)| (*id, row_of(&family.meanings[*number]))).collect()
}

/// Weights of a shape for each viseme, by what it shows.
pub(super) fn row_of(meaning: &[(String, f32)]) -> Row {
    let mut row = [0.0; Viseme::COUNT];
    for (word, weight) in meaning {
        let found = match word.strip_prefix("vowel ") {
            Some(name) => Viseme::VRM_NAMES.iter().position(|vowel_name| vowel_name == &name).map(vowel),
            None if word == "opening" => Some(jaw_openings()),
            None => Viseme::from_name(word).map(|viseme| {
                let mut row = [0.0; Viseme::COUNT];
                row[viseme.index()] = 1.0;
                row
            }),
        };
        let found = found.unwrap_or([0.0; Viseme::COUNT]);
        row.iter_mut().zip(found).for_each(|(sum, share)| *sum += share * weight);
    }
    row
}

/// Rows of ARKit's shapes, and the tool whose names most of them have: the rows of the recipe, made good for
/// shapes that the character lacks.
fn arkit_rows(
    character: &Character,
    family: &Family,
    morphs: &[(MorphTargetId, Vec<Spelling>)],
) -> Option<(String, Vec<(MorphTargetId, Row)>)> {
    let names = Viseme::ARKIT_NAMES;
    let number = |shapes: &[ArKitName]| {
        shapes.iter().find_map(|shape| names.iter().position(|name| *name == shape.full()))
    };
    let found = named_arkit(character, morphs);
    let named = found.iter().filter_map(|morph| Some((morph.id, number(morph.shapes)?, morph.family)));
    let named: Vec<(MorphTargetId, usize, &str)> = named.collect();
    let count = |tool: &str| named.iter().filter(|(_, _, other_tool)| *other_tool == tool).count();
    let tool = named.iter().map(|(_, _, tool)| *tool).max_by_key(|tool| count(tool))?;
    let there: BTreeSet<&str> = named.iter().map(|(_, number, _)| names[*number]).collect();
    if !there.contains("jawOpen") || there.len() < family.min_count {
        return None;
    }
    let row = |name: &str| {
        let mut row = arkit_row(name);
        let mut add = |other: &str, share: f32| {
            if !there.contains(other) {
                row.iter_mut()
                    .zip(arkit_row(other))
                    .for_each(|(value, other)| *value = (*value + share * other).max(0.0));
            }
        };
        match name {
            // Without `mouthClose` the jaw shuts the lips.
            "jawOpen" => add("mouthClose", -1.0),
            "mouthFunnel" => add("mouthPucker", 0.7),
            "mouthPucker" => add("mouthFunnel", 0.7),
            _ => {}
        }
        row
    };
    Some((tool.to_owned(), named.iter().map(|(id, number, _)| (*id, row(names[*number]))).collect()))
}
