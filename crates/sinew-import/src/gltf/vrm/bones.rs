use super::json::{Humanoid0, Humanoid1, NodeRef};
use super::refs::Refs;
use crate::error::quoted;
use crate::gltf::source::Source;
use sinew::humanoid::{BoneMap, HumanBone, Humanoid};
use sinew::{CharacterParts, JointIndex};

/// Human bones by their VRM 1.0 names.
#[derive(Debug, Default)]
pub(super) struct Bones(Vec<(String, JointIndex)>);

impl Bones {
    pub(super) fn get(&self, name: &str) -> Option<JointIndex> {
        self.0.iter().find(|(bone, _)| bone == name).map(|(_, joint)| *joint)
    }

    /// The joints of both eyes.
    pub(super) fn eyes(&self) -> [Option<JointIndex>; 2] {
        [self.get("leftEye"), self.get("rightEye")]
    }

    /// Makes the character a humanoid, or says why it is none.
    pub(super) fn apply(&self, source: &mut Source<'_>, parts: &mut CharacterParts, place: &str) {
        let bones = self.0.iter().filter_map(|(name, joint)| Some((HumanBone::from_name(name)?, *joint)));
        let map = match BoneMap::new(&parts.skeleton, bones) {
            Ok(map) => map,
            Err(error) => {
                source.report.warn("vrm-bone", place, format!("{error}; it is not taken for a humanoid"));
                return;
            }
        };
        if let Some(bone) = map.missing().next() {
            source.report.warn(
                "vrm-bone",
                place,
                format!("there is no {bone}; it is not taken for a humanoid"),
            );
            return;
        }
        parts.humanoid = Some(Humanoid::from_map(&parts.skeleton, map, "vrm"));
    }

    fn add(&mut self, name: &str, node: Option<i64>, place: &str, refs: &mut Refs<'_>) {
        let Some(joint) = refs.joint(node, place) else { return };
        if self.0.len() >= MAX || self.get(name).is_some() {
            refs.warn("vrm-bone", place, format!("bone {} stands there twice, or is none", quoted(name)));
            return;
        }
        self.0.push((name.to_owned(), joint));
    }
}

/// More bones than there are names for; a list that is longer is none of bones.
const MAX: usize = 100;

pub(super) fn read1(humanoid: &Humanoid1, refs: &mut Refs<'_>) -> Bones {
    let mut bones = Bones::default();
    for (name, NodeRef { node }) in humanoid.human_bones.iter() {
        bones.add(name, *node, "/humanoid/humanBones", refs);
    }
    bones
}

pub(super) fn read0(humanoid: &Humanoid0, refs: &mut Refs<'_>) -> Bones {
    let mut bones = Bones::default();
    for (n, bone) in humanoid.human_bones.iter().enumerate() {
        let name = bone.bone.as_deref().unwrap_or_default();
        // The thumb's bones moved up by one name in VRM 1.0.
        let name = match name {
            "leftThumbProximal" => "leftThumbMetacarpal",
            "leftThumbIntermediate" => "leftThumbProximal",
            "rightThumbProximal" => "rightThumbMetacarpal",
            "rightThumbIntermediate" => "rightThumbProximal",
            other => other,
        };
        bones.add(name, bone.node, &format!("/humanoid/humanBones/{n}"), refs);
    }
    bones
}
