//! Normalized skeleton of a body, as VRM defines it: human bones only, in the T-pose.

use crate::body::TPose;
use crate::humanoid::{BoneMap, HumanBone};
use crate::math::Transform;
use crate::skeleton::{Joint, JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3};

impl TPose {
    /// Normalized skeleton as VRM defines it: human bones only, of the same size, in the T-pose, with
    /// identity rest rotations; and its bone map. `None` for a body without hips.
    #[must_use]
    pub fn normalized(&self, skeleton: &Skeleton) -> Option<(Skeleton, BoneMap)> {
        let mut indices = [None; HumanBone::COUNT];
        let (mut joints, mut positions) = (Vec::new(), Vec::<Vec3>::new());
        let rest = crate::pose::ModelPose::reference(skeleton);
        let at = |joint: JointId| *rest.get(joint);
        for bone in HumanBone::ALL {
            let Some(joint) = self.joint(bone) else { continue };
            let mut above = std::iter::successors(bone.parent(), |b| b.parent());
            let parent = above.find_map(|b| Some((b, indices[b.index()]?, self.joint(b)?)));
            let position = match parent {
                Some((parent, index, ancestor)) => {
                    let rest: Affine3A = at(ancestor);
                    let turn = self.rotation(parent) * Transform::from_affine(&rest).rotation.inverse();
                    let offset = Vec3::from(at(joint).translation - rest.translation);
                    positions[index as usize] + turn * offset
                }
                None if bone == HumanBone::Hips => {
                    Vec3::Y * (self.leg_length() + self.ankle_height() + self.hips_above_legs)
                }
                None => return None,
            };
            let parent = parent.map(|(_, index, _)| index);
            let from = parent.map_or(Vec3::ZERO, |p| positions[p as usize]);
            indices[bone.index()] = Some(joints.len() as u32);
            positions.push(position);
            let rest = Transform { translation: position - from, rotation: Quat::IDENTITY, scale: Vec3::ONE };
            joints.push(Joint { name: bone.name().to_owned(), parent, rest, in_scene: true });
        }
        let skeleton = Skeleton::new(joints).ok()?;
        let pairs = HumanBone::ALL.into_iter().filter_map(|bone| {
            let index = indices[bone.index()]?;
            Some((bone, skeleton.by_file_index(index as usize)?))
        });
        let map = BoneMap::new(&skeleton, pairs).ok()?;
        Some((skeleton, map))
    }

    /// Converts `offset` from a bone's space to the space of the same bone in the
    /// [`normalized`](Self::normalized) skeleton. `None` for a bone that the body lacks.
    #[must_use]
    pub fn normalized_offset(&self, skeleton: &Skeleton, bone: HumanBone, offset: Vec3) -> Option<Vec3> {
        let rest = *crate::pose::ModelPose::reference(skeleton).get(self.joint(bone)?);
        let turn = self.rotation(bone) * Transform::from_affine(&rest).rotation.inverse();
        Some(turn * rest.transform_vector3(offset)).filter(|offset| offset.is_finite())
    }
}
