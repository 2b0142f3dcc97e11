//! A foot from frame to frame: it swings over the ground, comes down, is held, and goes on.

use crate::ik::FootRollLeg;
use crate::locomotion::FootIkReport;
use crate::locomotion::GroundHit;
use crate::locomotion::foot_ik::PlacedFoot;
use crate::locomotion::heel::Heel;
use crate::locomotion::landing::Landing;
use crate::locomotion::scene::{Scene, Space};
use crate::locomotion::sole::{Felt, Lock, Sole};
use crate::math::follow;
use crate::math::turn::rotation_of;
use glam::{Affine3A, Quat, Vec2, Vec3};

/// What a foot remembers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FootState {
    pub(crate) lock: Option<Lock>,
    /// Where the ball was animated: in the world, its height over the animation's own ground.
    animated: Option<Vec3>,
    /// What moves under it, and where that was.
    carrier: Option<(u64, Affine3A)>,
    /// How fast it has carried the foot along.
    pub(crate) drift: Vec3,
    /// The height of the ground that the foot swings over, and how fast that changes.
    floor: (f32, f32),
    /// Whether it is animated as a foot that stands.
    pub(crate) stands: bool,
    /// How much the foot is pressed to the ground.
    press: (f32, f32),
    /// What is left of where it was held.
    left: [(f32, f32); 3],
    /// The ground's normal, as its x and z.
    tilt: [(f32, f32); 2],
    pub(crate) felt: Felt,
    pub(crate) heel: Heel,
    landing: Landing,
    /// How far it goes aside to find room, or went when it came down.
    aside: Vec3,
    /// The share of its length in which the leg straightens slowly.
    pub(crate) soft: (f32, f32),
    pub(crate) report: FootIkReport,
}

/// A foot in one frame, in the world.
pub(crate) struct Stride {
    /// Where ball and ankle are animated.
    pub(crate) ball: Vec3,
    pub(crate) ankle: Vec3,
    /// The turn from level ground to what the foot is on.
    pub(crate) tilt: Quat,
    /// Where the ball is to be.
    pub(crate) to: Vec3,
    /// Where it would be if the foot were not held, and how fast.
    swings: Vec3,
    velocity: Vec3,
    /// The sole as it is animated, and what it is on.
    pub(crate) sole: Sole,
    pub(crate) hit: GroundHit,
}

impl Stride {
    /// Where the ankle is to be.
    pub(crate) fn ankle_to(&self) -> Vec3 {
        self.to - self.tilt * (self.ball - self.ankle)
    }

    /// From the ball to where the toes begin.
    pub(crate) fn to_toes(&self, leg: &FootRollLeg, space: &Space, model: &[Affine3A]) -> Vec3 {
        self.tilt * (space.place(model[leg.ball().index()].translation) - self.ball)
    }

    /// The axis about which the heel lifts.
    pub(crate) fn across(&self, leg: &FootRollLeg, space: &Space, model: &[Affine3A]) -> Vec3 {
        let ankle = rotation_of(&model[leg.limb().chain().tip().index()]);
        self.tilt * space.rotation * ankle * leg.axis
    }
}

/// A foot is down when it is this near to the ground, in legs: a millimetre or two.
const DOWN: f32 = 2e-3;

/// Or it comes up by so much to stand: what is under its heel or its toes is higher.
const SUNK: f32 = 0.06;

/// And its leg reaches there, but for so much.
const REACHED: f32 = 0.04;

/// A swinging foot may be so much lower than its ball's ground for being late to rise to it.
const BEHIND: f32 = 0.06;

/// Nine tenths of what is left of a hold are gone in so many seconds.
pub(crate) const LEFT: f32 = 0.15;

/// A foot is pressed to the ground within so many seconds.
const PRESS: f32 = 0.08;

/// So much of the character's own pace is none for a foot: feet that stand slide in many clips, one that swings is faster
/// than the body.
const SLIDES: f32 = 0.4;

/// A foot that is held may be so much faster before it is let go.
const HELD: f32 = 1.5;

