//! Faces as text: RON (Rusty Object Notation).

use super::FaceRig;
use super::description::FaceRigDescription;
use crate::character::Character;
use crate::face::{FaceError, VisemeMap};
use crate::text::{Grammar, read_ron, write_ron};
use std::sync::Arc;

/// Words of such files in error messages, as `docs/speech.md` has them.
const FACE: Grammar = Grammar {
    document: "a face, such as (visemes: {\"aa\": (morphs: {\"mouth_open\": 1})})",
    structs: &[
        ("FaceRig", "a face"),
        ("Shapes", "the shapes of a viseme"),
        ("Jaw", "a jaw"),
        ("MorphShapes", "the shapes of a blink or an emotion"),
        ("Corrective", "a corrective shape"),
    ],
    enums: &[],
    signed: &[],
    hints: &[],
};

/// Levels of brackets that are written on lines of their own.
const LINE_LEVELS: usize = 2;

impl FaceRigDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a face: [`FaceError::Description`] with line, column and field
    /// path.
    pub fn from_ron(text: &str) -> Result<Self, FaceError> {
        read_ron(text, &FACE).map_err(|(location, message)| FaceError::Description { location, message })
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron)
    /// reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, FaceError> {
        write_ron(self, LINE_LEVELS)
            .map_err(|message| FaceError::Description { location: "face".to_owned(), message })
    }
}

impl FaceRig {
    /// The face of a description in RON: [`FaceRigDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs; shapes that the character lacks have line and column too.
    pub fn from_ron(text: &str, character: &Arc<Character>) -> Result<Self, FaceError> {
        let description = FaceRigDescription::from_ron(text)?;
        Self::from_description(&description, character).map_err(|error| error.in_text(text))
    }
}

