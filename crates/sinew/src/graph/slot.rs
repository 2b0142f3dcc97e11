use crate::clip::{Motion, RootDelta, Wrap};
use crate::playback::{EventQueue, FullPose, Inertialization, Playback, ease};

/// A clip that the game plays once in a slot of a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlotPlayback {
    playback: Playback,
    fade_in: f32,
    fade_out: f32,
    /// Since it began, and since it was told to end.
    elapsed: f32,
    ending: Option<f32>,
    /// Whether it has been played at all.
    has_begun: bool,
    /// How much was seen of what it replaced.
    carried: f32,
    /// How long it lasts, told when it begins.
    lasts: f32,
}

/// A slot at play.
#[derive(Clone, Debug)]
pub(super) struct SlotState {
    current: Option<SlotPlayback>,
    /// What was replaced and has not been told of its end.
    replaced: Option<Playback>,
    /// How much of the slot's clip is seen.
    share: f32,
    weight: f32,
    delta: RootDelta,
    pub(super) inertia: Inertialization,
    /// Whether the frame came by it.
    pub(super) visited: bool,
}

/// Where nothing else is said.
const FADE: f32 = 0.2;

impl SlotPlayback {
    fn new(clip: usize, start: f32, carried: f32) -> Self {
        let mut playback = Playback::new(clip, f64::from(start));
        playback.wrap(Wrap::Clamp);
        let (elapsed, ending, has_begun) = (0.0, None, false);
        Self { playback, fade_in: FADE, fade_out: FADE, elapsed, ending, has_begun, carried, lasts: 0.0 }
    }

    /// Plays `speed` times as fast; negative is backwards, from the clip's end if it stands at its beginning.
    pub fn speed(&mut self, speed: f32) -> &mut Self {
        self.playback.speed(speed);
        self
    }

    /// Takes so many seconds to be seen fully.
    pub fn fade_in(&mut self, seconds: f32) -> &mut Self {
        self.fade_in = seconds.max(0.0);
        self
    }

    /// Takes so many seconds to go, the last of the clip; half of what it lasts at most.
    pub fn fade_out(&mut self, seconds: f32) -> &mut Self {
        self.fade_out = seconds.max(0.0);
        self
    }

    /// Repeats until it is stopped.
    pub fn looping(&mut self) -> &mut Self {
        self.playback.wrap(Wrap::Loop);
        self
    }

    fn begin(&mut self, motion: &Motion) {
        self.has_begun = true;
        if self.playback.speed < 0.0 && self.playback.time <= f64::from(motion.start()) {
            self.playback.seek(f64::from(motion.end()));
        }
        self.lasts = self.left(motion);
    }

    /// Seconds to its end.
    fn left(&self, motion: &Motion) -> f32 {
        let speed = self.playback.speed;
        let end = if speed < 0.0 { motion.start() } else { motion.end() };
        match self.playback.wrap {
            Wrap::Loop => f32::INFINITY,
            Wrap::Clamp if speed == 0.0 => f32::INFINITY,
            Wrap::Clamp => ((f64::from(end) - self.playback.time) / f64::from(speed)) as f32,
        }
    }

    /// How much of it is seen after `dt` more seconds of it, and whether it is over then.
    fn share(&self, dt: f32, motion: &Motion) -> (f32, bool) {
        let part = |elapsed: f32, seconds: f32| if seconds > 0.0 { ease(elapsed / seconds) } else { 1.0 };
        let fade_out = self.fade_out.min(0.5 * self.lasts);
        let left = (self.left(motion) - dt).min(self.ending.map_or(f32::INFINITY, |since| fade_out - since));
        let come = self.carried + (1.0 - self.carried) * part(self.elapsed, self.fade_in);
        (come * if left > 0.0 { part(left, fade_out) } else { 0.0 }, left <= 0.0)
    }
}

