use super::camera_follow::CameraFollow;
use super::command::Command;
use super::cost::Cost;
use super::event_log::EventLog;
use super::handles::Reach;
use super::messages::Messages;
use super::open_character::OpenCharacter;
use super::open_file;
use super::orbit::Orbit;
use super::scene::Scene;
use super::switches::Switches;
use super::transport::{self, Transport};
use crate::asset::head;
use crate::asset::source::Loaded;
use crate::drawing::framing::Framing;
use crate::options::playback::PlaybackOptions;
use crate::player::rig::ArmOptions;
use crate::report::failure::Failure;
use crate::scene::shortened;
use sinew::character::ExpressionId;
use sinew::character::Material;
use sinew::face::Gaze;
use sinew::glam::Vec3;
use sinew::{ClipId, FrameInput};
use sinew_render::ViewPreset;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// The longest a frame may move time on, so that a hitch is not a jump.
const LONGEST_STEP: f32 = 0.25;

/// All that the viewer knows, apart from how it is drawn.
pub(crate) struct State {
    pub(crate) shown: OpenCharacter,
    /// Every character opened so far.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) transport: Transport,
    pub(crate) orbit: Orbit,
    pub(crate) on: Switches,
    /// Seconds that played so far, of whatever clip.
    pub(crate) clock: f64,
    pub(super) journey: CameraFollow,
    pub(super) reach: Reach,
    pub(crate) scene: Option<Scene>,
    /// The text of a rig that characters reach with instead of their usual one.
    pub(super) rig: Option<PathBuf>,
    /// Whether arms keep out of the body.
    pub(super) arms: ArmOptions,
    /// What clips have said.
    pub(crate) log: EventLog,
    /// Expressions held by hand.
    pub(crate) expressions: BTreeMap<usize, f32>,
    /// Morph targets held by hand.
    pub(crate) held: BTreeMap<String, f32>,
    pub(crate) messages: Messages,
    pub(crate) cost: Cost,
    pub(crate) help: bool,
    /// Width and height of the picture in points.
    pub(crate) viewport: [f32; 2],
}

impl State {
    /// Shows `file` as `options` say; without a clip the first one plays.
    pub(crate) fn new(file: Loaded, options: &PlaybackOptions) -> Result<Self, Failure> {
        let shown = OpenCharacter::new(file, options, 0)?;
        let camera = Framing::new(ViewPreset::ThreeQuarter.direction_to_camera(), 1.0).camera();
        let mut state = Self {
            files: shown.path.iter().cloned().collect(),
            shown,
            transport: Transport { playing: options.time.is_none(), ..Transport::default() },
            orbit: Orbit::new(&camera),
            on: Switches::new(options.travel),
            clock: 0.0,
            journey: CameraFollow::default(),
            reach: Reach::default(),
            scene: None,
            rig: None,
            arms: ArmOptions::default(),
            log: EventLog::default(),
            expressions: BTreeMap::new(),
            held: options.morph.iter().map(|m| (m.name.clone(), m.weight)).collect(),
            messages: Messages::default(),
            cost: Cost::default(),
            help: false,
            viewport: [0.0; 2],
        };
        if options.clip.is_none() && options.graph.is_none() {
            state.play(Some(ClipId(0)));
        }
        state.transport.apply(&mut state.shown.cast.lead);
        Ok(state)
    }

    /// Does what the user wants.
    pub(crate) fn apply(&mut self, command: Command) {
        let actor = &mut self.shown.cast.lead;
        match command {
            Command::Open(path) => self.open(open_file::open(&path, &self.shown)),
            Command::OpenBuiltIn => self.open(open_file::built_in(&self.shown)),
            Command::Play(clip) => self.play(clip),
            Command::PlayOther(places) => {
                let count = actor.clips().len() as i64;
                let now = actor.playback().map_or(-1, |p| i64::from(p.clip().0));
                let next = if now < 0 && places < 0 { count - 1 } else { now + i64::from(places) };
                self.play(Some(ClipId(next.rem_euclid(count.max(1)) as u32)));
            }
            Command::TogglePlaying => self.transport.toggle(actor),
            Command::Nudge(steps) => self.transport.nudge(actor, steps),
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
            Command::Express(expression, weight) => {
                if let Some(face) = actor.face_mut() {
                    // The panel lists the character's own expressions.
                    let id = ExpressionId(expression as u32);
                    let _ = match weight {
                        Some(weight) => face.set_expression(id, weight),
                        None => face.clear_expression(id),
                    };
                }
                match weight {
                    Some(weight) => drop(self.expressions.insert(expression, weight)),
                    None => drop(self.expressions.remove(&expression)),
                }
            }
            Command::Show(instance, visible) => actor.meshes_mut().set_visible(instance, visible),
            Command::Skin(method) => {
                (0..actor.character().instances().len())
                    .for_each(|i| actor.meshes_mut().set_skinning(i, method));
            }
            Command::Switch(switch, on) => self.switch(switch, on),
            Command::Pull(slot, point) => self.pull(&slot, point),
            Command::LetGo(slot) => self.let_go(Some(&slot)),
            Command::LetGoAll => self.let_go(None),
            Command::Scene(kind) => self.choose_scene(kind),
            Command::SetParameter(parameter, value) => {
                if let Some(graph) = actor.graph_mut() {
                    let _ = graph.set_parameter(parameter, value);
                }
            }
            Command::PlayInSlot(slot, clip) => {
                let _ = actor.play_in_slot(&slot, clip);
            }
            Command::Frame(direction) => self.frame(direction.unwrap_or(self.orbit.direction())),
            Command::FrameHead => self.frame_head(),
            Command::Turn(points) => self.orbit.turn(points),
            Command::Pan(points) => self.orbit.pan(points, self.viewport[1]),
            Command::Zoom(factor) => self.orbit.zoom(factor),
            Command::Dismiss(message) => self.messages.dismiss(message),
            Command::Help(on) => self.help = on,
        }
        self.transport.apply(&mut self.shown.cast.lead);
    }

