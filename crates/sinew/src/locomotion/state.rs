//! Foot IK on uneven ground: swinging feet follow its height, planted feet are locked in the world, and the
//! hips sink as far as the lower foot needs.

use crate::clone_from::impl_clone_from;
use crate::ground::{CheckedGround, TurnedGround};
use crate::ik::analytic::free_limb::FreeLimb;
use crate::ik::chain::thread_scratch::{reserve_chain_scratch, with_chain_scratch};
use crate::ik::{ChainGoal, IkPose, IkResult, LimbSettings};
use crate::locomotion::ankle_distance::unfolded;
use crate::locomotion::foot_state::FootState;
use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::gait::Gait;
use crate::locomotion::heel::{Heel, RELEASE_TIME};
use crate::locomotion::sole::posed_sole::GroundCache;
use crate::locomotion::space::Space;
use crate::locomotion::{FootIk, FootIkInput, FootIkReport};
use crate::math::ops;
use crate::math::smooth_damp_pair;
use crate::math::turn::{part_of, rotation_of};
use crate::math::{Transform, UprightWorld};
use crate::skeleton::JointId;
use glam::{Vec3, Vec3A};

/// State of foot IK that is kept between frames: locks, swing, hips and gait. [`FootIk`] has an example.
#[derive(Debug, Default)]
pub struct FootIkState {
    pub(crate) feet: Vec<FootState>,
    /// Per foot; not restored where a step is solved again, since it holds the ground of that step.
    caches: Vec<GroundCache>,
    pub(crate) hips: (f32, f32),
    gait: Gait,
    before: StepStart,
    /// World in which the feet stand, where it is not that of the engine.
    upright_world: Option<UprightWorld>,
}

impl_clone_from!(FootIkState { hips, gait, before, upright_world }, buffers { feet, caches });

/// State before the last step of time: a frame that is solved again, with a time step of 0, starts from it
/// and gives the same.
#[derive(Debug, Default)]
struct StepStart {
    feet: Vec<FootState>,
    hips: (f32, f32),
    gait: Gait,
    /// Seconds of the step; 0 where there was none since the feet were released.
    dt: f32,
}

impl_clone_from!(StepStart { hips, gait, dt }, buffers { feet });

/// Softness of a swinging leg at full extension, as a share of its length.
const SWING_SOFTNESS: f32 = 0.04;

/// Largest error of a leg that reaches its target, in leg lengths.
const REACH_TOLERANCE: f32 = 1e-3;

impl FootIkState {
    /// State with all feet in the air.
    #[must_use]
    pub fn new(feet: &FootIk) -> Self {
        reserve_chain_scratch(3);
        Self {
            feet: vec![FootState::default(); feet.feet.len()],
            caches: vec![GroundCache::default(); feet.feet.len()],
            hips: (0.0, 0.0),
            gait: Gait::default(),
            before: StepStart { feet: vec![FootState::default(); feet.feet.len()], ..StepStart::default() },
            upright_world: None,
        }
    }

    /// Begins anew: all feet are released without a fade, as after a cut.
    pub fn reset(&mut self) {
        self.feet.fill(FootState::default());
        self.caches.fill(GroundCache::default());
        self.hips = (0.0, 0.0);
        self.gait.reset();
        self.before.dt = 0.0;
    }

    /// Begins a step of `dt` seconds; with 0, the last step again. Returns the seconds to solve for.
    fn begin_step(&mut self, dt: f32) -> f32 {
        let Self { feet, hips, gait, before, .. } = self;
        if dt > 0.0 {
            before.feet.copy_from_slice(feet);
            (before.hips, before.gait, before.dt) = (*hips, *gait, dt);
        } else if before.dt > 0.0 {
            feet.copy_from_slice(&before.feet);
            *hips = before.hips;
            gait.restore(&before.gait);
        }
        before.dt
    }

    /// Sets the stride length as a factor on the animated one, along the direction of movement: 1 unchanged,
    /// below 1 shorter, 0 on the spot, 4 at most. The engine moves the character that much slower or faster.
    /// The change fades in within 0.3 s. Non-finite and negative values are ignored.
    pub fn set_stride_scale(&mut self, scale: f32) {
        self.gait.set_stride(scale);
    }

