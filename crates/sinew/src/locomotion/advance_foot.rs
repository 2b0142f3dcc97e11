//! Update of one foot from frame to frame: swing, landing, planted, lift-off.

use crate::ground::GroundHit;
use crate::locomotion::foot_ik::FootSetup;
use crate::locomotion::foot_state::{Carrier, FootState, PLANT_HEIGHT};
use crate::locomotion::foothold::Length;
use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::heel::RELEASE_TIME;
use crate::locomotion::landing::Landing;
use crate::locomotion::riser::{MAX_BACK, inside_riser};
use crate::locomotion::sole::lock::Lock;
use crate::locomotion::sole::posed_sole::{GroundCache, PosedSole};
use crate::locomotion::stride::Stride;
use crate::math::smooth_damp_pair;
use glam::{Quat, Vec2, Vec3};

/// Largest depth below the ground at which a foot is planted, in leg lengths: the ground under heel or toes
/// may be higher.
const PLANT_DEPTH: f32 = 0.06;

/// Largest distance, in leg lengths, by which the leg may miss a foot that is planted.
const PLANT_REACH_ERROR: f32 = 0.04;

/// Largest depth, in leg lengths, of a swinging foot below the ground under its ball while it rises to a
/// step.
const SWING_DEPTH: f32 = 0.06;

/// Distance, in leg lengths, beside its own movement in the last frame by which a foot that comes from the
/// front is inside a step.
const MAX_SURPRISE: f32 = 0.04;

/// Time in which a foot that was held back in front of a step catches up, seconds to nine tenths.
const BACK_TIME: f32 = 0.15;

/// Time before the landing, seconds, in which a foot that has not made a step yet searches for a foothold.
const LANDING_TIME: f32 = 0.2;

/// Time in which a foot is pressed to the ground, seconds to nine tenths.
const PRESS_TIME: f32 = 0.08;

/// Share of the character's speed that a foot in stance may have: feet in stance slide in many clips, and a
/// swinging foot is faster than the body.
const STANCE_SPEED_SHARE: f32 = 0.4;

/// Factor by which a locked foot may exceed the speed limit of the stance phase before it is released.
const RELEASE_SPEED_FACTOR: f32 = 1.5;

impl FootState {
    /// Targets of the foot in this frame; none over an abyss and for non-finite poses.
    pub(crate) fn stride(
        &mut self,
        frame: &FrameContext<'_>,
        foot: &FootSetup,
        cache: &mut GroundCache,
    ) -> Option<Stride> {
        let (space, model) = (frame.space, frame.model);
        let settings = &frame.feet.settings;
        let ball = space.point(model, foot.ball);
        let ankle = space.position(model[foot.leg.chain().tip().index()].translation);
        if !ball.is_finite() || !ankle.is_finite() {
            return None;
        }
        // Longer strides land farther ahead and lift off farther behind by the same amount.
        let from_hip = || ball - space.position(model[foot.leg.chain().root().index()].translation);
        let stride_ball = ball + frame.movement.ahead(from_hip);
        let seen = stride_ball - Vec3::Y * space.floor();
        let moved = self.animated.map_or(Vec3::ZERO, |before| seen - before);
        // Besides teleports of the character, a foot cannot move by more than a leg length in one frame.
        if frame.movement.jumped || moved.distance(frame.movement.moved) > space.leg {
            (*self, *cache) = (Self::default(), GroundCache::default());
        }
        let is_first = self.animated.replace(seen).is_none();
        let dt = if is_first { 0.0 } else { frame.dt };
        // A step that is solved again finds the ground as it was.
        let goes_on = frame.goes_on && dt > 0.0;
        let velocity = if dt > 0.0 { moved / dt } else { Vec3::ZERO };
        let direction = frame.movement.pace.direction;
        let length = foot.standing_length(space, direction);
        let (lands, foothold_shift) = match self.lock {
            Some(_) => (None, self.foothold_shift),
            None => {
                let comes_down = seen.y < -velocity.y * LANDING_TIME;
                let still = self.drift == Vec3::ZERO;
                self.landing.advance(frame, stride_ball, (self.stands, comes_down), length, still, dt)
            }
        };
        self.foothold_shift = foothold_shift;
        let caught_up = self.catch_up(direction, dt);
        let at = stride_ball + foothold_shift + self.held_back();
        let left = self.fade_release_offset(dt);
        let Some((hit, swing)) = self.under(
            frame,
            at + left.with_y(0.0),
            velocity - self.drift,
            lands.map(|position| (position, length)),
        ) else {
            (*self, *cache) = (Self { animated: self.animated, ..Self::default() }, GroundCache::default());
            return None;
        };
        let velocity = self.velocity_on_platform(&hit, at, velocity, dt);
        let tilt = self.follow_slope(frame, hit.normal, dt, is_first);
        let sole = PosedSole::new(foot, model, space, ball, tilt);
        let low = sole.low;
        let height = low - space.floor();
        self.advance_stance(frame, (height, swing), velocity, dt, is_first);
        // The animated height, pressed to the ground during stance.
        let mut swings = at.with_y(seen.y + self.floor.0 - self.press.0 * height);
        // While the foot rolls, other points of the sole touch other ground.
        let held = self.lock.map(|lock| {
            let bumps = cache.bumps(&sole, lock.position, &hit, frame.ground, goes_on);
            sole.on(lock.position, &hit, bumps)
        });
        let strays = |held: Vec3| (held - at).with_y(0.0).length() > settings.lock_radius * space.leg;
        // Animated feet may be below the ground. A step that the foot still rises to may be above it.
        let ground = hit.position.y.min(self.floor.0 + SWING_DEPTH * space.leg);
        let on_ground = ground + ball.y - low;
        self.dip = smooth_damp_pair(self.dip, 0.0, RELEASE_TIME, dt);
        let free = swings + left;
        let mut free = free.with_y(free.y.max(on_ground - self.dip.0));
        // Nothing that is seen ahead is higher than a foot that clears it.
        let may_touch = lands.is_none() || free.y + sole.lowest() < swing;
        if self.lock.is_none() && dt > 0.0 && may_touch {
            let inside = self.hold_back(frame, &sole, free, hit.position.y, (moved, caught_up));
            if inside > 0.0 {
                (free, swings) = (free - direction * inside, swings - direction * inside);
            }
        }
        let to = match held {
            Some(held) if self.stands && settings.lock_feet && !strays(held) => held + left,
            Some(held) => {
                self.release(held + left - swings, velocity);
                self.dip = ((on_ground - held.y - left.y).max(0.0), 0.0);
                held + left
            }
            None if self.stands && settings.lock_feet => {
                let bumps = cache.bumps(&sole, free, &hit, frame.ground, goes_on);
                let to = self.land(frame, sole.on(free, &hit, bumps), &hit, free, is_first);
                if self.lock.is_some() {
                    self.landing.record(frame, ball, from_hip());
                }
                to
            }
            None => free,
        };
        Some(Stride { ball, ankle, tilt, to, swings, velocity, sole, hit, bumps: *cache.bumps_so_far() })
    }

