//! What moves a character that is not shown at a time of a clip but played from the beginning: a graph and what it is
//! told when, and travel by root motion.

use crate::options::playback::{PlaybackOptions, Setting, SettingValue};
use crate::player::goals::GoalSchedule;
use crate::report::choices::list_choices;
use crate::report::failure::Failure;
use crate::report::milliseconds::floor_to_milliseconds;
use crate::scene::{Scene, shortened};
use sinew::glam::Affine3A;
use sinew::graph::{AnimationGraph, GraphError, ParameterKind, ParameterValue, graph_from_ron};
use sinew::text::did_you_mean;
use sinew::{Actor, FrameInput, RootDelta, Wrap};
use std::path::Path;
use std::sync::Arc;

/// The longest step of play; pictures farther apart are played up to in several.
const STEP: f64 = 1.0 / 60.0;

/// The longest that can be played up to, seconds.
const LONGEST: f64 = 3600.0;

/// How a character is played.
pub(crate) struct Script {
    graph: Option<Arc<AnimationGraph>>,
    /// By rising times.
    settings: Vec<Setting>,
    travel: bool,
    /// Seconds played, and how many of the settings have been made.
    clock: f64,
    made: usize,
    /// The file time at which a clip begins.
    start: f64,
    /// Where play has carried the character.
    travelled: Affine3A,
    /// Where the character was before play carried it.
    pub(crate) world: Affine3A,
    /// What it is told to reach meanwhile.
    pub(crate) reaching: Option<GoalSchedule>,
    /// Whether a clip goes on at its end from its beginning.
    pub(crate) wrap: Wrap,
    /// The scene in which that happens.
    pub(crate) scene: Option<Box<dyn Scene>>,
}

impl Script {
    /// What `options` ask for; none where a clip is just shown at its time.
    pub(crate) fn new(actor: &mut Actor, options: &PlaybackOptions) -> Result<Option<Self>, Failure> {
        let mut settings = options.set.clone();
        settings.sort_by(|a, b| a.at.total_cmp(&b.at));
        let graph = options.graph.as_deref().map(|path| graph(path, actor)).transpose()?;
        if graph.is_none() && !settings.is_empty() {
            return Err(Failure::Call("--set needs a graph to set it in: --graph FILE.ron".into()));
        }
        if graph.is_some() && options.clip.is_some() {
            return Err(Failure::Call("either --clip or --graph says what plays".into()));
        }
        if let Some(time) = options.time.filter(|time| graph.is_some() && *time < 0.0) {
            let message = format!("--time {time}: a graph plays from 0 s on; expected 0 or more");
            return Err(Failure::Call(message));
        }
        if graph.is_none() && !options.travel {
            return Ok(None);
        }
        let asked = options.travel && !options.travels_for_scene;
        if let Some(stays) = what_stays(actor, graph.is_some()).filter(|_| asked) {
            eprintln!("sinew: {stays}");
        }
        let script = Self { graph, settings, travel: options.travel, ..Self::of_clip(actor) };
        // Once, to tell what cannot be set.
        script.begin(actor)?;
        for setting in &script.settings {
            script.set(actor, setting)?;
        }
        Ok(Some(script))
    }

    /// Plays the clip that is shown.
    pub(crate) fn of_clip(actor: &Actor) -> Self {
        Self {
            graph: None,
            settings: Vec::new(),
            travel: false,
            clock: 0.0,
            made: 0,
            start: actor.playback().map_or(0.0, |p| f64::from(actor.clips()[p.clip()].start())),
            travelled: Affine3A::IDENTITY,
            world: Affine3A::IDENTITY,
            reaching: None,
            wrap: Wrap::Loop,
            scene: None,
        }
    }

    /// Whether a graph says what plays.
    pub(crate) fn has_graph(&self) -> bool {
        self.graph.is_some()
    }

