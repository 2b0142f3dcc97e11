//! An actor of a show, with the controller that steers it.

use super::loose::LooseItem;
use super::stage::Stage;
use sinew::face::Gaze;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::Ground;
use sinew::math::smooth_damp;
use sinew::ragdoll::BodyState;
use sinew::{Actor, FrameInput, RootMotion};
use sinew_setup::{CastMember, LookCue, Setup};
use std::sync::Arc;

/// Time in which the height follows the ground, seconds.
const RISE: f32 = 0.4;
/// Time in which the stride changes, seconds.
const STRIDE: f32 = 0.4;
/// Least time of a turn, seconds, and the radians by which a larger one takes a second more.
const TURN: (f32, f32) = (0.6, 2.5);
/// Time in which an item is raised or lowered, seconds.
const RAISE: f32 = 0.7;

/// Largest speed of a part of a body that lies, in lengths of the body a second: in a heap of limbs parts creep
/// for a while.
const CREEP: f32 = 0.06;

/// Whether no part of a body moves noticeably.
fn is_still(actor: &Actor) -> bool {
    let Some(state) = actor.ragdoll() else { return false };
    let limit = CREEP * state.ragdoll().size() * state.scale();
    let mut motions = (0..state.ragdoll().parts().len()).filter_map(|part| state.part_motion(part));
    motions.all(|motion| motion.linear_velocity.length() <= limit)
}

#[derive(Clone)]
pub(super) struct Performer {
    pub(super) actor: Actor,
    pub(super) setup: Arc<Setup>,
    /// World from the model.
    pub(super) transform: Affine3A,
    /// Height of the ground, and the vertical velocity with which the actor follows it.
    height: f32,
    rise: f32,
    stride: (f32, f32),
    /// Radians to the left that have been turned and are to be turned, with the angular velocity.
    turned: (f32, f32),
    to_turn: f32,
    /// Time of the turn, seconds.
    turn_time: f32,
    pub(super) looks_at: LookCue,
    pub(super) aim: Option<Aiming>,
    pub(super) loose: Vec<LooseItem>,
    /// Gets up as soon as it lies still.
    pub(super) wants_up: bool,
    /// Time for which no part of the fallen body has moved noticeably, seconds.
    still: f32,
}

/// Item that is aimed, raised or lowered.
#[derive(Clone)]
pub(super) struct Aiming {
    pub(super) item: String,
    pub(super) target: Vec3,
    /// Whether it is raised, else lowered.
    pub(super) is_up: bool,
    share: f32,
    rate: f32,
}

impl Aiming {
    pub(super) fn new(item: &str, target: Vec3) -> Self {
        Self { item: item.to_owned(), target, is_up: true, share: 0.0, rate: 0.0 }
    }
}

impl Performer {
    pub(super) fn new(member: &CastMember) -> Result<Self, sinew_setup::SetupError> {
        let transform = member.description.world_from_model();
        let mut actor = member.setup.actor()?;
        actor.resolve(FrameInput::new(0.0, transform).with_teleport());
        Ok(Self {
            actor,
            setup: member.setup.clone(),
            transform,
            height: transform.translation.y,
            rise: 0.0,
            stride: (1.0, 0.0),
            turned: (0.0, 0.0),
            to_turn: 0.0,
            turn_time: TURN.0,
            looks_at: LookCue::Nothing,
            aim: None,
            loose: Vec::new(),
            wants_up: false,
            still: 0.0,
        })
    }

    /// True while the animation, not physics, decides where the actor is.
    pub(super) fn steers(&self) -> bool {
        matches!(self.actor.body_state(), BodyState::Animated | BodyState::Reacting)
    }

    /// True while the actor falls or lies.
    pub(super) fn is_down(&self) -> bool {
        matches!(self.actor.body_state(), BodyState::Falling | BodyState::Resting | BodyState::Blocked)
    }

