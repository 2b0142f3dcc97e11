use crate::character::MeshInstanceId;
use glam::Vec3;

/// Point of a character's surface: a triangle and the shares of its corners. It stays with the skin in every pose.
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
