//! Switch data of Moho and OpenToonz (.dat): a header, then a line with frame and shape per cue (Daniel Wolf,
//! *Rhubarb Lip Sync*, "Output formats").

use super::rhubarb::mouth_cues;
use crate::phone::{DrawnShapes, MouthShape};
use crate::timeline::VisemeCue;
use std::fmt::Write;

/// Default frame rate of Moho files in frames per second.
pub const DEFAULT_FRAMES_PER_SECOND: f64 = 24.0;

/// Names of mouth shapes in Moho's switch layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SwitchNames {
    /// Preston Blair's, which OpenToonz and the mouths that come with Moho have: `MBP`, `etc`, `AI`.
    #[default]
    PrestonBlair,
    /// Letters, `A` to `X`, as Rhubarb Lip Sync writes them by default.
    Letters,
}

impl SwitchNames {
    fn of(self, shape: MouthShape) -> &'static str {
        match self {
            Self::PrestonBlair => shape.preston_blair(),
            Self::Letters => shape.letter(),
        }
    }
}

/// Moho switch data at so many frames per second, 1 to 1000. Frames are counted from 1. Of several cues that begin
/// in one frame the last one stays; a last line with rest, or the closed mouth that is `drawn` for it, closes
/// the mouth.
#[must_use]
pub fn dat(cues: &[VisemeCue], frames_per_second: f64, drawn: DrawnShapes, names: SwitchNames) -> String {
    let rate = if frames_per_second.is_finite() {
        frames_per_second.clamp(1.0, 1000.0)
    } else {
        DEFAULT_FRAMES_PER_SECOND
    };
    let frame = |seconds: f64| 1 + (seconds * rate).round() as u64;
    let shapes = mouth_cues(cues, drawn);
    let mut lines: Vec<(u64, &str)> = Vec::with_capacity(shapes.len() + 1);
    let end = shapes.last().map(|last| (frame(last.end), names.of(drawn.nearest(MouthShape::X))));
    let starts = shapes.iter().map(|cue| (frame(cue.start), names.of(cue.shape)));
    for line in starts.chain(end) {
        match lines.last_mut() {
            Some(last) if last.0 == line.0 => last.1 = line.1,
            _ => lines.push(line),
        }
    }
    // Shapes that follow one another after a short one is gone.
    lines.dedup_by(|next, last| next.1 == last.1);
    let mut out = String::from("MohoSwitch1\n");
    for (frame, name) in lines {
        let _ = writeln!(out, "{frame} {name}");
    }
    out
}
