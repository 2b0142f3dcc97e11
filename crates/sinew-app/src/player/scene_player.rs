use super::fall_state::Fall;
use super::script::Script;
use super::settle::{settle_hair, settle_springs};
use crate::options::looping::LoopOption;
use crate::report::failure::Failure;
use crate::scene::kind::SceneKind;
use crate::scene::set_up::set_up;
use crate::scene::{Scene, as_ahead, shortened};
use sinew::glam::{Affine3A, Quat};
use sinew::ground::Ground;
use sinew::hair::HairState;
use sinew::humanoid::HumanBone;
use sinew::ik::Grip;
use sinew::playback::Playback;
use sinew::ragdoll::RagdollDescription;
use sinew::spring::SpringState;
use sinew::stage::EvenWind;
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::{Actor, Character, FrameInput, JointId, Socket};
use sinew_setup::Setup;

/// Scene player: owns a character with its attachments, scene and goals, and steps them by time. `pose`,
/// `render`, `bake` and the viewer step it and read its actors.
pub(crate) struct ScenePlayer {
    /// The character.
    pub(crate) actor: Actor,
    pub(crate) attached: Vec<Attachment>,
    /// World transform of the character before root motion.
    pub(crate) world_from_model: Affine3A,
    /// Timed changes, for playback from the beginning; none while a clip is shown at a time.
    pub(crate) script: Option<Script>,
    /// Applies root motion outside of scenes; scenes that are walked through always apply it.
    pub(crate) applies_root_motion: bool,
    /// Behaviour of the clip after its last key.
    pub(super) looping: LoopOption,
    /// Accumulated root motion.
    pub(super) travelled: Affine3A,
    pub(super) scene: Option<ActiveScene>,
    /// Ragdoll of the character.
    pub(super) fall: Fall,
    /// Ragdoll of its file, by the names of joints.
    pub(super) file_ragdoll: Option<RagdollDescription>,
    /// Wind in the world.
    pub(crate) wind: Option<EvenWind>,
    /// Turns the head from side to side, or the whole character where it has no head joint.
    pub(crate) shakes_head: bool,
    /// Seconds of wind and shaking.
    pub(super) hair_time: f64,
    /// Set-up of the character; `None` for a character file.
    pub(crate) setup: Option<Setup>,
}

/// Character of a second file on a joint of the first.
pub(crate) struct Attachment {
    pub(crate) actor: Actor,
    pub(crate) socket: Socket,
    /// Hand that holds it.
    pub(crate) fist: Option<Fist>,
}

/// Hand whose fingers close around what it holds.
pub(crate) struct Fist {
    pub(crate) grip: Grip,
    /// Weight by which they close: less around a thick handle.
    pub(crate) weight: f32,
}

impl Fist {
    fn close(&self, pose: &mut StagePose<'_>) {
        let (local, model) = pose.edit();
        self.grip.close(self.weight, local.as_mut_slice());
        model.mark_stale(self.grip.hand());
    }
}

/// Scene that the character is in.
pub(super) struct ActiveScene {
    kind: SceneKind,
    pub(super) scene: Box<dyn Scene>,
    /// Seconds since the scene began, scaled by the playback speed.
    played: f64,
}

impl ActiveScene {
    /// Starts the scene over.
    pub(super) fn begin(&mut self, actor: &mut Actor) {
        self.played = 0.0;
        self.scene.begin(actor);
    }
}

impl ScenePlayer {
    /// A character alone, at the origin.
    pub(crate) fn of(actor: Actor) -> Self {
        Self {
            actor,
            attached: Vec::new(),
            world_from_model: Affine3A::IDENTITY,
            script: None,
            applies_root_motion: false,
            looping: LoopOption::default(),
            travelled: Affine3A::IDENTITY,
            scene: None,
            fall: Fall::default(),
            file_ragdoll: None,
            wind: None,
            shakes_head: false,
            hair_time: 0.0,
            setup: None,
        }
    }

