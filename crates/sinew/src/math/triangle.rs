//! Nearest points of segments and triangles, as shares of their corners.

use glam::Vec3;

/// Share of the way along a segment at its point that is nearest to p, 0..=1: `dot` is (p − start)·(end −
/// start), `square` the squared length. 0 for a segment without length.
#[inline]
pub fn nearest_share(dot: f32, square: f32) -> f32 {
    if square > 0.0 { (dot / square).clamp(0.0, 1.0) } else { 0.0 }
}

/// Shares of the corners a, b and c of a triangle at its point that is nearest to p, from the scalar products
/// `[ab·ap, ac·ap, ab·bp, ac·bp, ab·cp, ac·cp]`, in any number of dimensions. A triangle without area may
/// have shares that are no numbers. The cases are the regions of Ericson, *Real-Time Collision Detection*
/// (2005), section 5.1.5.
#[inline]
pub fn nearest_shares([d1, d2, d3, d4, d5, d6]: [f32; 6]) -> [f32; 3] {
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = d1 / (d1 - d3);
        return [1.0 - t, t, 0.0];
    }
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = d2 / (d2 - d6);
        return [1.0 - t, 0.0, t];
    }
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - t, t];
    }
    let total = va + vb + vc;
    [va / total, vb / total, vc / total]
}

/// Shares of the corners at the point of a triangle that is nearest to `at`; NaN for a triangle without
/// area where no edge or corner is nearest.
#[inline]
pub fn nearest_on_triangle([a, b, c]: [Vec3; 3], at: Vec3) -> [f32; 3] {
    let (ab, ac) = (b - a, c - a);
    let [ap, bp, cp] = [a, b, c].map(|corner| at - corner);
    nearest_shares([ab.dot(ap), ac.dot(ap), ab.dot(bp), ac.dot(bp), ab.dot(cp), ac.dot(cp)])
}
