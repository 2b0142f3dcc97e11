//! Shape of a body that hair stays out of: distance fields and capsules, measured once per character.

use crate::body::skin_vertices;
use crate::character::{Character, MeshInstanceId};
use crate::hair::{HairCollider, HairField, HairFieldError, HairRoot};
use crate::humanoid::HumanBone::{self, *};
use crate::skeleton::{JointId, Skeleton};
use crate::spring::BodyCapsule;
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Edge of a cell of the head's field, in heights of the body's largest side.
const HEAD_CELL: f32 = 0.0018;
/// Edge of a cell of the other fields, in heights of the body's largest side.
const TRUNK_CELL: f32 = 0.006;
/// Number of sizes of cells that are tried, each twice the one before.
const CELL_SIZES: u32 = 4;
/// Bones whose skin is a capsule.
const CAPSULES: [HumanBone; 6] = [Neck, LeftUpperArm, RightUpperArm, LeftLowerArm, RightLowerArm, Hips];
/// Bones whose skin moves together with the chest.
const TRUNK: [HumanBone; 5] = [UpperChest, Chest, Spine, LeftShoulder, RightShoulder];
/// Bones whose skin is a field as well: it meets the trunk without a gap for hair, as capsules do not.
const BESIDE_TRUNK: [HumanBone; 3] = [LeftUpperArm, RightUpperArm, Hips];

/// Shape of a body that hair stays out of, measured once per character: fields of head, trunk, upper arms and
/// hips, and capsules of neck, arms and hips.
#[derive(Clone, Debug, Default)]
pub struct HairBody {
    pub(in crate::hair) fields: Vec<(JointId, Arc<HairField>)>,
    pub(in crate::hair) capsules: Vec<(JointId, [Vec3; 2], f32)>,
    /// Per field and capsule: its joint in the reference pose.
    pub(in crate::hair) rest: Vec<Affine3A>,
    missing: Vec<(JointId, HairFieldError)>,
    /// Fingerprint of the skeleton.
    skeleton: u64,
}

impl HairBody {
    /// Body of a skeleton before it has colliders.
    pub(in crate::hair) fn without_colliders(skeleton: &Skeleton) -> Self {
        Self { skeleton: skeleton.fingerprint(), ..Self::default() }
    }

    /// Body of a character without the mesh instances that `is_skin` refuses, such as hair and glasses. A
    /// character that is not a humanoid is one rigid field. Takes up to some seconds; meant for loading.
    #[must_use]
    pub fn measure(character: &Character, is_skin: impl Fn(MeshInstanceId) -> bool + Copy) -> Self {
        let model = character.reference_model();
        let skeleton = character.skeleton();
        let size = character.reference_bounds().size().max_element();
        let mut body = Self::without_colliders(skeleton);
        let mut add = |anchor: JointId, joints: &[JointId], cell: f32| {
            // The large heads of toys have more cells than a field may have.
            let made = |n: u32| {
                let cell = cell * size * (1 << n) as f32;
                HairField::of_joints(character, model, joints, cell, is_skin)
            };
            let is_too_large = |made: &Result<_, _>| matches!(made, Err(HairFieldError::Size { .. }));
            let mut sizes = (0..CELL_SIZES).map(made);
            match sizes.find(|made| !is_too_large(made)).unwrap_or_else(|| made(CELL_SIZES)) {
                Ok(field) => {
                    body.fields.push((anchor, Arc::new(field)));
                    body.rest.push(model[anchor.index()]);
                }
                Err(error) => body.missing.push((anchor, error)),
            }
        };
        let Some(humanoid) = character.humanoid() else {
            let all: Vec<JointId> = skeleton.joints().collect();
            if let Some(root) = all.first() {
                add(*root, &all, TRUNK_CELL);
            }
            return body;
        };
        if let Some(head) = humanoid.joint(Head) {
            let head_joints: Vec<JointId> =
                skeleton.joints().filter(|joint| skeleton.is_descendant_of(*joint, head)).collect();
            add(head, &head_joints, HEAD_CELL);
        }
        // Joints between bones, such as those that twist an arm, go with the bone above them.
        let bones: BTreeMap<JointId, HumanBone> =
            humanoid.named_bones.iter().map(|(bone, joint)| (joint, bone)).collect();
        let bone_of = |joint| {
            std::iter::successors(Some(joint), |joint| skeleton.parent(*joint))
                .find_map(|joint| bones.get(&joint).copied())
        };
        let moved_by = |wanted: &[HumanBone]| -> Vec<JointId> {
            skeleton
                .joints()
                .filter(|joint| bone_of(*joint).is_some_and(|bone| wanted.contains(&bone)))
                .collect()
        };
        if let Some(chest) = TRUNK.into_iter().find_map(|bone| humanoid.joint(bone)) {
            add(chest, &moved_by(&TRUNK), TRUNK_CELL);
        }
        for bone in BESIDE_TRUNK {
            if let Some(joint) = humanoid.joint(bone) {
                add(joint, &moved_by(&[bone]), TRUNK_CELL);
            }
        }
        let mut points: Vec<Vec<Vec3>> = vec![Vec::new(); skeleton.len()];
        for (joint, point) in skin_vertices(character).map(|vertex| vertex.main_joint()) {
            let at = model[joint.index()].transform_point3(point);
            if at.is_finite() {
                points[joint.index()].push(at);
            }
        }
        for joint in CAPSULES.into_iter().filter_map(|bone| humanoid.joint(bone)) {
            if points[joint.index()].len() < 8 {
                continue;
            }
            let capsule = BodyCapsule::through(joint, &points[joint.index()]);
            body.capsules.push((joint, capsule.ends, capsule.radius));
            body.rest.push(model[joint.index()]);
        }
        body
    }

    /// True for the character that was measured, and others of the same joints; a body without colliders fits
    /// all.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        self.rest.is_empty() || self.skeleton == character.skeleton().fingerprint()
    }

    /// Parts of the body that hair goes through, as no field can be made of their skin: the joint, and the
    /// reason. Robots and dolls may have bones without skin.
    #[must_use]
    pub fn missing(&self) -> &[(JointId, HairFieldError)] {
        &self.missing
    }

    /// Number of colliders.
    #[must_use]
    pub fn collider_count(&self) -> usize {
        self.rest.len()
    }

    /// Writes the colliders of a pose in world space, the head first. `model` has a matrix per joint.
    pub fn colliders(&self, world_from_model: &Affine3A, model: &[Affine3A], out: &mut Vec<HairCollider>) {
        out.clear();
        let moved = |joint: &JointId, rest: &Affine3A| {
            HairRoot::of_joint(rest, &(*world_from_model * model[joint.index()]))
        };
        for ((joint, field), rest) in self.fields.iter().zip(&self.rest) {
            out.push(HairCollider::Field { field: Arc::clone(field), root: moved(joint, rest) });
        }
        for ((joint, [start, end], radius), rest) in self.capsules.iter().zip(&self.rest[self.fields.len()..])
        {
            let root = moved(joint, rest);
            out.push(HairCollider::Capsule { start: root.at(*start), end: root.at(*end), radius: *radius });
        }
    }
}
