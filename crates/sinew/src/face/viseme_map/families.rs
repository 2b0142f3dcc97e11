//! Families of mouth shapes that show visemes, from the table of names.

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
}

/// The first family of the table whose shapes a character has.
pub(super) fn mouth_shapes(character: &Character) -> Option<MouthShapes> {
    let morphs = spelled_morphs(character);
    character.face_names().visemes().iter().find_map(|family| {
        let kind = kind_of(&family.kind);
        if kind == VisemeTargets::ArKit {
            let (name, rows) = arkit_rows(character, family, &morphs)?;
            return Some(MouthShapes { kind, family: name, rows });
        }
        let found = family.find(&morphs)?;
        let rows = rows(family, &found);
        let rows = if kind == VisemeTargets::Oculus { with_missing_visemes(rows) } else { rows };
        Some(MouthShapes { kind, family: family.name.clone(), rows })
    })
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
        let own = match word.strip_prefix("vowel ") {
            Some(name) => Viseme::VRM_NAMES.iter().position(|own| own == &name).map(vowel),
            None if word == "opening" => Some(jaw_openings()),
            None => Viseme::from_name(word).map(|viseme| {
                let mut row = [0.0; Viseme::COUNT];
                row[viseme.index()] = 1.0;
                row
            }),
        };
        let own = own.unwrap_or([0.0; Viseme::COUNT]);
        row.iter_mut().zip(own).for_each(|(sum, own)| *sum += own * weight);
    }
    row
}

/// Rows with the visemes that no shape shows made of those of the vowels that are there.
fn with_missing_visemes(mut rows: Vec<(MorphTargetId, Row)>) -> Vec<(MorphTargetId, Row)> {
    let shown =
        |rows: &[(MorphTargetId, Row)], viseme: Viseme| rows.iter().any(|(_, row)| row[viseme.index()] > 0.0);
    let missing: Vec<Viseme> = Viseme::ALL.into_iter().filter(|viseme| !shown(&rows, *viseme)).collect();
    let vowels = [Viseme::Aa, Viseme::Ih, Viseme::Ou, Viseme::E, Viseme::Oh];
    for (_, row) in &mut rows {
        let Some(number) = vowels.iter().position(|vowel| row[vowel.index()] > 0.0) else { continue };
        for viseme in &missing {
            row[viseme.index()] = viseme.vrm_weights()[number];
        }
    }
    rows
}

/// Rows of ARKit's shapes, and the tool whose names most of them have: the rows of the recipe, made good for shapes that the character lacks.
fn arkit_rows(
    character: &Character,
    family: &Family,
    morphs: &[(MorphTargetId, Vec<Spelling>)],
) -> Option<(String, Vec<(MorphTargetId, Row)>)> {
    let names = Viseme::ARKIT_NAMES;
    let number = |shapes: &[ArKitName]| {
        shapes.iter().find_map(|shape| names.iter().position(|name| *name == shape.full()))
    };
    let own = named_arkit(character, morphs);
    let named = own.iter().filter_map(|own| Some((own.id, number(own.shapes)?, own.family)));
    let named: Vec<(MorphTargetId, usize, &str)> = named.collect();
    let count = |tool: &str| named.iter().filter(|(_, _, own)| *own == tool).count();
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
                    .for_each(|(own, other)| *own = (*own + share * other).max(0.0));
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