    /// First half of a frame: animation, root motion, and the scene's state, `dt` seconds on. A body that
    /// falls, and a character that gets up, always moves by root motion.
    pub(crate) fn advance(&mut self, dt: f32) {
        let delta = self.actor.advance(dt);
        let travels = self.scene.as_ref().is_some_and(|active| active.kind.travels());
        let along = match &self.scene {
            Some(_) => as_ahead(delta, self.actor.character()),
            None => delta,
        };
        if self.take_body_motion() || self.is_getting_up() {
            match &mut self.fall.transform {
                Some(fallen) => *fallen = delta.apply_to(*fallen),
                None => self.travelled = along.apply_to(self.travelled),
            }
        } else if self.fall.transform.is_none() && (self.applies_root_motion || travels) {
            let stride = self.scene.as_ref().map_or(1.0, |active| active.scene.stride());
            self.travelled = shortened(along, stride).apply_to(self.travelled);
        }
        self.notice_fall();
        if let Some(active) = self.scene.as_mut().filter(|_| self.fall.transform.is_none()) {
            // Timed events of a scene follow the speed of the clip.
            let speed = self.actor.playback().map_or(1.0, |playback| playback.speed.abs());
            let dt = dt * speed;
            active.played += f64::from(dt);
            active.scene.advance(&mut self.actor, &self.travelled, dt);
        }
    }

    /// World transform of the character in the current frame.
    pub(crate) fn world_transform(&self) -> Affine3A {
        let in_scene = match (&self.scene, self.fall.transform) {
            (_, Some(fallen)) => fallen,
            (Some(active), None) => active.scene.transform(self.actor.character(), &self.travelled),
            (None, None) => self.travelled,
        };
        self.world_from_model * in_scene
    }

    /// Input of the current frame, `dt` seconds after the previous one.
    pub(crate) fn frame_input<'a>(&self, dt: f32) -> FrameInput<'a> {
        FrameInput::new(dt, self.world_transform())
    }

    /// Second half of a frame: goals, the character's final pose, and props. A scene sets no goals for a
    /// character that fell.
    pub(crate) fn resolve(&mut self, mut input: FrameInput<'_>) {
        let has_bodies = self.has_bodies();
        let was_moving = self.is_body_moving();
        self.fall.world.take_if(|_| !has_bodies);
        self.hair_time += f64::from(input.stage.dt);
        let time = self.hair_time;
        let wind = self.wind;
        let (shakes, turn) = (self.shakes_head, shaken(time as f32));
        let shaken_head = head(self.actor.character());
        let attached = &self.attached;
        let fists = || attached.iter().filter_map(|attached| attached.fist.as_ref());
        let mut shake = |stage, _: &StageInput<'_>, pose: &mut StagePose<'_>| {
            if stage != Stage::Animate {
                return;
            }
            if let Some(head) = shaken_head.filter(|_| shakes) {
                pose.rotate(head, turn);
            }
            fists().for_each(|fist| fist.close(pose));
        };
        let mut input = input.reborrow();
        if shakes && shaken_head.is_none() {
            let center = Affine3A::from_translation(self.actor.character().reference_bounds().center());
            input.stage.world_from_model =
                input.stage.world_from_model * center * Affine3A::from_quat(turn) * center.inverse();
        }
        if let Some(wind) = &wind {
            input = input.with_wind(wind).with_time(time);
        }
        if shakes || fists().next().is_some() {
            input = input.with_hook(&mut shake);
        }
        if let Some(physics) = &mut self.fall.world {
            input = input.with_physics(&mut **physics);
        }
        match &mut self.scene {
            Some(active) if self.fall.transform.is_some() => {
                input.stage.ground = self.fall.ground.as_ref().map(|ground| ground as &dyn Ground);
                let StageInput { dt, world_from_model, .. } = input.stage;
                self.actor.resolve(input);
                active.scene.resolve_props(&self.actor, dt, &world_from_model);
            }
            Some(active) => active.scene.resolve(&mut self.actor, input),
            None => self.actor.resolve(input),
        }
        self.fall.moves_body |= was_moving && self.is_body_moving();
    }

