//! Feet on uneven ground: swinging feet rise and fall with it, feet that stand are held in the world, hips sink as far as
//! the lower foot asks.

use super::bent::rotation_of;
use super::feet::{PlacedFoot, SOLE};
use super::{ChainGoal, ChainScratch, FootPlacement, FootSettings, Ground, GroundHit, LimbSettings};
use crate::math::{Transform, follow};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec2, Vec3, Vec3A};

/// What feet remember from frame to frame: where they stand and how they move.
#[derive(Clone, Debug, Default)]
pub struct FeetState {
    feet: Vec<FootState>,
    hips: (f32, f32),
    /// Where the character stood.
    stood: Option<Vec3>,
    chain: ChainScratch,
}

/// What came of a foot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootReport {
    /// Whether it stands.
    pub planted: bool,
    /// How far its ball has been moved from where it is animated, in the world.
    pub moved: Vec3,
    /// How far the leg does not reach.
    pub error: f32,
}

#[derive(Clone, Copy, Debug, Default)]
struct FootState {
    lock: Option<Lock>,
    /// Where the ball was animated: in the world, its height over the animation's own ground.
    animated: Option<Vec3>,
    /// The height of the ground that the foot swings over, and how fast that changes.
    floor: (f32, f32),
    /// Whether it is animated as a foot that stands.
    stands: bool,
    /// How much the foot is pressed to the ground.
    press: (f32, f32),
    /// What is left of where it was held.
    left: [(f32, f32); 3],
    /// The ground's normal, as its x and z.
    tilt: [(f32, f32); 2],
    report: FootReport,
}

/// Where a foot is held.
#[derive(Clone, Copy, Debug)]
struct Lock {
    /// In the world, or in the space of what moves.
    place: Vec3,
    platform: Option<u64>,
    /// How far the ground under each point of the sole is above the plane that it has under the ball.
    bumps: [f32; SOLE],
}

/// A foot in one frame, in the world.
struct Stride {
    ball: Vec3,
    ankle: Vec3,
    tilt: Quat,
    /// Where the ball is to be.
    to: Vec3,
}

/// A foot is down when it is this near to the ground, in legs: a millimetre or two.
const DOWN: f32 = 2e-3;

/// Nine tenths of what is left of a hold are gone in so many seconds.
const LEFT: f32 = 0.15;

/// So much of the character's own pace is none for a foot.
const SLIDES: f32 = 0.4;

/// A foot is pressed to the ground within so many seconds.
const PRESS: f32 = 0.08;

/// A value and its rate on their way to a goal.
fn follow_to((value, rate): (f32, f32), goal: f32, seconds: f32, dt: f32) -> (f32, f32) {
    follow(value, rate, goal, seconds, dt)
}

impl FeetState {
    /// Feet in the air.
    pub fn new(placement: &FootPlacement) -> Self {
        Self {
            feet: vec![FootState::default(); placement.feet.len()],
            hips: (0.0, 0.0),
            stood: None,
            chain: ChainScratch::with_capacity(3),
        }
    }

    /// Forgets where feet stood: after a cut.
    pub fn reset(&mut self) {
        self.feet.iter_mut().for_each(|foot| *foot = FootState::default());
        (self.hips, self.stood) = ((0.0, 0.0), None);
    }

    /// How a foot fared in the last frame.
    ///
    /// # Panics
    /// When there is no such foot.
    pub fn report(&self, foot: usize) -> FootReport {
        self.feet[foot].report
    }

