use super::align::ReferencePose;
use crate::humanoid::{BoneMap, HumanBone};
use crate::math::Transform;
use crate::skeleton::{Joint, JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};

impl ReferencePose {
    /// A skeleton of the human bones alone, of the same size, in the common stance, whose joints rest without rotation;
    /// and which joint is which bone. None of a body without hips.
    pub fn normalized(&self, skeleton: &Skeleton) -> Option<(Skeleton, BoneMap)> {
        let mut numbers = [None; HumanBone::COUNT];
        let (mut joints, mut places) = (Vec::new(), Vec::<Vec3>::new());
        let rest = crate::pose::ModelPose::rest(skeleton);
        let at = |joint: JointIndex| *rest.get(joint);
        for bone in HumanBone::ALL {
            let Some(joint) = self.joint(bone) else { continue };
            let mut above = std::iter::successors(bone.parent(), |b| b.parent());
            let parent = above.find_map(|b| Some((b, numbers[b.index()]?, self.joint(b)?)));
            let place = match parent {
                Some((parent, number, own)) => {
                    let rest: Affine3A = at(own);
                    let turn = self.rotation(parent) * Transform::from_affine(&rest).rotation.inverse();
                    let way = Vec3::from(at(joint).translation - rest.translation);
                    places[number as usize] + turn * way
                }
                None if bone == HumanBone::Hips => {
                    Vec3::Y * (self.leg + self.ankle_height() + self.hips_above_legs)
                }
                None => return None,
            };
            let parent = parent.map(|(_, number, _)| number);
            let from = parent.map_or(Vec3::ZERO, |p| places[p as usize]);
            numbers[bone.index()] = Some(joints.len() as u32);
            places.push(place);
            let rest = Transform { translation: place - from, rotation: Quat::IDENTITY, scale: Vec3::ONE };
            joints.push(Joint { name: bone.name().to_owned(), parent, rest, in_scene: true });
        }
        let skeleton = Skeleton::new(joints).ok()?;
        let pairs = HumanBone::ALL.into_iter().filter_map(|bone| {
            let number = numbers[bone.index()]?;
            Some((bone, skeleton.by_source(number as usize)?))
        });
        let map = BoneMap::new(&skeleton, pairs).ok()?;
        Some((skeleton, map))
    }

    /// What `offset`, in a bone's own space at rest, is in that of the bone of [`ReferencePose::normalized`]. None of a bone
    /// that the body lacks.
    pub fn normalized_offset(&self, skeleton: &Skeleton, bone: HumanBone, offset: Vec3) -> Option<Vec3> {
        let rest = *crate::pose::ModelPose::rest(skeleton).get(self.joint(bone)?);
        let turn = self.rotation(bone) * Transform::from_affine(&rest).rotation.inverse();
        Some(turn * rest.transform_vector3(offset)).filter(|offset| offset.is_finite())
    }
}
