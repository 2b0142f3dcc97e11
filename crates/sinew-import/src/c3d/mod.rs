//! Import of C3D files (c3d.org, *The C3D File Format: A Technical User Guide*, 2021): markers of motion
//! capture, as a root and a node per marker that moves. Analog data is skipped.

mod clip;
mod events;
mod header;
#[cfg(test)]
mod made;
mod markers;
mod number;
mod parameters;
mod points;
mod space;
#[cfg(test)]
mod tests;

use crate::assemble::assemble;
use crate::budget::Budget;
use crate::error::quoted;
use crate::{Format, ImportError, ImportOptions, Imported, Report};
pub(crate) use header::is_c3d;
use parameters::Parameters;
use sinew::skeleton::Joint;
use sinew::{CharacterParts, Skeleton, Transform};

/// Approximate memory of a character per marker, in bytes: skeleton and poses, name and description.
const MARKER_BYTES: usize = 600;
/// Name of the root where the file names no subject.
const ROOT: &str = "markers";
/// Frames per second where the file states none.
const DEFAULT_RATE: f64 = 100.0;

/// Imports C3D bytes as nodes without meshes, and one clip.
pub(crate) fn import(bytes: &[u8], options: &ImportOptions) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let mut budget = Budget::new(bytes.len());
    let header = header::read(bytes)?;
    let parameters = Parameters::read(bytes, header.parameters, header.format);
    if let Some(at) = parameters.damaged {
        let message = "the parameters stop making sense here; those before are used";
        report.warn("c3d-parameters", format!("byte {at}"), message);
    }
    let points = points::read(bytes, &header, &parameters, &mut report)?;
    if points.count == 0 {
        report.warn("nothing", "POINT:USED", "the file has no markers, only analog data at most");
    }
    budget.take(points.count, MARKER_BYTES, "POINT:USED")?;
    let markers = markers::read(&parameters, points.count, &mut report);
    let rate = rate(&header, &parameters, &mut report);
    let space = space::find(&parameters, &points, options, &mut report);
    let motion = clip::read(&points, &markers, &space, rate, &mut budget, &mut report)?;
    let subject = parameters.texts("SUBJECTS", "NAMES").into_iter().find(|name| !name.is_empty());
    let root = Joint {
        name: subject.unwrap_or_else(|| ROOT.to_owned()),
        parent: None,
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let nodes = markers.iter().enumerate().map(|(n, marker)| Joint {
        name: marker.name.clone(),
        parent: Some(0),
        rest: Transform::from_translation(motion.first(n).unwrap_or_default()),
        in_scene: true,
    });
    let fail = |e: sinew::skeleton::SkeletonError| ImportError::new("c3d", "POINT", e.to_string());
    let skeleton = Skeleton::new(std::iter::once(root).chain(nodes).collect()).map_err(fail)?;
    let mut clips = Vec::new();
    if points.frames > 0 && !markers.is_empty() {
        let mut clip = motion.into_clip(|marker| skeleton.by_file_index(marker + 1));
        let start = (points.first_frame - 1.0).max(0.0) / rate;
        let seconds = ((points.frames - 1) as f64 / rate) as f32;
        clip.events = events::read(&header, &parameters, (start, seconds), &mut report);
        clips.push(clip);
    }
    let parts = CharacterParts { skeleton, ..CharacterParts::default() };
    let character = assemble(parts, &mut clips, options, &mut report)?;
    Ok(Imported {
        format: Format::C3d,
        character,
        clips,
        compressed_clips: Vec::new(),
        scene_extras: None,
        ragdoll: None,
        report,
    })
}

/// Frames per second of the points.
fn rate(header: &header::Header, parameters: &Parameters<'_>, report: &mut Report) -> f64 {
    let stated = [parameters.number("POINT", "RATE"), Some(f64::from(header.rate))];
    let usable = |rate: &f64| (1e-3..=1e6).contains(rate);
    stated.into_iter().flatten().find(usable).unwrap_or_else(|| {
        let found = quoted(&header.rate.to_string());
        let message = format!("the frame rate is {found}; {DEFAULT_RATE} frames per second are used");
        report.warn("c3d-frames", "POINT:RATE", message);
        DEFAULT_RATE
    })
}
