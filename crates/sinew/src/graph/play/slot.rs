use super::weight::Weight;
use crate::clip::{ClipSource, RootMotion, WrapMode};
use crate::playback::{ClipId, ClipSet, EventQueue, Playback, PoseChange, ease};

/// Playback of a single clip in a slot.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlotPlayback {
    #[cfg_attr(feature = "serde", serde(skip, default = "no_playback"))]
    playback: Playback,
    fade_in: f32,
    fade_out: f32,
    /// Seconds since the start, and since the clip was stopped.
    elapsed: f32,
    ending: Option<f32>,
    /// Whether the clip has played in a frame.
    has_begun: bool,
    /// Initial weight: that of the replaced clip.
    initial_share: f32,
    /// Seconds from the start to the end of the clip, set at its start.
    duration: f32,
}

/// Playback state of a slot.
#[derive(Clone, Debug)]
pub(in crate::graph) struct SlotState {
    current: Option<SlotPlayback>,
    /// Replaced clip whose spans have not ended yet.
    replaced: Option<Playback>,
    /// Weight of the slot's clip.
    share: f32,
    weight: f32,
    /// Clip that moved in this frame, its mean weight and its root motion.
    moved: Option<(ClipId, f32, RootMotion)>,
    /// Relation of the frame's pose to the last one, as far as the slot's clip is concerned.
    change: PoseChange,
    /// Whether the slot was visited in this frame.
    pub(in crate::graph) visited: bool,
}

/// Playback of a saved slot, whose own is saved by names.
fn no_playback() -> Playback {
    Playback::new(ClipId(0), 0.0)
}

/// Default duration of fades, seconds.
const FADE: f32 = 0.2;

impl SlotPlayback {
    fn new(clip: ClipId, start: f32, initial_share: f32) -> Self {
        let mut playback = Playback::new(clip, f64::from(start));
        playback.wrap(WrapMode::Clamp);
        let (elapsed, ending, has_begun) = (0.0, None, false);
        Self {
            playback,
            fade_in: FADE,
            fade_out: FADE,
            elapsed,
            ending,
            has_begun,
            initial_share,
            duration: 0.0,
        }
    }

    /// Playback speed; negative plays backwards, from the clip's end if it is at its start.
    pub fn speed(&mut self, speed: f32) -> &mut Self {
        self.playback.speed(speed);
        self
    }

    /// Duration of the fade in, seconds.
    pub fn fade_in(&mut self, seconds: f32) -> &mut Self {
        self.fade_in = seconds.max(0.0);
        self
    }

    /// Duration of the fade out at the clip's end, seconds; at most half of the clip.
    pub fn fade_out(&mut self, seconds: f32) -> &mut Self {
        self.fade_out = seconds.max(0.0);
        self
    }

    /// Repeats the clip until it is stopped.
    pub fn repeat(&mut self) -> &mut Self {
        self.playback.wrap(WrapMode::Loop);
        self
    }

    fn begin(&mut self, source: &ClipSource) {
        self.has_begun = true;
        if self.playback.speed < 0.0 && self.playback.time <= f64::from(source.start()) {
            self.playback.seek(f64::from(source.end()));
        }
        self.duration = self.time_left(source);
    }

    /// Seconds to the clip's end.
    fn time_left(&self, source: &ClipSource) -> f32 {
        let speed = self.playback.speed;
        let end = if speed < 0.0 { source.start() } else { source.end() };
        match self.playback.wrap {
            WrapMode::Loop => f32::INFINITY,
            WrapMode::Clamp if speed == 0.0 => f32::INFINITY,
            WrapMode::Clamp => ((f64::from(end) - self.playback.time) / f64::from(speed)) as f32,
        }
    }

    /// Weight after `dt` more seconds of the clip, and whether the clip is over then.
    fn share(&self, dt: f32, source: &ClipSource) -> (f32, bool) {
        let part = |elapsed: f32, seconds: f32| if seconds > 0.0 { ease(elapsed / seconds) } else { 1.0 };
        let fade_out = self.fade_out.min(0.5 * self.duration);
        let left =
            (self.time_left(source) - dt).min(self.ending.map_or(f32::INFINITY, |since| fade_out - since));
        let faded_in = self.initial_share + (1.0 - self.initial_share) * part(self.elapsed, self.fade_in);
        (faded_in * if left > 0.0 { part(left, fade_out) } else { 0.0 }, left <= 0.0)
    }
}

impl SlotState {
    pub(in crate::graph) fn new() -> Self {
        Self {
            current: None,
            replaced: None,
            share: 0.0,
            weight: 0.0,
            moved: None,
            change: PoseChange::Continuous,
            visited: false,
        }
    }

    /// Plays a clip from `start` (file seconds). A clip that plays already is replaced: the new clip starts
    /// with its weight, and inertialization blends the motion while it would fade in.
    pub(in crate::graph) fn play(&mut self, clip: ClipId, start: f32) -> &mut SlotPlayback {
        if let Some(old) = self.current.take() {
            self.replaced.get_or_insert(old.playback);
        }
        self.current.insert(SlotPlayback::new(clip, start, self.share))
    }

