use super::json::{Humanoid0, Humanoid1, NodeRef};
use super::refs::Refs;
use crate::error::quoted;
use crate::gltf::source::Source;
use sinew::humanoid::{BoneMap, HumanBone, Humanoid};
use sinew::{CharacterParts, JointId};

/// Joints of human bones by their VRM 1.0 names.
#[derive(Debug, Default)]
pub(super) struct Bones(Vec<(String, JointId)>);

impl Bones {
    pub(super) fn get(&self, name: &str) -> Option<JointId> {
        self.0.iter().find(|(bone, _)| bone == name).map(|(_, joint)| *joint)
    }

    /// Joints of the left and right eye.
    pub(super) fn eyes(&self) -> [Option<JointId>; 2] {
        [self.get("leftEye"), self.get("rightEye")]
    }

    /// Sets the character's humanoid, or reports why the bones are not a complete humanoid.
    pub(super) fn apply(&self, source: &mut Source<'_>, parts: &mut CharacterParts, location: &str) {
        let bones = self.0.iter().filter_map(|(name, joint)| Some((HumanBone::from_name(name)?, *joint)));
        let map = match BoneMap::new(&parts.skeleton, bones) {
            Ok(map) => map,
            Err(error) => {
                source.report.warn("vrm-bone", location, format!("{error}; the humanoid is ignored"));
                return;
            }
        };
        if let Some(bone) = map.missing().next() {
            source.report.warn(
                "vrm-bone",
                location,
                format!("required bone {bone} is missing; the humanoid is ignored"),
            );
            return;
        }
        parts.humanoid = Some(Humanoid::of_map(&parts.skeleton, map, "vrm"));
    }

    fn add(&mut self, name: &str, node: Option<i64>, location: &str, refs: &mut Refs<'_>) {
        let Some(joint) = refs.joint(node, location) else { return };
        if self.0.len() >= MAX_BONES || self.get(name).is_some() {
            refs.warn(
                "vrm-bone",
                location,
                format!("bone {} is unknown or mapped twice; it is left out", quoted(name)),
            );
            return;
        }
        self.0.push((name.to_owned(), joint));
    }
}

/// Largest number of mapped bones, more than VRM has names for.
const MAX_BONES: usize = 100;

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
        // VRM 1.0 renamed the thumb bones.
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
