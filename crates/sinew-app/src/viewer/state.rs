//! State of the viewer, apart from drawing.

use super::camera_follow::{CameraFollow, FollowMode};
use super::command::Command;
use super::cost::Cost;
use super::event_log::EventLog;
use super::goal_fades::GoalFades;
use super::hair::HairTools;
use super::messages::Messages;
use super::open_character::OpenCharacter;
use super::open_file;
use super::open_show::OpenShow;
use super::orbit::Orbit;
use super::ragdoll_tools::RagdollTools;
use super::recent_files::RecentFiles;
use super::reload::{BackgroundRead, FileUse, FileWatch};
use super::speech::Speech;
use super::stamp_tools::Stamps;
use super::switches::Switches;
use super::transport::{self, Transport, shown_playback};
use super::wrinkles::Wrinkles;
use crate::asset::face_outline::face_outline;
use crate::asset::source::Loaded;
use crate::drawing::framing::Framing;
use crate::drawing::lighting::Lighting;
use crate::drawing::view_direction::ViewDirection;
use crate::options::arms::ArmOptions;
use crate::options::camera::CameraOptions;
use crate::options::input::InputOptions;
use crate::options::playback::{PlaybackOptions, Weight};
use crate::report::failure::Failure;
use crate::show::ShowPlayer;
use sinew::ClipId;
use sinew::character::{ExpressionId, Material};
use sinew::face::{EmotionFade, Gaze};
use sinew_render::{Shading, ViewPreset};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// Longest time step of a frame, seconds, so that a hitch of the window does not become a jump.
const MAX_STEP: f32 = 0.25;

/// State of the viewer, apart from drawing.
pub(crate) struct State {
    pub(crate) shown: OpenCharacter,
    /// Show that plays in place of the character.
    pub(crate) show: Option<Box<OpenShow>>,
    /// Characters opened so far.
    pub(crate) files: Vec<PathBuf>,
    /// Characters opened in earlier runs.
    pub(crate) recent: RecentFiles,
    pub(crate) transport: Transport,
    pub(crate) orbit: Orbit,
    pub(crate) on: Switches,
    pub(crate) shading: Shading,
    pub(crate) lighting: Lighting,
    /// Seconds of playback.
    pub(crate) clock: f64,
    pub(super) camera_follow: CameraFollow,
    pub(super) goal_fades: GoalFades,
    pub(crate) ragdoll: RagdollTools,
    pub(crate) stamps: Stamps,
    pub(crate) wrinkles: Wrinkles,
    pub(crate) hair: HairTools,
    /// Rig file that replaces the default rig.
    pub(super) rig: Option<PathBuf>,
    /// Options for files that are opened later.
    pub(super) input: InputOptions,
    /// Arm collision of the default rig.
    pub(super) arms: ArmOptions,
    /// First view of the character.
    pub(super) camera: CameraOptions,
    /// Latest animation events.
    pub(crate) log: EventLog,
    /// Expressions held by the user, with their weights.
    pub(crate) expressions: BTreeMap<ExpressionId, f32>,
    /// Morph targets held by the user, with their weights.
    pub(crate) held: BTreeMap<String, f32>,
    /// Sound that the character speaks.
    pub(crate) speech: Speech,
    pub(crate) messages: Messages,
    /// Files in use, which are read anew when they change.
    pub(crate) watch: FileWatch,
    /// Uses whose files have changed behind a show.
    pub(super) waiting: Vec<FileUse>,
    /// The shown character, read anew.
    pub(super) remake: BackgroundRead<Box<OpenCharacter>>,
    /// The show, read anew.
    pub(super) show_remake: BackgroundRead<Box<ShowPlayer>>,
    pub(crate) cost: Cost,
    pub(crate) help: bool,
    /// Width and height of the picture in points.
    pub(crate) viewport: [f32; 2],
}

