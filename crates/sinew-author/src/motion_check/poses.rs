//! Points of the posed body in model space at the frames of a clip: joints, and the tips of those that end a limb.

use super::body::CheckedBody;
use super::motion::Motion;
use glam::{Quat, Vec3};
use sinew::math::Transform;
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{JointId, Skeleton};

/// Point of the body over time.
pub(super) struct PointPath {
    pub(super) joint: JointId,
    /// Positions at the frames, metres in model space.
    pub(super) positions: Vec<Vec3>,
    /// Rotations of the joint at the frames; empty for tips.
    pub(super) rotations: Vec<Quat>,
    /// Whether it follows keys that hold until the next, as an animator wants it.
    pub(super) is_stepped: bool,
}

/// Paths of all points of a body that are seen.
pub(super) struct Poses {
    pub(super) points: Vec<PointPath>,
    /// Point of each joint.
    of_joint: Vec<Option<usize>>,
    anchor: JointId,
}

impl Poses {
    /// Poses all frames and shows each to `visit`.
    pub(super) fn of(
        motion: &Motion,
        skeleton: &Skeleton,
        body: &CheckedBody,
        mut visit: impl FnMut(&ModelPose),
    ) -> Self {
        let mut is_stepped = vec![false; skeleton.len()];
        for column in &motion.columns {
            is_stepped[column.joint.index()] = column.steps[0] || column.steps[1];
        }
        for joint in skeleton.joints() {
            if let Some(parent) = skeleton.parent(joint) {
                is_stepped[joint.index()] |= is_stepped[parent.index()];
            }
        }
        let count = motion.frames.len();
        let mut of_joint = vec![None; skeleton.len()];
        let mut points = Vec::new();
        for joint in skeleton.joints().filter(|joint| body.visible[joint.index()]) {
            let path = |rotations: usize| PointPath {
                joint,
                positions: Vec::with_capacity(count),
                rotations: Vec::with_capacity(rotations),
                is_stepped: is_stepped[joint.index()],
            };
            of_joint[joint.index()] = Some(points.len());
            points.push(path(count));
            if body.is_end[joint.index()] {
                points.push(path(0));
            }
        }
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        for frame in 0..count {
            motion.pose(frame, skeleton, &mut local, &mut model);
            for point in &mut points {
                let pose = model.get(point.joint);
                let position = Vec3::from(pose.translation);
                let rotation = Transform::from_affine(pose).rotation;
                if point.rotations.capacity() > 0 {
                    point.positions.push(position);
                    point.rotations.push(rotation);
                } else {
                    point.positions.push(position + rotation * body.levers[point.joint.index()]);
                }
            }
            visit(&model);
        }
        Self { points, of_joint, anchor: body.anchor() }
    }

    /// Path of a joint that is seen.
    pub(super) fn joint(&self, joint: JointId) -> Option<&PointPath> {
        self.of_joint.get(joint.index()).copied().flatten().map(|point| &self.points[point])
    }

    /// Path of the lowest root joint.
    pub(super) fn anchor(&self) -> Option<&PointPath> {
        self.joint(self.anchor)
    }
}
