//! Ribbons of hair (C. Granberg, *Character Animation with Direct3D*, 2009, chapter 15: strips).

use crate::character::Primitive;
use crate::math::axis_angle::from_axis_angle;
use glam::{Vec2, Vec3};

/// Shape of a ribbon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RibbonShape {
    /// Number of segments; a ribbon has 2 · (segments + 1) vertices.
    pub segments: usize,
    /// Width at the root, metres.
    pub width: f32,
    /// Width at the tip as a share of that at the root.
    pub tip: f32,
}

impl Default for RibbonShape {
    /// Eight segments, 4 mm wide, half as wide at the tip.
    fn default() -> Self {
        Self { segments: 8, width: 0.004, tip: 0.5 }
    }
}

/// Triangles of ribbons. Texture coordinates run across (x) and from the root (y = 0) to the tip (y = 1).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RibbonMesh {
    /// Positions of vertices, metres.
    pub positions: Vec<Vec3>,
    /// Unit normals.
    pub normals: Vec<Vec3>,
    /// Texture coordinates.
    pub uvs: Vec<Vec2>,
    /// Corners of triangles, three for each.
    pub indices: Vec<u32>,
}

impl RibbonMesh {
    /// Empties the mesh and keeps its memory.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.normals.clear();
        self.uvs.clear();
        self.indices.clear();
    }

    /// Adds a ribbon along a curve. `at` gives its points for 0 (root) to 1 (tip); `outward` is the direction
    /// out of the skin, which the ribbon faces at an `angle` of 0; other angles in radians turn it around the
    /// curve. Nothing is added without segments.
    pub fn add(&mut self, shape: &RibbonShape, at: impl Fn(f32) -> Vec3, outward: Vec3, angle: f32) {
        if shape.segments == 0 {
            return;
        }
        let first = self.positions.len() as u32;
        let last = shape.segments as f32;
        let mut tangent = Vec3::NEG_Y;
        for n in 0..=shape.segments {
            let t = n as f32 / last;
            let middle = at(t);
            let ahead = at((t + 0.5 / last).min(1.0)) - at((t - 0.5 / last).max(0.0));
            tangent = ahead.normalize_or(tangent);
            let flat =
                (outward - tangent * outward.dot(tangent)).normalize_or(tangent.any_orthonormal_vector());
            let normal = from_axis_angle(tangent, angle) * flat;
            let side = tangent.cross(normal) * (0.5 * shape.width * (1.0 + (shape.tip - 1.0) * t));
            for (x, position) in [(0.0, middle - side), (1.0, middle + side)] {
                self.positions.push(position);
                self.normals.push(normal);
                self.uvs.push(Vec2::new(x, t));
            }
        }
        for n in 0..shape.segments as u32 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|corner| first + n * 2 + corner);
            self.indices.extend([a, b, c, b, d, c]);
        }
    }

    /// The ribbons as a primitive without a skin.
    #[must_use]
    pub fn primitive(&self) -> Primitive {
        let count = self.positions.len();
        Primitive {
            positions: self.positions.clone(),
            normals: self.normals.clone(),
            uvs: vec![self.uvs.clone()],
            indices: self.indices.clone(),
            file_vertices: (0..count as u32).collect(),
            file_vertex_count: count,
            ..Primitive::default()
        }
    }
}
