//! Meshes as authoring files hold them: vertices that joints and morphs move, and polygons whose corners carry normals,
//! texture coordinates and colours of their own. They become primitives: one per material, in triangles, with as few
//! vertices as the corners' differences allow.

mod normals;
mod primitives;
#[cfg(test)]
mod tests;
mod triangulate;
mod weld;

use sinew::character::Influences;
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::morph::MorphTarget;

/// One mesh of a file.
#[derive(Debug, Default)]
pub(crate) struct PolygonMesh {
    /// The file's vertices, also those that no polygon uses.
    pub(crate) positions: Vec<Vec3>,
    /// What moves them; none for a rigid mesh.
    pub(crate) influences: Option<Influences>,
    /// How morphs move them.
    pub(crate) morph_targets: Vec<MorphTarget>,
    pub(crate) polygons: Vec<Polygon>,
    pub(crate) corners: Corners,
}

/// A polygon, counter-clockwise seen from the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polygon {
    /// Its first corner; the others follow.
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// Number of its material in the character.
    pub(crate) material: Option<usize>,
}

/// What corners carry: a vertex each, and an entry each of every attribute that is not empty.
#[derive(Debug, Default)]
pub(crate) struct Corners {
    pub(crate) vertices: Vec<u32>,
    /// Made smooth from the polygons where there are none.
    pub(crate) normals: Vec<Vec3>,
    pub(crate) tangents: Vec<Vec4>,
    pub(crate) uvs: Vec<Vec<Vec2>>,
    /// Linear.
    pub(crate) colors: Vec<Vec4>,
}
