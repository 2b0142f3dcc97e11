use sinew::playback::Playback;
use sinew::{Actor, WrapMode};

/// Playback controls, kept when clips change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transport {
    pub(crate) playing: bool,
    pub(crate) speed: f32,
    pub(crate) looping: bool,
}

impl Default for Transport {
    fn default() -> Self {
        Self { playing: true, speed: 1.0, looping: true }
    }
}

/// Step of the arrow keys, seconds.
pub(super) const STEP: f64 = 1.0 / 30.0;

impl Transport {
    /// Applies speed and looping to the actor.
    pub(crate) fn apply(&self, actor: &mut Actor) {
        if let Some(playback) = actor.playback_mut() {
            playback.speed(self.speed).wrap(if self.looping { WrapMode::Loop } else { WrapMode::Clamp });
        }
    }

    /// Seconds to advance the actor in a frame of `dt` seconds. Stops at the end of a clip that does not
    /// loop.
    pub(crate) fn step(&mut self, actor: &Actor, dt: f32) -> f32 {
        if !self.playing {
            return 0.0;
        }
        if actor.graph().is_some() {
            return dt * self.speed;
        }
        if let (false, Some((time, first, last))) = (self.looping, clip_time(actor)) {
            let next = time + f64::from(dt * self.speed);
            self.playing = if self.speed < 0.0 { next > first } else { next < last };
        }
        dt
    }

    /// Plays or pauses; a clip at its end starts over.
    pub(crate) fn toggle(&mut self, actor: &mut Actor) {
        self.playing = !self.playing;
        let Some((time, first, last)) = clip_time(actor).filter(|_| self.playing && !self.looping) else {
            return;
        };
        if self.speed >= 0.0 && time >= last {
            seek(actor, first);
        } else if self.speed < 0.0 && time <= first {
            seek(actor, last);
        }
    }

    /// Pauses and moves by `steps` frames of a thirtieth of a second.
    pub(crate) fn step_frames(&mut self, actor: &mut Actor, steps: i32) {
        self.playing = false;
        if let Some((time, first, last)) = clip_time(actor) {
            let next = time + f64::from(steps) * STEP;
            let length = (last - first).max(f64::MIN_POSITIVE);
            let next = if self.looping { first + (next - first).rem_euclid(length) } else { next };
            seek(actor, next);
        }
    }
}

/// The clip that is seen: the one that gets up, while it does.
pub(crate) fn shown_playback(actor: &Actor) -> Option<&Playback> {
    actor.montage().or_else(|| actor.playback())
}

/// File time and the times of the first and last key of the clip that is seen.
pub(crate) fn clip_time(actor: &Actor) -> Option<(f64, f64, f64)> {
    let playback = shown_playback(actor)?;
    let clip = &actor.clips()[playback.clip()];
    Some((f64::from(playback.file_time(clip)), f64::from(clip.start()), f64::from(clip.end())))
}

/// Seeks to `time` in file seconds, limited to the clip's keys. A loop stays before its last key, which
/// equals its first.
pub(crate) fn seek(actor: &mut Actor, time: f64) {
    let Some((_, first, last)) = clip_time(actor) else { return };
    let playback = match actor.montage().is_some() {
        true => actor.montage_mut(),
        false => actor.playback_mut(),
    };
    if let Some(playback) = playback {
        let last = if playback.wrap == WrapMode::Loop { last - (last - first) * 1e-4 } else { last };
        playback.seek(time.clamp(first, last.max(first)));
    }
}
