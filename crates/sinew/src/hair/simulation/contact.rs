use super::lanes::{Access, Block, EdgeLanes, HairGroup, LaneWork, Row};
use super::obstacle::{Obstacle, Push};
use super::way_out::WayOut;
use crate::math::simd::{Lane, Lanes, Vec3Lanes};
use glam::Vec3;

/// Most times that a point is pushed out of colliders.
const PUSHES: usize = 3;
/// Depth within the distance from colliders that counts as outside, metres, so that contacts are steady.
pub(super) const TOLERANCE: f32 = 1e-4;

/// Way by which a hair is too far from its neighbours beyond which it goes through the part of the body that is between them, metres.
const APART: f32 = 0.005;

/// Contacts of the hairs of a group in a step.
pub(super) struct Contact<'a> {
    pub(super) friction: f32,
    pub(super) group: &'a HairGroup,
    pub(super) edges: &'a [EdgeLanes],
    pub(super) obstacles: Obstacles<'a>,
    /// How much too far points are from their neighbours, metres.
    pub(super) excess: &'a [Row],
    /// Places after the step, so far.
    pub(super) next: &'a mut [Block],
    /// Normals of contacts; zero without one.
    pub(super) normals: &'a mut [Block],
    /// Places of all hairs before the step.
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
        let mut from = lanes.vector(&self.next[1]);
        for n in 2..self.group.count {
            let at = Reached { from, length: lanes.row(&self.edges[n - 1].length) };
            let place = at.reach(lanes, lanes.vector(&self.next[n]));
            let before = lanes.each(&firsts, |first| self.points[first + n]);
            let through = lanes.row(&self.excess[n]) - lanes.all(APART);
            let friction = Some((before, self.friction));
            let (place, normal) = contact(lanes, &self.obstacles, at, place, friction, through);
            lanes.store(place, &mut self.next[n]);
            lanes.store(normal, &mut self.normals[n]);
            from = place;
        }
    }
}

/// Places at a distance from the point before.
#[derive(Clone, Copy)]
pub(super) struct Reached<L> {
    pub(super) from: Vec3Lanes<L>,
    pub(super) length: L,
}

impl<L: Lane> Reached<L> {
    /// The place at the distance, in the direction of another.
    #[inline(always)]
    pub(super) fn reach<const N: usize>(self, lanes: Access<L, N>, place: Vec3Lanes<L>) -> Vec3Lanes<L>
    where
        L: Lanes<N>,
    {
        let way = place.minus(self.from).unit_or(lanes.splat(Vec3::NEG_Y));
        self.from.plus(way.times(self.length))
    }

    /// The place at the distance that is nearest to `place` on the plane with this normal through `outside`; that in the direction of the normal where
    /// the plane is farther away.
    #[inline(always)]
    fn beside<const N: usize>(
        self,
        lanes: Access<L, N>,
        place: Vec3Lanes<L>,
        outside: Vec3Lanes<L>,
        normal: Vec3Lanes<L>,
    ) -> Vec3Lanes<L>
    where
        L: Lanes<N>,
    {
        let height = normal.dot(outside.minus(self.from)).min(self.length).max(-self.length);
        let aside = place.minus(self.from).perpendicular_to(normal);
        // A hair that stands on the plane falls over.
        let down = lanes.splat(Vec3::NEG_Y).perpendicular_to(normal).unit_or(lanes.splat(Vec3::X));
        let reach = (self.length * self.length - height * height).max(lanes.all(0.0)).sqrt();
        self.from.plus(normal.times(height)).plus(aside.unit_or(down).times(reach))
    }
}

