use crate::math::nearest_on_triangle;
use glam::Vec3;

/// Squared distance of a point from a triangle; no number for one without area where no edge or corner is
/// nearest.
pub(super) fn squared_distance(point: Vec3, [a, b, c]: [Vec3; 3]) -> f32 {
    let [u, v, w] = nearest_on_triangle([a, b, c], point);
    let [ap, bp, cp] = [a, b, c].map(|corner| point - corner);
    (ap * u + bp * v + cp * w).length_squared()
}
