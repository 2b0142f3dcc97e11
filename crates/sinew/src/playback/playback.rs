use super::{ClipId, ClipSet, EventQueue, FiredEvent};
use crate::clip::{ClipSource, EventId, EventPhase, Playhead, PlayheadStep, RootDelta, Wrap, is_inside_span};

/// A clip being played: which one, where it stands, how fast it goes. 48 bytes; there is no other state per clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    clip: ClipId,
    /// File time in seconds; counts on over the rounds of a loop, stops at the ends of a clamped clip. To set it is to
    /// jump: what lies between is not passed.
    pub time: f64,
    /// Factor on time; negative plays backwards, 0 holds.
    pub speed: f32,
    /// What happens past the ends.
    pub wrap: Wrap,
    pub(super) fade: Fade,
    /// Where the last step ended; none before the first.
    head: Option<Playhead>,
    /// Whether spans it stands in have been told of.
    heard: bool,
    /// How the last step went past the ends.
    stepped: Wrap,
}

const _: () = assert!(size_of::<Playback>() <= 64);

/// How a playback takes over from what played before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fade {
    /// Both play, the new one weighing more and more.
    Cross(f32),
    /// The new one alone, made to begin as the old one ended.
    Inertial(f32),
}

impl Playback {
    /// Plays `clip` from `time` (file seconds), looping at normal speed.
    pub fn new(clip: ClipId, time: f64) -> Self {
        Self {
            clip,
            time,
            speed: 1.0,
            wrap: Wrap::Loop,
            fade: Fade::Cross(0.0),
            head: None,
            heard: false,
            stepped: Wrap::Clamp,
        }
    }

    /// The clip, in its actor's set.
    pub fn clip(&self) -> ClipId {
        self.clip
    }

    /// Plays `speed` times as fast; negative is backwards.
    pub fn speed(&mut self, speed: f32) -> &mut Self {
        self.speed = speed;
        self
    }

    /// Sets what happens past the ends.
    pub fn wrap(&mut self, wrap: Wrap) -> &mut Self {
        self.wrap = wrap;
        self
    }

    /// Jumps to `time`, in file seconds.
    pub fn seek(&mut self, time: f64) -> &mut Self {
        self.time = time;
        self
    }

    /// Takes over from what played before within `seconds`, during which both play. Where that itself was still taking
    /// over, its momentum fades instead, as with [`inertialize`](Self::inertialize).
    pub fn fade(&mut self, seconds: f32) -> &mut Self {
        self.fade = Fade::Cross(seconds.max(0.0));
        self
    }

    /// Takes over from what played before at once, keeping its pose and speed at first and letting go of both within
    /// `seconds`. Only one clip is sampled, and nothing pops however often it is interrupted.
    pub fn inertialize(&mut self, seconds: f32) -> &mut Self {
        self.fade = Fade::Inertial(seconds.max(0.0));
        self
    }

    /// Whether a clamped clip stands at the end that it plays towards. A loop never ends.
    pub fn is_finished(&self, clip: &ClipSource) -> bool {
        let ahead = if self.speed < 0.0 {
            self.time > f64::from(clip.start())
        } else {
            self.time < f64::from(clip.end())
        };
        self.wrap == Wrap::Clamp && !ahead
    }

    /// The file time of `clip` at which this playback stands, wrapped to its keys.
    pub fn file_time(&self, clip: &ClipSource) -> f32 {
        self.wrap.apply(self.time, clip.start(), clip.end())
    }

    /// Moves on by `dt` seconds at its speed, tells `events` of what that passes (nothing where `weight` is 0, save the
    /// ends of spans), and gives the body's travel. A step that is no number moves nothing. `events` gathers until its next
    /// frame [begins](EventQueue::begin_frame).
    pub fn step(&mut self, dt: f32, motion: &ClipSource, weight: f32, events: &mut EventQueue) -> RootDelta {
        self.go(f64::from(dt) * f64::from(self.speed), motion, weight, events)
    }