    /// Says what is set later than `last`, the last second that is shown: nobody sees that.
    pub(crate) fn tell_what_comes_later(&self, last: f64) {
        let shown = floor_to_milliseconds(last);
        for Setting { name, at, .. } in self.settings.iter().filter(|setting| setting.at > last) {
            eprintln!("sinew: --set {name}@{at}: that is later than {shown} s, the last that is shown");
        }
        // Of a clip, seconds are the file's own.
        let last = self.seconds_of(last);
        self.reaching.iter().for_each(|reaching| reaching.tell_what_comes_later(last));
    }

    /// Whether nothing but a clip, and what is reached meanwhile, says how long it plays.
    pub(crate) fn plays_clip_alone(&self) -> bool {
        self.graph.is_none() && self.scene.is_none()
    }

    /// How long it plays where nobody says so, with a clip of `clip` seconds.
    pub(crate) fn own_length(&self, actor: &Actor, clip: f64) -> f64 {
        match (&self.scene, &self.reaching) {
            _ if self.has_graph() => self.length(),
            (Some(scene), _) => scene.seconds(actor),
            (None, Some(reaching)) if clip <= 0.0 => reaching.length(),
            _ => clip,
        }
    }

    /// How long it plays before nothing new comes.
    pub(crate) fn length(&self) -> f64 {
        self.settings.last().map_or(4.0, |last| last.at + 2.0)
    }

    /// Plays up to `time`: on from where it stands, or from the beginning.
    pub(crate) fn play_to(&mut self, actor: &mut Actor, time: f64) -> Result<(), Failure> {
        let target = self.seconds_of(time);
        if target > LONGEST {
            let message =
                format!("{time} s of play; expected at most {LONGEST} s, since all of it is played");
            return Err(Failure::Call(message));
        }
        if target < self.clock || self.clock == 0.0 {
            self.begin(actor)?;
            (self.clock, self.made, self.travelled) = (0.0, 0, Affine3A::IDENTITY);
            // A scene sees what is going to play.
            self.make_settings(actor)?;
            if let Some(scene) = &mut self.scene {
                scene.begin(actor);
            }
            if let Some(reaching) = &self.reaching {
                reaching.begin(actor, &self.world);
            }
            actor.advance(0.0);
        }
        loop {
            self.make_settings(actor)?;
            let reaching = self.reaching.as_ref();
            reaching.iter().for_each(|reaching| reaching.tell(actor, self.clock, &self.world));
            let left = target - self.clock;
            if left <= 1e-9 {
                return Ok(());
            }
            let next = self.settings.get(self.made).map_or(f64::INFINITY, |s| s.at - self.clock);
            let next = reaching.map_or(next, |reaching| reaching.until_next(self.clock).min(next));
            let step = left.min(STEP).min(next);
            self.clock += step;
            let delta = actor.advance(step as f32);
            self.go(actor, delta, step as f32);
            // Feet and goals go from one frame to the next.
            let input = FrameInput::new(step as f32, self.world * self.place());
            match &mut self.scene {
                Some(scene) => scene.resolve(actor, input),
                None if self.reaching.is_some() => actor.resolve(input),
                None => {}
            }
        }
    }

    /// Sets what is to be set by now.
    fn make_settings(&mut self, actor: &mut Actor) -> Result<(), Failure> {
        while let Some(setting) = self.settings.get(self.made).filter(|s| s.at <= self.clock + 1e-9) {
            self.set(actor, setting)?;
            self.made += 1;
        }
        Ok(())
    }

    /// Seconds of play at `time`, which of a clip is the file's.
    pub(crate) fn seconds_of(&self, time: f64) -> f64 {
        (time - if self.has_graph() { 0.0 } else { self.start }).max(0.0)
    }

    /// Carries the character on.
    pub(crate) fn go(&mut self, actor: &mut Actor, delta: RootDelta, dt: f32) {
        if self.travel {
            let stride = self.scene.as_ref().map_or(1.0, |scene| scene.stride());
            self.travelled = shortened(delta, stride).applied(self.travelled);
        }
        if let Some(scene) = &mut self.scene {
            scene.advance(actor, &self.travelled, dt);
        }
    }