/// Places out of the obstacles, slowed by friction since those before, with the normals of contacts. Where `through` is above 0, the first obstacle alone counts.
#[inline(always)]
pub(super) fn contact<L: Lanes<N>, const N: usize>(
    lanes: Access<L, N>,
    obstacles: &Obstacles<'_>,
    at: Reached<L>,
    place: Vec3Lanes<L>,
    friction: Option<(Vec3Lanes<L>, f32)>,
    through: L,
) -> (Vec3Lanes<L>, Vec3Lanes<L>) {
    let pushed = obstacles.push_all(lanes, at, place, 0.0, through);
    let zero = lanes.all(0.0);
    if !pushed.is_touched.any_more(0.0) {
        return (place, lanes.splat(Vec3::ZERO));
    }
    let mut place = pushed.place;
    if pushed.is_stuck.any_more(0.0) {
        place = obstacles.ways_out(lanes, at, place, pushed.is_stuck);
    }
    if let Some((before, friction)) = friction {
        let way = place.minus(before);
        let along = way.perpendicular_to(pushed.normal).times(lanes.all(friction));
        let slower = at.reach(lanes, place.minus(along)).if_more(pushed.is_touched, zero, place);
        // Along a round shape, back leads into it.
        let slowed = obstacles.push_all(lanes, at, slower, TOLERANCE, through);
        place = place.if_more(slowed.is_stuck, zero, slowed.place);
    }
    (place, pushed.normal)
}

/// Places pushed out of obstacles.
struct Pushed<L> {
    place: Vec3Lanes<L>,
    /// Normal of the last contact; zero without one.
    normal: Vec3Lanes<L>,
    /// Above 0 where there was a contact.
    is_touched: L,
    /// Above 0 where the last push did not bring it out of the first obstacle.
    is_stuck: L,
}

impl Obstacles<'_> {
    /// Pushes places out of the obstacles that are deeper in them than `tolerance`, each time to where `at` takes them.
    #[inline(always)]
    fn push_all<L: Lanes<N>, const N: usize>(
        &self,
        lanes: Access<L, N>,
        at: Reached<L>,
        place: Vec3Lanes<L>,
        tolerance: f32,
        through: L,
    ) -> Pushed<L> {
        let zero = lanes.all(0.0);
        let mut own = Pushed { place, normal: lanes.splat(Vec3::ZERO), is_touched: zero, is_stuck: zero };
        for round in 0..=PUSHES {
            let tolerance = if round == 0 { tolerance } else { TOLERANCE };
            let mut is_pushed = zero;
            own.is_stuck = zero;
            for number in self.near {
                let obstacle = &self.all[*number as usize];
                let pushed = obstacle.push(lanes, own.place, self.distance, tolerance);
                let Some(Push { mut depth, outside, normal }) = pushed else { continue };
                if *number == 0 {
                    own.is_stuck = depth;
                } else {
                    depth = through.if_more(zero, zero, depth);
                }
                if round == PUSHES {
                    break;
                }
                is_pushed = depth.if_more(zero, depth, is_pushed);
                own.normal = normal.if_more(depth, zero, own.normal);
                own.place = at.beside(lanes, own.place, outside, normal).if_more(depth, zero, own.place);
            }
            own.is_touched = is_pushed.if_more(zero, is_pushed, own.is_touched);
            if !is_pushed.any_more(0.0) {
                break;
            }
        }
        own
    }

    /// Ways out for the places that pushes leave in an obstacle.
    #[inline(always)]
    fn ways_out<L: Lanes<N>, const N: usize>(
        &self,
        lanes: Access<L, N>,
        at: Reached<L>,
        place: Vec3Lanes<L>,
        is_stuck: L,
    ) -> Vec3Lanes<L> {
        let [mut x, mut y, mut z] = place.0.map(L::numbers);
        let (from, length) = (at.from.0.map(L::numbers), at.length.numbers());
        for (lane, stuck) in is_stuck.numbers().into_iter().enumerate() {
            if stuck > 0.0 {
                let own = Vec3::new(x[lane], y[lane], z[lane]);
                let from = Vec3::from_array(from.map(|own| own[lane]));
                let out = WayOut { obstacles: *self, from, length: length[lane] }.of(own);
                (x[lane], y[lane], z[lane]) = (out.x, out.y, out.z);
            }
        }
        Vec3Lanes([x, y, z].map(|own| lanes.of(own)))
    }
}