impl VisemeMap {
    /// The mouth of a description in RON: [`FaceRigDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs; shapes that the character lacks have line and column too.
    pub fn from_ron(text: &str, character: &Character) -> Result<Self, FaceError> {
        let description = FaceRigDescription::from_ron(text)?;
        Self::from_description(&description, character).map_err(|error| error.in_text(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::viseme_map::{face, solved};
    use crate::face::{BlinkSettings, EmotionFade, FaceState, Viseme, VisemeShapes};

    /// A face with the shapes of a text.
    fn with_text(rig: FaceRig, text: &str) -> Result<FaceRig, FaceError> {
        let description = FaceRigDescription::from_ron(text)?;
        rig.with_description(&description).map_err(|error| error.in_text(text))
    }

    #[test]
    fn maps_that_are_found_come_back_from_their_text() {
        let visemes: Vec<String> = Viseme::ALL.iter().map(|viseme| format!("viseme_{viseme}")).collect();
        let visemes: Vec<&str> = visemes.iter().map(String::as_str).collect();
        let vrm = Viseme::VRM_NAMES;
        for (morphs, expressions) in [
            (&visemes[..], &vrm[..]),
            (&Viseme::ARKIT_NAMES[..], &[][..]),
            (&[], &vrm[..]),
            (&["V_Open", "V_Explosive", "V_Dental_Lip", "V_Tight_O", "V_Tight", "V_Wide"], &["other", "aa"]),
        ] {
            let character = face(morphs, expressions);
            let found = VisemeMap::detect(&character).unwrap();
            let described = FaceRigDescription::of_mouth(&found, &character);
            let text = described.to_ron().unwrap();
            assert_eq!(FaceRigDescription::from_ron(&text).unwrap(), described, "{text}");
            let read = VisemeMap::from_ron(&text, &character).unwrap();
            assert_eq!(FaceRigDescription::of_mouth(&read, &character), described, "{text}");
            assert_eq!(
                (read.morphs.len(), read.expressions.len()),
                (found.morphs.len(), found.expressions.len())
            );
        }
    }

    #[test]
    fn a_map_mixes_morphs_expressions_and_a_jaw() {
        let character = face(&["lips", "open"], &["wide"]);
        let text = r#"(
            visemes: {
                "PP": (morphs: {"lips": 1}),
                "aa": (morphs: {"open": 0.5}, jaw: 1),
                "I": (expressions: {"wide": 0.7}),
            },
            jaw: (joint: "head", angle: 11.459156),
        )"#;
        let description = FaceRigDescription::from_ron(text).unwrap();
        let wide = VisemeShapes { expressions: [("wide".to_owned(), 0.7)].into(), ..VisemeShapes::default() };
        assert_eq!(description.visemes[&Viseme::Ih], wide);
        let map = VisemeMap::from_ron(text, &character).unwrap();
        assert_eq!(map, VisemeMap::from_description(&description, &character).unwrap());
        assert!(map.moves_jaw());
        let jaw = map.jaw.unwrap();
        assert_eq!(
            (jaw.angle, jaw.openings[Viseme::Aa.index()], jaw.openings[Viseme::PP.index()]),
            (0.2, 1.0, 0.0)
        );
    }

    #[test]
    fn errors_have_line_and_column_and_similar_names() {
        let character = face(&["lips closed", "a.b"], &["wide"]);
        for (text, expected) in [
            ("", "line 1: the text is empty; expected a face"),
            ("(visems: {})", "line 1, column 2: no field \"visems\" in a face; did you mean \"visemes\"?"),
            (
                "(visemes: {\n  \"PPP\": (morphs: {\"lips closed\": 1})})",
                "no viseme called \"PPP\"; did you mean \"PP\"?",
            ),
            ("(visemes: {\n  \"PPP\": ()})", "line 2, column"),
            (
                "(visemes: {\"PP\": (morphs: {}),\n\n  \"FF\": (morphs: {\"lips close\": 1})})",
                "line 3, column 19: visemes[\"FF\"].morphs[\"lips close\"]: no morph target called \
                 \"lips close\"; did you mean \"lips closed\"?",
            ),
            (
                "(visemes: {\"PP\": (\n    expressions: {\"wid\": 1})})",
                "line 2, column 19: visemes[\"PP\"].expressions[\"wid\"]: no expression called \"wid\"; did \
                 you mean \"wide\"?",
            ),
            (
                "(visemes: {\"PP\": (morphs: {\"a.b\": inf})})",
                "line 1, column 28: visemes[\"PP\"].morphs[\"a.b\"]: inf is not",
            ),
            ("(visemes: {\"PP\": (morphs: {\"a.b\": 1, \"a.b\": 1})})", "duplicate key \"a.b\""),
            ("(visemes: {\"PP\": (), \"pp\": ()})", "duplicate key \"PP\""),
            ("(visemes: {\"PP\": (morphs: {\"a.b\": \"1\"})})", "expected a number; found \"1\""),
            (
                "(visemes: {\"PP\": (jaw: 1)})",
                "line 1, column 19: visemes[\"PP\"].jaw: there is no jaw joint",
            ),
            (
                "(jaw: (joint: \"hed\"))",
                "line 1, column 8: jaw.joint: no joint called \"hed\"; did you mean \"head\"?",
            ),
            ("(jaw: (joint: \"head\", angle: 200))", "jaw.angle: 200 is no angle"),
            ("(jaw: (joint: \"head\", axis: (0, 0, 0)))", "jaw.axis: it has no direction"),
            ("(jaw: (joint: \"head\", axis: (NaN, 0, 0)))", "jaw.axis: it has no direction"),
            ("(visemes: {})", "nothing moves"),
            (
                "(visemes: {\"PP\": (morphs: {\"\\\"\": 1})})",
                "visemes[\"PP\"].morphs[\"\"\"]: no morph target",
            ),
        ] {
            let error = VisemeMap::from_ron(text, &character).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}\n{error}\n{expected}");
        }
    }

    #[test]
    fn a_map_has_blinks_emotions_and_correctives_too() {
        let character = face(&["lips", "lid", "grin", "fix"], &["happy"]);
        let text = r#"(
            visemes: {"PP": (morphs: {"lips": 1})},
            blink: (morphs: {"lid": 0.9}),
            emotions: {"happy": (morphs: {"grin": 0.8}), "silly": (morphs: {"grin": -0.5})},
            correctives: [(target: "fix", inputs: ["grin", "lid"])],
        )"#;
        let described = FaceRigDescription::from_ron(text).unwrap();
        assert_eq!(described.correctives[0].gain, 1.0);
        let written = described.to_ron().unwrap();
        assert_eq!(FaceRigDescription::from_ron(&written).unwrap(), described, "{written}");
        let rig = FaceRig::new(&character);
        assert!(rig.emotions().eq(["happy"]) && rig.viseme_map().is_none());
        let rig = with_text(rig, text).unwrap();
        assert!(rig.viseme_map().is_some() && rig.emotions().eq(["happy", "silly"]));
        let mut state = FaceState::new(Arc::new(rig.clone()), &character).unwrap();
        state.set_emotion("happy", EmotionFade::new(0.0)).unwrap();
        state.set_blinks(Some(BlinkSettings::default()));
        state.blink();
        let morphs = solved(&mut state, &[0.0], &[0.0; 4], 0.09);
        let expected = [0.0, 0.9, 0.8, 0.72];
        assert!(morphs.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{morphs:?}");
        // Fields that are left out stay, and the emotions are those of the character.
        let rig = with_text(rig, "(blink: (morphs: {\"lips\": 1}))").unwrap();
        assert!(rig.viseme_map().is_some() && rig.emotions().eq(["happy"]));
    }

    #[test]
    fn a_face_is_described_as_a_whole() {
        let arkit = [
            "browInnerUp",
            "mouthFrownLeft",
            "mouthFrownRight",
            "eyeBlinkLeft",
            "eyeBlinkRight",
            "open",
            "fix",
        ];
        let character = face(&arkit, &["wide"]);
        let text = r#"(
            visemes: {"aa": (morphs: {"open": 0.5}, expressions: {"wide": 1}), "PP": (jaw: 0.2)},
            jaw: (joint: "head", angle: 11.459156),
            blink: (morphs: {"eyeBlinkLeft": 0.9, "open": -0.1}),
            emotions: {"silly": (morphs: {"open": -0.5, "fix": 0.25})},
            correctives: [(target: "fix", inputs: ["open", "browInnerUp"], gain: -2), (target: "open", inputs: ["fix"])],
        )"#;
        for rig in [
            FaceRig::from_ron(text, &character).unwrap(),
            FaceRig::new(&character),
            FaceRig::new(&face(&["x"], &["blink", "happy"])),
        ] {
            let described = FaceRigDescription::of(&rig);
            let written = described.to_ron().unwrap();
            let read = FaceRigDescription::from_ron(&written).unwrap();
            assert_eq!(read, described, "{written}");
            let again = FaceRig::new(rig.character());
            let again = if read == FaceRigDescription::default() {
                again
            } else {
                again.with_description(&read).unwrap()
            };
            assert_eq!(FaceRigDescription::of(&again), described, "{written}");
            assert_eq!((&again.viseme_map, &again.eyelids), (&rig.viseme_map, &rig.eyelids), "{written}");
            let emotions =
                |rig: &FaceRig| rig.emotions().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
            assert_eq!(emotions(&again), emotions(&rig), "{written}");
        }
        let described = FaceRigDescription::of(&FaceRig::from_ron(text, &character).unwrap());
        let source = FaceRigDescription::from_ron(text).unwrap();
        assert_eq!(
            (&described.visemes, &described.jaw, &described.blink),
            (&source.visemes, &source.jaw, &source.blink)
        );
        assert_eq!(
            (&described.emotions["silly"], &described.correctives),
            (&source.emotions["silly"], &source.correctives)
        );
        assert!(described.emotions.contains_key("sad"), "what was found is described too");
    }

