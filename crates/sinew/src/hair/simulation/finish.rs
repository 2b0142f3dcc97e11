use super::lanes::{Access, Block, EdgeLanes, HairGroup, LaneWork};
use super::lengths::exact_lanes;
use crate::math::simd::Lanes;
use glam::Vec3;

/// End of a step of the hairs of a group: exact lengths, and the velocities that follow.
pub(super) struct Finish<'a> {
    /// Steps per second.
    pub(super) rate: f32,
    /// Share of their way that points go, 0 to 1.
    pub(super) share: f32,
    pub(super) group: &'a HairGroup,
    pub(super) edges: &'a [EdgeLanes],
    /// Positions after the step.
    pub(super) next: &'a mut [Block],
    /// Normals of contacts.
    pub(super) normals: &'a [Block],
    /// Positions and velocities of all hairs, before the step and after it.
    pub(super) points: &'a mut [Vec3],
    pub(super) velocities: &'a mut [Vec3],
}

impl LaneWork for Finish<'_> {
    #[inline(always)]
    fn run<L: Lanes<N>, const N: usize>(&mut self, lanes: Access<L, N>) {
        exact_lanes(lanes, self.next, self.edges);
        let firsts = lanes.part(&self.group.firsts);
        if self.share < 1.0 {
            let share = lanes.all(self.share);
            // The first two points follow the skin.
            for (n, next) in self.next.iter_mut().enumerate().skip(2) {
                let before = lanes.each(&firsts, |first| self.points[first + n]);
                lanes.store(before.plus(lanes.vector(next).minus(before).times(share)), next);
            }
            exact_lanes(lanes, self.next, self.edges);
        }
        let rate = lanes.all(self.rate);
        let used = self.group.used.saturating_sub(lanes.start()).min(N);
        for (n, (next, normal)) in self.next.iter().zip(self.normals).enumerate() {
            let points = &*self.points;
            let before = lanes.each(&firsts, |first| points[first + n]);
            let (position, normal) = (lanes.vector(next), lanes.vector(normal));
            let velocity = position.minus(before).times(rate);
            // What pushed a point out does not throw it.
            let velocity = velocity.minus(normal.times(velocity.dot(normal).max(lanes.all(0.0))));
            let ([x, y, z], [a, b, c]) = (position.numbers(), velocity.numbers());
            for (lane, first) in firsts.iter().enumerate().take(used) {
                self.points[first + n] = Vec3::new(x[lane], y[lane], z[lane]);
                self.velocities[first + n] = Vec3::new(a[lane], b[lane], c[lane]);
            }
        }
    }
}
