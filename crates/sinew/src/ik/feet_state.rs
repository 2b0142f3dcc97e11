//! Feet on uneven ground: swinging feet rise and fall with it, feet that stand are held in the world, hips sink as far as
//! the lower foot asks.

use super::bent::rotation_of;
use super::heel::Heel;
use super::limb_free::FreeLimb;
use super::stride::{FootState, LEFT, Scene, Stride, follow_to};
use super::turns::part_of;
use super::{ChainGoal, ChainScratch, FootPlacement, Ground, LimbSettings, Reach};
use crate::math::Transform;
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

/// An ankle comes no nearer to the hip than this, in legs, but where it is animated nearer: it would whirl about it.
const FOLDED: f32 = 0.55;

/// The share of its length in which a leg that swings straightens slowly.
const SOFT: f32 = 0.04;

/// A leg reaches where it is off by no more than this, in legs.
const REACHES: f32 = 1e-3;

/// Who goes faster than so many legs a second walks.
const WALKS: f32 = 0.3;

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
    /// the height [`FootPlacement::floor`] of the model. `local` holds the pose as it is animated and `model` the same in model
    /// space; hips and legs of `local` are written. `up` is the world's +Y.
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
        let weight = part_of(weight);
        if weight == 0.0 || !space.leg.is_finite() || space.leg <= 0.0 || self.feet.is_empty() {
            return self.reset();
        }
        let stands = Vec3::from(world_from_model.translation).with_y(0.0);
        let travelled = self.stood.replace(stands).map_or(Vec3::ZERO, |before| stands - before);
        // Who is carried along does not walk.
        let carried = self.feet.iter().map(|foot| foot.drift).find(|drift| *drift != Vec3::ZERO);
        let pace = if dt > 0.0 { (travelled / dt - carried.unwrap_or_default()).length() } else { 0.0 };
        let steepest = placement.settings.tilt.sin().max(0.0);
        let scene = Scene { placement, ground, space: &space, model, dt, pace, steepest };
        let mut strides = [None, None];
        for ((foot, state), stride) in placement.feet.iter().zip(&mut self.feet).zip(&mut strides) {
            *stride = state.stride(&scene, foot);
        }
        for (state, stride) in self.feet.iter_mut().zip(&strides) {
            let stands = state.stands && stride.is_some();
            // Who stands stands on the whole foot, who walks rolls over it.
            let walks = (pace / (WALKS * space.leg)).min(1.0);
            let most = placement.settings.most_heel() * walks;
            state.heel.go_on(most, stands, state.lock.is_some(), dt);
        }
        let hips = self.lower_hips(placement, &strides, &space, dt, model) * weight;
        let mut steps = [Step::default(); 2];
        let feet = placement.feet.iter().zip(&mut self.feet).zip(&strides);
        for (((foot, state), stride), step) in feet.zip(&mut steps) {
            let Some(stride) = stride else { continue };
            let ankle = stride.ankle_to();
            let hip = space.place(model[foot.leg.chain().root().index()].translation);
            let ankle = match state.lock {
                None => unfolded(ankle, hip + Vec3::Y * hips, space.leg, stride.ankle.distance(hip)),
                Some(_) => ankle,
            };
            // The leg hangs on hips that have moved: seen from them the goal has moved the other way.
            let place = space.model_from_world.transform_point3(ankle - Vec3::Y * hips);
            let tilt = space.rotation.inverse() * stride.tilt * space.rotation;
            let turned = |joint: JointIndex| Some(tilt * rotation_of(&model[joint.index()]));
            // What swings may stay off a little; what is nearly straight whips otherwise.
            state.soft = match state.lock {
                Some(_) => (0.0, 0.0),
                None => follow_to(state.soft, SOFT, LEFT, dt),
            };
            let softness = state.soft.0;
            match placement.toes_of(foot).filter(|_| state.heel.is_free()) {
                Some(leg) => {
                    let ankle = ChainGoal { place, rotation: turned(leg.ball()), weight };
                    let footing = state.lift_heel(foot, leg, stride, &space, ankle, model, dt);
                    let (goal, settings) = (footing.goal, footing.settings);
                    let chain = &mut self.chain;
                    step.reach = leg.solve_softly(skeleton, &goal, &settings, softness, local, model, chain);
                    step.sunk = footing.sunk / space.scale;
                }
                None => {
                    state.heel = Heel::default();
                    let goal = ChainGoal { place, rotation: None, weight };
                    let settings = LimbSettings { softness, ..LimbSettings::default() };
                    step.free = foot.leg.free(&goal, Some(tilt), &settings, local, model);
                    if step.free.is_none() {
                        let goal = ChainGoal { rotation: turned(foot.leg.chain().tip()), ..goal };
                        step.reach =
                            foot.leg.solve(skeleton, &goal, &settings, local, model, &mut self.chain);
                    }
                }
            };
        }
        Step::take_free(&mut steps, local);
        for ((state, stride), step) in self.feet.iter_mut().zip(&strides).zip(&steps) {
            let Some(stride) = stride else { continue };
            if step.reach.error > REACHES * placement.leg + step.sunk {
                state.lose(stride);
            }
            state.report = FootReport {
                planted: state.lock.is_some(),
                moved: stride.to - stride.ball,
                error: step.reach.error * space.scale,
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
        let most = settings.most_hips.max(0.0) * space.leg;
        let wanted = lower.clamp(-most, most);
        let (mut height, mut rate) = follow_to(self.hips, wanted, settings.hips, dt);
        for ((foot, state), stride) in placement.feet.iter().zip(&self.feet).zip(strides) {
            let Some(stride) = stride.as_ref().filter(|_| state.lock.is_some()) else { continue };
            let hip = space.place(model[foot.leg.chain().root().index()].translation);
            let reach = foot.leg.posed_length(model) * space.scale * 0.9995;
            let highest_on = |ankle: Vec3, spared: f32| {
                let (away, reach) = (hip - ankle, reach - spared);
                let level = Vec2::new(away.x, away.z).length_squared();
                (reach * reach - level).max(0.0).sqrt() - away.y
            };
            let mut highest = highest_on(stride.ankle_to() + state.heel.seat(), 0.0);
            if let Some(leg) = placement.toes_of(foot).filter(|_| height > highest) {
                highest =
                    state.heel.highest(leg, stride, space, model, highest, wanted.max(height), highest_on);
            }
            if height > highest {
                (height, rate) = (highest.max(-most), rate.min(0.0));
            }
        }
        self.hips = (height, rate);
        height
    }
}