    /// Lets a foot that was held back in front of a step catch up. Returns the distance along `direction`.
    fn catch_up(&mut self, direction: Vec3, dt: f32) -> f32 {
        let back = self.held_back();
        for part in &mut self.back {
            *part = smooth_damp_pair(*part, 0.0, BACK_TIME, dt);
        }
        (self.held_back() - back).dot(direction).max(0.0)
    }

    /// Fades the offset since the lock was released. Returns what is left of it.
    fn fade_release_offset(&mut self, dt: f32) -> Vec3 {
        for part in &mut self.left {
            *part = smooth_damp_pair(*part, 0.0, RELEASE_TIME, dt);
        }
        Vec3::from_array(self.left.map(|part| part.0))
    }

    /// Velocity relative to the platform under the foot, which is remembered with its drift.
    fn velocity_on_platform(&mut self, hit: &GroundHit, at: Vec3, velocity: Vec3, dt: f32) -> Vec3 {
        let platform_motion = match (self.carrier, hit.platform) {
            (Some(before), Some((number, to))) if before.number == number => {
                to.transform_point3(before.world_from_platform().inverse().transform_point3(at)) - at
            }
            _ => Vec3::ZERO,
        };
        self.carrier = hit.platform.map(Carrier::new);
        match dt > 0.0 {
            true => {
                self.drift = platform_motion.with_y(0.0) / dt;
                velocity - self.drift
            }
            false => velocity,
        }
    }

    /// Decides whether the foot stands, and moves the press to the ground and the swing floor towards that.
    /// `height` is that of the lowest point of the sole over the animation's ground, `swing` the height of
    /// the ground to swing over.
    fn advance_stance(
        &mut self,
        frame: &FrameContext<'_>,
        (height, swing): (f32, f32),
        velocity: Vec3,
        dt: f32,
        is_first: bool,
    ) {
        let (space, settings) = (frame.space, &frame.feet.settings);
        // With a time step of 0 there is no speed to measure.
        if is_first || dt > 0.0 {
            let held = if self.lock.is_some() { RELEASE_SPEED_FACTOR } else { 1.0 };
            let (velocity, pace) = frame.movement.by_own_strides(velocity);
            let slow =
                velocity.length() < (settings.plant_speed * space.leg + STANCE_SPEED_SHARE * pace) * held;
            self.is_unreached &= self.stands;
            self.stands = height < settings.plant_height * space.leg && (slow || is_first);
        }
        let press = if self.stands { 1.0 } else { 0.0 };
        self.press =
            if is_first { (press, 0.0) } else { smooth_damp_pair(self.press, press, PRESS_TIME, dt) };
        self.floor =
            if is_first { (swing, 0.0) } else { smooth_damp_pair(self.floor, swing, settings.step_time, dt) };
    }

