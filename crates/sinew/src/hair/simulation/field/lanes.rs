//! Sampling of a distance field for several hairs at a time.

use super::field::HairField;
use crate::hair::simulation::lanes::Access;
use crate::math::simd::{Lanes, Vec3Lanes};
use glam::{UVec3, Vec3};

/// Margin for rounding between nodes, by which the smallest distance in a brick counts as less, in units of
/// the field.
const BRICK_MARGIN: f32 = 0.5;

/// Field at a position of each hair.
pub(in crate::hair::simulation) struct FieldLanes<L> {
    /// Above 0 where the position is nearer to the surface than asked for.
    pub(in crate::hair::simulation) depth: L,
    /// Distance to the surface, metres.
    pub(in crate::hair::simulation) distance: L,
    /// Direction away from the inside, in the rest pose.
    pub(in crate::hair::simulation) normal: Vec3Lanes<L>,
}

/// Whole numbers of numbers that are whole.
#[inline(always)]
fn integers<const N: usize>(numbers: [f32; N]) -> [i32; N] {
    let mut integers = [0; N];
    for (integer, number) in integers.iter_mut().zip(numbers) {
        *integer = number as i32;
    }
    integers
}

#[inline(always)]
fn converted<const N: usize>(integers: [i32; N]) -> [f32; N] {
    let mut numbers = [0.0; N];
    for (number, integer) in numbers.iter_mut().zip(integers) {
        *number = integer as f32;
    }
    numbers
}

impl HairField {
    /// Distance and normal at positions of the rest pose: [`HairField::distance`] and [`HairField::normal`].
    /// `None` where all are farther from the surface than `distance` less `tolerance`.
    #[inline(always)]
    pub(in crate::hair::simulation) fn sample_lanes<L: Lanes<N>, const N: usize>(
        &self,
        lanes: Access<L, N>,
        position: Vec3Lanes<L>,
        distance: f32,
        tolerance: f32,
    ) -> Option<FieldLanes<L>> {
        let zero = lanes.all(0.0);
        // How far each position is inside of the box of the triangles and what is around it.
        let (middle, half) = (self.bounds.center(), self.bounds.size() * 0.5 + distance);
        let mut within = lanes.all(f32::INFINITY);
        for axis in 0..3 {
            let off = position.0[axis] - lanes.all(middle[axis]);
            within = within.min(lanes.all(half[axis]) - off.max(-off));
        }
        // A position on the border counts, as does one that rounding took beyond it.
        within = within + lanes.all(1e-6);
        if !within.any_more(0.0) {
            return None;
        }
        let grid = &self.grid;
        let last = (grid.counts - UVec3::ONE).as_vec3();
        let inverse = lanes.all(1.0 / grid.cell);
        let (mut share, mut number, mut beyond) = ([zero; 3], zero, zero);
        let (brick_share, brick_strides) = self.bricks.steps();
        let mut brick = zero;
        let strides = Vec3::from_array(grid.strides().map(|stride| stride as f32));
        for axis in 0..3 {
            let at = (position.0[axis] - lanes.all(grid.first[axis])) * inverse;
            let inside = at.max(zero).min(lanes.all(last[axis]));
            beyond = beyond + (at - inside) * (at - inside);
            let node = inside.floor().min(lanes.all(last[axis] - 1.0));
            share[axis] = inside - node;
            // Numbers of nodes are exact in a float: there are at most 2 million.
            number = number + node * lanes.all(strides[axis]);
            brick = brick + (node * lanes.all(brick_share)).floor() * lanes.all(brick_strides[axis]);
        }
        // Most positions are far enough from the surface to know that by their bricks.
        let mut least = integers(brick.numbers());
        for number in &mut least {
            *number = self.bricks.least(*number as usize);
        }
        let asked = lanes.all(distance - tolerance);
        let nearest = (lanes.of(converted(least)) - lanes.all(BRICK_MARGIN)) * lanes.all(self.unit);
        if !(asked - nearest).min(within).any_more(0.0) {
            return None;
        }
        let [_, row, layer] = grid.strides();
        // Both ends of the four edges along x: two distances of 16 bits in a number of 32, which are taken
        // apart side by side.
        let mut pairs = [[0_u32; N]; 4];
        for (lane, number) in integers(number.numbers()).into_iter().enumerate() {
            let first = number as usize;
            for (edge, start) in
                [first, first + row, first + layer, first + layer + row].into_iter().enumerate()
            {
                if let Some([from, to]) = self.distances.get(start..).and_then(|tail| tail.first_chunk()) {
                    pairs[edge][lane] = u32::from(*from as u16) | u32::from(*to as u16) << 16;
                }
            }
        }
        let [x, y, z] = share;
        // Written out: what an array's `map` calls is not compiled for the lanes.
        let (mut along, mut edges) = ([zero; 4], [zero; 4]);
        for n in 0..4 {
            let (mut low, mut high) = ([0; N], [0; N]);
            for lane in 0..N {
                low[lane] = i32::from(pairs[n][lane] as i16);
                high[lane] = pairs[n][lane] as i32 >> 16;
            }
            let from = lanes.of(converted(low));
            along[n] = lanes.of(converted(high)) - from;
            edges[n] = from + along[n] * x;
        }
        let [a, b, c, d] = edges;
        let (up, up_far) = (b - a, d - c);
        let (near, far) = (a + up * y, c + up_far * y);
        let sampled = (near + (far - near) * z) * lanes.all(self.unit) + beyond.sqrt() * lanes.all(grid.cell);
        let depth = (asked - sampled).min(within);
        if !depth.any_more(0.0) {
            return None;
        }
        let mix = |from: L, to: L, share: L| from + (to - from) * share;
        let (slope_near, slope_far) = (mix(along[0], along[1], y), mix(along[2], along[3], y));
        let slope = Vec3Lanes([mix(slope_near, slope_far, z), mix(up, up_far, z), far - near]);
        Some(FieldLanes { depth, distance: sampled, normal: slope.unit_or(lanes.splat(Vec3::Y)) })
    }
}
