//! Filters, which turn numbers into such that compress better.

use sinew::glam::Vec3;

/// A unit vector as its place on an octahedron that is folded into a square (Meyer et al., *On Floating-Point Normal
/// Vectors*, 2010), in the four bytes that the filter OCTAHEDRAL takes: the third says what stands for one, the fourth
/// is `w`.
pub(in crate::export) fn octahedral(unit: Vec3, w: i8) -> [i8; 4] {
    let unit = unit / (unit.x.abs() + unit.y.abs() + unit.z.abs()).max(f32::MIN_POSITIVE);
    let (u, v) = if unit.z >= 0.0 {
        (unit.x, unit.y)
    } else {
        let fold = |a: f32, b: f32| (1.0 - b.abs()) * if a >= 0.0 { 1.0 } else { -1.0 };
        (fold(unit.x, unit.y), fold(unit.y, unit.x))
    };
    let snorm = |x: f32| (x * 127.0).round() as i8;
    [snorm(u), snorm(v), 127, w]
}