    /// [`Playback::step`] by so many of the clip's own seconds.
    pub(crate) fn go(
        &mut self,
        step: f64,
        motion: &ClipSource,
        weight: f32,
        events: &mut EventQueue,
    ) -> RootDelta {
        // What is no number weighs nothing.
        let weight = if weight > 0.0 { weight } else { 0.0 };
        self.settle(motion);
        let head = self.head.filter(|head| head.time() == self.time);
        if head.is_none() || weight <= 0.0 {
            self.leave(motion, events);
        }
        let mut head = head.unwrap_or_else(|| Playhead::new(self.time, self.speed < 0.0));
        if weight > 0.0 {
            // Where it was heard, it stood in spans already; another wrap may bring others.
            let stood = self.heard.then_some((head, self.stepped));
            self.tell_spans(stood, Some((head, self.wrap)), motion, weight, events);
        }
        self.heard = weight > 0.0;
        self.stepped = self.wrap;
        let passage = head.step(step, motion.start(), motion.end(), self.wrap);
        (self.head, self.time) = (Some(head), head.time());
        if self.heard {
            self.tell(&passage, motion, weight, events);
        }
        motion.root().map_or(RootDelta::NONE, |root| root.delta(&passage))
    }

    /// Brings a time that no clip has back to one of the clip's.
    fn settle(&mut self, motion: &ClipSource) {
        const FARTHEST: f64 = 1e9;
        let before = self.time;
        if !self.time.is_finite() {
            self.time = f64::from(motion.start());
        }
        // A loop that is to end does so in the round it is in.
        let ends = self.wrap == Wrap::Clamp && self.stepped == Wrap::Loop;
        if ends || (self.wrap == Wrap::Loop && self.time.abs() > FARTHEST) {
            self.time = Wrap::Loop.apply_wide(self.time, motion.start(), motion.end());
        }
        if let Some(head) = self.head.filter(|head| head.time() == before) {
            self.head = Some(head.moved(self.time));
        }
    }

    /// Ends the spans it stands in: it will not be heard any more.
    pub fn leave(&mut self, motion: &ClipSource, events: &mut EventQueue) {
        if let Some(head) = self.head.filter(|_| self.heard) {
            self.tell_spans(Some((head, self.stepped)), None, motion, 0.0, events);
        }
        self.heard = false;
    }

    /// [`Playback::leave`] with the clip out of all `clips`; where it is none of them, there is nothing to leave.
    pub(crate) fn leave_among(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        if let Some(motion) = clips.get(self.clip()) {
            self.leave(motion, events);
        }
    }

    /// Tells `passed` what the next `seconds` will pass if nothing changes, nearest first.
    pub fn ahead(&self, seconds: f32, motion: &ClipSource, mut passed: impl FnMut(EventId, EventPhase)) {
        let mut own = *self;
        own.settle(motion);
        let head = own.head.filter(|head| head.time() == own.time);
        let mut head = head.unwrap_or_else(|| Playhead::new(own.time, own.speed < 0.0));
        let step = f64::from(seconds) * f64::from(self.speed);
        head.step(step, motion.start(), motion.end(), self.wrap).for_each_event(motion.events(), &mut passed);
    }

    fn tell(&self, passage: &PlayheadStep, motion: &ClipSource, weight: f32, events: &mut EventQueue) {
        let clip = self.clip();
        passage.for_each_event(motion.events(), |event, phase| {
            events.push(FiredEvent { clip, event, phase, weight });
        });
    }

    /// Tells of the spans that it stood in and does not stand in now, and the other way about.
    fn tell_spans(
        &self,
        stood: Option<(Playhead, Wrap)>,
        stands: Option<(Playhead, Wrap)>,
        motion: &ClipSource,
        weight: f32,
        events: &mut EventQueue,
    ) {
        if stood == stands {
            return;
        }
        let (clip, start, end) = (self.clip(), motion.start(), motion.end());
        for (n, span) in motion.events().spans().iter().enumerate() {
            let inside = |at: Option<(Playhead, Wrap)>| {
                at.is_some_and(|(head, wrap)| is_inside_span(head, span, start, end, wrap))
            };
            let phase = match (inside(stood), inside(stands)) {
                (true, false) => EventPhase::End,
                (false, true) => EventPhase::Begin,
                _ => continue,
            };
            events.push(FiredEvent { clip, event: EventId::Span(n as u32), phase, weight });
        }
    }
}
