use super::lengths::restore;
use super::obstacle::Obstacle;
use super::rest::HairEdge;
use super::{HairRoot, HairSettings};
use crate::math::turn::arc;
use glam::{Quat, Vec3, Vec3A};

/// Most times that a point is pushed out of colliders.
const PUSHES: usize = 6;
/// Number of directions that are tried from that of the hair to the one away from a collider.
const TURNS: usize = 4;
/// Halvings of the turn between the last direction that leads into a collider and the first that does not.
const HALVINGS: usize = 6;
/// Depth within the distance from colliders that counts as outside, metres, so that contacts are steady.
const TOLERANCE: f32 = 1e-4;

/// A step of one hair.
pub(super) struct Step<'a> {
    pub(super) settings: &'a HairSettings,
    pub(super) edges: &'a [HairEdge],
    pub(super) obstacles: &'a [Obstacle],
    /// Velocity of the air at the points, m/s; empty for still air.
    pub(super) air: &'a [Vec3],
    /// Rotation of the root in this step.
    pub(super) turned: Quat,
    pub(super) root: HairRoot,
}

/// Scratch memory of a point.
pub(super) type Scratch = (Vec3, f32, f32);

impl Step<'_> {
    /// Moves the points of a hair. `points` are the places before, and after the step; `velocities` likewise; the first two points are already at
    /// their new places in `pinned`.
    pub(super) fn run(
        &self,
        points: &mut [Vec3],
        velocities: &mut [Vec3],
        next: &mut [Vec3],
        scratch: &mut [Scratch],
        pinned: [Vec3; 2],
    ) {
        let step = 1.0 / self.settings.rate;
        self.solve(points, velocities, next, scratch, pinned);
        restore(next, self.edges, scratch);
        scratch.fill(Scratch::default());
        if !self.obstacles.is_empty() {
            self.collide(Some(points), next, scratch);
        }
        for (((velocity, next), point), (normal, ..)) in
            velocities.iter_mut().zip(&*next).zip(&mut *points).zip(&*scratch)
        {
            *velocity = (*next - *point) / step;
            // What pushed a point out does not throw it.
            *velocity -= *normal * velocity.dot(*normal).max(0.0);
            *point = *next;
        }
    }

    /// Solves for the places at the end of the step, but for lengths and colliders.
    fn solve(
        &self,
        points: &[Vec3],
        velocities: &[Vec3],
        next: &mut [Vec3],
        scratch: &mut [Scratch],
        pinned: [Vec3; 2],
    ) {
        let rate = self.settings.rate;
        let (inertia, drag) = (rate * rate, self.settings.drag * rate);
        let last = points.len() - 1;
        // Pull of every edge: towards its rest vector, turned with the edge before it, and towards where it was, turned with the root.
        let mut turned = self.root.rotation;
        let (mut before, mut groomed_before) = (points[1] - points[0], self.edges[0].groomed);
        turned = follow(turned, groomed_before, self.turned * before);
        for edge in 1..last {
            let own = &self.edges[edge];
            let old = points[edge + 1] - points[edge];
            let moved = self.turned * old;
            scratch[edge].0 =
                (turned * own.target) * own.stiffness + moved * own.damping - moved * own.tension;
            (before, groomed_before) = (old, own.groomed);
            turned = follow(turned, groomed_before, self.turned * before);
        }
        (next[0], next[1]) = (pinned[0], pinned[1]);
        let mut carried = Vec3::ZERO;
        for point in 2..=last {
            let toward = &self.edges[point - 1];
            let mut force =
                points[point] * (inertia + drag) + velocities[point] * rate + self.settings.gravity;
            if let Some(air) = self.air.get(point) {
                force += *air * self.settings.drag;
            }
            force += scratch[point - 1].0;
            if point < last {
                force -= scratch[point].0;
            }
            let coupling = toward.stiffness + toward.damping;
            force += if point == 2 { next[1] * coupling } else { carried * coupling };
            carried = force * toward.inverse_pivot;
            next[point] = carried;
        }
        for point in (2..last).rev() {
            let onward = next[point + 1] * self.edges[point - 1].beside;
            next[point] += onward;
        }
    }

    /// Brings the points out of the colliders, at their distances from those before, without friction.
    pub(super) fn push_out(&self, next: &mut [Vec3], scratch: &mut [Scratch]) {
        self.collide(None, next, scratch);
    }

    /// Brings the points out of the colliders, from the root on, at their distances from those before; slowed by friction since `points`. The
    /// scratch memory gets the normals of contacts.
    fn collide(&self, points: Option<&[Vec3]>, next: &mut [Vec3], scratch: &mut [Scratch]) {
        // The lengths are right as long as nothing was pushed.
        let mut is_whole = true;
        for point in 2..next.len() {
            let (from, length) = (next[point - 1], self.edges[point - 1].length);
            let at = |place: Vec3| from + (place - from).normalize_or(Vec3::NEG_Y) * length;
            let mut place = if is_whole { next[point] } else { at(next[point]) };
            if let Some(normal) = self.push_all(&mut place, &at) {
                is_whole = false;
                // Between two colliders the first of the list counts: the head before the body.
                if let Some(number) = self.around(self.obstacles, place) {
                    place = self.way_out(from, (place - from) / length, length, number);
                }
                if let Some(points) = points {
                    let way = place - points[point];
                    let mut slowed = at(place - (way - normal * way.dot(normal)) * self.settings.friction);
                    // Along a round shape, back leads into it.
                    self.push_all(&mut slowed, &at);
                    if self.around(self.obstacles, slowed).is_none() {
                        place = slowed;
                    }
                }
                scratch[point].0 = normal;
            } else {
                scratch[point].0 = Vec3::ZERO;
            }
            next[point] = place;
        }
    }

    /// Pushes a place out of the obstacles, each time to where `at` takes it. Returns the normal of the last contact.
    fn push_all(&self, place: &mut Vec3, at: &impl Fn(Vec3) -> Vec3) -> Option<Vec3> {
        let mut contact = None;
        for _ in 0..PUSHES {
            let mut is_pushed = false;
            for own in self.obstacles {
                if let Some(outside) = own.push(*place, self.settings.thickness) {
                    contact = Some(own.collider.outward(*place));
                    *place = at(outside);
                    is_pushed = true;
                }
            }
            if !is_pushed {
                break;
            }
        }
        contact
    }

    /// Number of the first of these obstacles that a place is in by more than the tolerance.
    fn around(&self, obstacles: &[Obstacle], place: Vec3) -> Option<usize> {
        let distance = self.settings.thickness - TOLERANCE;
        obstacles.iter().position(|own| own.push(place, distance).is_some())
    }

    /// Place at a distance from a point that is outside of the obstacles up to this one, which is nearly in the direction `now`; away from the obstacle where
    /// there is none.
    fn way_out(&self, from: Vec3, now: Vec3, length: f32, number: usize) -> Vec3 {
        let is_free = |place: &Vec3| self.around(&self.obstacles[..=number], *place).is_none();
        let at = |way: Vec3| from + way.normalize_or(Vec3::NEG_Y) * length;
        // Away from a round shape, a place outside of it leads nowhere into it.
        let out = self.obstacles[number].collider.outward(from);
        let turned = |share: f32| at(now.lerp(out, share));
        let part = 1.0 / TURNS as f32;
        let free = (1..=TURNS).map(|n| n as f32 * part).find(|share| is_free(&turned(*share)));
        if let Some(mut free) = free {
            // The nearest place changes little with where the point was.
            let mut half = part * 0.5;
            for _ in 0..HALVINGS {
                if is_free(&turned(free - half)) {
                    free -= half;
                }
                half *= 0.5;
            }
            return turned(free);
        }
        // Between parts of a field, as ears, the way out may be any.
        let sides = (0..27).map(|n| Vec3::new((n % 3) as f32, (n / 3 % 3) as f32, (n / 9) as f32) - 1.0);
        let free = sides.filter(|side| *side != Vec3::ZERO).map(at).filter(is_free);
        let nearness = |place: &Vec3| (*place - from).dot(now);
        free.max_by(|a, b| nearness(a).total_cmp(&nearness(b))).unwrap_or(at(out))
    }
}

/// Rotation of an edge from its groomed direction: that of the edge before, and on by the shortest way to the direction that the edge has.
#[inline]
fn follow(turned: Quat, groomed: Vec3, now: Vec3) -> Quat {
    match arc(Vec3A::from(turned * groomed), Vec3A::from(now)) {
        Some(turn) => turn * turned,
        None => turned,
    }
}
