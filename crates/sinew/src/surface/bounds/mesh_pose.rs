use crate::skinning::DualQuatJoint;

/// Pose of a mesh instance, as [`SurfaceBounds::entries`](crate::surface::SurfaceBounds::entries) takes it.
#[derive(Clone, Copy, Debug)]
pub struct MeshPose<'a> {
    /// Weights of its morph targets.
    pub weights: &'a [f32],
    /// The palette of its skin, where it blends dual quaternions.
    pub dual_quaternions: Option<&'a [DualQuatJoint]>,
}