/// Duration of the transition to another clip or graph, seconds.
pub(super) const TRANSITION: f32 = 0.2;

impl State {
    /// Shows `file` with `options`; by default its first clip that moves plays. The file becomes the first of
    /// `recent`.
    pub(crate) fn new(
        file: Loaded,
        options: &PlaybackOptions,
        mut recent: RecentFiles,
    ) -> Result<Self, Failure> {
        let shown = OpenCharacter::new(file, options, 0)?;
        shown.path.iter().for_each(|path| recent.add(path));
        let camera = Framing::new(ViewDirection::of(ViewPreset::ThreeQuarter), 1.0).camera();
        let mut state = Self {
            files: shown.path.iter().cloned().collect(),
            recent,
            shown,
            show: None,
            transport: Transport { playing: options.time.is_none(), ..Transport::default() },
            orbit: Orbit::new(&camera),
            on: Switches::new(options.apply_root_motion),
            shading: Shading::default(),
            lighting: Lighting::default(),
            clock: 0.0,
            camera_follow: CameraFollow::default(),
            goal_fades: GoalFades::default(),
            ragdoll: RagdollTools::default(),
            stamps: Stamps::default(),
            wrinkles: Wrinkles::default(),
            hair: HairTools::default(),
            rig: None,
            input: options.input.clone(),
            arms: ArmOptions::default(),
            camera: CameraOptions::default(),
            log: EventLog::default(),
            expressions: BTreeMap::new(),
            held: options.morph.iter().map(|m| (m.name.clone(), m.weight)).collect(),
            speech: Speech::default(),
            messages: Messages::default(),
            watch: FileWatch::default(),
            waiting: Vec::new(),
            remake: BackgroundRead::default(),
            show_remake: BackgroundRead::default(),
            cost: Cost::default(),
            help: false,
            viewport: [0.0; 2],
        };
        for Weight { name, weight } in &options.expression {
            let found =
                state.shown.player.actor.face().and_then(|face| face.find_expression(name.as_str()).ok());
            state.expressions.extend(found.map(|found| (found, *weight)));
        }
        if options.clip.is_none() && options.graph.is_none() {
            state.play_first();
        }
        if let Some(graph) = &options.graph {
            state.watch.set(FileUse::Graph(graph.clone()), &state.shown.read.take(graph));
        }
        state.watch.set(FileUse::Character, &state.shown.read);
        state.transport.apply(&mut state.shown.player.actor);
        Ok(state)
    }