    /// Puts the feet of the pose on the ground, `weight` (0 to 1) of the way. The animation's own ground is the plane at
    /// height 0 of the model. `local` holds the pose as it is animated and `model` the same in model space; hips and legs of
    /// `local` are written. `up` is the world's +Y.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the placement is of another one.
    pub fn solve(
        &mut self,
        skeleton: &Skeleton,
        placement: &FootPlacement,
        ground: &dyn Ground,
        world_from_model: &Affine3A,
        dt: f32,
        weight: f32,
        local: &mut [Transform],
        model: &[Affine3A],
    ) {
        let space = Space::new(placement, world_from_model);
        let weight = if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) };
        if weight == 0.0 || !space.leg.is_finite() || space.leg <= 0.0 || self.feet.is_empty() {
            return self.reset();
        }
        let stands = Vec3::from(world_from_model.translation).with_y(0.0);
        let travelled = self.stood.replace(stands).map_or(0.0, |before| before.distance(stands));
        let pace = if dt > 0.0 { travelled / dt } else { 0.0 };
        let mut strides = [None, None];
        for ((foot, state), stride) in placement.feet.iter().zip(&mut self.feet).zip(&mut strides) {
            *stride = state.stride(placement, foot, ground, &space, (dt, pace), model);
        }
        let hips = self.lower_hips(placement, &strides, &space, dt, model) * weight;
        for ((foot, state), stride) in placement.feet.iter().zip(&mut self.feet).zip(&strides) {
            let Some(stride) = stride else { continue };
            let ankle = stride.to - stride.tilt * (stride.ball - stride.ankle);
            // The leg hangs on hips that have moved: seen from them the goal has moved the other way.
            let place = space.model_from_world.transform_point3(ankle - Vec3::Y * hips);
            let tilt = space.rotation.inverse() * stride.tilt * space.rotation;
            let joint = foot.leg.chain().tip().index();
            let goal = ChainGoal { place, rotation: Some(tilt * rotation_of(&model[joint])), weight };
            let settings = LimbSettings::default();
            let reach = foot.leg.solve(skeleton, &goal, &settings, local, model, &mut self.chain);
            state.report = FootReport {
                planted: state.lock.is_some(),
                moved: stride.to - stride.ball,
                error: reach.error * space.scale,
            };
        }
        let parent = skeleton.parent(placement.hips).map(|parent| model[parent.index()].matrix3);
        let moved = space.model_from_world.matrix3 * Vec3A::Y * hips;
        let moved = parent.map_or(moved, |parent| parent.inverse() * moved);
        if moved.is_finite() {
            local[placement.hips.index()].translation += Vec3::from(moved);
        }
    }

    /// How far hips go up: as the lower foot does, and never so far that a leg that stands does not reach.
    fn lower_hips(
        &mut self,
        placement: &FootPlacement,
        strides: &[Option<Stride>; 2],
        space: &Space,
        dt: f32,
        model: &[Affine3A],
    ) -> f32 {
        let settings = &placement.settings;
        let rises = strides.iter().flatten().map(|stride| stride.to.y - stride.ball.y);
        let lower = rises.reduce(f32::min).unwrap_or(0.0);
        let most = settings.most_hips * space.leg;
        let (mut height, mut rate) = follow_to(self.hips, lower.clamp(-most, most), settings.hips, dt);
        for ((foot, state), stride) in placement.feet.iter().zip(&self.feet).zip(strides) {
            let Some(stride) = stride.as_ref().filter(|_| state.lock.is_some()) else { continue };
            let hip = space.place(model[foot.leg.chain().root().index()].translation);
            let ankle = stride.to - stride.tilt * (stride.ball - stride.ankle);
            let away = hip - ankle;
            let reach = foot.leg.posed_length(model) * space.scale * 0.9995;
            let level = Vec2::new(away.x, away.z).length_squared();
            let highest = (reach * reach - level).max(0.0).sqrt() - away.y;
            if height > highest {
                (height, rate) = (highest.max(-most), rate.min(0.0));
            }
        }
        self.hips = (height, rate);
        height
    }
}

/// From the model to the world, and how large all is there.
struct Space {
    world_from_model: Affine3A,
    model_from_world: Affine3A,
    rotation: Quat,
    scale: f32,
    /// Length of a leg in the world.
    leg: f32,
}

impl Space {
    fn new(placement: &FootPlacement, world_from_model: &Affine3A) -> Self {
        let scale = world_from_model.matrix3.x_axis.length();
        Self {
            world_from_model: *world_from_model,
            model_from_world: world_from_model.inverse(),
            rotation: rotation_of(world_from_model),
            scale,
            leg: placement.leg * scale,
        }
    }

    fn place(&self, place: Vec3A) -> Vec3 {
        self.world_from_model.transform_point3a(place).into()
    }

    /// A point of a joint's space.
    fn point(&self, model: &[Affine3A], (joint, point): (JointIndex, Vec3)) -> Vec3 {
        self.place(model[joint.index()].transform_point3(point).into())
    }

    /// Where the animation's own ground is.
    fn floor(&self) -> f32 {
        self.world_from_model.translation.y
    }
}

