//! Canonical names of expressions and morph targets across tools, by the table of face names.

use crate::character::{Character, MorphTargetId};
use crate::face::{Viseme, VisemeMap};
use crate::face_names::{FaceNames, normalized, spellings};
use std::collections::BTreeMap;

/// Names of a channel of a face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChannelName {
    /// Own name, normalized.
    pub(super) plain: String,
    /// VRM's or ARKit's name of what it is, normalized; the own name where the table does not know it.
    pub(super) canonical: String,
}

impl ChannelName {
    /// Name of an expression.
    pub(super) fn of_expression(names: &FaceNames, name: &str) -> Self {
        Self::new(names, name, None)
    }

    /// Name of a channel that is known to show a viseme, or says so itself.
    fn new(names: &FaceNames, name: &str, viseme: Option<Viseme>) -> Self {
        let plain = normalized(name);
        let viseme = viseme.or_else(|| plain.strip_prefix("viseme").and_then(Viseme::from_name));
        let canonical =
            viseme.map(viseme_name).or_else(|| by_table(names, name)).unwrap_or_else(|| plain.clone());
        Self { plain, canonical }
    }
}

/// Names of all morph targets of a character. Those of its mouth are visemes only as a set: a letter alone
/// may be anything.
pub(super) fn morph_names(character: &Character) -> BTreeMap<MorphTargetId, ChannelName> {
    let names = character.face_names();
    let visemes: BTreeMap<MorphTargetId, Viseme> =
        VisemeMap::detect(character).iter().flat_map(VisemeMap::single_visemes).collect();
    let named =
        |(id, name): (MorphTargetId, &str)| (id, ChannelName::new(names, name, visemes.get(&id).copied()));
    character.morph_targets().map(named).collect()
}

/// VRM's name of a vowel, normalized, else that of the viseme.
fn viseme_name(viseme: Viseme) -> String {
    let weights = viseme.vrm_weights();
    let vowel = weights.iter().position(|weight| *weight == 1.0);
    vowel.map_or_else(|| normalized(&format!("viseme{viseme}")), |n| Viseme::VRM_NAMES[n].to_owned())
}

/// What a name is by the table: a blink, an ARKit shape, an emotion.
fn by_table(names: &FaceNames, name: &str) -> Option<String> {
    let spellings = spellings(name);
    let blink = names.blinks().iter().find_map(|family| family.meaning(&spellings));
    if let Some([(side, _)]) = blink {
        return Some(match side.as_str() {
            "left" => "blinkleft".to_owned(),
            "right" => "blinkright".to_owned(),
            _ => "blink".to_owned(),
        });
    }
    if let Some(([shape], _)) = names.arkit(&spellings) {
        return Some(normalized(&shape.full()));
    }
    // Shapes that show an emotion only together are none alone.
    let alone = names.emotions().iter().filter(|family| family.min_count == 1);
    let emotion = alone.into_iter().find_map(|family| family.meaning(&spellings));
    emotion.and_then(|meaning| Some(normalized(&meaning.first()?.0)))
}

/// Two-sided expression of which a canonical name is the left or right half.
pub(super) fn whole_of(canonical: &str) -> Option<&'static str> {
    matches!(canonical, "blinkleft" | "blinkright").then_some("blink")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_one() {
        let names = FaceNames::default();
        let canonical = |name: &str| ChannelName::of_expression(&names, name).canonical;
        for (a, b) in [
            ("eyeBlinkLeft", "blinkLeft"),
            ("EyeBlink_L", "blinkLeft"),
            ("viseme_aa", "aa"),
            ("viseme_E", "ee"),
            ("blendShape1.JawOpen", "jawOpen"),
            ("mouthSmile_R", "MouthSmileRight"),
            ("Joy", "happy"),
            ("Fcl_ALL_Sorrow", "sad"),
            ("Eye_Left_Blink", "blinkLeft"),
            ("Mouth_Upper_UpLeft", "mouthUpperUpLeft"),
        ] {
            assert_eq!(canonical(a), canonical(b), "{a} {b}");
        }
        for (a, b) in [("mouthLeft", "mouthRight"), ("aa", "ah"), ("browL", "brow_R"), ("", "l")] {
            assert_ne!(canonical(a), canonical(b), "{a} {b}");
        }
        assert_eq!(whole_of(&canonical("EyeBlink_R")), Some("blink"));
    }
}