    /// Has what plays begin anew when it is next played up to a time.
    pub(crate) fn rewind(&mut self) {
        self.clock = 0.0;
    }

    /// Where the character stands that set out from the origin.
    pub(crate) fn place(&self) -> Affine3A {
        self.scene.as_ref().map_or(self.travelled, |scene| scene.place(&self.travelled))
    }

    fn begin(&self, actor: &mut Actor) -> Result<(), Failure> {
        match &self.graph {
            Some(graph) => actor.set_graph(graph.clone()).map_err(|e| Failure::Call(e.to_string()))?,
            None => {
                if let Some(playback) = actor.playback_mut() {
                    playback.seek(self.start).speed(1.0).wrap(self.wrap);
                }
            }
        }
        Ok(())
    }

    fn set(&self, actor: &mut Actor, setting: &Setting) -> Result<(), Failure> {
        let Setting { name, .. } = setting;
        let all = || self.graph.iter().flat_map(|graph| graph.parameters());
        let Some((.., kind)) = all().find(|(_, own, _)| own == name) else {
            let known = list_choices(all().map(|(_, own, kind)| format!("{own:?} ({})", kind.name())));
            let near = did_you_mean(name, all().map(|(_, own, _)| own));
            return Err(Failure::Call(format!("--set {name}: no parameter called {name:?}; {near}{known}")));
        };
        let value = match (kind, setting.value) {
            (kind @ (ParameterKind::Float(_) | ParameterKind::Smooth(..) | ParameterKind::Int(_)), value)
                if !matches!(value, SettingValue::Number(_)) =>
            {
                let message =
                    format!("--set {name}: {name:?} is {}; expected a number, as {name}=1", kind.name());
                return Err(Failure::Call(message));
            }
            (ParameterKind::Int(_), SettingValue::Number(whole))
                if whole.fract() == 0.0 && whole.abs() < 16_777_216.0 =>
            {
                ParameterValue::Int(whole as i32)
            }
            (ParameterKind::Bool(_) | ParameterKind::Trigger, SettingValue::Number(number @ (0.0 | 1.0))) => {
                ParameterValue::Bool(number != 0.0)
            }
            (_, SettingValue::Set) => ParameterValue::Bool(true),
            (_, SettingValue::Bool(value)) => ParameterValue::Bool(value),
            // What does not fit is told as what it is, which the graph refuses.
            (_, SettingValue::Number(number)) => ParameterValue::Float(number),
        };
        // A parameter of that name has been found in the graph that plays.
        let Some(graph) = actor.graph_mut() else { return Ok(()) };
        graph.set_parameter(&setting.name, value).map_err(|e| Failure::Call(e.to_string()))
    }
}

/// Reads a graph for an actor.
pub(crate) fn graph(path: &Path, actor: &Actor) -> Result<Arc<AnimationGraph>, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::input(&name, e))?;
    let failure = |error: GraphError| Failure::input(&name, error);
    let description = graph_from_ron(&text).map_err(failure)?;
    Ok(Arc::new(AnimationGraph::new(&description, actor.clips()).map_err(failure)?))
}

/// What is to be said of `--travel` where nothing is there to travel by.
pub(crate) fn what_stays(actor: &Actor, by_graph: bool) -> Option<String> {
    const HELP: &str = "--root-motion takes it out of a joint's keys";
    if by_graph {
        let stays = actor.clips().iter().all(|clip| clip.root().is_none());
        return stays.then(|| format!("--travel: no clip has root motion to travel by; {HELP}"));
    }
    let clip = &actor.clips()[actor.playback()?.clip()];
    let stays = clip.root().is_none();
    stays.then(|| format!("--travel: clip {:?} has no root motion to travel by; {HELP}", clip.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::built_in;

    #[test]
    fn a_clip_without_root_motion_stays() {
        let stays = |name: &str| {
            let mut actor = built_in();
            actor.play(name).unwrap();
            [false, true].map(|by_graph| what_stays(&actor, by_graph).is_some())
        };
        assert_eq!((stays("idle"), stays("walk")), ([true, false], [false, false]));
    }
}