    /// Second half of a frame at the start of the character, outside of its scene: its pose alone, without time.
    pub(super) fn resolve_alone(&mut self) {
        let fists = self.attached.iter().filter_map(|attached| attached.fist.as_ref());
        let mut close = |stage, _: &StageInput<'_>, pose: &mut StagePose<'_>| {
            if stage == Stage::Animate {
                fists.clone().for_each(|fist| fist.close(pose));
            }
        };
        self.actor.resolve(FrameInput::new(0.0, self.world_from_model).with_hook(&mut close));
    }

    /// Moves the attachments on by `dt` seconds, on the joints of the character's final pose.
    pub(crate) fn update_attachments(&mut self, dt: f32) {
        self.resolve_attachments(dt, false);
    }

    /// Puts the attachments on the joints of the character's final pose, without motion on the way there.
    pub(super) fn teleport_attachments(&mut self) {
        self.resolve_attachments(0.0, true);
    }

    fn resolve_attachments(&mut self, dt: f32, teleported: bool) {
        for attached in &mut self.attached {
            attached.actor.advance(dt);
            let input = FrameInput::new(dt, self.actor.frame().socket(&attached.socket));
            attached.actor.resolve(if teleported { input.with_teleport() } else { input });
        }
    }

    /// Steps everything by `dt` seconds: both halves of the frame, then the attachments.
    pub(crate) fn update(&mut self, dt: f32) {
        self.advance(dt);
        self.resolve(self.frame_input(dt));
        self.update_attachments(dt);
    }

    /// Puts the character into a scene: gives it the scene's rig and props. The scene starts with
    /// [`Self::restart`] or the next [`Self::seek`]. `file` names the character's file in errors.
    pub(crate) fn set_scene(&mut self, kind: SceneKind, file: &str) -> Result<(), Failure> {
        let scene = set_up(kind, &mut self.actor, file)?;
        self.scene = Some(ActiveScene { kind, scene, played: 0.0 });
        Ok(())
    }

    /// Takes the character out of its scene. The scene's rig stays on the actor.
    pub(crate) fn take_scene(&mut self) -> Option<SceneKind> {
        self.scene.take().map(|active| active.kind)
    }

    /// Kind of the current scene.
    pub(crate) fn scene_kind(&self) -> Option<SceneKind> {
        self.scene.as_ref().map(|active| active.kind)
    }

    /// Duration of the scene with the playing clip, in seconds; none outside of scenes.
    pub(crate) fn scene_duration(&self) -> Option<f64> {
        self.scene.as_ref().map(|active| active.scene.duration(&self.actor))
    }

    /// True when the scene has played for its duration, or the character has got up after a fall out of it.
    pub(crate) fn is_scene_over(&self) -> bool {
        if self.fall.transform.is_some() {
            return !self.is_falling() && !self.is_getting_up();
        }
        let played = self.scene.as_ref().map_or(0.0, |active| active.played);
        self.scene_duration().is_some_and(|duration| played >= duration)
    }

    /// True when the props move along with the character.
    pub(crate) fn props_follow_character(&self) -> bool {
        self.scene.as_ref().is_some_and(|active| active.scene.props_follow_character())
    }

    /// Returns the character to its start and begins the scene again. A character that falls or gets up is
    /// animated again at once.
    pub(crate) fn restart(&mut self) {
        self.drop_fall();
        self.travelled = Affine3A::IDENTITY;
        // The hair does not fly after the character.
        self.reset_springs();
        if let Some(active) = &mut self.scene {
            active.begin(&mut self.actor);
        }
    }

    /// Takes over position, wind and movement of a player that showed the character before its files changed.
    pub(crate) fn continue_from(&mut self, before: &Self) {
        (self.world_from_model, self.travelled) = (before.world_from_model, before.travelled);
        (self.wind, self.hair_time) = (before.wind, before.hair_time);
        (self.shakes_head, self.applies_root_motion) = (before.shakes_head, before.applies_root_motion);
    }

    /// Playback of the playing clip with the times of its first and last key, in seconds; none in the rest
    /// pose or while a graph plays.
    pub(crate) fn playing(&self) -> Option<(&Playback, f64, f64)> {
        let playback = self.actor.playback()?;
        let clip = &self.actor.clips()[playback.clip()];
        Some((playback, f64::from(clip.start()), f64::from(clip.end())))
    }

