use super::{ClipId, ClipSet, EventQueue, FiredEvent, PlaybackStep, PoseChange};
use crate::clip::{
    ClipSource, EventId, EventPhase, Playhead, PlayheadStep, RootMotion, WrapMode, is_inside_span,
};

/// A playing clip: clip, time, speed and wrap mode. 48 bytes, and the only state per clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    clip: ClipId,
    /// Time in file seconds; keeps counting over loop cycles, stops at the ends of a clamped clip. Setting it
    /// seeks: skipped events do not fire.
    pub time: f64,
    /// Factor on time; negative plays backwards, 0 holds.
    pub speed: f32,
    /// Behaviour past the ends.
    pub wrap: WrapMode,
    pub(super) fade: Fade,
    /// Playhead at the end of the last step; `None` before the first.
    head: Option<Playhead>,
    /// Whether the begin events of the spans at its time have fired.
    audible: bool,
    /// Wrap mode of the last step.
    last_wrap: WrapMode,
}

const _: () = assert!(size_of::<Playback>() <= 64);

/// Transition from the previous clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fade {
    /// Crossfade: both clips play, with a growing weight of the new one.
    Cross(f32),
    /// Inertialization: the new clip alone, with an offset that decays.
    Inertial(f32),
}

impl Playback {
    /// Plays `clip` from `time` (file seconds), looping at normal speed.
    #[must_use]
    pub fn new(clip: ClipId, time: f64) -> Self {
        Self {
            clip,
            time,
            speed: 1.0,
            wrap: WrapMode::Loop,
            fade: Fade::Cross(0.0),
            head: None,
            audible: false,
            last_wrap: WrapMode::Clamp,
        }
    }

    /// The playback as one that goes on at its time: its next step is no jump.
    pub(crate) fn resumed(self) -> Self {
        Self { head: Some(Playhead::new(self.time, self.speed < 0.0)), last_wrap: self.wrap, ..self }
    }

    /// The clip, in its actor's set.
    #[must_use]
    pub fn clip(&self) -> ClipId {
        self.clip
    }

    /// Plays `speed` times as fast; negative is backwards.
    pub fn speed(&mut self, speed: f32) -> &mut Self {
        self.speed = speed;
        self
    }

    /// Sets what happens past the ends.
    pub fn wrap(&mut self, wrap: WrapMode) -> &mut Self {
        self.wrap = wrap;
        self
    }

    /// Seeks to `time`, in file seconds.
    pub fn seek(&mut self, time: f64) -> &mut Self {
        self.time = time;
        self
    }

    /// Cross-fades from the previous clip within `seconds`, during which both play. A fade that interrupts
    /// another transition becomes inertialization ([`inertialize`](Self::inertialize)).
    pub fn fade(&mut self, seconds: f32) -> &mut Self {
        self.fade = Fade::Cross(seconds.max(0.0));
        self
    }

    /// Inertialization from the previous clip: the new clip plays at once, and the old pose and velocity
    /// decay within `seconds`. Only one clip is sampled, and nothing pops however often it is interrupted.
    pub fn inertialize(&mut self, seconds: f32) -> &mut Self {
        self.fade = Fade::Inertial(seconds.max(0.0));
        self
    }

    /// Whether a clamped clip is at its end, or at its start where it plays backwards. A loop never ends.
    #[must_use]
    pub fn is_finished(&self, clip: &ClipSource) -> bool {
        let ahead = if self.speed < 0.0 {
            self.time > f64::from(clip.start())
        } else {
            self.time < f64::from(clip.end())
        };
        self.wrap == WrapMode::Clamp && !ahead
    }

    /// Time at which `clip` is sampled: that of this playback, wrapped to the clip's keys.
    #[must_use]
    pub fn file_time(&self, clip: &ClipSource) -> f32 {
        self.wrap.apply(self.time, clip.start(), clip.end())
    }

    /// Advances by `dt` seconds at its speed, fires the events that it passes (where `weight` is 0, only the
    /// ends of open spans), and returns the root motion and whether the pose jumps: the first step and one
    /// after a seek do. A step that is not finite does nothing. Events gather until the queue's next frame
    /// [begins](EventQueue::begin_frame).
    pub fn advance(
        &mut self,
        dt: f32,
        clip: &ClipSource,
        weight: f32,
        events: &mut EventQueue,
    ) -> PlaybackStep {
        self.step_by(f64::from(dt) * f64::from(self.speed), clip, weight, events)
    }

