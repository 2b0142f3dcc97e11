use super::command::{Command, Switch};
use super::cost::Cost;
use super::event_log::EventLog;
use super::opening::{self, Opened};
use super::orbit::Orbit;
use super::transport::{self, Transport};
use crate::cast::Cast;
use crate::counted::counted;
use crate::failure::Failure;
use crate::finding::{self, FindingEntry};
use crate::framing::Framing;
use crate::options::StanceOptions;
use crate::portrait;
use crate::source::Loaded;
use sinew::character::Material;
use sinew::face::Gaze;
use sinew::glam::{Affine3A, Vec3};
use sinew::{FrameInput, Motion};
use sinew_render::View;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The longest a frame may move time on, so that a hitch is not a jump.
const LONGEST_STEP: f32 = 0.25;

/// All that the viewer knows, apart from how it is drawn.
pub(crate) struct State {
    pub(crate) shown: Shown,
    /// Every character opened so far.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) transport: Transport,
    pub(crate) orbit: Orbit,
    pub(crate) skeleton: bool,
    pub(crate) bounds: bool,
    pub(crate) ground: bool,
    /// Seconds that played so far, of whatever clip.
    pub(crate) clock: f64,
    pub(crate) eye_contact: bool,
    pub(crate) first_person: bool,
    pub(crate) constraints: bool,
    /// Whether the character goes where its root motion carries it.
    pub(crate) travel: bool,
    /// Where that has been, and how much of it the camera has followed.
    travelled: Affine3A,
    followed: Vec3,
    /// What clips have said.
    pub(crate) log: EventLog,
    /// Expressions held by hand.
    pub(crate) expressions: BTreeMap<usize, f32>,
    /// Morph targets held by hand.
    pub(crate) held: BTreeMap<String, f32>,
    pub(crate) messages: Vec<Message>,
    pub(crate) cost: Cost,
    pub(crate) help: bool,
    /// Width and height of the picture in points.
    pub(crate) viewport: [f32; 2],
}

/// The character on screen.
pub(crate) struct Shown {
    pub(crate) name: String,
    /// None for the built-in character.
    pub(crate) path: Option<PathBuf>,
    pub(crate) format: String,
    pub(crate) cast: Cast,
    pub(crate) findings: Vec<FindingEntry>,
    /// Changes with every character, so that its drawing knows when to start anew.
    pub(crate) serial: u64,
}

/// Something to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl Shown {
    /// Puts `file` on stage as `options` say.
    pub(crate) fn new(file: Loaded, options: &StanceOptions, serial: u64) -> Result<Self, Failure> {
        Ok(Self {
            name: file.name.clone(),
            path: file.path.clone(),
            format: file.imported.format.to_string(),
            findings: finding::entries(&file.imported.report),
            cast: Cast::new(file, options)?,
            serial,
        })
    }
}

impl State {
    /// Shows `file` as `options` say; without a clip the first one plays.
    pub(crate) fn new(file: Loaded, options: &StanceOptions) -> Result<Self, Failure> {
        let shown = Shown::new(file, options, 0)?;
        let camera = Framing::new(View::ThreeQuarter.direction(), 1.0).camera();
        let mut state = Self {
            files: shown.path.iter().cloned().collect(),
            shown,
            transport: Transport { playing: options.time.is_none(), ..Transport::default() },
            orbit: Orbit::new(&camera),
            skeleton: false,
            bounds: false,
            ground: true,
            clock: 0.0,
            eye_contact: false,
            first_person: false,
            constraints: true,
            travel: options.travel,
            travelled: Affine3A::IDENTITY,
            followed: Vec3::ZERO,
            log: EventLog::default(),
            expressions: BTreeMap::new(),
            held: options.morph.iter().map(|m| (m.name.clone(), m.weight)).collect(),
            messages: Vec::new(),
            cost: Cost::default(),
            help: false,
            viewport: [0.0; 2],
        };
        if options.clip.is_none() && options.graph.is_none() {
            state.play(Some(0));
        }
        state.transport.apply(&mut state.shown.cast.lead);
        Ok(state)
    }

