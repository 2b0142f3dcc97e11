//! Order in which hairs become guides: along a space-filling curve (G. Morton, *A Computer Oriented Geodetic
//! Data Base*, 1966) by reversed bits, so that the first of any number are spread over the scalp, and stay
//! guides at every higher detail.

use glam::{UVec3, Vec3};

/// Numbers of the hairs along the curve.
pub(in crate::hair::simulation) fn along_curve(roots: &[Vec3]) -> Vec<u32> {
    let start = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let (least, most) = roots.iter().fold(start, |(a, b), root| (a.min(*root), b.max(*root)));
    let size = (most - least).max_element().max(f32::MIN_POSITIVE);
    let code = |root: Vec3| {
        let cell = ((root - least) / size * 1023.0).as_uvec3().min(UVec3::splat(1023));
        let bit = |axis: usize, n: usize| (cell[axis] >> n & 1) << (3 * n + axis);
        (0..10).flat_map(|n| (0..3).map(move |axis| (axis, n))).map(|(axis, n)| bit(axis, n)).sum::<u32>()
    };
    let mut order: Vec<(u32, u32)> =
        roots.iter().enumerate().map(|(number, root)| (code(*root), number as u32)).collect();
    order.sort_unstable();
    order.into_iter().map(|entry| entry.1).collect()
}

/// Indices along the curve in the order in which they become guides.
pub(super) fn spread(count: usize) -> impl Iterator<Item = usize> {
    let bits = count.next_power_of_two().trailing_zeros();
    let reversed = move |n: usize| if bits == 0 { 0 } else { n.reverse_bits() >> (usize::BITS - bits) };
    (0..count.next_power_of_two()).map(reversed).filter(move |index| *index < count)
}