    /// [`Playback::advance`] by `step` seconds of clip time.
    pub(crate) fn step_by(
        &mut self,
        step: f64,
        clip: &ClipSource,
        weight: f32,
        events: &mut EventQueue,
    ) -> PlaybackStep {
        // A weight that is not a number counts as 0.
        let weight = if weight > 0.0 { weight } else { 0.0 };
        self.normalize_time(clip);
        let head = self.head.filter(|head| head.time() == self.time);
        let jumps = head.is_none();
        if jumps || weight <= 0.0 {
            self.end_spans(clip, events);
        }
        let mut head = head.unwrap_or_else(|| Playhead::new(self.time, self.speed < 0.0));
        if weight > 0.0 {
            // The last audible step fired the spans it was inside; another wrap mode may add some.
            let before = self.audible.then_some((head, self.last_wrap));
            self.fire_spans(before, Some((head, self.wrap)), clip, weight, events);
        }
        self.audible = weight > 0.0;
        self.last_wrap = self.wrap;
        let step = head.step(step, clip.start(), clip.end(), self.wrap);
        (self.head, self.time) = (Some(head), head.time());
        if self.audible {
            self.fire(&step, clip, weight, events);
        }
        let change = match step.leaves_cycle() {
            _ if jumps => PoseChange::Jump,
            true if clip.has_open_loop() => PoseChange::LoopSeam,
            _ => PoseChange::Continuous,
        };
        let root_motion = clip.root_motion().map_or(RootMotion::IDENTITY, |track| track.motion(&step));
        PlaybackStep::new(root_motion, change)
    }

    /// Normalizes a time that is not finite or too large.
    fn normalize_time(&mut self, clip: &ClipSource) {
        const FARTHEST: f64 = 1e9;
        let before = self.time;
        if !self.time.is_finite() {
            self.time = f64::from(clip.start());
        }
        // A loop that changes to clamping ends in its current round.
        let ends = self.wrap == WrapMode::Clamp && self.last_wrap == WrapMode::Loop;
        if ends || (self.wrap == WrapMode::Loop && self.time.abs() > FARTHEST) {
            self.time = WrapMode::Loop.apply_wide(self.time, clip.start(), clip.end());
        }
        if let Some(head) = self.head.filter(|head| head.time() == before) {
            self.head = Some(head.moved(self.time));
        }
    }

    /// Fires the end events of all open spans; call it when playback stops.
    pub fn end_spans(&mut self, clip: &ClipSource, events: &mut EventQueue) {
        if let Some(head) = self.head.filter(|_| self.audible) {
            self.fire_spans(Some((head, self.last_wrap)), None, clip, 0.0, events);
        }
        self.audible = false;
    }

    /// [`Playback::end_spans`] with the clip of a set; nothing where the set does not have it.
    pub(crate) fn end_spans_in(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        if let Some(clip) = clips.get(self.clip) {
            self.end_spans(clip, events);
        }
    }

    /// Upcoming events: calls `visit` with each event that the next `seconds` will fire if nothing changes,
    /// nearest first.
    pub fn upcoming(&self, seconds: f32, clip: &ClipSource, mut visit: impl FnMut(EventId, EventPhase)) {
        let mut normalized = *self;
        normalized.normalize_time(clip);
        let head = normalized.head.filter(|head| head.time() == normalized.time);
        let mut head = head.unwrap_or_else(|| Playhead::new(normalized.time, normalized.speed < 0.0));
        let step = f64::from(seconds) * f64::from(self.speed);
        head.step(step, clip.start(), clip.end(), self.wrap).for_each_event(clip.events(), &mut visit);
    }

    fn fire(&self, step: &PlayheadStep, clip: &ClipSource, weight: f32, events: &mut EventQueue) {
        let id = self.clip;
        step.for_each_event(clip.events(), |event, phase| {
            events.push(FiredEvent { clip: id, event, phase, weight });
        });
    }

    /// Fires the ends of spans that it was inside and no longer is, and the beginnings of those it now is
    /// inside.
    fn fire_spans(
        &self,
        before: Option<(Playhead, WrapMode)>,
        after: Option<(Playhead, WrapMode)>,
        clip: &ClipSource,
        weight: f32,
        events: &mut EventQueue,
    ) {
        if before == after {
            return;
        }
        let (id, start, end) = (self.clip, clip.start(), clip.end());
        for (n, span) in clip.events().spans().iter().enumerate() {
            let inside = |at: Option<(Playhead, WrapMode)>| {
                at.is_some_and(|(head, wrap)| is_inside_span(head, span, start, end, wrap))
            };
            let phase = match (inside(before), inside(after)) {
                (true, false) => EventPhase::End,
                (false, true) => EventPhase::Begin,
                _ => continue,
            };
            events.push(FiredEvent { clip: id, event: EventId::Span(n as u32), phase, weight });
        }
    }
}
