//! Names of human bones as text: RON (Rusty Object Notation).

use crate::humanoid::HumanBone;
use crate::text::{Grammar, Unique, read_ron, suggest};
use std::collections::BTreeMap;

/// Error of [`bones_from_ron`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct BonesTextError {
    /// Line and column, or the bone.
    pub location: String,
    /// The fault, and the expected value.
    pub message: String,
}

const BONES: Grammar = Grammar {
    document: "human bones with their nodes, such as {\"hips\": \"pelvis\", \"leftUpperArm\": \"arm_L\"}",
    structs: &[],
    enums: &[],
    signed: &[],
    hints: &[],
};

/// Reads names of nodes by human bones from RON: `{"hips": "pelvis", "leftUpperArm": "arm_L"}`.
///
/// # Errors
/// When the text is not RON, or has a bone that VRM 1.0 does not know or a node without a name.
pub fn bones_from_ron(text: &str) -> Result<BTreeMap<HumanBone, String>, BonesTextError> {
    let read = read_ron(text, &BONES).map_err(|(location, message)| BonesTextError { location, message });
    let Unique::<String>(names) = read?;
    let bone = |(name, node): (String, String)| {
        let error = |message| BonesTextError { location: format!("{name:?}"), message };
        let bone = HumanBone::from_name(&name).ok_or_else(|| {
            let instead = suggest(&name, HumanBone::ALL.into_iter().map(HumanBone::name));
            error(format!("no human bone of this name; {instead}"))
        })?;
        match node.is_empty() {
            true => Err(error("expected the name of a node".to_owned())),
            false => Ok((bone, node)),
        }
    };
    names.into_iter().map(bone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_have_their_nodes() {
        let bones = bones_from_ron("// mine\n{\"hips\": \"pelvis\", \"leftHand\": \"claw 1\"}").unwrap();
        let expected = [(HumanBone::Hips, "pelvis".to_owned()), (HumanBone::LeftHand, "claw 1".to_owned())];
        assert_eq!(bones, BTreeMap::from(expected));
        for (wrong, message) in [
            ("{\"leftHnad\": \"x\"}", "\"leftHnad\": no human bone of this name; did you mean \"leftHand\"?"),
            ("{\"hips\": \"a\", \"hips\": \"b\"}", "line 1, column"),
            ("{\"hips\": 3}", "line 1, column"),
            ("{\"hips\": \"\"}", "\"hips\": expected the name of a node"),
            ("", "the text is empty; expected human bones"),
        ] {
            let error = bones_from_ron(wrong).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
