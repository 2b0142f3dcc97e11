//! Contacts of hair with colliders in a step: points are pushed out and slowed by friction.

use super::lanes::{Access, Block, EdgeLanes, HairGroup, LaneWork, Row};
use super::obstacle::{Obstacle, Push};
use super::way_out::{TOLERANCE, WayOut};
use crate::math::simd::{Lane, Lanes, Vec3Lanes};
use glam::Vec3;
use std::ops::Range;

/// Most times that a point is pushed out of colliders.
const PUSHES: usize = 3;

/// Way by which a hair is too far from the neighbours that lead it beyond which it goes through the part of
/// the body that is between them, and way over which colliders give way to it, metres: what gives way at once
/// pushes and draws in turns.
const APART: f32 = 0.005;
const GIVING_WAY: f32 = 0.02;

/// Contacts of the hairs of a group in a step.
pub(super) struct Contact<'a> {
    pub(super) friction: f32,
    pub(super) group: &'a HairGroup,
    /// The points that move.
    pub(super) range: Range<usize>,
    pub(super) edges: &'a [EdgeLanes],
    pub(super) obstacles: Obstacles<'a>,
    /// Excess of the points' distances from the neighbours that lead them, metres.
    pub(super) excess: &'a [Row],
    /// Square of the longest way of a point by a contact, m².
    pub(super) pushed: &'a mut f32,
    /// Positions after the step, so far.
    pub(super) next: &'a mut [Block],
    /// Normals of contacts; zero without one.
    pub(super) normals: &'a mut [Block],
    /// Positions of all hairs before the step.
    pub(super) points: &'a [Vec3],
}

/// Obstacles of a step, of which those near to some hairs count.
#[derive(Clone, Copy)]
pub(super) struct Obstacles<'a> {
    pub(super) all: &'a [Obstacle],
    /// Numbers of those that count, in ascending order.
    pub(super) near: &'a [u32],
    /// Distance that hair keeps, metres.
    pub(super) distance: f32,
}

impl LaneWork for Contact<'_> {
    #[inline(always)]
    fn run<L: Lanes<N>, const N: usize>(&mut self, lanes: Access<L, N>) {
        let firsts = lanes.part(&self.group.firsts);
        let mut from = lanes.vector(&self.next[self.range.start - 1]);
        let (zero, one) = (lanes.all(0.0), lanes.all(1.0));
        let mut pushed = zero;
        for n in self.range.clone() {
            let at = Reached { from, length: lanes.row(&self.edges[n - 1].length) };
            let position = at.reach(lanes, lanes.vector(&self.next[n]));
            let before = lanes.each(&firsts, |first| self.points[first + n]);
            let gone = (lanes.row(&self.excess[n]) - lanes.all(APART)) * lanes.all(1.0 / GIVING_WAY);
            let firm = (one - gone.max(zero)).max(zero);
            let friction = Some((before, self.friction));
            let asked = position;
            let (position, normal) = contact(lanes, &self.obstacles, at, asked, friction, firm);
            let way = position.minus(asked);
            pushed = pushed.max(way.dot(way));
            lanes.store(position, &mut self.next[n]);
            lanes.store(normal, &mut self.normals[n]);
            from = position;
        }
        *self.pushed = pushed.numbers().into_iter().fold(*self.pushed, f32::max);
    }
}

/// Positions at a distance from the point before.
#[derive(Clone, Copy)]
pub(super) struct Reached<L> {
    pub(super) from: Vec3Lanes<L>,
    pub(super) length: L,
}

impl<L: Lane> Reached<L> {
    /// The position at the distance, in the direction of another.
    #[inline(always)]
    pub(super) fn reach<const N: usize>(self, lanes: Access<L, N>, position: Vec3Lanes<L>) -> Vec3Lanes<L>
    where
        L: Lanes<N>,
    {
        let way = position.minus(self.from).unit_or(lanes.splat(Vec3::NEG_Y));
        self.from.plus(way.times(self.length))
    }

    /// The position at the distance that is nearest to `position` on the plane with this normal through
    /// `outside`; that in the direction of the normal where the plane is farther away.
    #[inline(always)]
    fn beside<const N: usize>(
        self,
        lanes: Access<L, N>,
        position: Vec3Lanes<L>,
        outside: Vec3Lanes<L>,
        normal: Vec3Lanes<L>,
    ) -> Vec3Lanes<L>
    where
        L: Lanes<N>,
    {
        let height = normal.dot(outside.minus(self.from)).min(self.length).max(-self.length);
        let aside = position.minus(self.from).perpendicular_to(normal);
        // A hair that stands on the plane falls over.
        let down = lanes.splat(Vec3::NEG_Y).perpendicular_to(normal).unit_or(lanes.splat(Vec3::X));
        let reach = (self.length * self.length - height * height).max(lanes.all(0.0)).sqrt();
        self.from.plus(normal.times(height)).plus(aside.unit_or(down).times(reach))
    }
}

