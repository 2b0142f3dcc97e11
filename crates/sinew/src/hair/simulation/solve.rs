use super::lanes::{Access, Block, EdgeLanes, HairGroup, LaneWork, Row};
use super::lengths::restore;
use crate::hair::HairSettings;
use crate::math::simd::{Lane, Lanes, QuatLanes, Vec3Lanes};
use glam::Vec3;

/// Step of the hairs of a group, but for what holds them together and for colliders.
pub(super) struct Solve<'a> {
    pub(super) settings: &'a HairSettings,
    /// Gravity, m/s².
    pub(super) gravity: Vec3,
    pub(super) group: &'a HairGroup,
    pub(super) edges: &'a [EdgeLanes],
    /// Positions before the step, and velocities, of all hairs.
    pub(super) points: &'a [Vec3],
    pub(super) velocities: &'a [Vec3],
    /// Velocity of the air at the points of the group, m/s; empty for still air.
    pub(super) air: &'a [Block],
    /// Rotations of the roots at the end of the step, and in it.
    pub(super) rotations: &'a [Row; 4],
    pub(super) turned: &'a [Row; 4],
    /// Positions of the first two points at the end of the step.
    pub(super) pinned: &'a [Block; 2],
    /// Positions after the step.
    pub(super) next: &'a mut [Block],
    /// Scratch memory: a vector and two numbers per point.
    pub(super) pulls: &'a mut [Block],
    pub(super) rows: &'a mut [[Row; 2]],
}

impl LaneWork for Solve<'_> {
    #[inline(always)]
    fn run<L: Lanes<N>, const N: usize>(&mut self, lanes: Access<L, N>) {
        let firsts = lanes.part(&self.group.firsts);
        let (points, velocities) = (self.points, self.velocities);
        let point = |n: usize| lanes.each(&firsts, |first| points[first + n]);
        let last = self.group.count - 1;
        let rate = lanes.all(self.settings.rate);
        let drag = lanes.all(self.settings.drag);
        let inertia = rate * rate + drag * rate;
        let gravity = lanes.splat(self.gravity);
        let turned_by = lanes.quat(self.turned);
        // Pull of every edge: towards its rest vector, turned with the edge before it, and towards where it
        // was, turned with the root.
        let mut turned = lanes.quat(self.rotations);
        let mut here = point(1);
        let first = turned_by.rotate(here.minus(point(0)));
        turned = follow(turned, lanes.vector(&self.edges[0].groomed), first);
        for edge in 1..last {
            let edge_lanes = &self.edges[edge];
            let there = point(edge + 1);
            let moved = turned_by.rotate(there.minus(here));
            here = there;
            let goal =
                turned.rotate(lanes.vector(&edge_lanes.target)).times(lanes.row(&edge_lanes.stiffness));
            lanes.store(goal.plus(moved.times(lanes.row(&edge_lanes.carried))), &mut self.pulls[edge]);
            turned = follow(turned, lanes.vector(&edge_lanes.groomed), moved);
        }
        let pinned = [lanes.vector(&self.pinned[0]), lanes.vector(&self.pinned[1])];
        lanes.store(pinned[0], &mut self.next[0]);
        lanes.store(pinned[1], &mut self.next[1]);
        let mut carried = pinned[1];
        for n in 2..=last {
            let toward = &self.edges[n - 1];
            let velocity = lanes.each(&firsts, |first| velocities[first + n]);
            let mut force = point(n).times(inertia).plus(velocity.times(rate)).plus(gravity);
            if let Some(air) = self.air.get(n) {
                force = force.plus(lanes.vector(air).times(drag));
            }
            force = force.plus(lanes.vector(&self.pulls[n - 1]));
            if n < last {
                force = force.minus(lanes.vector(&self.pulls[n]));
            }
            force = force.plus(carried.times(lanes.row(&toward.coupling)));
            carried = force.times(lanes.row(&toward.inverse_pivot));
            lanes.store(carried, &mut self.next[n]);
        }
        for n in (2..last).rev() {
            carried = lanes.vector(&self.next[n]).plus(carried.times(lanes.row(&self.edges[n - 1].beside)));
            lanes.store(carried, &mut self.next[n]);
        }
        restore(lanes, self.next, self.edges, self.pulls, self.rows);
    }
}

/// Rotation of an edge from its groomed direction: that of the edge before, and on by the shortest way to the
/// direction that the edge has.
#[inline(always)]
pub(super) fn follow<L: Lane>(
    turned: QuatLanes<L>,
    groomed: Vec3Lanes<L>,
    now: Vec3Lanes<L>,
) -> QuatLanes<L> {
    let from = turned.rotate(groomed);
    let lengths = (from.dot(from) * now.dot(now)).sqrt();
    let (arc, is_arc) = QuatLanes::arc_unnormalized(from, now, lengths);
    arc.normalized().after(turned).if_more(is_arc, lengths.all(0.0), turned)
}
