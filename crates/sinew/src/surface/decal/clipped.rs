use super::Decal;
use super::outline::Outline;
use crate::surface::PosedSurface;
use glam::{Vec2, Vec3};

/// Decal cut to its outline, as a triangle mesh in model space in one pose.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClippedDecal {
    /// Positions.
    pub positions: Vec<Vec3>,
    /// Texture coordinates, one per position.
    pub uvs: Vec<Vec2>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Decal {
    /// The decal cut to its outline in a pose. For static meshes and measurements; a decal on a body that
    /// moves keeps whole triangles, since vertices between those of the skin would leave it. Triangles that
    /// the surface lacks are left out.
    #[must_use]
    pub fn clipped(&self, posed: &PosedSurface) -> ClippedDecal {
        let outline = Outline::new(self.settings.shape);
        let mut out = ClippedDecal::default();
        for triangle in &self.triangles {
            let Some([a, b, c]) = posed.corners(triangle.triangle) else { continue };
            let polygon = outline.clip(triangle.uvs);
            let first = out.positions.len() as u32;
            for corner in polygon.corners() {
                let shares = corner.shares;
                out.positions.push(a * shares.x + b * shares.y + c * shares.z);
                out.uvs.push(corner.uv);
            }
            let count = polygon.corners().len() as u32;
            out.triangles.extend((2..count).map(|n| [first, first + n - 1, first + n]));
        }
        out
    }
}
