//! Polygon meshes of authoring formats: vertices with joint influences and morph targets, and polygons whose
//! corners have their own normals, texture coordinates and colours. They are converted to triangle
//! primitives, one per material, with as few vertices as the corner attributes allow.

mod normals;
mod primitives;
#[cfg(test)]
mod tests;
mod triangulate;
mod weld;

use sinew::character::{Influences, MaterialId};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::morph::MorphTarget;

/// Polygon mesh of a file.
#[derive(Debug, Default)]
pub(crate) struct PolygonMesh {
    /// All vertices of the file, including unused ones.
    pub(crate) positions: Vec<Vec3>,
    /// Joint influences of the vertices; `None` for a rigid mesh.
    pub(crate) influences: Option<Influences>,
    /// Morph targets of the vertices.
    pub(crate) morph_targets: Vec<MorphTarget>,
    pub(crate) polygons: Vec<Polygon>,
    pub(crate) corners: Corners,
}

/// Polygon as a range of corners, counter-clockwise seen from the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polygon {
    /// Index of the first corner.
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// Material of the character.
    pub(crate) material: Option<MaterialId>,
}

/// Corner attributes. Every list is empty or has one entry per corner.
#[derive(Debug, Default)]
pub(crate) struct Corners {
    pub(crate) vertices: Vec<u32>,
    /// Unit normals; empty for smooth normals computed from the polygons.
    pub(crate) normals: Vec<Vec3>,
    pub(crate) tangents: Vec<Vec4>,
    pub(crate) uvs: Vec<Vec<Vec2>>,
    /// Linear RGBA colours.
    pub(crate) colors: Vec<Vec4>,
}