/// Positions out of the obstacles, slowed by friction since those before, with the normals of contacts.
/// `firm` is the share of the way out of all obstacles but the first, 0 to 1.
#[inline(always)]
pub(super) fn contact<L: Lanes<N>, const N: usize>(
    lanes: Access<L, N>,
    obstacles: &Obstacles<'_>,
    at: Reached<L>,
    position: Vec3Lanes<L>,
    friction: Option<(Vec3Lanes<L>, f32)>,
    firm: L,
) -> (Vec3Lanes<L>, Vec3Lanes<L>) {
    let zero = lanes.all(0.0);
    let mut pushed = Pushed { position, normal: lanes.splat(Vec3::ZERO), is_touched: zero };
    if !obstacles.push(lanes, at, 0.0, firm, &mut pushed) {
        return (position, pushed.normal);
    }
    if let Some((before, friction)) = friction {
        let way = pushed.position.minus(before);
        let along = way.perpendicular_to(pushed.normal).times(lanes.all(friction));
        let slower = at.reach(lanes, pushed.position.minus(along));
        pushed.position = slower.if_more(pushed.is_touched, zero, pushed.position);
    }
    // Along a round shape, back leads into it.
    for _ in 0..PUSHES {
        if !obstacles.push(lanes, at, TOLERANCE, firm, &mut pushed) {
            return (pushed.position, pushed.normal);
        }
    }
    (obstacles.ways_out(lanes, at, pushed.position), pushed.normal)
}

/// Positions pushed out of obstacles.
struct Pushed<L> {
    position: Vec3Lanes<L>,
    /// Normal of the last contact; zero without one.
    normal: Vec3Lanes<L>,
    /// Above 0 where there was a contact.
    is_touched: L,
}

impl Obstacles<'_> {
    /// Pushes positions once out of each obstacle that they are deeper in than `tolerance`. Returns whether
    /// any was.
    #[inline(always)]
    fn push<L: Lanes<N>, const N: usize>(
        &self,
        lanes: Access<L, N>,
        at: Reached<L>,
        tolerance: f32,
        firm: L,
        pushed: &mut Pushed<L>,
    ) -> bool {
        let (zero, one) = (lanes.all(0.0), lanes.all(1.0));
        let mut is_pushed = zero;
        for number in self.near {
            let obstacle = &self.all[*number as usize];
            let push = obstacle.push(lanes, pushed.position, self.distance, tolerance);
            let Some(Push { mut depth, outside, normal }) = push else { continue };
            let firm = if *number > 0 { firm } else { one };
            depth = firm.if_more(zero, depth, zero);
            is_pushed = depth.if_more(zero, depth, is_pushed);
            pushed.normal = normal.times(firm).if_more(depth, zero, pushed.normal);
            let way = at.beside(lanes, pushed.position, outside, normal).minus(pushed.position);
            pushed.position = pushed.position.plus(way.times(firm)).if_more(depth, zero, pushed.position);
        }
        pushed.is_touched = is_pushed.if_more(zero, is_pushed, pushed.is_touched);
        is_pushed.any_more(0.0)
    }

    /// Ways out for the positions that pushes left in the first obstacle.
    #[inline(always)]
    fn ways_out<L: Lanes<N>, const N: usize>(
        &self,
        lanes: Access<L, N>,
        at: Reached<L>,
        position: Vec3Lanes<L>,
    ) -> Vec3Lanes<L> {
        let Some(first) = self.all.first().filter(|_| self.near.first() == Some(&0)) else { return position };
        let Some(stuck) = first.push(lanes, position, self.distance, TOLERANCE) else { return position };
        let [mut x, mut y, mut z] = position.numbers();
        let (from, length) = (at.from.numbers(), at.length.numbers());
        for (lane, depth) in stuck.depth.numbers().into_iter().enumerate() {
            if depth > 0.0 {
                let from = Vec3::from_array(from.map(|row| row[lane]));
                let way =
                    WayOut { obstacle: &first.collider, distance: self.distance, from, length: length[lane] };
                let out = way.beside(Vec3::new(x[lane], y[lane], z[lane]) - from);
                (x[lane], y[lane], z[lane]) = (out.x, out.y, out.z);
            }
        }
        Vec3Lanes([x, y, z].map(|row| lanes.of(row)))
    }
}