    /// Applies a command.
    pub(crate) fn apply(&mut self, command: Command) {
        if self.apply_to_show(&command) {
            return;
        }
        let actor = &mut self.shown.player.actor;
        match command {
            Command::Open(path) => self.open_path(&path),
            Command::AddBuiltInClips => self.open(open_file::built_in_clips(&self.shown)),
            Command::OpenBuiltIn => self.open(open_file::built_in(&self.shown)),
            Command::AddFaceShapes => self.open(open_file::with_built_in_shapes(&self.shown, &self.input)),
            Command::Play(clip) => self.play(clip),
            Command::EditClip(edit) => self.edit_clip(&edit),
            Command::SaveClips(path) => self.save_clips(&path),
            Command::PlayOther(steps) => self.play_other(steps),
            Command::TogglePlaying => self.transport.toggle(actor),
            Command::Step(steps) => self.transport.step_frames(actor, steps),
            Command::Seek(time) => transport::seek(actor, time),
            Command::Speed(speed) => self.transport.speed = speed,
            Command::Looping(looping) => self.transport.looping = looping,
            Command::Hold(name, weight) => {
                if actor.face_mut().is_some_and(|face| face.set_morph(&name, weight).is_ok()) {
                    self.held.insert(name, weight);
                }
            }
            Command::Release(name) => self.release(&name),
            Command::ReleaseAll => {
                self.held.clone().keys().for_each(|name| self.release(name));
            }
            Command::SetExpression(expression, weight) => self.set_expression(expression, weight),
            Command::Talk => self.talk(),
            Command::SeekSpeech(time) => self.seek_speech(time),
            Command::SetSpeechMode(mode) => self.set_speech_mode(mode),
            Command::CloseSpeech => self.close_speech(),
            Command::Listen(on) => self.listen(on),
            Command::Emotion(emotion, intensity) => {
                if let Some(face) = actor.face_mut() {
                    let fade = EmotionFade::default().with_intensity(intensity);
                    match emotion {
                        // The panel lists the character's own emotions.
                        Some(emotion) => drop(face.set_emotion(&emotion, fade)),
                        None => face.clear_emotion(fade),
                    }
                }
            }
            Command::Wear(outfit) => self.shown.wear(outfit),
            Command::HoldItem(item, holds) => self.shown.hold_item(&item, holds),
            Command::Show(instance, visible) => actor.meshes_mut().set_visible(instance, visible),
            Command::Shade(shading) => self.shading = shading,
            Command::Light(lighting) => self.lighting = *lighting,
            Command::Skin(method) => {
                (actor.character().mesh_instance_ids())
                    .for_each(|i| actor.meshes_mut().set_skinning(i, method));
            }
            Command::Switch(switch, on) => self.switch(switch, on),
            Command::DragGoal(effector, point) => self.drag_goal(&effector, point),
            Command::ClearGoal(effector) => self.clear_goal(Some(&effector)),
            Command::ClearGoals => self.clear_goal(None),
            Command::Strength(strength) => self.set_strength(strength),
            Command::GrabPart(point) => self.grab_part(point),
            Command::DragPart(point) => self.drag_part(point),
            Command::ReleaseGrab => self.release_grab(),
            Command::HitPart(point) => self.hit_part(point),
            Command::Stamp(point) => self.stamp(point),
            Command::StampLook(look) => self.stamps.look = look,
            Command::StampRadius(radius) => self.stamps.radius = radius,
            Command::StampDrip(drip) => self.stamps.drip = drip,
            Command::StampBudget(max) => self.stamps.set_budget(actor, max),
            Command::SaveStamps(path) => self.save_marks(&path),
            Command::ClearStamps => self.stamps.fade_out(actor),
            Command::Wrinkles(choice) => self.choose_wrinkles(choice),
            Command::WrinkleIntensity(intensity) => self.set_wrinkle_intensity(intensity),
            Command::WrinkleRegion(layer, region, strength) => {
                self.set_wrinkle_region(layer, region, strength);
            }
            Command::ReleaseWrinkles => self.release_wrinkles(),
            Command::Hair(command) => self.apply_to_hair(command),
            Command::Scene(kind) => self.choose_scene(kind),
            Command::SetParameter(parameter, value) => {
                if let Some(graph) = actor.graph_mut() {
                    let _ = graph.set_parameter(parameter, value);
                }
            }
            Command::PlayInSlot(slot, clip) => {
                let _ = actor.play_in_slot(&slot, clip);
            }
            // There is no show.
            Command::RestartShow | Command::CloseShow => {}
            Command::Frame(view) => self.frame(view),
            Command::FrameHead => self.frame_head(self.direction(ViewPreset::Face)),
            Command::Orbit(points) => self.orbit.turn(points),
            Command::Pan(points) => self.orbit.pan(points, self.viewport[1]),
            Command::Zoom(factor) => self.orbit.zoom(factor),
            Command::DismissFileError(error) => self.watch.dismiss(error),
            Command::Dismiss(message) => self.messages.dismiss(message),
            Command::Help(on) => self.help = on,
        }
        self.apply_transport();
    }

