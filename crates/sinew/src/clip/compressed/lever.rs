use crate::skeleton::Skeleton;
use glam::Affine3A;

/// How far a joint's errors reach.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lever {
    /// From the joint to the farthest point of all that hangs from it, metres in model space.
    pub(super) reach: f32,
    /// How much longer a metre of its parent is in model space.
    pub(super) scale: f32,
}

/// The levers of all joints in the longest of some poses (model from joint, a pose after the other).
pub(super) fn levers<'a>(
    skeleton: &Skeleton,
    poses: impl Iterator<Item = &'a [Affine3A]>,
    shell: f32,
) -> Vec<Lever> {
    let mut levers = vec![Lever { reach: shell, scale: 1.0 }; skeleton.len()];
    for pose in poses {
        for joint in skeleton.joints() {
            let mut above = skeleton.parent(joint);
            if let Some(parent) = above {
                let m = pose[parent.index()].matrix3;
                let scale = m.x_axis.length().max(m.y_axis.length()).max(m.z_axis.length());
                let lever = &mut levers[joint.index()];
                lever.scale = lever.scale.max(scale);
            }
            let place = pose[joint.index()].translation;
            while let Some(parent) = above {
                let reach = (place - pose[parent.index()].translation).length() + shell;
                let lever = &mut levers[parent.index()];
                lever.reach = lever.reach.max(reach);
                above = skeleton.parent(parent);
            }
        }
    }
    levers
}
