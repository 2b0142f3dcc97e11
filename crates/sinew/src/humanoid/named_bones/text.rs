//! Names of human bones as text: RON (Rusty Object Notation).

use crate::humanoid::HumanBone;
use crate::text::{ALL_LEVELS, Grammar, Unique, read_ron, suggest, write_ron};
use std::collections::BTreeMap;

/// Table of node names by human bone, for a rig whose bones are not all found by themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedBones {
    /// Names of nodes by human bone.
    pub bones: BTreeMap<HumanBone, String>,
}

/// Error in the text of [`NamedBones`], with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct NamedBonesError {
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

impl NamedBones {
    /// Reads names from RON: `{"hips": "pelvis", "leftUpperArm": "arm_L"}`.
    ///
    /// # Errors
    /// When the text is not RON, or has a bone that VRM 1.0 does not know or a node without a name.
    pub fn from_ron(text: &str) -> Result<Self, NamedBonesError> {
        let read =
            read_ron(text, &BONES).map_err(|(location, message)| NamedBonesError { location, message });
        let Unique::<String>(names) = read?;
        let bone = |(name, node): (String, String)| {
            let error = |message| NamedBonesError { location: format!("{name:?}"), message };
            let bone = HumanBone::from_name(&name).ok_or_else(|| {
                let instead = suggest(&name, HumanBone::ALL.into_iter().map(HumanBone::name));
                error(format!("no human bone of this name; {instead}"))
            })?;
            match node.is_empty() {
                true => Err(error("expected the name of a node".to_owned())),
                false => Ok((bone, node)),
            }
        };
        Ok(Self { bones: names.into_iter().map(bone).collect::<Result<_, _>>()? })
    }

    /// Writes the names as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, NamedBonesError> {
        let names: BTreeMap<_, _> = self.bones.iter().map(|(bone, node)| (bone.name(), node)).collect();
        write_ron(&names, ALL_LEVELS)
            .map_err(|message| NamedBonesError { location: "bones".to_owned(), message })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_have_their_nodes() {
        let bones =
            NamedBones::from_ron("// mine\n{\"hips\": \"pelvis\", \"leftHand\": \"claw 1\"}").unwrap();
        let expected = [(HumanBone::Hips, "pelvis".to_owned()), (HumanBone::LeftHand, "claw 1".to_owned())];
        assert_eq!(bones.bones, BTreeMap::from(expected));
        assert_eq!(NamedBones::from_ron(&bones.to_ron().unwrap()).unwrap(), bones);
        for (wrong, message) in [
            ("{\"leftHnad\": \"x\"}", "\"leftHnad\": no human bone of this name; did you mean \"leftHand\"?"),
            ("{\"hips\": \"a\", \"hips\": \"b\"}", "line 1, column"),
            ("{\"hips\": 3}", "line 1, column"),
            ("{\"hips\": \"\"}", "\"hips\": expected the name of a node"),
            ("", "the text is empty; expected human bones"),
        ] {
            let error = NamedBones::from_ron(wrong).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