    /// Plays the clip that lies this number of clips after the one that plays, in a circle.
    fn play_other(&mut self, steps: i32) {
        let actor = &self.shown.player.actor;
        let count = actor.clips().len() as i64;
        let now = actor.playback().map_or(-1, |p| i64::from(p.clip().0));
        let next = if now < 0 && steps < 0 { count - 1 } else { now + i64::from(steps) };
        self.play(Some(ClipId(next.rem_euclid(count.max(1)) as u32)));
    }

    /// Sets the weight of an expression, or clears it.
    fn set_expression(&mut self, expression: ExpressionId, weight: Option<f32>) {
        if let Some(face) = self.shown.player.actor.face_mut() {
            // The panel lists the character's own expressions.
            let _ = match weight {
                Some(weight) => face.set_expression(expression, weight),
                None => face.clear_expression(expression),
            };
        }
        match weight {
            Some(weight) => drop(self.expressions.insert(expression, weight)),
            None => drop(self.expressions.remove(&expression)),
        }
    }

    /// Applies speed and looping to the actor. A clip that gets up plays once, forwards.
    pub(super) fn apply_transport(&mut self) {
        let actor = &mut self.shown.player.actor;
        self.transport.apply(actor);
        if let Some(gets_up) = actor.montage_mut() {
            gets_up.speed(self.transport.speed.abs());
        }
    }

    /// Steps everything by `dt` seconds and measures the stages.
    pub(crate) fn advance(&mut self, dt: f32) {
        self.look_at_files();
        self.advance_remake();
        if self.advance_show(dt.min(MAX_STEP)) {
            return;
        }
        self.loop_scene();
        self.advance_speech(dt);
        self.advance_wrinkles();
        self.advance_hair();
        let player = &mut self.shown.player;
        let dt = dt.min(MAX_STEP);
        if self.transport.playing {
            self.clock += f64::from(dt);
        }
        let elapsed = dt;
        let gets_up = player.is_getting_up();
        let dt = if gets_up && self.transport.playing { dt } else { self.transport.step(&player.actor, dt) };
        let gaze = if self.on.eye_contact { Gaze::Target(self.orbit.camera().eye) } else { Gaze::Animated };
        if let Some(face) = player.actor.face_mut() {
            face.set_gaze(gaze);
            face.set_turns_head(true);
        }
        player.actor.meshes_mut().set_first_person(self.on.first_person);
        player.actor.set_constraints_enabled(self.on.constraints);
        player.switch_springs(self.on.springs);
        player.applies_root_motion = self.on.root_motion;
        let start = Instant::now();
        player.advance(dt);
        self.cost.add_animation(start);
        let is_carried = self.hair.take_carried();
        // The mouse drags in the picture, which stands still meanwhile.
        let mode = match player.moved_with_body() {
            _ if self.ragdoll.is_dragging() || is_carried => FollowMode::Held,
            true => FollowMode::Eased,
            false => FollowMode::Rigid,
        };
        let position = player.world_transform().translation.into();
        self.camera_follow.follow(position, mode, elapsed, &mut self.orbit);
        self.goal_fades.step(elapsed);
        // Goals fade and feet settle while clips are paused, too.
        let mut watch = self.cost.watch();
        player.resolve(player.frame_input(elapsed).with_hook(&mut watch));
        drop(watch);
        player.update_attachments(elapsed);
        self.stamps.advance(elapsed, &mut player.actor);
        self.log.add_frame(&player.actor, self.clock);
    }

    /// Sets the size of the picture. The first call frames the character.
    pub(crate) fn set_viewport(&mut self, size: [f32; 2]) {
        let first = self.viewport == [0.0; 2];
        self.viewport = size;
        if first {
            self.frame_as_asked();
        }
    }