    /// Holds the foot back in front of a step that it is inside of, where it came by `moved` and caught up by
    /// a distance. Returns the distance inside, metres; 0 where it is not held back.
    fn hold_back(
        &mut self,
        frame: &FrameContext<'_>,
        sole: &PosedSole,
        free: Vec3,
        ground: f32,
        (moved, caught_up): (Vec3, f32),
    ) -> f32 {
        let (space, direction) = (frame.space, frame.movement.pace.direction);
        let inside = inside_riser(frame, sole, free, ground);
        // A foot that comes down on an edge is not pushed off it.
        let came = moved.dot(direction).max(0.0) + caught_up + MAX_SURPRISE * space.leg;
        let inside = inside.filter(|inside| *inside < came).unwrap_or(0.0);
        let inside = inside.min((MAX_BACK * space.leg - self.held_back().length()).max(0.0));
        if inside > 0.0 {
            let back = self.held_back() - direction * inside;
            self.back = [(back.x, 0.0), (back.z, 0.0)];
        }
        inside
    }

    /// Target of a foot that lands: it is locked once it touches the ground, where its ball is at `down`.
    fn land(
        &mut self,
        frame: &FrameContext<'_>,
        down: Vec3,
        hit: &GroundHit,
        to: Vec3,
        at_once: bool,
    ) -> Vec3 {
        if at_once {
            self.lock = Some(Lock::at(down, hit));
            return down;
        }
        // A lock beyond the reach of the leg would pull the hips down.
        let reaches = !self.is_unreached && self.report.error < PLANT_REACH_ERROR * frame.space.leg;
        let over = (to.y - down.y) / frame.space.leg;
        // With a time step of 0 the foot does not land.
        if frame.dt > 0.0 && reaches && (-PLANT_DEPTH..PLANT_HEIGHT).contains(&over) {
            self.lock = Some(Lock::at(down, hit));
            self.set_release_offset(Vec3::Y * (to.y - down.y), Vec3::ZERO);
        }
        to
    }

    /// Releases the lock at an offset from the swing position. The foot goes on from its position and
    /// velocity, so that neither jumps.
    fn release(&mut self, off: Vec3, velocity: Vec3) {
        self.lock = None;
        self.set_release_offset(off, -velocity);
    }

    /// Releases the lock of a foot that the leg does not reach.
    pub(crate) fn release_unreached(&mut self, stride: &Stride) {
        if self.lock.is_some() {
            self.release(stride.to - stride.swings, stride.velocity);
            self.is_unreached = true;
        }
    }

    /// Level offset by which the foot is held back in front of a step.
    fn held_back(&self) -> Vec3 {
        let [x, z] = self.back.map(|part| part.0);
        Vec3::new(x, 0.0, z)
    }

    /// Sets the offset that fades out, and its rate.
    fn set_release_offset(&mut self, left: Vec3, rate: Vec3) {
        for (n, part) in self.left.iter_mut().enumerate() {
            *part = (left[n], rate[n]);
        }
    }

    /// Ground under a ball and the height to swing at. A locked foot keeps the ground on which it landed.
    fn under(
        &mut self,
        frame: &FrameContext<'_>,
        ball: Vec3,
        velocity: Vec3,
        lands: Option<(Vec3, Length)>,
    ) -> Option<(GroundHit, f32)> {
        let under = |position: Vec3| frame.ground.under(frame.over(position));
        if let Some(lock) = &mut self.lock {
            let hit = lock.follow(under, ball, self.drift * frame.dt)?;
            return Some((hit, hit.position.y));
        }
        let hit = under(ball)?;
        let ahead = velocity.with_y(0.0) * frame.feet.settings.look_ahead;
        let height = match lands {
            Some(_) if self.stands => hit.position.y,
            Some((lands, length)) => Landing::height(frame, ball, &hit, ahead, lands, length),
            // The foot stays up until it has passed an edge and rises before it reaches one.
            None => {
                let there = frame.ground.height(frame.over(ball + ahead));
                there.map_or(hit.position.y, |there| there.max(hit.position.y))
            }
        };
        Some((hit, height))
    }

    /// Rotation from level ground to the ground under the foot.
    fn follow_slope(&mut self, frame: &FrameContext<'_>, normal: Vec3, dt: f32, at_once: bool) -> Quat {
        let level = Vec2::new(normal.x, normal.z).clamp_length_max(frame.steepest);
        for (part, goal) in self.tilt.iter_mut().zip([level.x, level.y]) {
            *part = if at_once {
                (goal, 0.0)
            } else {
                smooth_damp_pair(*part, goal, frame.feet.settings.step_time, dt)
            };
        }
        let (x, z) = (self.tilt[0].0, self.tilt[1].0);
        let y = (1.0 - x * x - z * z).max(0.0).sqrt();
        // Shortest arc from +Y to the normal.
        Quat::from_xyzw(z, 0.0, -x, 1.0 + y).normalize()
    }
}