    /// Stride length as a factor on the animated one.
    #[must_use]
    pub fn stride_scale(&self) -> f32 {
        self.gait.stride()
    }

    /// Result for a foot in the last frame.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn report(&self, foot: usize) -> FootIkReport {
        let report = self.feet[foot].report;
        match &self.upright_world {
            Some(upright) => FootIkReport { offset: upright.world_vector(report.offset), ..report },
            None => report,
        }
    }

    /// Moves the feet of the pose onto the ground. The ground of the animation is the plane at height
    /// [`FootIk::floor`] of the model. Hips and legs are written.
    ///
    /// # Panics
    /// When `feet` belongs to another skeleton.
    pub fn solve(&mut self, feet: &FootIk, input: &FootIkInput<'_>, pose: &mut IkPose<'_>) {
        let is_mirrored = input.world_from_model.matrix3.determinant() < 0.0;
        let upright = UprightWorld::new(input.up, 1.0, is_mirrored);
        if self.upright_world != upright {
            self.reset();
            self.upright_world = upright;
        }
        let Some(upright) = upright else { return self.solve_upright(feet, input, pose) };
        let ground = TurnedGround { engine: input.ground, upright };
        let world_from_model = upright.matrix_from_world(&input.world_from_model);
        self.solve_upright(feet, &FootIkInput { ground: &ground, world_from_model, ..*input }, pose);
    }

    /// [`FootIkState::solve`] in a world with +Y upwards.
    fn solve_upright(&mut self, feet: &FootIk, input: &FootIkInput<'_>, pose: &mut IkPose<'_>) {
        let FootIkInput { ground, world_from_model, dt, weight, .. } = *input;
        let model = pose.model;
        let space = Space::new(feet, &world_from_model);
        let weight = part_of(weight);
        if weight == 0.0 || !space.leg.is_finite() || space.leg <= 0.0 || self.feet.is_empty() {
            return self.reset();
        }
        let ground = &CheckedGround(ground);
        let goes_on = dt > 0.0;
        let dt = self.begin_step(dt);
        let steepest = ops::sin(feet.settings.max_tilt).max(0.0);
        let platform_velocity = self.feet.iter().map(|foot| foot.drift).find(|drift| *drift != Vec3::ZERO);
        let movement =
            self.gait.advance(&world_from_model, &space, platform_velocity.unwrap_or_default(), dt);
        let frame = FrameContext { feet, ground, space: &space, model, dt, goes_on, movement, steepest };
        if let [left, right] = self.feet.as_mut_slice() {
            let across = Vec3::Y.cross(feet.forward).normalize_or(Vec3::X);
            left.landing.learn(&right.landing, across);
            right.landing.learn(&left.landing, across);
        }
        let mut strides = [None, None];
        let states = self.feet.iter_mut().zip(&mut self.caches);
        for ((foot, (state, cache)), stride) in feet.feet.iter().zip(states).zip(&mut strides) {
            *stride = state.stride(&frame, foot, cache);
        }
        for (state, stride) in self.feet.iter_mut().zip(&strides) {
            let stands = state.stands && stride.is_some();
            // The heel lifts while walking only; a character that stands still keeps its whole feet down.
            let max = feet.settings.heel_limit() * movement.pace.walks;
            state.heel.advance(max, stands, state.lock.is_some(), dt);
        }
        let hips = self.lower_hips(&frame, &strides) * weight;
        let mut steps = [Step::default(); 2];
        let legs = feet.feet.iter().zip(&mut self.feet).zip(&strides);
        for (((foot, state), stride), step) in legs.zip(&mut steps) {
            let Some(stride) = stride else { continue };
            let ankle = stride.ankle_to();
            let hip = space.position(model[foot.leg.chain().root().index()].translation);
            let ankle = match state.lock {
                None => unfolded(ankle, stride.ankle, hip, hips, space.leg),
                Some(_) => ankle,
            };
            // The hips move afterwards, so the target moves by the opposite amount in their space.
            let position = space.model_from_world.transform_point3(ankle - Vec3::Y * hips);
            let tilt = space.rotation.inverse() * stride.tilt * space.rotation;
            let turned = |joint: JointId| Some(tilt * rotation_of(&model[joint.index()]));
            let softness = advance_softness(state, 1.0 - movement.pace.walks, dt);
            match feet.toes_of(foot).filter(|_| state.heel.is_free()) {
                Some(leg) => {
                    let ankle = ChainGoal { position, rotation: turned(leg.ball()), weight };
                    let footing = state.lift_heel(foot, leg, stride, &frame, ankle);
                    let (goal, settings) = (footing.goal, footing.settings);
                    step.result =
                        with_chain_scratch(|chain| leg.solve_softly(&goal, &settings, softness, pose, chain));
                    step.sunk = footing.sunk / space.scale;
                }
                None => {
                    state.heel = Heel::default();
                    let goal = ChainGoal { position, rotation: None, weight };
                    let settings = LimbSettings { softness, ..LimbSettings::default() };
                    step.free = foot.leg.free(&goal, Some(tilt), &settings, pose.local, model);
                    if step.free.is_none() {
                        let goal = ChainGoal { rotation: turned(foot.leg.chain().tip()), ..goal };
                        step.result =
                            with_chain_scratch(|chain| foot.leg.solve(&goal, &settings, pose, chain));
                    }
                }
            };
        }
        Step::take_free(&mut steps, pose.local);
        for ((state, stride), step) in self.feet.iter_mut().zip(&strides).zip(&steps) {
            let Some(stride) = stride else { continue };
            let tolerance = (REACH_TOLERANCE + state.soft.0) * feet.leg;
            if dt > 0.0 && step.result.error > tolerance + step.sunk {
                state.release_unreached(stride);
            }
            state.report = FootIkReport {
                planted: state.is_planted(space.leg),
                offset: stride.to - stride.ball,
                error: step.result.error * space.scale,
            };
        }
        raise_hips(feet, &space, hips, pose);
    }
}