impl FootState {
    /// Where the foot is to be in this frame; none over an abyss and for what is no number.
    fn stride(
        &mut self,
        placement: &FootPlacement,
        foot: &PlacedFoot,
        ground: &dyn Ground,
        space: &Space,
        (dt, pace): (f32, f32),
        model: &[Affine3A],
    ) -> Option<Stride> {
        let settings = &placement.settings;
        let ball = space.point(model, foot.ball);
        let ankle = space.place(model[foot.leg.chain().tip().index()].translation);
        if !ball.is_finite() || !ankle.is_finite() {
            return None;
        }
        let seen = ball - Vec3::Y * space.floor();
        let moved = self.animated.map_or(Vec3::ZERO, |before| seen - before);
        // Nobody strides so far in a frame: it has been put elsewhere.
        if self.animated.is_none() || moved.length() > space.leg {
            *self = Self::default();
        }
        let is_first = self.animated.replace(seen).is_none();
        let velocity = if dt > 0.0 && !is_first { moved / dt } else { Vec3::ZERO };
        let Some((hit, swing)) = self.ground(settings, ground, ball, velocity, space) else {
            *self = Self { animated: self.animated, ..Self::default() };
            return None;
        };
        let before = if is_first { 0.0 } else { dt };
        let tilt = self.turn_to(settings, hit.normal, before, is_first);
        // How high the animation has it.
        let low = foot.sole.iter().map(|point| space.point(model, *point).y).fold(f32::MAX, f32::min);
        let height = low - space.floor();
        let held = if self.lock.is_some() { 1.5 } else { 1.0 };
        // Feet that stand slide in many clips, a swinging one is faster than the body.
        let slow = velocity.length() < (settings.plant_speed * space.leg + SLIDES * pace) * held;
        let is_low = height < settings.plant_height * space.leg;
        // A frame that is looked at again tells nothing of how fast the foot is.
        if is_first || dt > 0.0 {
            self.stands = is_low && (slow || is_first);
        }
        let stands = self.stands;
        let press = if stands { 1.0 } else { 0.0 };
        self.press = if is_first { (press, 0.0) } else { follow_to(self.press, press, PRESS, before) };
        self.floor = match is_first {
            true => (swing, 0.0),
            false => follow_to(self.floor, swing, settings.step, before),
        };
        // As the animation has it, and pressed to the ground where it is to stand.
        let swings = seen + Vec3::Y * (self.floor.0 - self.press.0 * height);
        for part in &mut self.left {
            *part = follow_to(*part, 0.0, LEFT, before);
        }
        let left = Vec3::from_array(self.left.map(|part| part.0));
        let sole = Sole { foot, model, space, ball, tilt };
        let held = self.lock.map(|lock| sole.on(lock.now(&hit), &hit, &lock.bumps));
        let strays = held.is_some_and(|held| {
            let away = (held - ball).with_y(0.0).length();
            away > settings.lock_radius * space.leg
        });
        let to = match (held, stands && settings.locks && !strays) {
            (Some(held), true) => held + left,
            (Some(held), false) => {
                self.lock = None;
                // What is held stands still, what swings does not: the foot goes on from where it is and as fast as it is.
                self.leave(held + left - swings, -velocity);
                held + left
            }
            (None, true) => {
                let to = swings + left;
                let bumps = sole.bumps(to, &hit, ground);
                let down = sole.on(to, &hit, &bumps);
                // Once it is down it is held, and no earlier.
                if (to.y - down.y).abs() < DOWN * space.leg || is_first {
                    self.lock = Some(Lock::at(down, &hit, bumps));
                    self.leave(if is_first { Vec3::ZERO } else { Vec3::Y * (to.y - down.y) }, Vec3::ZERO);
                    if is_first { down } else { to }
                } else {
                    to
                }
            }
            (None, false) => {
                let to = swings + left;
                // Clips sink where nobody has looked.
                to.with_y(to.y.max(self.floor.0 + ball.y - low))
            }
        };
        Some(Stride { ball, ankle, tilt, to })
    }

    /// What is left of where it was and how fast it was, to be lost little by little.
    fn leave(&mut self, left: Vec3, rate: Vec3) {
        for (n, part) in self.left.iter_mut().enumerate() {
            *part = (left[n], rate[n]);
        }
    }

