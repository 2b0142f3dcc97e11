//! Links from target joints to source joints: rotation, root translation, and translation relative to the
//! parent.

use crate::math::Transform;
use crate::skeleton::{JointId, Skeleton};
use glam::{Mat3A, Quat, Vec3};

/// A target joint whose model-space rotation follows one or two source joints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RotationLink {
    /// Source joints, each with the inverse of its rotation in the reference pose.
    pub(crate) from: [(JointId, Quat); 2],
    /// Weight of the second joint, 0..1.
    pub(crate) share: f32,
    /// Rotation of the target joint in the reference pose.
    pub(crate) aligned: Quat,
}

/// A target joint whose model-space position follows a source joint: the hips, or the roots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootTranslation {
    pub(crate) source: JointId,
    pub(crate) target: JointId,
    /// Factor on the source position.
    pub(crate) scale: f32,
    /// Added after scaling, metres.
    pub(crate) shift: Vec3,
}

/// A target joint whose translation relative to its parent follows that of a source joint, between rigs with
/// equal joint names: bobbing hips, tongues, sliding doors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointTranslation {
    pub(crate) source: JointId,
    pub(crate) target: JointId,
    /// Displacements in the space of the source's parent to that of the target's parent, at rest.
    pub(crate) map: Mat3A,
}

impl JointTranslation {
    /// Translates the joint in `to`, a local pose of the target.
    pub(crate) fn apply(&self, from: (&Skeleton, &[Transform]), to: &mut [Transform]) {
        let (joint, rest) = (self.source.index(), &from.0.reference()[self.source.index()]);
        let offset = self.map * (from.1[joint].translation - rest.translation);
        if offset.is_finite() {
            to[self.target.index()].translation += offset;
        }
    }
}