/// Advances the softness of a leg and returns it. A softened result keeps a swinging leg that is nearly
/// straight from whipping, and the knee of a character that stands, by the share `stands`, from snapping as
/// its foot comes down.
fn advance_softness(state: &mut FootState, stands: f32, dt: f32) -> f32 {
    let (soft, rate) = state.soft;
    state.soft = match state.lock {
        Some(_) => {
            smooth_damp_pair((soft.min(SWING_SOFTNESS * stands), rate * stands), 0.0, RELEASE_TIME, dt)
        }
        None => smooth_damp_pair(state.soft, SWING_SOFTNESS, RELEASE_TIME, dt),
    };
    state.soft.0
}

/// Moves the hips of a pose up by `height` metres in the world.
fn raise_hips(feet: &FootIk, space: &Space, height: f32, pose: &mut IkPose<'_>) {
    let parent = pose.skeleton.parent(feet.hips).map(|parent| pose.model[parent.index()].matrix3);
    let moved = space.model_from_world.matrix3 * Vec3A::Y * height;
    let moved = parent.map_or(moved, |parent| parent.inverse() * moved);
    if moved.is_finite() {
        pose.local[feet.hips.index()].translation += Vec3::from(moved);
    }
}

/// Solution of one leg in one frame.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Two-bone problem that is solved together with the other leg.
    free: Option<FreeLimb>,
    result: IkResult,
    /// Distance by which the foot has sunk since the height of the hips was found.
    sunk: f32,
}

impl Step {
    /// Solves the two-bone problems that wait.
    fn take_free(steps: &mut [Self; 2], local: &mut [Transform]) {
        let both = match steps.each_ref().map(|step| step.free.as_ref()) {
            [Some(left), Some(right)] => Some(FreeLimb::solve_two([left, right])),
            _ => None,
        };
        for (n, step) in steps.iter_mut().enumerate() {
            let Some(leg) = &step.free else { continue };
            step.result = match &both {
                Some(both) => leg.store(&both[n], local),
                None => leg.store(&leg.solve(), local),
            };
        }
    }
}
