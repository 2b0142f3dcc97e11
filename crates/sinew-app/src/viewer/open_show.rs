use super::sound_playback::SoundPlayback;
use crate::encode::SOUND_RATE;
use crate::show::ShowPlayer;
use crate::sound::{IS_BUILT_IN, PLAY_RATE};

// The sound of a show is mixed at the rate of the loudspeaker.
const _: () = assert!(SOUND_RATE == PLAY_RATE);

/// Time by which the picture may lag behind the sound before the sound goes back to it, seconds.
const MAX_LAG: f64 = 0.1;

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
}

impl OpenShow {
    /// A show at its beginning, and the reason why it is not heard, if any.
    pub(super) fn new(player: ShowPlayer, serial: u64) -> (Self, Option<String>) {
        let (sound, notice) = match open_sound(&player) {
            Ok(sound) => (sound, None),
            Err(why) => (SoundPlayback::default(), Some(why)),
        };
        (Self { player, clock: 0.0, is_free: false, serial, sound }, notice)
    }

    /// Time of the present frame, and the duration, seconds.
    pub(crate) fn time(&self) -> (f64, f64) {
        (self.player.time(), self.player.seconds())
    }

    /// Goes back to the beginning with the player.
    pub(super) fn rewind(&mut self) {
        self.clock = 0.0;
        // It plays from the clock as soon as the show does.
        self.sound.pause();
    }

    /// Moves on by `dt` seconds, this many times as fast, in step with the sound; a speed of 0 pauses both.
    pub(super) fn advance(&mut self, dt: f32, speed: f32) {
        let (dt, speed) = (f64::from(dt), f64::from(speed));
        if speed <= 0.0 {
            return self.sound.pause();
        }
        if self.sound.speed() != Some(speed) {
            self.sound.play(self.clock, speed);
        }
        self.clock = self.sound.follow(self.clock + dt * speed, dt);
        self.player.play_to(self.clock);
        if self.clock - self.player.time() > MAX_LAG {
            self.clock = self.player.time();
            self.sound.play(self.clock, speed);
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
