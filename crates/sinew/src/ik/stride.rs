//! A foot from frame to frame: it swings over the ground, comes down, is held, and goes on.

use super::bent::rotation_of;
use super::feet::PlacedFoot;
use super::feet_state::{FootReport, Space};
use super::heel::Heel;
use super::sole::{Felt, Lock, Sole};
use super::{FootPlacement, Ground, GroundHit, Leg};
use crate::math::follow;
use glam::{Affine3A, Quat, Vec2, Vec3};

/// What a foot remembers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FootState {
    pub(super) lock: Option<Lock>,
    /// Where the ball was animated: in the world, its height over the animation's own ground.
    animated: Option<Vec3>,
    /// What moves under it, and where that was.
    carrier: Option<(u64, Affine3A)>,
    /// How fast it has carried the foot along.
    pub(super) drift: Vec3,
    /// The height of the ground that the foot swings over, and how fast that changes.
    floor: (f32, f32),
    /// Whether it is animated as a foot that stands.
    pub(super) stands: bool,
    /// How much the foot is pressed to the ground.
    press: (f32, f32),
    /// What is left of where it was held.
    left: [(f32, f32); 3],
    /// The ground's normal, as its x and z.
    tilt: [(f32, f32); 2],
    pub(super) felt: Felt,
    pub(super) heel: Heel,
    /// The share of its length in which the leg straightens slowly.
    pub(super) soft: (f32, f32),
    pub(super) report: FootReport,
}

/// A foot in one frame, in the world.
pub(super) struct Stride {
    /// Where ball and ankle are animated.
    pub(super) ball: Vec3,
    pub(super) ankle: Vec3,
    /// The turn from level ground to what the foot is on.
    pub(super) tilt: Quat,
    /// Where the ball is to be.
    pub(super) to: Vec3,
    /// Where it would be if the foot were not held, and how fast.
    swings: Vec3,
    velocity: Vec3,
    /// The sole as it is animated, and what it is on.
    pub(super) sole: Sole,
    pub(super) hit: GroundHit,
}

impl Stride {
    /// Where the ankle is to be.
    pub(super) fn ankle_to(&self) -> Vec3 {
        self.to - self.tilt * (self.ball - self.ankle)
    }

    /// From the ball to where the toes begin.
    pub(super) fn to_toes(&self, leg: &Leg, space: &Space, model: &[Affine3A]) -> Vec3 {
        self.tilt * (space.place(model[leg.ball().index()].translation) - self.ball)
    }

    /// The axis about which the heel lifts.
    pub(super) fn across(&self, leg: &Leg, space: &Space, model: &[Affine3A]) -> Vec3 {
        let ankle = rotation_of(&model[leg.limb().chain().tip().index()]);
        self.tilt * space.rotation * ankle * leg.axis
    }
}

/// A frame, as all feet see it.
pub(super) struct Scene<'a> {
    pub(super) placement: &'a FootPlacement,
    pub(super) ground: &'a dyn Ground,
    pub(super) space: &'a Space,
    pub(super) model: &'a [Affine3A],
    pub(super) dt: f32,
    /// How fast the character goes over the ground.
    pub(super) pace: f32,
    /// The sine of the steepest ground that feet are turned to.
    pub(super) steepest: f32,
}

/// A foot is down when it is this near to the ground, in legs: a millimetre or two.
const DOWN: f32 = 2e-3;

/// Nine tenths of what is left of a hold are gone in so many seconds.
pub(super) const LEFT: f32 = 0.15;

/// A foot is pressed to the ground within so many seconds.
const PRESS: f32 = 0.08;

/// So much of the character's own pace is none for a foot: feet that stand slide in many clips, one that swings is faster
/// than the body.
const SLIDES: f32 = 0.4;

/// A foot that is held may be so much faster before it is let go.
const HELD: f32 = 1.5;

