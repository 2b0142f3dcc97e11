use super::HairRoot;
use super::lanes::{Access, Block, EdgeLanes, HairGroup, LaneWork};
use super::lengths::exact_lanes;
use crate::math::simd::Lanes;
use glam::Vec3;

/// Positions of the present time of the hairs of a group.
pub(super) struct Show<'a> {
    pub(super) group: &'a HairGroup,
    pub(super) edges: &'a [EdgeLanes],
    /// Positions of all hairs one step before and now, and their roots.
    pub(super) earlier: (&'a [Vec3], &'a [HairRoot]),
    pub(super) now: (&'a [Vec3], &'a [HairRoot]),
    /// Present roots of all hairs.
    pub(super) roots: &'a [HairRoot],
    /// Share of the way between the two steps.
    pub(super) share: f32,
    /// Scratch memory: a block per point.
    pub(super) positions: &'a mut [Block],
    /// Present positions of all hairs.
    pub(super) shown: &'a mut [Vec3],
}

impl LaneWork for Show<'_> {
    #[inline(always)]
    fn run<L: Lanes<N>, const N: usize>(&mut self, lanes: Access<L, N>) {
        let (hairs, firsts) = (lanes.part(&self.group.hairs), lanes.part(&self.group.firsts));
        let back = |roots: &[HairRoot]| {
            let rotation = lanes.each_quat(&hairs, |hair| roots[*hair].rotation.conjugate());
            (rotation, lanes.each(&hairs, |hair| roots[*hair].translation))
        };
        let [(turn_from, from), (turn_to, to)] = [back(self.earlier.1), back(self.now.1)];
        let rotation = lanes.each_quat(&hairs, |hair| self.roots[*hair].rotation);
        let translation = lanes.each(&hairs, |hair| self.roots[*hair].translation);
        let share = lanes.all(self.share);
        for n in 0..self.group.count {
            let [earlier, now] =
                [self.earlier.0, self.now.0].map(|points| lanes.each(&firsts, |first| points[first + n]));
            let start = turn_from.rotate(earlier.minus(from));
            let end = turn_to.rotate(now.minus(to));
            let position = start.plus(end.minus(start).times(share));
            lanes.store(rotation.rotate(position).plus(translation), &mut self.positions[n]);
        }
        // Positions between two curves are nearer to each other than on them.
        exact_lanes(lanes, self.positions, self.edges);
        let used = self.group.used.saturating_sub(lanes.start()).min(N);
        for (n, block) in self.positions.iter().enumerate() {
            let [x, y, z] = lanes.vector(block).numbers();
            for (lane, first) in firsts.iter().enumerate().take(used) {
                self.shown[first + n] = Vec3::new(x[lane], y[lane], z[lane]);
            }
        }
    }
}
