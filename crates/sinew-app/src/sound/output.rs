//! Output of a sound: the loudspeaker, or a stand-in in tests.

/// Output of one sound, paused at first.
pub(crate) trait SoundOutput {
    /// Plays from a time of the sound in seconds, this many times as fast; the pitch changes with the speed.
    fn play(&self, seconds: f64, speed: f64);

    /// Is silent from now on.
    fn pause(&self);

    /// Time of the sound that is heard now, in seconds.
    fn position(&self) -> f64;
}
