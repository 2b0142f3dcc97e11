//! The T-pose as a pose of the whole skeleton.

use crate::body::TPose;
use crate::humanoid::HumanBone::{self, *};
use crate::math::Transform;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointId, RotationChain, Skeleton};
use glam::{Quat, Vec3};

impl TPose {
    /// Local pose of the whole skeleton in the T-pose, facing +Z. Joints that are no human bones keep their
    /// transforms relative to their parents, those of the [reference pose](Skeleton::reference), and all
    /// bones keep their lengths.
    ///
    /// The hips are raised or lowered so that the soles stand on the same ground as in the reference pose; a
    /// body that does not stand there stands on the origin.
    #[must_use]
    pub fn local_pose(&self, skeleton: &Skeleton) -> LocalPose {
        let reference = ModelPose::reference(skeleton);
        let chain = RotationChain::new(skeleton);
        let from = chain.all(skeleton, skeleton.reference());
        let mut bones = vec![None; skeleton.len()];
        for bone in HumanBone::ALL {
            if let Some(joint) = self.joint(bone) {
                bones[joint.index()] = Some(bone);
            }
        }
        let mut pose = LocalPose::reference(skeleton);
        // Rotations of the joints from the reference pose to the T-pose, in model space.
        let mut turns = vec![Quat::IDENTITY; skeleton.len()];
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            let inherited = parent.map_or(Quat::IDENTITY, |parent| turns[parent.index()]);
            let Some(bone) = bones[joint.index()] else {
                turns[joint.index()] = inherited;
                continue;
            };
            let before = Transform::from_affine(reference.get(joint)).rotation;
            let turn = (self.rotation(bone) * before.inverse()).normalize();
            turns[joint.index()] = turn;
            let parent = parent.map_or(Quat::IDENTITY, |parent| inherited * from[parent.index()]);
            pose.get_mut(joint).rotation = chain.local(joint, parent, turn * from[joint.index()]).normalize();
        }
        self.place_on_ground(skeleton, &mut pose);
        pose
    }

    /// Moves the hips so that the lower sole stands on the ground.
    fn place_on_ground(&self, skeleton: &Skeleton, pose: &mut LocalPose) {
        let Some(hips) = self.joint(Hips) else { return };
        let model = ModelPose::of(skeleton, pose.as_slice());
        let at = |joint: JointId| Vec3::from(model.get(joint).translation);
        let soles = [LeftFoot, RightFoot].into_iter().zip(&self.soles);
        let grounds = soles.filter_map(|(foot, sole)| Some(at(self.joint(foot)?).y - sole.ankle_height));
        let Some(ground) = grounds.reduce(f32::min) else { return };
        let offset = match self.ground_height() {
            Some(height) => Vec3::Y * (height - ground),
            None => -at(hips).with_y(ground),
        };
        let parent = skeleton.parent(hips).map(|parent| model.get(parent).matrix3.inverse());
        let offset = parent.map_or(offset, |parent| parent * offset);
        if offset.is_finite() {
            pose.get_mut(hips).translation += offset;
        }
    }
}
