use super::goals::GoalSchedule;
use crate::asset::input_file;
use crate::options::playback::{PlaybackOptions, Setting, SettingValue};
use crate::report::choices::list_choices;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::milliseconds::floor_to_milliseconds;
use sinew::graph::{AnimationGraph, ParameterKind, ParameterValue};
use sinew::text::did_you_mean;
use sinew::{Actor, WrapMode};
use std::path::Path;
use std::sync::Arc;

/// Playback from the beginning: a clip or a graph, parameters that are set at times, and a schedule of IK
/// goals.
pub(crate) struct Script {
    graph: Option<Arc<AnimationGraph>>,
    /// Sorted by time.
    settings: Vec<Setting>,
    /// Seconds played.
    clock: f64,
    /// Number of settings applied so far.
    applied: usize,
    /// File time of the clip's first key, seconds.
    start: f64,
    pub(crate) goals: Option<GoalSchedule>,
    /// Playback of a clip at its end.
    pub(crate) wrap: WrapMode,
    /// Spring bones hang still in the first pose, in place of the pose in which they are modelled.
    pub(crate) settles_springs: bool,
}

impl Script {
    /// The script of `options`; none where a clip is only shown at its time. `own` is the graph that the
    /// character plays where the options have none.
    pub(crate) fn new(
        actor: &mut Actor,
        options: &PlaybackOptions,
        own: Option<Arc<AnimationGraph>>,
    ) -> Result<Option<Self>, Failure> {
        let mut settings = options.set.clone();
        settings.sort_by(|a, b| a.at.total_cmp(&b.at));
        let named = options.graph.as_deref().map(|path| graph(path, actor)).transpose()?;
        let graph = named.or(own);
        if graph.is_none() && !settings.is_empty() {
            return Err(Failure::Call("--set needs a graph: add --graph FILE.ron".into()));
        }
        if graph.is_some() && options.clip.is_some() {
            return Err(Failure::Call("--clip and --graph exclude each other; give one of them".into()));
        }
        if let Some(time) = options.time.filter(|time| graph.is_some() && *time < 0.0) {
            let message = format!("--time {time}: a graph starts at 0 s; expected 0 or more");
            return Err(Failure::Call(message));
        }
        if graph.is_none() && !options.apply_root_motion {
            return Ok(None);
        }
        let asked = options.apply_root_motion && !options.scene_applies_root_motion;
        if let Some(missing) = missing_root_motion(actor, graph.is_some()).filter(|_| asked) {
            message!("sinew: {missing}");
        }
        let mut script = Self { graph, settings, ..Self::of_clip(actor) };
        // A first run reports settings that the graph refuses.
        script.begin(actor)?;
        for setting in &script.settings {
            script.set(actor, setting)?;
        }
        Ok(Some(script))
    }

    /// Playback of the clip that `actor` shows.
    pub(crate) fn of_clip(actor: &Actor) -> Self {
        Self {
            graph: None,
            settings: Vec::new(),
            clock: 0.0,
            applied: 0,
            start: actor.playback().map_or(0.0, |p| f64::from(actor.clips()[p.clip()].start())),
            goals: None,
            wrap: WrapMode::Loop,
            settles_springs: false,
        }
    }

    /// True when a graph plays.
    pub(crate) fn has_graph(&self) -> bool {
        self.graph.is_some()
    }

    /// Seconds played.
    pub(crate) fn clock(&self) -> f64 {
        self.clock
    }

    /// True before the first step.
    pub(super) fn is_at_start(&self) -> bool {
        self.clock == 0.0
    }

    /// Moves the clock on.
    pub(super) fn step(&mut self, seconds: f64) {
        self.clock += seconds;
    }

    /// Starts over with the next frame that is played to.
    pub(crate) fn rewind(&mut self) {
        self.clock = 0.0;
    }

    /// Seconds of playback at `time`, which counts from the file's zero for a clip.
    pub(crate) fn playback_time(&self, time: f64) -> f64 {
        (time - if self.has_graph() { 0.0 } else { self.start }).max(0.0)
    }

    /// Default duration of a graph: two seconds after the last setting, four without settings.
    pub(crate) fn duration(&self) -> f64 {
        self.settings.last().map_or(4.0, |last| last.at + 2.0)
    }