    /// Does what the user wants.
    pub(crate) fn apply(&mut self, command: Command) {
        let actor = &mut self.shown.cast.lead;
        match command {
            Command::Open(path) => self.open(opening::open(&path, &self.shown)),
            Command::OpenBuiltIn => self.open(opening::built_in(&self.shown)),
            Command::Play(clip) => self.play(clip),
            Command::PlayOther(places) => {
                let count = actor.clips().len() as i64;
                let now = actor.playback().map_or(-1, |p| p.clip() as i64);
                let next = if now < 0 && places < 0 { count - 1 } else { now + i64::from(places) };
                self.play(Some(next.rem_euclid(count.max(1)) as usize));
            }
            Command::TogglePlaying => self.transport.toggle(actor),
            Command::Nudge(steps) => self.transport.nudge(actor, steps),
            Command::Seek(time) => transport::seek(actor, time),
            Command::Speed(speed) => self.transport.speed = speed,
            Command::Looping(looping) => self.transport.looping = looping,
            Command::Hold(name, weight) => {
                if actor.set_morph(&name, weight).is_ok() {
                    self.held.insert(name, weight);
                }
            }
            Command::Release(name) => self.release(&name),
            Command::ReleaseAll => {
                self.held.clone().keys().for_each(|name| self.release(name));
            }
            Command::Express(expression, weight) => {
                actor.set_expression_at(expression, weight);
                match weight {
                    Some(weight) => drop(self.expressions.insert(expression, weight)),
                    None => drop(self.expressions.remove(&expression)),
                }
            }
            Command::Show(instance, visible) => actor.set_visible(instance, visible),
            Command::Skin(method) => {
                (0..actor.character().instances().len()).for_each(|i| actor.set_skinning(i, method));
            }
            Command::Switch(Switch::Skeleton, on) => self.skeleton = on,
            Command::Switch(Switch::Bounds, on) => self.bounds = on,
            Command::Switch(Switch::Ground, on) => self.ground = on,
            Command::Switch(Switch::EyeContact, on) => self.eye_contact = on,
            Command::Switch(Switch::FirstPerson, on) => self.first_person = on,
            Command::Switch(Switch::Constraints, on) => self.constraints = on,
            Command::Switch(Switch::Fingers, on) => {
                let character = actor.character();
                let body = character.humanoid().filter(|_| !on);
                actor.set_detail(body.map(|body| body.without_fingers(character.skeleton())));
            }
            Command::Switch(Switch::Travel, on) => {
                self.travel = on;
                if !on {
                    self.go_home();
                }
            }
            Command::SetParameter(parameter, value) => {
                if let Some(graph) = actor.graph_mut() {
                    graph.set(parameter, value);
                }
            }
            Command::PlayInSlot(slot, clip) => {
                let start = actor.clips().get(clip).map_or(0.0, Motion::start);
                if let Some(graph) = actor.graph_mut() {
                    let _ = graph.play_in_slot(&slot, clip, start);
                }
            }
            Command::Frame(direction) => self.frame(direction.unwrap_or(self.orbit.direction())),
            Command::FrameHead => self.frame_head(),
            Command::Turn(points) => self.orbit.turn(points),
            Command::Pan(points) => self.orbit.pan(points, self.viewport[1]),
            Command::Zoom(factor) => self.orbit.zoom(factor),
            Command::Dismiss(message) => drop(self.messages.remove(message)),
            Command::Help(on) => self.help = on,
        }
        self.transport.apply(&mut self.shown.cast.lead);
    }

    /// Moves everything on by `dt` seconds, timing the stages.
    pub(crate) fn advance(&mut self, dt: f32) {
        let cast = &mut self.shown.cast;
        let dt = dt.min(LONGEST_STEP);
        if self.transport.playing {
            self.clock += f64::from(dt);
        }
        let dt = self.transport.step(&cast.lead, dt);
        cast.lead.set_gaze(if self.eye_contact { Gaze::Target(self.orbit.camera().eye) } else { Gaze::None });
        cast.lead.set_first_person(self.first_person);
        cast.lead.set_constraints(self.constraints);
        let mut watch = self.cost.watch();
        let delta = cast.lead.advance_observed(dt, &mut watch);
        if self.travel {
            self.travelled = delta.applied(self.travelled);
            // The camera goes along.
            self.orbit.shift(Vec3::from(self.travelled.translation) - self.followed);
            self.followed = self.travelled.translation.into();
        }
        let input = FrameInput { world_from_model: cast.world_from_model * self.travelled };
        cast.lead.resolve_observed(&input, None, &mut watch);
        drop(watch);
        cast.follow(dt);
        self.log.hear(&cast.lead, self.clock);
    }