impl FootState {
    /// Where the foot is to be in this frame; none over an abyss and for what is no number.
    pub(crate) fn stride(&mut self, scene: &Scene<'_>, foot: &PlacedFoot) -> Option<Stride> {
        let (space, model) = (scene.space, scene.model);
        let settings = &scene.placement.settings;
        let ball = space.point(model, foot.ball);
        let ankle = space.place(model[foot.leg.chain().tip().index()].translation);
        if !ball.is_finite() || !ankle.is_finite() {
            return None;
        }
        // Longer strides come down as much farther ahead, and begin as much farther behind.
        let from_hip = || ball - space.place(model[foot.leg.chain().root().index()].translation);
        let own = ball + scene.going.ahead(from_hip);
        let seen = own - Vec3::Y * space.floor();
        let moved = self.animated.map_or(Vec3::ZERO, |before| seen - before);
        // Nobody strides so far in a frame: it has been put elsewhere.
        if moved.length() > space.leg {
            *self = Self::default();
        }
        let is_first = self.animated.replace(seen).is_none();
        let dt = if is_first { 0.0 } else { scene.dt };
        let velocity = if dt > 0.0 { moved / dt } else { Vec3::ZERO };
        let (lands, aside) = match self.lock {
            Some(_) => (None, self.aside),
            None => self.landing.go_on(scene, own, self.stands, self.drift == Vec3::ZERO, dt),
        };
        self.aside = aside;
        let at = own + aside;
        for part in &mut self.left {
            *part = follow_to(*part, 0.0, LEFT, dt);
        }
        let left = Vec3::from_array(self.left.map(|part| part.0));
        let Some((hit, swing)) = self.under(scene, at + left.with_y(0.0), velocity, lands) else {
            *self = Self { animated: self.animated, ..Self::default() };
            return None;
        };
        // What is carried along is as fast as it is on what carries it.
        let carried = match (self.carrier, hit.platform) {
            (Some((before, from)), Some((number, to))) if before == number => {
                to.transform_point3(from.inverse().transform_point3(at)) - at
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
            let (velocity, pace) = scene.going.by_own_strides(velocity);
            let slow = velocity.length() < (settings.plant_speed * space.leg + SLIDES * pace) * held;
            self.stands = height < settings.plant_height * space.leg && (slow || is_first);
        }
        let press = if self.stands { 1.0 } else { 0.0 };
        self.press = if is_first { (press, 0.0) } else { follow_to(self.press, press, PRESS, dt) };
        self.floor =
            if is_first { (swing, 0.0) } else { follow_to(self.floor, swing, settings.step_time, dt) };
        // As the animation has it, and pressed to the ground where it is to stand.
        let swings = seen + aside + Vec3::Y * (self.floor.0 - self.press.0 * height);
        // The foot rolls on, and other points of it come down on other ground.
        let held = self.lock.map(|lock| {
            let place = lock.now(&hit);
            sole.on(place, &hit, self.felt.bumps(&sole, place, &hit, scene.ground, dt > 0.0))
        });
        let strays = |held: Vec3| (held - at).with_y(0.0).length() > settings.lock_radius * space.leg;
        // Clips sink where nobody has looked. A step that the foot is to rise to it may still be in.
        let ground = hit.position.y.min(self.floor.0 + BEHIND * space.leg);
        let free = swings + left;
        let free = free.with_y(free.y.max(ground + ball.y - low));
        let to = match held {
            Some(held) if self.stands && settings.lock_feet && !strays(held) => held + left,
            Some(held) => {
                self.let_go(held + left - swings, velocity);
                held + left
            }
            None if self.stands && settings.lock_feet => {
                let to = self.come_down(scene, &sole, &hit, free, is_first);
                if self.lock.is_some() {
                    self.landing.comes_down(scene, ball, from_hip(), sole.length(scene.going.pace.way));
                }
                to
            }
            None => free,
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
        // What the leg does not reach yet would tear the hips down.
        let reaches = self.report.error < REACHED * scene.space.leg;
        let over = (to.y - down.y) / scene.space.leg;
        // What is looked at again is no farther down.
        if scene.dt > 0.0 && reaches && (-SUNK..DOWN).contains(&over) {
            self.lock = Some(Lock::at(down, hit));
            self.leave(Vec3::Y * (to.y - down.y), Vec3::ZERO);
        }
        to
    }

    /// Whether the foot is held, and on the ground.
    pub(crate) fn is_planted(&self, leg: f32) -> bool {
        self.lock.is_some() && self.left[1].0.abs() < DOWN * leg
    }

    /// Holds the foot no longer, `off` from where it swings. What is held stands still, what swings does not: it goes on from
    /// where it is and as fast as it is.
    fn let_go(&mut self, off: Vec3, velocity: Vec3) {
        self.lock = None;
        self.leave(off, -velocity);
    }

    /// Holds the foot no longer where the leg does not reach.
    pub(crate) fn lose(&mut self, stride: &Stride) {
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

    /// The ground under a ball, which the foot stands on or swings over, and the height to swing at; a foot that is held stays
    /// with the ground that it came down on.
    fn under(
        &self,
        scene: &Scene<'_>,
        ball: Vec3,
        velocity: Vec3,
        lands: Option<Vec3>,
    ) -> Option<(GroundHit, f32)> {
        let under = |place: Vec3| scene.ground.under(scene.over(place));
        if let Some(lock) = &self.lock {
            let last = if lock.platform.is_none() { under(lock.place) } else { None };
            let hit = match last {
                Some(hit) => hit,
                None => under(ball)?,
            };
            return Some((hit, hit.position.y));
        }
        let hit = under(ball)?;
        let ahead = velocity.with_y(0.0) * scene.placement.settings.look_ahead;
        let height = match lands {
            Some(_) if self.stands => hit.position.y,
            Some(lands) => self.landing.height(scene, ball, &hit, ahead, lands),
            // Over an edge the foot stays up until it is past it, and rises before it comes to one.
            None => {
                let there = scene.ground.height(scene.over(ball + ahead));
                there.map_or(hit.position.y, |there| there.max(hit.position.y))
            }
        };
        Some((hit, height))
    }

    /// The turn from level ground to what the foot is on.
    fn turn_to(&mut self, scene: &Scene<'_>, normal: Vec3, dt: f32, at_once: bool) -> Quat {
        let level = Vec2::new(normal.x, normal.z).clamp_length_max(scene.steepest);
        for (own, goal) in self.tilt.iter_mut().zip([level.x, level.y]) {
            *own = if at_once {
                (goal, 0.0)
            } else {
                follow_to(*own, goal, scene.placement.settings.step_time, dt)
            };
        }
        let (x, z) = (self.tilt[0].0, self.tilt[1].0);
        let y = (1.0 - x * x - z * z).max(0.0).sqrt();
        // The shortest arc from up to there.
        Quat::from_xyzw(z, 0.0, -x, 1.0 + y).normalize()
    }
}

/// A value and its rate on their way to a goal.
pub(crate) fn follow_to((value, rate): (f32, f32), goal: f32, seconds: f32, dt: f32) -> (f32, f32) {
    follow(value, rate, goal, seconds, dt)
}