    /// True for a fallen body that may get up: one at rest, or one that has been still for as long as its set-up
    /// says.
    fn lies(&self) -> bool {
        let ragdoll = self.setup.file().description().ragdoll.as_ref();
        let after = ragdoll.and_then(|ragdoll| ragdoll.get_up_after);
        match self.actor.body_state() {
            BodyState::Resting | BodyState::Blocked => true,
            BodyState::Falling => after.is_some_and(|after| self.still > after),
            _ => false,
        }
    }

    /// Turns by an angle to the left.
    pub(super) fn turn(&mut self, angle: f32) {
        self.to_turn = self.turned.0 + angle;
        self.turn_time = TURN.0 + angle.abs() / TURN.1;
    }

    /// First half of a frame: animation, and where the actor goes.
    pub(super) fn advance(&mut self, dt: f32, stage: &Stage) {
        self.still = if self.is_down() && is_still(&self.actor) { self.still + dt } else { 0.0 };
        if self.wants_up && self.lies() {
            let clips: Vec<_> = self.setup.get_up_clips().collect();
            // The clips are the actor's own.
            self.wants_up = !matches!(self.actor.get_up(clips, Vec3::Y), Ok(Some(_)));
        }
        let motion = self.actor.advance(dt);
        let stride = if self.steers() { stage.stride_at(&self.transform) } else { 1.0 };
        self.stride = smooth_damp(self.stride.0, self.stride.1, stride, STRIDE, dt);
        let stride = self.stride.0;
        if let Some(ik) = self.actor.ik_mut() {
            ik.set_stride_scale(stride);
        }
        let is_steered = self.steers();
        let scale = if is_steered { stride } else { 1.0 };
        let motion = RootMotion { translation: motion.translation * scale, ..motion };
        self.transform = motion.apply_to(self.transform);
        if !is_steered {
            (self.height, self.rise) = (self.transform.translation.y, 0.0);
            return;
        }
        let before = self.turned.0;
        self.turned = smooth_damp(self.turned.0, self.turned.1, self.to_turn, self.turn_time, dt);
        self.transform *= Affine3A::from_quat(Quat::from_rotation_y(self.turned.0 - before));
        let at = Vec3::from(self.transform.translation);
        self.height = stage.ground.height(at.with_y(self.height)).unwrap_or(self.height);
        let (y, rise) = smooth_damp(self.transform.translation.y, self.rise, self.height, RISE, dt);
        (self.transform.translation.y, self.rise) = (y, rise);
    }

    /// Sets the goals of aiming and looking; `seen` is the point that it looks at, if any.
    pub(super) fn set_goals(&mut self, dt: f32, seen: Option<Vec3>) {
        if let Some(face) = self.actor.face_mut() {
            face.set_gaze(seen.map_or(Gaze::Animated, Gaze::Target));
        }
        let Some(aim) = &mut self.aim else { return };
        let goal = f32::from(u8::from(aim.is_up));
        (aim.share, aim.rate) = smooth_damp(aim.share, aim.rate, goal, RAISE, dt);
        // The item was checked when the show was opened.
        let _ = self.setup.aim(&mut self.actor, &aim.item, aim.target, aim.share, &self.transform);
        self.aim.take_if(|aim| !aim.is_up && aim.share < 1e-3);
    }

    /// Second half of a frame, seen from `eye`.
    pub(super) fn resolve(&mut self, dt: f32, (time, eye): (f64, Vec3), stage: &mut Stage) {
        for item in &self.loose {
            item.follow(&mut self.actor, stage);
        }
        let Stage { world, ground, wind, .. } = stage;
        let mut physics = world.physics();
        let input = FrameInput::new(dt, self.transform).with_ground(ground).with_wind(wind).with_time(time);
        self.actor.resolve(input.with_viewer(eye).with_physics(&mut physics));
    }

    /// Point between the eyes, or above the position of an actor without a head.
    pub(super) fn head(&self) -> Vec3 {
        let character = self.actor.character();
        let at = match character.find_joint("head") {
            Some(head) => self.actor.frame().model()[head.index()].transform_point3(Vec3::Y * 0.08),
            None => character.reference_bounds().center(),
        };
        self.transform.transform_point3(at)
    }
}