    pub(in crate::graph) fn stop(&mut self) {
        // A clip that was never visible is dropped without a fade.
        self.current.take_if(|current| !current.has_begun && self.share <= 0.0);
        if let Some(current) = &mut self.current {
            current.ending.get_or_insert(0.0);
        }
    }

    /// Advances, and returns the weight of the slot's clip. Events of the last step have the weight from
    /// before it, or full weight if it is the clip's first step.
    pub(in crate::graph) fn advance(
        &mut self,
        dt: f32,
        weight: f32,
        clips: &ClipSet,
        events: &mut EventQueue,
    ) -> Weight {
        self.visited = true;
        let replaces =
            self.replaced.take().map(|mut replaced| replaced.end_spans_in(clips, events)).is_some();
        let before = std::mem::replace(&mut self.share, 0.0);
        self.change = PoseChange::Continuous;
        self.moved = None;
        let source = self.current.as_ref().and_then(|current| clips.get(current.playback.clip()));
        let (Some(current), Some(source)) = (&mut self.current, source) else {
            self.current = None;
            return Weight::NONE;
        };
        let begins = !current.has_begun;
        if begins {
            current.begin(source);
        }
        let (start, _) = current.share(0.0, source);
        let before = if current.elapsed > 0.0 { before } else { 1.0 };
        current.elapsed += dt.abs();
        if let Some(since) = &mut current.ending {
            *since += dt.abs();
        }
        let (share, is_over) = current.share(dt, source);
        // A step without time passes no events, so it cannot be the last one.
        let is_over = is_over && dt != 0.0;
        self.weight = weight * if is_over { before } else { share };
        let step = current.playback.advance(dt, source, self.weight, events);
        let share = Weight::between(start, share);
        self.moved = Some((current.playback.clip(), share.mean, step.root_motion));
        self.change = match begins {
            _ if weight * share.shown <= 0.0 => PoseChange::Continuous,
            true if replaces => PoseChange::Transition(current.fade_in),
            // It fades in.
            true => PoseChange::Continuous,
            false => step.change,
        };
        if is_over {
            current.playback.end_spans(source, events);
            self.current = None;
            return Weight { shown: 0.0, ..share };
        }
        self.share = share.shown;
        share
    }

    /// Relation of the frame's pose to the last one, as far as the slot's clip is concerned.
    pub(in crate::graph) fn change(&self) -> PoseChange {
        self.change
    }

    /// Playing clip, what else there is of it to save, and its weight.
    pub(super) fn saved(&self) -> Option<(Playback, SlotPlayback, f32)> {
        let current = self.current?;
        // Texts may have no infinity.
        let duration = current.duration.min(f32::MAX);
        Some((current.playback, SlotPlayback { playback: no_playback(), duration, ..current }, self.share))
    }

    /// Goes on with a saved clip.
    pub(super) fn restore(&mut self, saved: SlotPlayback, playback: Playback, share: f32) {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let time = |seconds: f32, most: f32| if seconds >= 0.0 { seconds.min(most) } else { 0.0 };
        self.share = share;
        self.current = Some(SlotPlayback {
            playback,
            fade_in: time(saved.fade_in, f32::MAX),
            fade_out: time(saved.fade_out, f32::MAX),
            elapsed: time(saved.elapsed, f32::MAX),
            ending: saved.ending.map(|since| time(since, f32::MAX)),
            has_begun: saved.has_begun,
            initial_share: time(saved.initial_share, 1.0),
            duration: time(saved.duration, f32::INFINITY),
        });
    }

    /// Clip that plays or waits.
    pub(in crate::graph) fn clip(&self) -> Option<ClipId> {
        self.current.as_ref().map(|current| current.playback.clip())
    }

    /// Playing clip, and its weight in the frame.
    pub(in crate::graph) fn playing(&self) -> Option<(&Playback, f32)> {
        let current = self.current.as_ref().filter(|_| self.visited && self.weight > 0.0);
        current.map(|current| (&current.playback, self.weight))
    }

    /// Clip that moved in this frame, its mean weight and its root motion.
    pub(in crate::graph) fn moved(&self) -> Option<(ClipId, f32, RootMotion)> {
        self.moved.filter(|_| self.visited)
    }

    /// Visible clip: its number, time and weight.
    pub(in crate::graph) fn seen(&self, clips: &ClipSet) -> Option<(ClipId, f32, f32)> {
        let current = self.current.as_ref().filter(|_| self.share > 0.0)?;
        let clip = current.playback.clip();
        Some((clip, current.playback.file_time(&clips[clip]), self.share))
    }

    /// Ends the playing clip in a frame that did not visit the slot. A clip that has not started waits.
    pub(in crate::graph) fn pass_by(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        let waits = self.current.take_if(|current| !current.has_begun);
        self.end_spans(clips, events);
        // There is no replaced clip any more.
        self.current = waits.map(|waits| SlotPlayback { initial_share: 0.0, ..waits });
    }

    /// Ends the playing clip.
    pub(in crate::graph) fn end_spans(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        let current = self.current.take().map(|current| current.playback);
        for mut playback in [current, self.replaced.take()].into_iter().flatten() {
            playback.end_spans_in(clips, events);
        }
        self.share = 0.0;
    }
}