    /// The character and its attachments.
    pub(crate) fn body(&self) -> impl Iterator<Item = &Actor> + Clone {
        std::iter::once(&self.actor).chain(self.attached.iter().map(|a| &a.actor))
    }

    /// The character and its attachments, to change them.
    fn body_mut(&mut self) -> impl Iterator<Item = &mut Actor> {
        std::iter::once(&mut self.actor).chain(self.attached.iter_mut().map(|a| &mut a.actor))
    }

    /// All actors: the character, its attachments, then the props.
    pub(crate) fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        let props = self.scene.as_ref().map_or(&[][..], |active| active.scene.props());
        self.body().chain(props)
    }

    /// Switches the spring bones of the character and its attachments on or off.
    pub(crate) fn switch_springs(&mut self, on: bool) {
        for actor in self.body_mut().filter(|actor| on != actor.springs().is_some()) {
            let rig = actor.clips().spring_rig().filter(|_| on).cloned();
            // The rig is of the same character.
            let _ = actor.set_springs(rig);
        }
    }

    /// True when the face may move by itself: eyes, blinks, an emotion.
    pub(crate) fn has_live_face(&self) -> bool {
        self.actor.face().is_some_and(|face| {
            face.eye_movements().is_some() || face.blinks().is_some() || face.emotion().is_some()
        })
    }

    /// True when the face moves by itself: eyes, blinks, an emotion that fades.
    pub(crate) fn is_face_moving(&self) -> bool {
        self.actor.face().is_some_and(|face| {
            face.eye_movements().is_some() || face.blinks().is_some() || face.is_emotion_fading()
        })
    }

    /// True when the character or an attachment has spring bones or hair.
    pub(super) fn has_springs(&self) -> bool {
        self.body().any(|actor| actor.springs().is_some() || actor.hair().is_some())
    }

    /// True when a spring bone of the character or an attachment moves.
    pub(crate) fn is_swinging(&self) -> bool {
        self.body().filter_map(Actor::springs).any(|springs| !springs.is_at_rest())
    }

    /// Puts the spring bones and the hair of the character and its attachments to rest in the next frame.
    pub(super) fn reset_springs(&mut self) {
        self.hair_time = 0.0;
        self.body_mut().filter_map(Actor::hair_mut).for_each(HairState::reset);
        self.body_mut().filter_map(Actor::springs_mut).for_each(SpringState::reset);
    }

    /// Lets the spring bones of the character and its attachments hang still in the present pose.
    pub(super) fn settle_springs(&mut self) {
        self.body_mut().for_each(settle_springs);
    }

    /// Motion of all spring bones, to return to it.
    pub(super) fn springs(&self) -> Vec<SpringState> {
        self.body().filter_map(Actor::springs).cloned().collect()
    }

    /// Returns to the motion that [`Self::springs`] had.
    pub(super) fn set_springs(&mut self, springs: &[SpringState]) {
        self.body_mut()
            .filter_map(Actor::springs_mut)
            .zip(springs)
            .for_each(|(state, saved)| state.clone_from(saved));
        self.body_mut().filter_map(Actor::hair_mut).for_each(HairState::reset);
    }

    /// Lets the hair fall until it hangs in the present pose, in the wind.
    pub(super) fn settle_hair(&mut self) {
        settle_hair(&mut self.actor, self.wind.as_ref());
    }
}

/// Largest angle of a shaken head, radians.
const SHAKE_ANGLE: f32 = 0.6;
/// Shakes per second.
const SHAKE_RATE: f32 = 1.4;

/// Turn of a shaken head after `time` seconds.
fn shaken(time: f32) -> Quat {
    Quat::from_rotation_y(SHAKE_ANGLE * (time * SHAKE_RATE * std::f32::consts::TAU).sin())
}

/// Head joint of a character.
fn head(character: &Character) -> Option<JointId> {
    character.humanoid()?.joint(HumanBone::Head)
}
