use crate::math::nearest_shares;
use glam::Vec3;

/// Squared distance of a point from a triangle; no number for one without area where no edge or corner is nearest.
pub(super) fn squared_distance(point: Vec3, [a, b, c]: [Vec3; 3]) -> f32 {
    let (ab, ac) = (b - a, c - a);
    let [ap, bp, cp] = [a, b, c].map(|corner| point - corner);
    let [u, v, w] = nearest_shares([ab.dot(ap), ac.dot(ap), ab.dot(bp), ac.dot(bp), ab.dot(cp), ac.dot(cp)]);
    (ap * u + bp * v + cp * w).length_squared()
}