impl FootState {
    /// Where the foot is to be in this frame; none over an abyss and for what is no number.
    pub(super) fn stride(&mut self, scene: &Scene<'_>, foot: &PlacedFoot) -> Option<Stride> {
        let (space, model) = (scene.space, scene.model);
        let settings = &scene.placement.settings;
        let ball = space.point(model, foot.ball);
        let ankle = space.place(model[foot.leg.chain().tip().index()].translation);
        if !ball.is_finite() || !ankle.is_finite() {
            return None;
        }
        let seen = ball - Vec3::Y * space.floor();
        let moved = self.animated.map_or(Vec3::ZERO, |before| seen - before);
        // Nobody strides so far in a frame: it has been put elsewhere.
        if moved.length() > space.leg {
            *self = Self::default();
        }
        let is_first = self.animated.replace(seen).is_none();
        let dt = if is_first { 0.0 } else { scene.dt };
        let velocity = if dt > 0.0 { moved / dt } else { Vec3::ZERO };
        let Some((hit, swing)) = self.under(scene, ball, velocity) else {
            *self = Self { animated: self.animated, ..Self::default() };
            return None;
        };
        // What is carried along is as fast as it is on what carries it.
        let carried = match (self.carrier, hit.platform) {
            (Some((before, from)), Some((number, to))) if before == number => {
                to.transform_point3(from.inverse().transform_point3(ball)) - ball
            }
            _ => Vec3::ZERO,
        };
        self.carrier = hit.platform;
        let velocity = match dt > 0.0 {
            true => {
                self.drift = carried.with_y(0.0) / dt;
                velocity - self.drift
            }
            false => velocity,
        };
        let tilt = self.turn_to(scene, hit.normal, dt, is_first);
        let sole = Sole::new(foot, model, space, ball, tilt);
        let low = sole.low;
        let height = low - space.floor();
        // A frame that is looked at again tells nothing of how fast the foot is.
        if is_first || dt > 0.0 {
            let held = if self.lock.is_some() { HELD } else { 1.0 };
            let slow = velocity.length() < (settings.plant_speed * space.leg + SLIDES * scene.pace) * held;
            self.stands = height < settings.plant_height * space.leg && (slow || is_first);
        }
        let press = if self.stands { 1.0 } else { 0.0 };
        self.press = if is_first { (press, 0.0) } else { follow_to(self.press, press, PRESS, dt) };
        self.floor = if is_first { (swing, 0.0) } else { follow_to(self.floor, swing, settings.step, dt) };
        for part in &mut self.left {
            *part = follow_to(*part, 0.0, LEFT, dt);
        }
        let left = Vec3::from_array(self.left.map(|part| part.0));
        // As the animation has it, and pressed to the ground where it is to stand.
        let swings = seen + Vec3::Y * (self.floor.0 - self.press.0 * height);
        // The foot rolls on, and other points of it come down on other ground.
        let held = self.lock.map(|lock| {
            let place = lock.now(&hit);
            sole.on(place, &hit, self.felt.bumps(&sole, place, &hit, scene.ground, dt > 0.0))
        });
        let strays = |held: Vec3| (held - ball).with_y(0.0).length() > settings.lock_radius * space.leg;
        let to = match held {
            Some(held) if self.stands && settings.locks && !strays(held) => held + left,
            Some(held) => {
                self.let_go(held + left - swings, velocity);
                held + left
            }
            None if self.stands && settings.locks => {
                self.come_down(scene, &sole, &hit, swings + left, is_first)
            }
            None => {
                let to = swings + left;
                // Clips sink where nobody has looked.
                to.with_y(to.y.max(self.floor.0 + ball.y - low))
            }
        };
        Some(Stride { ball, ankle, tilt, to, swings, velocity, sole, hit })
    }

    /// Where a foot goes that is to stand: once it is down it is held, and no earlier.
    fn come_down(
        &mut self,
        scene: &Scene<'_>,
        sole: &Sole,
        hit: &GroundHit,
        to: Vec3,
        at_once: bool,
    ) -> Vec3 {
        let down = sole.on(to, hit, self.felt.bumps(sole, to, hit, scene.ground, scene.dt > 0.0));
        if at_once {
            self.lock = Some(Lock::at(down, hit));
            return down;
        }
        if (to.y - down.y).abs() < DOWN * scene.space.leg {
            self.lock = Some(Lock::at(down, hit));
            self.leave(Vec3::Y * (to.y - down.y), Vec3::ZERO);
        }
        to
    }

    /// Holds the foot no longer, `off` from where it swings. What is held stands still, what swings does not: it goes on from
    /// where it is and as fast as it is.
    fn let_go(&mut self, off: Vec3, velocity: Vec3) {
        self.lock = None;
        self.leave(off, -velocity);
    }

    /// Holds the foot no longer where the leg does not reach.
    pub(super) fn lose(&mut self, stride: &Stride) {
        if self.lock.is_some() {
            self.let_go(stride.to - stride.swings, stride.velocity);
        }
    }

    /// What is left of where it was and how fast it was, to be lost little by little.
    fn leave(&mut self, left: Vec3, rate: Vec3) {
        for (n, part) in self.left.iter_mut().enumerate() {
            *part = (left[n], rate[n]);
        }
    }

    /// The ground that the foot stands on or swings over, and the height to swing at.
    fn under(&mut self, scene: &Scene<'_>, ball: Vec3, velocity: Vec3) -> Option<(GroundHit, f32)> {
        let (ground, space) = (scene.ground, scene.space);
        // A little above, so that the ground is found where the foot is not yet above it.
        let over = |place: Vec3| place.with_y(space.floor().max(place.y) + 0.3 * space.leg);
        if let Some(lock) = &self.lock {
            let last = if lock.platform.is_none() { ground.under(over(lock.place)) } else { None };
            let hit = match last {
                Some(hit) => hit,
                None => ground.under(over(ball))?,
            };
            let beside = || ground.height(over(ball)).unwrap_or(hit.place.y);
            let highest = match hit.platform {
                Some(_) => beside(),
                None => self.felt.beside(ball, space.leg, beside),
            };
            return Some((hit, highest));
        }
        let hit = ground.under(over(ball))?;
        let ahead = ground.height(over(ball + velocity.with_y(0.0) * scene.placement.settings.ahead));
        // Over an edge the foot stays up until it is past it, and rises before it comes to one.
        let highest = ahead.map_or(hit.place.y, |ahead| ahead.max(hit.place.y));
        Some((hit, highest))
    }

    /// The turn from level ground to what the foot is on.
    fn turn_to(&mut self, scene: &Scene<'_>, normal: Vec3, dt: f32, at_once: bool) -> Quat {
        let level = Vec2::new(normal.x, normal.z).clamp_length_max(scene.steepest);
        for (own, goal) in self.tilt.iter_mut().zip([level.x, level.y]) {
            *own =
                if at_once { (goal, 0.0) } else { follow_to(*own, goal, scene.placement.settings.step, dt) };
        }
        let (x, z) = (self.tilt[0].0, self.tilt[1].0);
        let y = (1.0 - x * x - z * z).max(0.0).sqrt();
        // The shortest arc from up to there.
        Quat::from_xyzw(z, 0.0, -x, 1.0 + y).normalize()
    }
}

/// A value and its rate on their way to a goal.
pub(super) fn follow_to((value, rate): (f32, f32), goal: f32, seconds: f32, dt: f32) -> (f32, f32) {
    follow(value, rate, goal, seconds, dt)
}
