//! Nearest point of the skin.

use super::HairSkin;
use glam::Vec3;
use sinew::internal::nearest_on_triangle;
use sinew::surface::SurfacePoint;

impl HairSkin {
    /// Point of the skin in the reference pose that is nearest to a position in model space, and its
    /// distance, metres. `None` without skin.
    ///
    /// All triangles are examined: this is for the roots of some hundred guides.
    #[must_use]
    pub fn nearest_point(&self, at: Vec3) -> Option<(SurfacePoint, f32)> {
        let (mut nearest, mut found) = (f32::INFINITY, None);
        for triangle in self.triangles() {
            let [a, b, c] = triangle.corners;
            let [low, high] = [a.min(b).min(c), a.max(b).max(c)];
            // The box around the triangle is no farther.
            if (at.clamp(low, high) - at).length_squared() >= nearest {
                continue;
            }
            let shares = Vec3::from_array(nearest_on_triangle(triangle.corners, at));
            let distance = triangle.at(shares).distance_squared(at);
            if distance < nearest {
                (nearest, found) = (distance, Some(triangle.point(shares)));
            }
        }
        found.map(|point| (point, nearest.sqrt()))
    }
}