    #[test]
    fn wrong_shapes_of_a_face_have_a_line() {
        let character = face(&["lips", "lid"], &[]);
        let rig = FaceRig::new(&character);
        for (text, expected) in [
            (
                "(blink: (morphs: {\"lit\": 1}))",
                "line 1, column 19: blink.morphs[\"lit\"]: no morph target called \"lit\"; did you mean \
                 \"lid\"?",
            ),
            (
                "(\nemotions: {\"sad\": (morphs: {\"lid\": 1,\n\"x\": 1})})",
                "line 3, column 1: emotions[\"sad\"].morphs[\"x\"]: no morph target",
            ),
            (
                "(emotions: {\"sad\": (morphs: {\"lid\": 1e30})})",
                "line 1, column 30: emotions[\"sad\"].morphs[\"lid\"]: 1",
            ),
            (
                "(correctives: [(target: \"lid\", inputs: [\"lips\"]), (target: \"x\", inputs: [\"lid\"])])",
                "line 1, column 52: correctives[1].target: no morph target",
            ),
            (
                "(correctives: [(target: \"lid\", inputs: [\"lip\"])])",
                "line 1, column 32: correctives[0].inputs: no morph target",
            ),
            ("(correctives: [(target: \"lid\")])", "line 1"),
            (
                "(correctives: [(target: \"lid\", inputs: [\"lips\"], gain: 9)])",
                "line 1, column 50: correctives[0].gain: 9 is not a gain; expected a number from -8 to 8",
            ),
            (
                "(correctives: [(target: \"lid\", inputs: [])])",
                "line 1, column 32: correctives[0].inputs: expected at least one name",
            ),
            ("(emotions: {\"sad\": (morphs: {\"lid\": 1, \"lid\": 2})})", "duplicate"),
            ("(blink: (shapes: {}))", "line 1"),
            ("()", "nothing moves"),
        ] {
            let error = with_text(rig.clone(), text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}\n{error}\n{expected}");
        }
        // Old files have none of the fields.
        with_text(rig, "(visemes: {\"PP\": (morphs: {\"lips\": 1})})").unwrap();
    }

    #[test]
    fn damaged_texts_give_errors_with_a_location() {
        let character = face(&["lips"], &["wide"]);
        let text = "(visemes: {\"PP\": (morphs: {\"lips\": 1}, jaw: 0.5), \
            \"aa\": (expressions: {\"wide\": 2})}, jaw: (joint: \"head\"))";
        assert!(VisemeMap::from_ron(text, &character).is_ok());
        for end in 0..text.len() {
            let error = VisemeMap::from_ron(&text[..end], &character).unwrap_err();
            let FaceError::Description { location, .. } = &error else { panic!("{error}") };
            assert!(location.starts_with("line"), "{error}");
            for letter in ["(", "\"", "}", "-", "9", "é", ":"] {
                let mut damaged = text.to_owned();
                damaged.replace_range(end..=end, letter);
                match VisemeMap::from_ron(&damaged, &character) {
                    Err(FaceError::Description { location, message }) => {
                        assert!(!location.is_empty() && !message.is_empty());
                    }
                    Err(error) => panic!("{error}"),
                    Ok(_) => {}
                }
            }
        }
        let deep = "(visemes:".repeat(10_000);
        assert!(VisemeMap::from_ron(&deep, &character).is_err());
    }
}
