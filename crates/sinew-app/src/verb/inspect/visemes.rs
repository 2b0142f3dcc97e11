//! Viseme map of a character, as a beginning of an own one.

use crate::asset::source::Loaded;
use crate::report::failure::{Failure, Outcome};
use crate::report::output;
use serde::Serialize;
use sinew::Character;
use sinew::character::MorphTargetId;
use sinew::face::{FaceRigDescription, Viseme, VisemeMap, VisemeTargets};
use std::collections::BTreeSet;

/// Most names of a kind that are listed.
const MAX_NAMES: usize = 400;

/// Fields of a map that are not filled in.
const OPTIONAL: &str = concat!(
    r#"blink: (morphs: {"A": 1}), emotions: {"happy": (morphs: {"B": 0.8})}, "#,
    r#"correctives: [(target: "C", inputs: ["A", "B"], gain: 0.5)]"#
);

/// Description of the shapes that speech moves.
pub(super) fn found(character: &Character) -> Option<String> {
    let map = VisemeMap::detect(character)?;
    let vowels = Viseme::VRM_NAMES.into_iter().filter_map(|name| character.find_expression(name));
    let mut vowels = vowels.map(|id| &character.expressions()[id.index()]);
    let is_empty = vowels.all(|shape| !shape.has_effect());
    let kind = map.kind().to_string();
    Some(match map.kind() {
        VisemeTargets::Vrm if is_empty => format!("{kind} without effect: they move nothing"),
        _ => kind,
    })
}

/// Names of the morph targets of a mouth that was found by them.
#[derive(Serialize)]
pub(super) struct VisemeNames {
    /// Tool or set that names its shapes so.
    pub(super) family: String,
    /// Morph targets that speech moves.
    pub(super) used: BTreeSet<String>,
    /// The others.
    pub(super) unused: BTreeSet<String>,
}

impl VisemeNames {
    pub(super) fn of(character: &Character) -> Option<Self> {
        let map = VisemeMap::detect(character)?;
        let moved: BTreeSet<MorphTargetId> = map.morphs().collect();
        let (used, unused): (Vec<_>, Vec<_>) =
            character.morph_targets().partition(|(id, _)| moved.contains(id));
        let names =
            |all: Vec<(MorphTargetId, &str)>| all.into_iter().map(|(_, name)| name.to_owned()).collect();
        let used: BTreeSet<String> = names(used);
        let unused: BTreeSet<String> = names(unused);
        let unused = unused.difference(&used).cloned().collect();
        Some(Self { family: map.family()?.to_owned(), used, unused })
    }
}

/// Prints the map that is found, or an empty one, and the names that a map may have.
pub(super) fn print(file: &Loaded) -> Outcome {
    let character = &file.imported.character;
    let map = VisemeMap::detect(character);
    let described = map.as_ref().map(|map| FaceRigDescription::of_mouth(map, character));
    let text = described.unwrap_or_default().to_ron();
    let text = text.map_err(|error| Failure::Machine(error.to_string()))?;
    let kind = map.map_or("no shapes are found by their names".to_owned(), |map| map.kind().to_string());
    let morphs = character.morph_targets().map(|(_, name)| name).collect();
    let expressions = character.expressions().iter().map(|expression| expression.name.as_str()).collect();
    let skeleton = character.skeleton();
    let joints = skeleton.joints().map(|joint| skeleton.name(joint));
    let jaws = joints.filter(|name| name.to_lowercase().contains("jaw")).collect();
    output::print(|out| {
        writeln!(out, "// Mouth of {}: {kind}.", file.name)?;
        for (kind, names) in [("Morph targets", morphs), ("Expressions", expressions), ("Jaw joints", jaws)] {
            writeln!(out, "// {kind}: {}", listed(&names))?;
        }
        writeln!(out, "// Optional fields: {OPTIONAL}")?;
        writeln!(out, "{text}")
    })
}

/// Names in the notation of RON, separated by commas.
fn listed(names: &BTreeSet<&str>) -> String {
    let shown: Vec<String> = names.iter().take(MAX_NAMES).map(|name| format!("{name:?}")).collect();
    match names.len().saturating_sub(MAX_NAMES) {
        0 if shown.is_empty() => "none".into(),
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