    /// The ground that the foot stands on or swings over, and the height to swing at.
    fn ground(
        &self,
        settings: &FootSettings,
        ground: &dyn Ground,
        ball: Vec3,
        velocity: Vec3,
        space: &Space,
    ) -> Option<(GroundHit, f32)> {
        // A little above, so that the ground is found where the foot is not yet above it.
        let over = |place: Vec3| place.with_y(space.floor().max(place.y) + 0.3 * space.leg);
        if let Some(lock) = &self.lock {
            let last = ground.under(over(lock.place)).filter(|_| lock.platform.is_none());
            let hit = last.or_else(|| ground.under(over(ball)))?;
            return Some((hit, ground.under(over(ball)).map_or(hit.place.y, |hit| hit.place.y)));
        }
        let hit = ground.under(over(ball))?;
        let ahead = ground.under(over(ball + velocity.with_y(0.0) * settings.ahead));
        // Over an edge the foot stays up until it is past it, and rises before it comes to one.
        let highest = ahead.map_or(hit.place.y, |ahead| ahead.place.y.max(hit.place.y));
        Some((hit, highest))
    }

    /// The turn from level ground to what the foot is on.
    fn turn_to(&mut self, settings: &FootSettings, normal: Vec3, dt: f32, at_once: bool) -> Quat {
        let steepest = settings.tilt.sin();
        let level = Vec2::new(normal.x, normal.z).clamp_length_max(steepest.max(0.0));
        for (own, goal) in self.tilt.iter_mut().zip([level.x, level.y]) {
            *own = if at_once { (goal, 0.0) } else { follow_to(*own, goal, settings.step, dt) };
        }
        let (x, z) = (self.tilt[0].0, self.tilt[1].0);
        let normal = Vec3::new(x, (1.0 - x * x - z * z).max(0.0).sqrt(), z);
        Quat::from_rotation_arc(Vec3::Y, normal.normalize_or(Vec3::Y))
    }
}

impl Lock {
    fn at(place: Vec3, hit: &GroundHit, bumps: [f32; SOLE]) -> Self {
        match hit.platform {
            Some((number, at)) => {
                Self { place: at.inverse().transform_point3(place), platform: Some(number), bumps }
            }
            None => Self { place, platform: None, bumps },
        }
    }

    /// Where it is now, in the world.
    fn now(&self, hit: &GroundHit) -> Vec3 {
        match hit.platform.filter(|(number, _)| Some(*number) == self.platform) {
            Some((_, at)) => at.transform_point3(self.place),
            None => self.place,
        }
    }
}

/// A sole as it is animated.
struct Sole<'a> {
    foot: &'a PlacedFoot,
    model: &'a [Affine3A],
    space: &'a Space,
    ball: Vec3,
    tilt: Quat,
}

impl Sole<'_> {
    /// `place` raised or lowered so that a foot whose ball is there touches the ground.
    fn on(&self, place: Vec3, hit: &GroundHit, bumps: &[f32; SOLE]) -> Vec3 {
        let steep = hit.normal.y.max(0.2);
        let over = |(point, bump): (&(JointIndex, Vec3), &f32)| {
            let point = place + self.from_ball(*point);
            (point - hit.place).dot(hit.normal) / steep - bump
        };
        place - Vec3::Y * self.foot.sole.iter().zip(bumps).map(over).fold(f32::MAX, f32::min)
    }

    /// Where a point of the sole is to be, from the ball.
    fn from_ball(&self, point: (JointIndex, Vec3)) -> Vec3 {
        self.tilt * (self.space.point(self.model, point) - self.ball)
    }

    /// How far the ground under each point is above the plane under the ball. Walls are none to stand on: what toes
    /// run into does not raise the foot.
    fn bumps(&self, place: Vec3, hit: &GroundHit, ground: &dyn Ground) -> [f32; SOLE] {
        const STEEP: f32 = 0.7;
        let mut bumps = [0.0; SOLE];
        for (bump, point) in bumps.iter_mut().zip(&self.foot.sole) {
            let point = place + self.from_ball(*point);
            let plane = hit.place.y - (point - hit.place).with_y(0.0).dot(hit.normal) / hit.normal.y.max(0.2);
            let Some(own) = ground.under(point + Vec3::Y * 0.3 * self.space.leg) else { continue };
            let above = own.place.y - plane;
            let away = (point - place).with_y(0.0).length();
            *bump = if above < STEEP * away { above } else { 0.0 };
        }
        bumps
    }
}