    /// True when the picture changes without input.
    pub(crate) fn is_moving(&self) -> bool {
        let lead = &self.shown.player.actor;
        let flows = |m: &Material| m.toon.is_some_and(|t| t.uv_rotation != 0.0 || t.uv_scroll != [0.0; 2]);
        let plays = shown_playback(lead).is_some() || lead.graph().is_some();
        self.show.as_ref().is_some_and(|show| self.transport.playing || show.goal().is_some())
            || self.goal_fades.are_running()
            || self.speech.is_running()
            || self.stamps.is_moving(lead)
            || self.wrinkles.is_generating()
            || self.hair.is_moving(lead)
            || self.show.is_none() && self.remake.is_running()
            || self.show_remake.is_running()
            || self.on.shake
            || lead.wrinkles().is_some_and(|wrinkles| !wrinkles.is_at_rest())
            || self.shown.player.is_swinging()
            || self.shown.player.is_tumbling()
            || self.shown.player.is_face_moving()
            || self.camera_follow.is_moving()
            || (self.transport.playing && (plays || lead.character().materials().iter().any(flows)))
    }

    /// Shows a message.
    pub(crate) fn say(&mut self, text: String, is_error: bool) {
        self.messages.add(text, is_error);
    }

    /// Plays the first clip that moves, unless the graph of a set-up plays.
    pub(super) fn play_first(&mut self) {
        if self.shown.player.actor.graph().is_some() {
            return;
        }
        let clips = self.shown.player.actor.clips();
        let moving = clips.iter().position(|clip| clip.raw().is_none_or(|raw| raw.moves()));
        self.play(Some(ClipId(moving.unwrap_or(0) as u32)));
    }

    pub(super) fn play(&mut self, clip: Option<ClipId>) {
        let actor = &mut self.shown.player.actor;
        let goes_on = self.transport.playing && actor.playback().is_some();
        match clip {
            Some(clip) => {
                if let Ok(playback) = actor.play(clip)
                    && goes_on
                {
                    playback.inertialize(TRANSITION);
                }
            }
            None => actor.stop(),
        }
        self.apply_transport();
    }

    /// Returns the character to its start and restarts its scene.
    pub(super) fn restart(&mut self) {
        self.camera_follow.reset(&mut self.orbit);
        self.release_grab();
        self.shown.player.restart();
        self.apply_transport();
    }

    fn release(&mut self, name: &str) {
        self.held.remove(name);
        if let Some(face) = self.shown.player.actor.face_mut() {
            let _ = face.clear_morph(name);
        }
    }

    /// Frames the character over its whole clip, from a preset direction or the current one.
    pub(super) fn frame(&mut self, view: Option<ViewPreset>) {
        self.frame_from(view.map_or(self.orbit.direction(), |view| self.direction(view)));
    }

    /// Frames the character over its whole clip.
    pub(super) fn frame_from(&mut self, direction: ViewDirection) {
        let mut framing = Framing::new(direction, self.aspect());
        self.shown.player.over_clip(|player| player.body().for_each(|actor| framing.add_actor(actor)));
        self.orbit = Orbit::new(&framing.camera());
        match self.shown.player.has_bodies() {
            true => self.camera_follow.arrive(),
            false => self.camera_follow.catch_up(&mut self.orbit),
        }
    }

    /// Frames the head.
    pub(super) fn frame_head(&mut self, direction: ViewDirection) {
        let mut framing = Framing::new(direction, self.aspect());
        face_outline(&self.shown.player.actor, |point| framing.add(point));
        match framing.is_empty() {
            true => self.say("this character has no head joint".into(), true),
            false => {
                self.orbit = Orbit::new(&framing.camera());
                self.camera_follow.arrive();
            }
        }
    }

    /// A preset direction on the character. Scenes lie along +Z, and so do the characters in them.
    fn direction(&self, view: ViewPreset) -> ViewDirection {
        let player = &self.shown.player;
        match player.scene_kind() {
            Some(_) => ViewDirection::of(view),
            None => ViewDirection::on(player.actor.character(), view),
        }
    }

    fn aspect(&self) -> f32 {
        let [width, height] = self.viewport;
        if height > 0.0 { (width / height).max(0.1) } else { 1.0 }
    }
}
