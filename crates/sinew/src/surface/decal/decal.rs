use super::DecalSettings;
use crate::clone_from::impl_clone_from;
use crate::surface::SurfacePoint;
use glam::Vec2;

/// Mark on the skin: triangles of a character's surface with texture coordinates. It has no vertices of its
/// own, so it moves with the mesh under joints and morph targets, and lies exactly on it.
///
/// The image is the square of texture coordinates from (0, 0), its top left corner, to (1, 1). Triangles
/// reach beyond it; draw what lies inside of the outline ([`Decal::clipped`] cuts them).
#[derive(Debug, PartialEq)]
pub struct Decal {
    /// Centre.
    pub center: SurfacePoint,
    /// Settings.
    pub settings: DecalSettings,
    /// Triangles; that of the centre comes first.
    pub triangles: Vec<DecalTriangle>,
    /// Number of edges at which the decal goes on over a seam: an edge between two materials or meshes, or
    /// with two normals or texture coordinates.
    pub seams_crossed: usize,
}

impl_clone_from!(Decal { center, settings, seams_crossed }, buffers { triangles });

/// Triangle of a decal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecalTriangle {
    /// Triangle, counted over all parts of the [`CharacterSurface`](crate::surface::CharacterSurface).
    pub triangle: u32,
    /// Texture coordinates of its corners.
    pub uvs: [Vec2; 3],
}