/// What a leg does in a frame.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Waits to be solved with the other leg, side by side.
    free: Option<FreeLimb>,
    reach: Reach,
    /// How much lower the foot is than hips know yet.
    sunk: f32,
}

impl Step {
    /// Solves what waits.
    fn take_free(steps: &mut [Self; 2], local: &mut [Transform]) {
        let both = match steps.each_ref().map(|step| step.free.as_ref()) {
            [Some(left), Some(right)] => Some(FreeLimb::solve_two([left, right])),
            _ => None,
        };
        for (n, step) in steps.iter_mut().enumerate() {
            if let Some(leg) = &step.free {
                step.reach = leg.store(&both.map_or_else(|| leg.solve(), |both| both[n]), local);
            }
        }
    }
}

/// An ankle that is not nearer to its hip than a leg folds, or than it is animated: it comes lower.
fn unfolded(ankle: Vec3, hip: Vec3, leg: f32, animated: f32) -> Vec3 {
    let least = animated.min(FOLDED * leg);
    let level = (ankle - hip).with_y(0.0).length_squared();
    let below = (least * least - level).max(0.0).sqrt();
    ankle.with_y(if below > 0.0 { ankle.y.min(hip.y - below) } else { ankle.y })
}

/// From the model to the world, and how large all is there.
pub(super) struct Space {
    world_from_model: Affine3A,
    model_from_world: Affine3A,
    pub(super) rotation: Quat,
    scale: f32,
    /// Length of a leg in the world.
    pub(super) leg: f32,
    /// The height of the animation's own ground.
    floor: f32,
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
            floor: world_from_model.transform_point3(Vec3::Y * placement.floor).y,
        }
    }

    pub(super) fn place(&self, place: Vec3A) -> Vec3 {
        self.world_from_model.transform_point3a(place).into()
    }

    /// From a joint's space to the world.
    pub(super) fn world_from_joint(&self, model: &[Affine3A], joint: JointIndex) -> Affine3A {
        self.world_from_model * model[joint.index()]
    }

    /// A point of a joint's space.
    pub(super) fn point(&self, model: &[Affine3A], (joint, point): (JointIndex, Vec3)) -> Vec3 {
        self.place(model[joint.index()].transform_point3(point).into())
    }

    /// A direction and a length.
    pub(super) fn model_from_world(&self, way: Vec3) -> Vec3 {
        self.model_from_world.transform_vector3(way)
    }

    /// A turn in the model, in the world.
    pub(super) fn to_world(&self, turn: Quat) -> Quat {
        self.rotation * turn * self.rotation.inverse()
    }

    /// Where the animation's own ground is.
    pub(super) fn floor(&self) -> f32 {
        self.floor
    }
}
