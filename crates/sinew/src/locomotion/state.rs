//! Feet on uneven ground: swinging feet rise and fall with it, feet that stand are held in the world, hips sink as far as
//! the lower foot asks.

use crate::ik::analytic::free_limb::FreeLimb;
use crate::ik::{ChainGoal, ChainScratch, IkResult, LimbSettings};
use crate::locomotion::gait::Gait;
use crate::locomotion::heel::Heel;
use crate::locomotion::hips::unfolded;
use crate::locomotion::scene::{Scene, Space};
use crate::locomotion::stride::{FootState, LEFT, follow_to};
use crate::locomotion::{FootIk, Ground};
use crate::math::Transform;
use crate::math::turn::{part_of, rotation_of};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Vec3, Vec3A};

/// What feet remember from frame to frame: where they stand and how they move.
#[derive(Clone, Debug, Default)]
pub struct FootIkState {
    pub(crate) feet: Vec<FootState>,
    pub(crate) hips: (f32, f32),
    gait: Gait,
    chain: ChainScratch,
}

/// What came of a foot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootIkReport {
    /// Whether it stands.
    pub planted: bool,
    /// How far its ball has been moved from where it is animated, in the world.
    pub moved: Vec3,
    /// How far the leg does not reach.
    pub error: f32,
}

/// The share of its length in which a leg that swings straightens slowly.
const SOFT: f32 = 0.04;

/// A leg reaches where it is off by no more than this, in legs.
const REACHES: f32 = 1e-3;

impl FootIkState {
    /// Feet in the air.
    pub fn new(placement: &FootIk) -> Self {
        Self {
            feet: vec![FootState::default(); placement.feet.len()],
            hips: (0.0, 0.0),
            gait: Gait::default(),
            chain: ChainScratch::with_capacity(3),
        }
    }

    /// Forgets where feet stood: after a cut.
    pub fn reset(&mut self) {
        self.feet.iter_mut().for_each(|foot| *foot = FootState::default());
        self.hips = (0.0, 0.0);
        self.gait.reset();
    }

    /// Has strides be `share` times as long as they are animated, along the way that the character goes: 1 as they are, less
    /// than 1 shorter, 0 on the spot, 4 at most. Whoever moves the character carries it that much slower or faster. They become so
    /// within 0.3 s. What is no number, or less than nothing, changes nothing.
    pub fn set_stride(&mut self, share: f32) {
        self.gait.set_stride(share);
    }

    /// How long strides are to be, as a share of how they are animated.
    pub fn stride(&self) -> f32 {
        self.gait.stride()
    }

    /// How a foot fared in the last frame.
    ///
    /// # Panics
    /// When there is no such foot.
    pub fn report(&self, foot: usize) -> FootIkReport {
        self.feet[foot].report
    }

    /// Puts the feet of the pose on the ground, `weight` (0 to 1) of the way. The animation's own ground is the plane at
    /// the height [`FootIk::floor`] of the model. `local` holds the pose as it is animated and `model` the same in model
    /// space; hips and legs of `local` are written. `up` is the world's +Y.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the placement is of another one.
    pub fn solve(
        &mut self,
        skeleton: &Skeleton,
        placement: &FootIk,
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
        let steepest = placement.settings.max_tilt.sin().max(0.0);
        let carried = self.feet.iter().map(|foot| foot.drift).find(|drift| *drift != Vec3::ZERO);
        let going = self.gait.go_on(world_from_model, &space, carried.unwrap_or_default(), dt);
        let scene = Scene { placement, ground, space: &space, model, dt, going, steepest };
        let mut strides = [None, None];
        for ((foot, state), stride) in placement.feet.iter().zip(&mut self.feet).zip(&mut strides) {
            *stride = state.stride(&scene, foot);
        }
        for (state, stride) in self.feet.iter_mut().zip(&strides) {
            let stands = state.stands && stride.is_some();
            // Who stands stands on the whole foot, who walks rolls over it.
            let most = placement.settings.heel_limit() * going.pace.walks;
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
                None => unfolded(ankle, stride.ankle, hip, hips, space.leg),
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
                    let ankle = ChainGoal { position: place, rotation: turned(leg.ball()), weight };
                    let footing = state.lift_heel(foot, leg, stride, &space, ankle, model, dt);
                    let (goal, settings) = (footing.goal, footing.settings);
                    let chain = &mut self.chain;
                    step.reach = leg.solve_softly(skeleton, &goal, &settings, softness, local, model, chain);
                    step.sunk = footing.sunk / space.scale;
                }
                None => {
                    state.heel = Heel::default();
                    let goal = ChainGoal { position: place, rotation: None, weight };
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
            if dt > 0.0 && step.reach.error > REACHES * placement.leg + step.sunk {
                state.lose(stride);
            }
            state.report = FootIkReport {
                planted: state.is_planted(space.leg),
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
}

/// What a leg does in a frame.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Waits to be solved with the other leg, side by side.
    free: Option<FreeLimb>,
    reach: IkResult,
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
            let Some(leg) = &step.free else { continue };
            step.reach = match &both {
                Some(both) => leg.store(&both[n], local),
                None => leg.store(&leg.solve(), local),
            };
        }
    }
}
