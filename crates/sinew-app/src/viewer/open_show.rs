//! Show in the window: its time, its sound, and the frames that are sought.

use super::sound_playback::SoundPlayback;
use crate::encode::SOUND_RATE;
use crate::show::{ShowHistory, ShowPlayer};
use crate::sound::{IS_BUILT_IN, PLAY_RATE};
use std::time::{Duration, Instant};

// The sound of a show is mixed at the rate of the loudspeaker.
const _: () = assert!(SOUND_RATE == PLAY_RATE);

/// Time by which the picture may lag behind the sound before the sound goes back to it, seconds.
const MAX_LAG: f64 = 0.1;
/// Time of a frame in which the show is calculated.
const SLICE: Duration = Duration::from_millis(30);

/// Show in the window.
pub(crate) struct OpenShow {
    pub(crate) player: ShowPlayer,
    /// Time since the beginning, seconds.
    clock: f64,
    /// Whether the user, not the show, moves the camera.
    pub(super) is_free: bool,
    /// Changes when its actors are made anew.
    pub(super) serial: u64,
    /// Lines that its actors speak.
    pub(super) sound: SoundPlayback,
    history: ShowHistory,
    /// Step that was sought and is not reached yet.
    goal: Option<u64>,
    /// Time of a frame in which the show is calculated.
    pub(super) slice: Duration,
}

impl OpenShow {
    /// A show at its beginning, and the reason why it is not heard, if any.
    pub(super) fn new(player: ShowPlayer, serial: u64) -> (Self, Option<String>) {
        let (sound, notice) = match open_sound(&player) {
            Ok(sound) => (sound, None),
            Err(why) => (SoundPlayback::default(), Some(why)),
        };
        let history = ShowHistory::new(&player);
        let show =
            Self { player, clock: 0.0, is_free: false, serial, sound, history, goal: None, slice: SLICE };
        (show, notice)
    }

    /// Time of the present frame, and the duration, seconds.
    pub(crate) fn time(&self) -> (f64, f64) {
        (self.player.time(), self.player.seconds())
    }

    /// Time that was sought and is not reached yet, seconds.
    pub(crate) fn goal(&self) -> Option<f64> {
        self.goal.map(ShowPlayer::time_of)
    }

    /// Seeks to a time in seconds, within the show. The frames between are calculated in slices.
    pub(super) fn seek(&mut self, time: f64) {
        let step = self.player.step_at(time);
        self.history.approach(&mut self.player, step);
        self.goal = Some(step);
        // It plays from the sought time as soon as the show does.
        self.sound.pause();
    }

    /// Moves on by `dt` seconds, this many times as fast, in step with the sound; a speed of 0 pauses both.
    /// While a time is sought, the show comes closer to it and is silent. It starts over at its end.
    pub(super) fn advance(&mut self, dt: f32, speed: f32) {
        let deadline = Instant::now() + self.slice;
        if let Some(goal) = self.goal {
            self.play_until(goal, deadline);
            if self.player.steps() >= goal {
                (self.goal, self.clock) = (None, self.player.time());
            }
            return;
        }
        let (dt, speed) = (f64::from(dt), f64::from(speed));
        if speed <= 0.0 {
            return self.sound.pause();
        }
        if self.player.steps() >= self.player.step_at(f64::INFINITY) {
            return self.seek(0.0);
        }
        if self.sound.speed() != Some(speed) {
            self.sound.play(self.clock, speed);
        }
        self.clock = self.sound.follow(self.clock + dt * speed, dt);
        self.play_until(self.player.step_at(self.clock), deadline);
        if self.clock - self.player.time() > MAX_LAG {
            self.clock = self.player.time();
            self.sound.play(self.clock, speed);
        }
    }

    /// Plays up to a step, at least a step and at most until the deadline.
    fn play_until(&mut self, step: u64, deadline: Instant) {
        while self.player.steps() < step {
            self.player.step();
            self.history.add(&self.player);
            if Instant::now() >= deadline {
                break;
            }
        }
    }
}

/// The lines of a show on the loudspeaker; silence where nobody speaks, and in a build without sound.
fn open_sound(player: &ShowPlayer) -> Result<SoundPlayback, String> {
    if !IS_BUILT_IN {
        return Ok(SoundPlayback::default());
    }
    let mixed = player.sound(0.0, player.seconds()).map_err(|failure| failure.message().to_owned())?;
    mixed.map_or_else(|| Ok(SoundPlayback::default()), |mixed| SoundPlayback::open(mixed.into()))
}
