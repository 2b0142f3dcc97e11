//! `sinew check --motion --picture`: faults of motion over time, clips with the worst ones first.

mod draw;
mod layout;
mod rows;
#[cfg(test)]
mod tests;

use super::motion::CheckedClip;
use crate::encode::{self, Kind};
use crate::report::failure::Failure;
use crate::report::message::message;
use draw::draw;
use std::path::Path;

/// Format of the picture.
///
/// # Errors
/// Names that are no picture.
pub(super) fn kind(path: &Path) -> Result<Kind, Failure> {
    let kind = Kind::of(path).ok().filter(|kind| !kind.is_animated());
    kind.ok_or_else(|| {
        Failure::Call(format!(
            "--picture {}: expected a name ending in .png, .jpg or .webp; it shows all files of the call",
            path.display()
        ))
    })
}

/// Writes the picture of the clips with faults, of which `max` are shown; `checked` clips were checked.
pub(super) fn write(
    (path, kind): (&Path, Kind),
    mut clips: Vec<CheckedClip>,
    checked: usize,
    max: usize,
) -> Result<(), Failure> {
    // Stable: those of the same severity stay in the order of the files.
    clips.sort_by(|a, b| severity(b).total_cmp(&severity(a)));
    let picture = draw(&clips, checked, max);
    let (width, height) = (picture.width, picture.height);
    let mut encoder = kind.start(path, encode::Clip { width, height, frames: 1, fps: 1.0 })?;
    encoder.frame(&picture)?;
    encoder.finish()?;
    message!("{}: {width} × {height} pixels", path.display());
    Ok(())
}

/// Largest size of a fault relative to its bound.
fn severity(clip: &CheckedClip) -> f32 {
    let of = |size: f32, bound: f32| if bound > 0.0 { size / bound } else { 1.0 + size };
    clip.report.findings.iter().map(|finding| of(finding.size, finding.bound)).fold(0.0, f32::max)
}