    /// Seconds until the next setting or goal.
    pub(super) fn until_next_change(&self) -> f64 {
        let setting = self.settings.get(self.applied).map_or(f64::INFINITY, |s| s.at - self.clock);
        self.goals.as_ref().map_or(setting, |goals| goals.until_next(self.clock).min(setting))
    }

    /// Reports on stderr the settings and goals later than `last`, the time of the last frame.
    pub(crate) fn report_late_changes(&self, last: f64) {
        let shown = floor_to_milliseconds(last);
        for Setting { name, at, .. } in self.settings.iter().filter(|setting| setting.at > last) {
            message!("sinew: --set {name}@{at}: ignored: the last frame is at {shown} s");
        }
        // Goals count from the beginning of playback.
        let last = self.playback_time(last);
        self.goals.iter().for_each(|goals| goals.report_late(last));
    }

    /// Starts the graph, or the clip at its first key.
    pub(super) fn begin(&mut self, actor: &mut Actor) -> Result<(), Failure> {
        match &self.graph {
            Some(graph) => actor.set_graph(graph.clone()).map_err(|e| Failure::Call(e.to_string()))?,
            None => {
                if let Some(playback) = actor.playback_mut() {
                    playback.seek(self.start).speed(1.0).wrap(self.wrap);
                }
            }
        }
        (self.clock, self.applied) = (0.0, 0);
        Ok(())
    }

    /// Applies the settings up to the clock.
    pub(super) fn apply_settings(&mut self, actor: &mut Actor) -> Result<(), Failure> {
        while let Some(setting) = self.settings.get(self.applied).filter(|s| s.at <= self.clock + 1e-9) {
            self.set(actor, setting)?;
            self.applied += 1;
        }
        Ok(())
    }

    fn set(&self, actor: &mut Actor, setting: &Setting) -> Result<(), Failure> {
        let Setting { name, .. } = setting;
        let all = || self.graph.iter().flat_map(|graph| graph.parameters());
        let Some((.., kind)) = all().find(|(_, parameter, _)| parameter == name) else {
            let known =
                list_choices(all().map(|(_, parameter, kind)| format!("{parameter:?} ({})", kind.name())));
            let near = did_you_mean(name, all().map(|(_, parameter, _)| parameter));
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
            // The graph refuses a value of the wrong type and names the expected one.
            (_, SettingValue::Number(number)) => ParameterValue::Float(number),
        };
        // A parameter of that name has been found in the graph that plays.
        let Some(graph) = actor.graph_mut() else { return Ok(()) };
        graph.set_parameter(&setting.name, value).map_err(|e| Failure::Call(e.to_string()))
    }
}

/// Reads and compiles a graph for `actor`.
pub(crate) fn graph(path: &Path, actor: &Actor) -> Result<Arc<AnimationGraph>, Failure> {
    let name = path.display().to_string();
    let text = input_file::read_text(path)?;
    let graph = AnimationGraph::from_ron(&text, actor.clips());
    Ok(Arc::new(graph.map_err(|error| Failure::input(&name, error))?))
}

/// Message for `--apply-root-motion` where the playing clip, or every clip of a graph, has no root motion;
/// none otherwise.
pub(crate) fn missing_root_motion(actor: &Actor, by_graph: bool) -> Option<String> {
    const HELP: &str = "--root-motion extracts it from the hips' keys, --root-from-feet and --footsteps \
                        derive it for clips made in place";
    if by_graph {
        let missing = actor.clips().iter().all(|clip| clip.root_motion().is_none());
        return missing.then(|| format!("--apply-root-motion: no clip has root motion; {HELP}"));
    }
    let clip = &actor.clips()[actor.playback()?.clip()];
    let missing = clip.root_motion().is_none();
    missing.then(|| format!("--apply-root-motion: clip {:?} has no root motion; {HELP}", clip.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::built_in;

    #[test]
    fn a_clip_without_root_motion_is_reported() {
        let missing = |name: &str| {
            let mut actor = built_in();
            actor.play(name).unwrap();
            [false, true].map(|by_graph| missing_root_motion(&actor, by_graph).is_some())
        };
        assert_eq!((missing("idle"), missing("walk")), ([true, false], [false, false]));
        let mut actor = built_in();
        actor.play("idle").unwrap();
        let message = missing_root_motion(&actor, false).unwrap();
        for option in ["--root-motion ", "--root-from-feet ", "--footsteps "] {
            assert!(message.contains(option), "{message}");
        }
    }
}
