use super::{JointId, Skeleton};
use crate::math::Transform;
use glam::{Quat, Vec3};

/// Model-space rotations of a skeleton's joints: products of the local rotations, whatever the scales between
/// them. Below a mirroring scale, local rotations count mirrored.
///
/// The rotation that a matrix decomposes to is the same one only without uneven and negative scales: it
/// shears with the pose.
#[derive(Clone, Debug, Default)]
pub(crate) struct RotationChain {
    /// Signs of the scales above each joint, multiplied; empty where none is negative.
    mirrors: Vec<Vec3>,
}

impl RotationChain {
    /// The chain of a skeleton with its rest scales.
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let sign = |scale: f32| if scale < 0.0 { -1.0 } else { 1.0 };
        if skeleton.rest().iter().all(|rest| rest.scale.min_element() >= 0.0) {
            return Self::default();
        }
        let mut mirrors = vec![Vec3::ONE; skeleton.len()];
        for joint in skeleton.joints() {
            if let Some(parent) = skeleton.parent(joint) {
                let scale = skeleton.rest()[parent.index()].scale;
                mirrors[joint.index()] =
                    mirrors[parent.index()] * Vec3::from_array(scale.to_array().map(sign));
            }
        }
        Self { mirrors }
    }

    /// Rotation of a joint, by that of its parent and its local one.
    #[inline]
    pub(crate) fn model(&self, joint: JointId, parent: Quat, local: Quat) -> Quat {
        parent * self.mirrored(joint, local)
    }

    /// Local rotation of a joint, by its rotation and that of its parent.
    #[inline]
    pub(crate) fn local(&self, joint: JointId, parent: Quat, model: Quat) -> Quat {
        self.mirrored(joint, parent.inverse() * model)
    }

    /// A rotation between the space of a joint's parent and the space in which it counts, either way.
    #[inline]
    pub(crate) fn mirrored(&self, joint: JointId, rotation: Quat) -> Quat {
        self.mirrors.get(joint.index()).map_or(rotation, |signs| mirrored_by(*signs, rotation))
    }

    /// Rotations of all joints in a local pose.
    pub(crate) fn all(&self, skeleton: &Skeleton, pose: &[Transform]) -> Vec<Quat> {
        let mut all = vec![Quat::IDENTITY; skeleton.len()];
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| all[parent.index()]);
            all[joint.index()] = self.model(joint, parent, pose[joint.index()].rotation).normalize();
        }
        all
    }
}

/// A rotation in a space whose axes are mirrored where their sign is negative.
#[inline]
pub(crate) fn mirrored_by(signs: Vec3, rotation: Quat) -> Quat {
    // An axis of rotation is mirrored backwards.
    let axis = rotation.xyz() * signs * (signs.x * signs.y * signs.z);
    Quat::from_xyzw(axis.x, axis.y, axis.z, rotation.w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::{LocalPose, ModelPose};
    use crate::skeleton::Joint;
    use glam::Mat3A;
    use test_needs::cases;

    #[test]
    fn changes_are_those_of_the_matrices_below_any_mirror() {
        for mut random in cases(500) {
            let mut number = || random.f32() * 2.0 - 1.0;
            let mut turn = || Quat::from_scaled_axis(Vec3::new(number(), number(), number()) * 2.0);
            let turns: [Quat; 8] = std::array::from_fn(|_| turn());
            let joints = (0..4).map(|n| Joint {
                name: n.to_string(),
                parent: u32::try_from(n as i32 - 1).ok(),
                rest: Transform {
                    rotation: turns[n],
                    scale: Vec3::from_array(std::array::from_fn(|_| number().signum())),
                    translation: Vec3::ZERO,
                },
                in_scene: true,
            });
            let skeleton = Skeleton::new(joints.collect()).unwrap();
            let chain = RotationChain::new(&skeleton);
            let mut pose = LocalPose::rest(&skeleton);
            for (transform, turn) in pose.as_mut_slice().iter_mut().zip(&turns[4..]) {
                transform.rotation = *turn;
            }
            let rest = ModelPose::rest(&skeleton);
            let mut model = ModelPose::rest(&skeleton);
            model.update(&skeleton, &pose);
            let (from, to) = (chain.all(&skeleton, skeleton.rest()), chain.all(&skeleton, pose.as_slice()));
            for joint in skeleton.joints() {
                let n = joint.index();
                let expected = model.get(joint).matrix3 * rest.get(joint).matrix3.inverse();
                assert!(Mat3A::from_quat(to[n] * from[n].inverse()).abs_diff_eq(expected, 1e-4));
                let parent = skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| to[parent.index()]);
                let local = chain.local(joint, parent, to[n]);
                assert!(local.dot(pose.as_slice()[n].rotation).abs() > 1.0 - 1e-5);
            }
        }
    }
}
