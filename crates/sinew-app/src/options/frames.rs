//! Options of frames: duration and frame rate.

use crate::options::number::{duration, frame_rate};
use clap::{Arg, Args};

/// Duration and frame rate of an animation or a clip.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FrameOptions {
    /// Duration of an animation in seconds
    #[arg(long, value_name = "S", value_parser = duration, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// Frames per second of an animation
    #[arg(
        long, value_name = "N", default_value = "30", value_parser = frame_rate,
        allow_negative_numbers = true,
    )]
    pub(crate) fps: f64,
}

impl Default for FrameOptions {
    fn default() -> Self {
        Self { seconds: None, fps: 30.0 }
    }
}

/// Replaces the help texts of [`FrameOptions`] in a verb: that of the duration, and that of the frame rate.
/// Other options stay as they are.
pub(crate) fn with_help(option: Arg, seconds: &'static str, fps: &'static str) -> Arg {
    match option.get_id().as_str() {
        "seconds" => option.help(seconds),
        "fps" => option.help(fps),
        _ => option,
    }
}
