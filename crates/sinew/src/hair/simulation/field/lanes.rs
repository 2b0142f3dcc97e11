use super::field::HairField;
use crate::hair::simulation::lanes::Access;
use crate::math::simd::{Lanes, Vec3Lanes};
use glam::{UVec3, Vec3};

/// What is taken off the smallest distance in a brick, in units of the field: rounding between nodes.
const BRICK_MARGIN: f32 = 0.5;

/// Field at a place of each hair.
pub(in crate::hair::simulation) struct FieldLanes<L> {
    /// Above 0 where the place is nearer to the surface than asked for.
    pub(in crate::hair::simulation) depth: L,
    /// Distance to the surface, metres.
    pub(in crate::hair::simulation) distance: L,
    /// Direction away from the inside, in the rest pose.
    pub(in crate::hair::simulation) normal: Vec3Lanes<L>,
}

impl HairField {
    /// Distance and normal at places of the rest pose: [`HairField::distance`] and [`HairField::normal`]. `None` where all are farther from
    /// the surface than `distance` less `tolerance`.
    #[inline(always)]
    pub(in crate::hair::simulation) fn sample_lanes<L: Lanes<N>, const N: usize>(
        &self,
        lanes: Access<L, N>,
        place: Vec3Lanes<L>,
        distance: f32,
        tolerance: f32,
    ) -> Option<FieldLanes<L>> {
        let zero = lanes.all(0.0);
        // How far each place is inside of the box of the triangles and what is around it.
        let (middle, half) = (self.bounds.center(), self.bounds.size() * 0.5 + distance);
        let mut within = lanes.all(f32::INFINITY);
        for axis in 0..3 {
            let off = place.0[axis] - lanes.all(middle[axis]);
            within = within.min(lanes.all(half[axis]) - off.max(-off));
        }
        // A place on the border counts, as does one that rounding took beyond it.
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
            let at = (place.0[axis] - lanes.all(grid.first[axis])) * inverse;
            let inside = at.max(zero).min(lanes.all(last[axis]));
            beyond = beyond + (at - inside) * (at - inside);
            let node = inside.floor().min(lanes.all(last[axis] - 1.0));
            share[axis] = inside - node;
            // Numbers of nodes are exact in a float: there are at most 2 million.
            number = number + node * lanes.all(strides[axis]);
            brick = brick + (node * lanes.all(brick_share)).floor() * lanes.all(brick_strides[axis]);
        }
        // Most places are far enough from the surface to know that by their bricks.
        let mut least = [0.0_f32; N];
        for (least, number) in least.iter_mut().zip(brick.numbers()) {
            *least = self.bricks.least(number as usize);
        }
        let asked = lanes.all(distance - tolerance);
        let nearest = (lanes.of(least) - lanes.all(BRICK_MARGIN)) * lanes.all(self.unit);
        if !(asked - nearest).min(within).any_more(0.0) {
            return None;
        }
        let [_, row, layer] = grid.strides();
        let mut corners = [[0.0_f32; N]; 8];
        for (lane, number) in number.numbers().into_iter().enumerate() {
            let first = number as usize;
            for (corner, start) in
                [first, first + row, first + layer, first + layer + row].into_iter().enumerate()
            {
                if let Some([from, to]) = self.distances.get(start..).and_then(|own| own.first_chunk()) {
                    corners[2 * corner][lane] = f32::from(*from);
                    corners[2 * corner + 1][lane] = f32::from(*to);
                }
            }
        }
        let [x, y, z] = share;
        // Written out: what an array's `map` calls is not compiled for the lanes.
        let from = [corners[0], corners[2], corners[4], corners[6]];
        let to = [corners[1], corners[3], corners[5], corners[7]];
        let (mut along, mut edges) = ([zero; 4], [zero; 4]);
        for n in 0..4 {
            let from = lanes.of(from[n]);
            along[n] = lanes.of(to[n]) - from;
            edges[n] = from + along[n] * x;
        }
        let [a, b, c, d] = edges;
        let (up, up_far) = (b - a, d - c);
        let (near, far) = (a + up * y, c + up_far * y);
        let own = (near + (far - near) * z) * lanes.all(self.unit) + beyond.sqrt() * lanes.all(grid.cell);
        let depth = (asked - own).min(within);
        if !depth.any_more(0.0) {
            return None;
        }
        let mix = |from: L, to: L, share: L| from + (to - from) * share;
        let (slope_near, slope_far) = (mix(along[0], along[1], y), mix(along[2], along[3], y));
        let slope = Vec3Lanes([mix(slope_near, slope_far, z), mix(up, up_far, z), far - near]);
        Some(FieldLanes { depth, distance: own, normal: slope.unit_or(lanes.splat(Vec3::Y)) })
    }
}