impl SlotState {
    pub(super) fn new(rest: &FullPose) -> Self {
        Self {
            current: None,
            replaced: None,
            share: 0.0,
            weight: 0.0,
            delta: RootDelta::NONE,
            inertia: Inertialization::new(rest),
            visited: false,
        }
    }

    /// Plays a clip from `start` (file seconds). One that plays already is replaced: its motion lives on for a while, and
    /// what comes is seen as much as it was.
    pub(super) fn play(&mut self, clip: usize, start: f32) -> &mut SlotPlayback {
        if let Some(old) = self.current.take() {
            self.inertia.start(FADE);
            self.replaced.get_or_insert(old.playback);
        }
        self.current.insert(SlotPlayback::new(clip, start, self.share))
    }

    pub(super) fn stop(&mut self) {
        // What nobody has seen is not to be seen fading out.
        self.current.take_if(|current| !current.has_begun && self.share <= 0.0);
        if let Some(current) = &mut self.current {
            current.ending.get_or_insert(0.0);
        }
    }

    /// Moves on and gives how much of the slot's clip is seen. What the last step passes is heard as much as the clip was
    /// seen before it, or fully where that step is its first.
    pub(super) fn advance(&mut self, dt: f32, weight: f32, clips: &[Motion], events: &mut EventQueue) -> f32 {
        self.visited = true;
        if let Some(mut replaced) = self.replaced.take() {
            replaced.leave_among(clips, events);
        }
        let before = std::mem::replace(&mut self.share, 0.0);
        self.delta = RootDelta::NONE;
        let motion = self.current.as_ref().and_then(|current| clips.get(current.playback.clip()));
        let (Some(current), Some(motion)) = (&mut self.current, motion) else {
            self.current = None;
            self.inertia.cut();
            return 0.0;
        };
        if !current.has_begun {
            current.begin(motion);
        }
        let before = if current.elapsed > 0.0 { before } else { 1.0 };
        current.elapsed += dt.abs();
        if let Some(since) = &mut current.ending {
            *since += dt.abs();
        }
        let (share, is_over) = current.share(dt, motion);
        // A step of no time passes nothing, so that it cannot be the last.
        let is_over = is_over && dt != 0.0;
        self.weight = weight * if is_over { before } else { share };
        self.delta = current.playback.step(dt, motion, self.weight, events);
        if is_over {
            current.playback.leave(motion, events);
            self.current = None;
            self.inertia.cut();
            return 0.0;
        }
        self.share = share;
        share
    }

    /// The clip and how much it counts in the frame.
    pub(super) fn playing(&self) -> Option<(&Playback, f32)> {
        let current = self.current.as_ref().filter(|_| self.visited && self.weight > 0.0);
        current.map(|current| (&current.playback, self.weight))
    }

    /// What is to be seen: the clip, its time, its share and the body's travel.
    pub(super) fn seen(&self, clips: &[Motion]) -> Option<(usize, f32, f32, RootDelta)> {
        let current = self.current.as_ref().filter(|_| self.share > 0.0)?;
        let clip = current.playback.clip();
        Some((clip, current.playback.file_time(&clips[clip]), self.share, self.delta))
    }

    /// Breaks off what plays, as the frame did not come by. What has not begun waits.
    pub(super) fn pass_by(&mut self, clips: &[Motion], events: &mut EventQueue) {
        let waits = self.current.take_if(|current| !current.has_begun);
        self.leave(clips, events);
        // What it was to replace is gone.
        self.current = waits.map(|waits| SlotPlayback { carried: 0.0, ..waits });
    }

    /// Breaks off what plays.
    pub(super) fn leave(&mut self, clips: &[Motion], events: &mut EventQueue) {
        let current = self.current.take().map(|current| current.playback);
        for mut playback in [current, self.replaced.take()].into_iter().flatten() {
            playback.leave_among(clips, events);
        }
        self.share = 0.0;
        self.inertia.cut();
    }
}