    /// Tells how large the picture is. The first time, the character is framed in it.
    pub(crate) fn set_viewport(&mut self, size: [f32; 2]) {
        let first = self.viewport == [0.0; 2];
        self.viewport = size;
        if first {
            self.frame(View::ThreeQuarter.direction());
        }
    }

    /// Whether an overlay is on.
    pub(crate) fn has(&self, overlay: Switch) -> bool {
        match overlay {
            Switch::Skeleton => self.skeleton,
            Switch::Bounds => self.bounds,
            Switch::Ground => self.ground,
            Switch::EyeContact => self.eye_contact,
            Switch::FirstPerson => self.first_person,
            Switch::Constraints => self.constraints,
            Switch::Fingers => self.shown.cast.lead.detail().is_none(),
            Switch::Travel => self.travel,
        }
    }

    /// Whether the picture changes by itself.
    pub(crate) fn is_moving(&self) -> bool {
        let lead = &self.shown.cast.lead;
        let flows = |m: &Material| m.toon.is_some_and(|t| t.uv_rotation != 0.0 || t.uv_scroll != [0.0; 2]);
        self.transport.playing
            && (lead.playback().is_some()
                || lead.graph().is_some()
                || lead.character().materials().iter().any(flows))
    }

    fn open(&mut self, opened: Result<Opened, Failure>) {
        match opened {
            Ok(Opened::Character(shown)) => {
                if let Some(path) = shown.path.clone().filter(|p| !self.files.contains(p)) {
                    self.files.push(path);
                }
                self.shown = *shown;
                self.held.clear();
                self.expressions.clear();
                self.transport.playing = true;
                self.go_home();
                self.log.clear();
                self.play(Some(0));
                self.frame(View::ThreeQuarter.direction());
            }
            Ok(Opened::Graph(graph)) => {
                let said = self.shown.cast.lead.set_graph(graph).map_err(|e| e.to_string());
                self.transport.playing = true;
                if let Err(message) = said {
                    self.say(message, true);
                }
            }
            Ok(Opened::Clips { from, clips, lacking }) => {
                let added = counted(clips.len(), "clip");
                let first = self.shown.cast.lead.clips().len();
                for clip in clips {
                    // Bound clips have tracks for joints that exist, and no others.
                    let _ = self.shown.cast.lead.add_clip(clip);
                }
                self.play(Some(first));
                let but = if lacking > 0 {
                    format!(", without {}", counted(lacking, "joint"))
                } else {
                    String::new()
                };
                self.say(format!("{added} from {from}{but}"), false);
            }
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }

    /// Shows a message.
    pub(crate) fn say(&mut self, text: String, is_error: bool) {
        // More would hide the character.
        const MOST: usize = 4;
        self.messages.push(Message { text, is_error });
        if self.messages.len() > MOST {
            self.messages.remove(0);
        }
    }

    fn play(&mut self, clip: Option<usize>) {
        let actor = &mut self.shown.cast.lead;
        match clip {
            Some(clip) if clip < actor.clips().len() => drop(actor.play_clip(clip)),
            Some(_) => {}
            None => actor.stop(),
        }
        self.transport.apply(actor);
    }

    /// Puts the character back to where it stood.
    fn go_home(&mut self) {
        self.orbit.shift(-self.followed);
        (self.travelled, self.followed) = (Affine3A::IDENTITY, Vec3::ZERO);
    }

    fn release(&mut self, name: &str) {
        self.held.remove(name);
        let _ = self.shown.cast.lead.release_morph(name);
    }

    /// Has the character in view over all of its clip, from `direction`.
    fn frame(&mut self, direction: Vec3) {
        let mut framing = Framing::new(direction, self.aspect());
        self.shown.cast.over_clip(|cast| cast.actors().for_each(|actor| framing.add_actor(actor)));
        self.orbit = Orbit::new(&framing.camera());
    }

    fn frame_head(&mut self) {
        let mut framing = Framing::new(View::Face.direction(), self.aspect());
        portrait::head_vertices(&self.shown.cast.lead.frame(), |vertex| framing.add(vertex));
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
