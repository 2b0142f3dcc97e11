use crate::character::MeshInstanceId;
use glam::Vec3;

/// Point of a character's surface: a triangle and the shares of its corners. It stays with the skin in every
/// pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// Mesh instance.
    pub instance: MeshInstanceId,
    /// Primitive of its mesh.
    pub primitive: usize,
    /// Triangle of the primitive: its corners are the indices from three times this number on.
    pub triangle: u32,
    /// Barycentric coordinates: shares of the three corners, with sum 1.
    pub barycentric: Vec3,
}

/// Point of a surface in a pose, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PosedPoint {
    /// Position.
    pub position: Vec3,
    /// Unit normal, between those of the corners; zero where the mesh has none.
    pub normal: Vec3,
}

impl PosedPoint {
    /// Point of this position and normal.
    #[must_use]
    pub const fn new(position: Vec3, normal: Vec3) -> Self {
        Self { position, normal }
    }
}
