//! Import of Acclaim motion capture: skeletons (`.asf`) and their motions (`.amc`), as in Carnegie Mellon
//! University's database (Meredith and Maddock, *Motion Capture File Formats Explained*, 2001).
//!
//! A bone is a node at its start, whose rest pose has no rotation. Bones without children have an end node at
//! their tip.

mod channel;
mod clip;
mod find_skeleton;
mod frame_rate;
mod lines;
mod motion_file;
mod skeleton_file;
#[cfg(test)]
mod tests;
mod tree;

use crate::assemble::assemble;
use crate::budget::Budget;
use crate::{Format, ImportError, ImportOptions, Imported, Report, Resolver, human_units};
use clip::Units;
use lines::Lines;
use sinew::glam::DVec3;
use sinew::skeleton::Joint;
use sinew::{Bounds, CharacterParts, RawClip, Skeleton, Transform};
use skeleton_file::SkeletonFile;
use tree::Node;

/// Metres per inch, in which Acclaim's lengths are after division by the `length` of the units.
const INCH: f64 = 0.0254;

/// Whether the first keyword is one of a skeleton.
pub(crate) fn is_asf(bytes: &[u8]) -> bool {
    let keywords = [":version", ":name", ":units", ":documentation", ":root", ":bonedata", ":hierarchy"];
    first_word(bytes).is_some_and(|word| keywords.contains(&&*word))
}

/// Whether the first keyword is one of a motion, or the first comment names a skeleton.
pub(crate) fn is_amc(bytes: &[u8]) -> bool {
    let keywords = [":fully-specified", ":degrees", ":radians", ":samples-per-second"];
    first_word(bytes).is_some_and(|word| keywords.contains(&&*word)) || bytes.starts_with(b"#!OML:ASF")
}

/// First word behind comments, in lower case, if it may be a keyword.
fn first_word(bytes: &[u8]) -> Option<String> {
    // Other formats have no such beginning; their bytes are not searched.
    let begin = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    if !begin.starts_with(b":") && !begin.starts_with(b"#") {
        return None;
    }
    let line = Lines::new(bytes, "asf").find(|line| line.comment().is_none())?;
    line.words().next().map(str::to_ascii_lowercase)
}

/// Imports a skeleton in its rest pose.
pub(crate) fn import_asf(bytes: &[u8], options: &ImportOptions) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let file = skeleton_file::read(bytes, &mut Budget::new(bytes.len()))?;
    let nodes = tree::nodes(&file, &mut report)?;
    let metres = metres(&file, &nodes, options, &mut report);
    let skeleton = skeleton(&nodes, metres)?;
    finish(Format::Asf, skeleton, Vec::new(), options, report)
}

/// Imports a motion with its skeleton, another file.
pub(crate) fn import_amc(
    bytes: &[u8],
    resolver: &dyn Resolver,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let mut budget = Budget::new(bytes.len());
    let source = find_skeleton::find(bytes, resolver, &mut report)?;
    budget.add_input(source.bytes.len());
    let in_skeleton = |error: ImportError| ImportError {
        location: format!("{}: {}", source.name, error.location),
        ..error
    };
    let file = skeleton_file::read(&source.bytes, &mut budget).map_err(in_skeleton)?;
    let nodes = tree::nodes(&file, &mut report).map_err(in_skeleton)?;
    let motion = motion_file::read(bytes, &nodes, &source.name, &mut budget, &mut report)?;
    let rate = match (options.frame_rate.map(f64::from), motion.rate) {
        (Some(rate), _) if rate.is_finite() && rate > 0.0 => rate,
        (_, Some(rate)) => rate,
        _ => {
            let message = format!(
                "the motion states no frame rate; {} frames per second are assumed. State another with --amc-fps \
                 on the command line, `frame_rate` in code",
                frame_rate::DEFAULT
            );
            report.info("amc-frame-rate", "file", message);
            frame_rate::DEFAULT
        }
    };
    let metres = metres(&file, &nodes, options, &mut report);
    let skeleton = skeleton(&nodes, metres)?;
    let units = Units { degrees: motion.degrees.unwrap_or(file.degrees), metres, rate };
    let clip = clip::from_motion(&motion, &nodes, &skeleton, &units, &mut budget)?;
    finish(Format::Amc, skeleton, vec![clip], options, report)
}

fn finish(
    format: Format,
    skeleton: Skeleton,
    mut clips: Vec<RawClip>,
    options: &ImportOptions,
    mut report: Report,
) -> Result<Imported, ImportError> {
    let parts = CharacterParts { skeleton, ..CharacterParts::default() };
    let character = assemble(parts, &mut clips, options, &mut report)?;
    Ok(Imported {
        format,
        character,
        clips,
        compressed_clips: Vec::new(),
        scene_extras: None,
        ragdoll: None,
        report,
    })
}

/// Skeleton with the offsets as rest pose, without rotations.
fn skeleton(nodes: &[Node], metres: f64) -> Result<Skeleton, ImportError> {
    let joints = nodes.iter().map(|node| Joint {
        name: node.name.clone(),
        parent: node.parent.map(|parent| parent as u32),
        rest: Transform::from_translation((node.offset * metres).as_vec3()),
        in_scene: true,
    });
    let fail = |e: sinew::skeleton::SkeletonError| ImportError::new("asf", ":bonedata", e.to_string());
    Skeleton::new(joints.collect()).map_err(fail)
}

/// Metres per unit: as stated by the caller; inches divided by the `length` of the file; or, where that gives
/// no human and another unit does, that.
fn metres(file: &SkeletonFile, nodes: &[Node], options: &ImportOptions, report: &mut Report) -> f64 {
    let height = height(nodes);
    let (metres, why) = match (options.metres_per_unit, file.length) {
        (Some(metres), _) => (f64::from(metres), "as stated".to_owned()),
        (None, Some(length)) => {
            let metres = INCH / length;
            let by_height = human_units::find(height);
            match by_height.filter(|_| !human_units::is_human((f64::from(height) * metres) as f32)) {
                None => (metres, format!("inches / {length}, by the file")),
                Some((found, name)) => {
                    let message = format!(
                        "the file's unit, inches / {length}, makes the body {:.2} m tall; {name} are used, which \
                         make it {:.2} m",
                        f64::from(height) * metres,
                        height * found
                    );
                    report.warn("units", ":units", message);
                    return f64::from(found);
                }
            }
        }
        (None, None) => match human_units::find(height) {
            Some((metres, name)) => (f64::from(metres), format!("{name}, by the height of the body")),
            None => (INCH, "inches, since the file states none".to_owned()),
        },
    };
    let message = format!(
        "unit: {why}, which makes the body {:.2} m tall; lengths are scaled × {metres}",
        f64::from(height) * metres
    );
    report.info("units", ":units", message);
    metres
}

/// Largest side of the box around all nodes at rest, in the file's units.
fn height(nodes: &[Node]) -> f32 {
    let mut points: Vec<DVec3> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let parent = node.parent.and_then(|parent| points.get(parent)).copied().unwrap_or_default();
        points.push(parent + if node.parent.is_some() { node.offset } else { DVec3::ZERO });
    }
    let size =
        Bounds::from_points(points.iter().map(|point| point.as_vec3()).filter(|point| point.is_finite()))
            .size();
    if size.is_finite() { size.max_element() } else { 0.0 }
}