    /// Moves everything on by `dt` seconds, timing the stages.
    pub(crate) fn advance(&mut self, dt: f32) {
        self.begin_again();
        let cast = &mut self.shown.cast;
        let dt = dt.min(LONGEST_STEP);
        if self.transport.playing {
            self.clock += f64::from(dt);
        }
        let passed = dt;
        let dt = self.transport.step(&cast.lead, dt);
        let gaze = if self.on.eye_contact { Gaze::Target(self.orbit.camera().eye) } else { Gaze::None };
        if let Some(face) = cast.lead.face_mut() {
            face.set_gaze(gaze);
        }
        cast.lead.meshes_mut().set_first_person(self.on.first_person);
        cast.lead.set_constraints(self.on.constraints);
        let start = Instant::now();
        let delta = cast.lead.advance(dt);
        self.cost.animated(start);
        if self.on.travel || self.scene.as_ref().is_some_and(|scene| scene.kind.travels()) {
            let stride = self.scene.as_ref().map_or(1.0, |scene| scene.stride());
            self.journey.go(shortened(delta, stride));
        }
        let place = match &mut self.scene {
            Some(scene) => scene.advance(&mut cast.lead, &self.journey.travelled, dt),
            None => self.journey.travelled,
        };
        self.journey.follow(place.translation.into(), &mut self.orbit);
        self.reach.pass(passed);
        // Goals fade and feet settle while clips are paused, too.
        let mut watch = self.cost.watch();
        let input = FrameInput::new(passed, cast.world_from_model * place).with_hook(&mut watch);
        match &mut self.scene {
            Some(scene) => scene.resolve(&mut cast.lead, input),
            None => cast.lead.resolve(input),
        }
        cast.follow(dt);
        self.log.hear(&cast.lead, self.clock);
    }

    /// Tells how large the picture is. The first time, the character is framed in it.
    pub(crate) fn set_viewport(&mut self, size: [f32; 2]) {
        let first = self.viewport == [0.0; 2];
        self.viewport = size;
        if first {
            self.frame(ViewPreset::ThreeQuarter.direction_to_camera());
        }
    }

    /// Whether the picture changes by itself.
    pub(crate) fn is_moving(&self) -> bool {
        let lead = &self.shown.cast.lead;
        let flows = |m: &Material| m.toon.is_some_and(|t| t.uv_rotation != 0.0 || t.uv_scroll != [0.0; 2]);
        let plays = lead.playback().is_some() || lead.graph().is_some();
        self.reach.is_restless()
            || (self.transport.playing && (plays || lead.character().materials().iter().any(flows)))
    }

    /// Shows a message.
    pub(crate) fn say(&mut self, text: String, is_error: bool) {
        self.messages.say(text, is_error);
    }

    pub(super) fn play(&mut self, clip: Option<ClipId>) {
        let actor = &mut self.shown.cast.lead;
        match clip {
            Some(clip) => drop(actor.play(clip)),
            None => actor.stop(),
        }
        self.transport.apply(actor);
    }

    /// Puts the character back to where it stood, and begins its scene anew.
    pub(super) fn go_home(&mut self) {
        self.journey.go_home(&mut self.orbit);
        if let Some(scene) = &mut self.scene {
            scene.begin(&mut self.shown.cast.lead);
        }
    }

    fn release(&mut self, name: &str) {
        self.held.remove(name);
        if let Some(face) = self.shown.cast.lead.face_mut() {
            let _ = face.clear_morph(name);
        }
    }

    /// Has the character in view over all of its clip, from `direction`.
    pub(super) fn frame(&mut self, direction: Vec3) {
        let mut framing = Framing::new(direction, self.aspect());
        self.shown.cast.over_clip(|cast| cast.actors().for_each(|actor| framing.add_actor(actor)));
        self.orbit = Orbit::new(&framing.camera());
        self.journey.catch_up(&mut self.orbit);
    }

    fn frame_head(&mut self) {
        let mut framing = Framing::new(ViewPreset::Face.direction_to_camera(), self.aspect());
        head::head_vertices(&self.shown.cast.lead.frame(), |vertex| framing.add(vertex));
        match framing.is_empty() {
            true => self.say("this character has no joint called head".into(), true),
            false => self.orbit = Orbit::new(&framing.camera()),
        }
    }

    fn aspect(&self) -> f32 {
        let [width, height] = self.viewport;
        if height > 0.0 { (width / height).max(0.1) } else { 1.0 }
    }
}
