use super::lengths::restore;
use super::rest::RestEdge;
use super::{HairCollider, HairRoot, HairSettings};
use crate::math::turn::arc;
use glam::{Quat, Vec3, Vec3A};

/// Most times that a point is pushed out of colliders.
const PUSHES: usize = 6;
/// Number of directions that are tried from that of the hair to the one away from a collider.
const TURNS: usize = 4;

/// A step of one hair.
pub(super) struct Step<'a> {
    pub(super) settings: &'a HairSettings,
    pub(super) edges: &'a [RestEdge],
    pub(super) colliders: &'a [HairCollider],
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
        if !self.colliders.is_empty() {
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
            scratch[edge].0 = (turned * own.target) * own.stiffness + moved * own.damping
                - moved.normalize_or_zero() * own.tension;
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

    /// Brings the points out of the colliders, from the root on, at their distances from those before; slowed by friction since `points`. The scratch memory gets the normals of
    /// contacts.
    fn collide(&self, points: Option<&[Vec3]>, next: &mut [Vec3], scratch: &mut [Scratch]) {
        for point in 2..next.len() {
            let (from, length) = (next[point - 1], self.edges[point - 1].length);
            let at = |place: Vec3| from + (place - from).normalize_or(Vec3::NEG_Y) * length;
            let mut place = at(next[point]);
            let mut contact: Option<Vec3> = None;
            for _ in 0..PUSHES {
                let mut is_pushed = false;
                for own in self.colliders {
                    if let Some(outside) = own.push(place, self.settings.thickness) {
                        contact = Some(own.outward(place));
                        place = at(outside);
                        is_pushed = true;
                    }
                }
                if !is_pushed {
                    break;
                }
            }
            if let Some(normal) = contact {
                let is_outside =
                    |own: &HairCollider, place| own.push(place, self.settings.thickness).is_none();
                // Between two colliders the first of the list counts: the head before the body.
                let stuck = self.colliders.iter().position(|own| !is_outside(own, place));
                if let Some(number) = stuck {
                    // Away from a round shape, a place outside of it leads nowhere into it.
                    let (now, out) = ((place - from) / length, self.colliders[number].outward(from));
                    let turned = (1..=TURNS).map(|n| at(from + now.lerp(out, n as f32 / TURNS as f32)));
                    let first = &self.colliders[..=number];
                    let free =
                        turned.into_iter().find(|place| first.iter().all(|own| is_outside(own, *place)));
                    place = free.unwrap_or(at(from + out));
                }
                let is_outside = |place| self.colliders.iter().all(|own| is_outside(own, place));
                if let Some(points) = points {
                    let way = place - points[point];
                    let slowed = at(place - (way - normal * way.dot(normal)) * self.settings.friction);
                    if is_outside(slowed) {
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
}

/// Rotation of an edge from its groomed direction: that of the edge before, and on by the shortest way to the direction that the edge has.
#[inline]
fn follow(turned: Quat, groomed: Vec3, now: Vec3) -> Quat {
    match arc(Vec3A::from(turned * groomed), Vec3A::from(now)) {
        Some(turn) => turn * turned,
        None => turned,
    }
}
