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
}

impl SlotPlayback {
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

    /// Takes so many seconds to go, the last of the clip.
    pub fn fade_out(&mut self, seconds: f32) -> &mut Self {
        self.fade_out = seconds.max(0.0);
        self
    }

    /// Repeats until it is stopped.
    pub fn looping(&mut self) -> &mut Self {
        self.playback.wrap(Wrap::Loop);
        self
    }

    /// How much of it is seen after `dt` more seconds of it, and whether it is over then.
    fn share(&self, dt: f32, motion: &Motion) -> (f32, bool) {
        let part = |elapsed: f32, seconds: f32| if seconds > 0.0 { ease(elapsed / seconds) } else { 1.0 };
        let speed = self.playback.speed;
        let end = if speed < 0.0 { motion.start() } else { motion.end() };
        let left = match self.playback.wrap {
            Wrap::Loop => f32::INFINITY,
            Wrap::Clamp if speed == 0.0 => f32::INFINITY,
            Wrap::Clamp => ((f64::from(end) - self.playback.time) / f64::from(speed)) as f32 - dt,
        };
        let left = left.min(self.ending.map_or(f32::INFINITY, |since| self.fade_out - since));
        let share =
            part(self.elapsed, self.fade_in) * if left > 0.0 { part(left, self.fade_out) } else { 0.0 };
        (share, left <= 0.0)
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
        }
    }

    /// Plays a clip from `start` (file seconds). One that plays already is replaced, its motion kept on for a while.
    pub(super) fn play(&mut self, clip: usize, start: f32) -> &mut SlotPlayback {
        const FADE: f32 = 0.2;
        let mut playback = Playback::new(clip, f64::from(start));
        playback.wrap(Wrap::Clamp);
        if let Some(old) = self.current.take() {
            self.inertia.start(FADE);
            self.replaced.get_or_insert(old.playback);
        }
        // What is replaced was seen already; the new one need not come up again.
        let elapsed = if self.share > 0.0 { FADE } else { 0.0 };
        self.current.insert(SlotPlayback { playback, fade_in: FADE, fade_out: FADE, elapsed, ending: None })
    }

    pub(super) fn stop(&mut self) {
        if let Some(current) = &mut self.current {
            current.ending.get_or_insert(0.0);
        }
    }

    /// Moves on and gives how much of the slot's clip is seen.
    pub(super) fn advance(&mut self, dt: f32, weight: f32, clips: &[Motion], events: &mut EventQueue) -> f32 {
        if let Some(mut replaced) = self.replaced.take() {
            replaced.leave(&clips[replaced.clip()], events);
        }
        (self.share, self.delta) = (0.0, RootDelta::NONE);
        let Some(current) = &mut self.current else {
            self.inertia.cut();
            return 0.0;
        };
        let motion = &clips[current.playback.clip()];
        if current.elapsed == 0.0
            && current.playback.speed < 0.0
            && current.playback.time <= f64::from(motion.start())
        {
            current.playback.seek(f64::from(motion.end()));
        }
        current.elapsed += dt.abs();
        if let Some(since) = &mut current.ending {
            *since += dt.abs();
        }
        let (share, is_over) = current.share(dt, motion);
        self.weight = weight * share;
        self.delta = current.playback.step(dt, motion, self.weight.max(f32::MIN_POSITIVE), events);
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
        self.current.as_ref().map(|current| (&current.playback, self.weight))
    }

    /// What is to be seen: the clip, its time, its share and the body's travel.
    pub(super) fn seen(&self, clips: &[Motion]) -> Option<(usize, f32, f32, RootDelta)> {
        let current = self.current.as_ref().filter(|_| self.share > 0.0)?;
        let clip = current.playback.clip();
        Some((clip, current.playback.file_time(&clips[clip]), self.share, self.delta))
    }

    pub(super) fn leave(&mut self, clips: &[Motion], events: &mut EventQueue) {
        let current = self.current.take().map(|current| current.playback);
        for mut playback in [current, self.replaced.take()].into_iter().flatten() {
            playback.leave(&clips[playback.clip()], events);
        }
    }
}
