//! Loudspeaker and microphone, through cpal where this build has it; else both refuse to open, and the viewer
//! speaks silently.

#[cfg(any(feature = "sound", target_os = "windows", target_os = "macos"))]
mod device;
mod output;
#[cfg(any(test, feature = "sound", target_os = "windows", target_os = "macos"))]
mod playhead;
#[cfg(not(any(feature = "sound", target_os = "windows", target_os = "macos")))]
mod silent;

#[cfg(any(feature = "sound", target_os = "windows", target_os = "macos"))]
pub(crate) use device::{Loudspeaker, Microphone};
pub(crate) use output::SoundOutput;
#[cfg(test)]
pub(crate) use playhead::Playhead;
#[cfg(not(any(feature = "sound", target_os = "windows", target_os = "macos")))]
pub(crate) use silent::{Loudspeaker, Microphone};

/// True if this build can play and record.
pub(crate) const IS_BUILT_IN: bool = cfg!(any(feature = "sound", target_os = "windows", target_os = "macos"));

/// Sampling rate of sounds for the loudspeaker in Hz.
pub(crate) const PLAY_RATE: u32 = 48_000;
