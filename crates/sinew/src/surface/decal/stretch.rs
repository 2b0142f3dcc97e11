use super::Decal;
use super::outline::Outline;
use crate::surface::PosedSurface;
use glam::{Vec2, Vec3};

/// Stretch of a decal's image on the skin: 0 where lengths are true, 0.05 where the image is stretched or
/// squeezed by 5 % in the worst direction.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Stretch {
    /// Largest stretch of the better 95 % of the area.
    pub p95: f32,
    /// Largest stretch.
    pub max: f32,
}

impl Decal {
    /// Stretch of the image in a pose: by the triangles inside of the outline, weighted by their areas.
    #[must_use]
    pub fn stretch(&self, posed: &PosedSurface) -> Stretch {
        Stretch::of(self, posed)
    }
}

impl Stretch {
    pub(super) fn of(decal: &Decal, posed: &PosedSurface) -> Self {
        let [width, height] = decal.settings.half_size().map(|half| half * 2.0);
        let outline = Outline::new(decal.settings.shape);
        let mut all: Vec<(f32, f32)> = Vec::with_capacity(decal.triangles.len());
        for triangle in &decal.triangles {
            let Some(corners) = posed.corners(triangle.triangle) else { continue };
            let area = area_inside(&outline, triangle.uvs, corners);
            let flat_corners = triangle.uvs.map(|uv| Vec2::new(uv.x * width, -uv.y * height));
            if area > 0.0 {
                all.push((of_triangle(corners, flat_corners), area));
            }
        }
        all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let total: f32 = all.iter().map(|(_, area)| area).sum();
        let mut sum = 0.0;
        let p95 = all.iter().find(|(_, area)| {
            sum += area;
            sum >= total * 0.95
        });
        let stretch = |found: Option<&(f32, f32)>| found.map_or(0.0, |(stretch, _)| *stretch);
        Self { p95: stretch(p95.or(all.last())), max: stretch(all.last()) }
    }
}

/// Area of the part of a triangle inside of the outline, in square metres.
fn area_inside(outline: &Outline, uvs: [Vec2; 3], [a, b, c]: [Vec3; 3]) -> f32 {
    let polygon = outline.clip(uvs);
    let corners = polygon.corners();
    let point = |shares: Vec3| a * shares.x + b * shares.y + c * shares.z;
    let fan = corners.windows(2).skip(1).map(|pair| {
        let [first, from, to] = [corners[0], pair[0], pair[1]].map(|corner| point(corner.shares));
        (from - first).cross(to - first).length() * 0.5
    });
    fan.sum()
}

/// Larger of the largest stretch and the largest squeeze of the plane triangle `flat_corners` on the triangle
/// of `corners`.
pub(super) fn of_triangle([a, b, c]: [Vec3; 3], flat_corners: [Vec2; 3]) -> f32 {
    let (edge, arm) = (b - a, c - a);
    let length = edge.length();
    let along = arm.dot(edge) / length;
    let height = arm.cross(edge).length() / length;
    let x = (flat_corners[1] - flat_corners[0]) / length;
    let y = (flat_corners[2] - flat_corners[0] - x * along) / height;
    // Singular values of the matrix with columns x and y.
    let (sum, difference) =
        (Vec2::new(x.x + y.y, x.y - y.x).length(), Vec2::new(x.x - y.y, x.y + y.x).length());
    let (largest, least) = ((sum + difference) * 0.5, (sum - difference).abs() * 0.5);
    let stretch = largest.max(1.0 / least) - 1.0;
    if stretch.is_finite() { stretch } else { f32::MAX }
}
