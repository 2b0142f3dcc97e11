//! Loudspeaker and microphone of a build without sound.

use super::output::SoundOutput;
use std::convert::Infallible;
use std::sync::Arc;

const MISSING: &str =
    "this build of sinew has no sound; `cargo xtask run` builds it in where libasound2-dev is installed";

/// Loudspeaker that does not exist.
pub(crate) struct Loudspeaker(Infallible);

impl Loudspeaker {
    pub(crate) fn open(_: Arc<[f32]>) -> Result<Self, String> {
        Err(MISSING.into())
    }
}

impl SoundOutput for Loudspeaker {
    fn play(&self, _: f64, _: f64) {
        match self.0 {}
    }

    fn pause(&self) {
        match self.0 {}
    }

    fn position(&self) -> f64 {
        match self.0 {}
    }
}

/// Microphone that does not exist.
pub(crate) struct Microphone(Infallible);

impl Microphone {
    pub(crate) fn open() -> Result<Self, String> {
        Err(MISSING.into())
    }

    pub(crate) fn rate(&self) -> u32 {
        match self.0 {}
    }

    pub(crate) fn take(&self, _: &mut Vec<f32>) {
        match self.0 {}
    }
}
