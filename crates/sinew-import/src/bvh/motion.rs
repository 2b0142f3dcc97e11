//! Parser of the `MOTION` section.

use super::hierarchy::{Bone, Channel, number};
use super::words::Words;
use crate::budget::Budget;
use crate::error::quoted;
use crate::{ImportError, Report};
use sinew::glam::{DQuat, DVec3, Quat, Vec3};

/// Largest ratio of a root's first position to its offset at which the positions count as relative to the
/// offset.
const RELATIVE_START: f32 = 0.01;

/// Table of frames. The width of a row is the number of channels of all bones.
pub(super) struct Motion {
    pub(super) frames: usize,
    /// Frame time in seconds.
    pub(super) step: f64,
    pub(super) width: usize,
    pub(super) values: Vec<f32>,
}

/// Reads the content after the word `MOTION`. Missing rows are reported, and an incomplete one is left out.
pub(super) fn read(
    words: &mut Words<'_>,
    bones: &[Bone],
    budget: &mut Budget,
    report: &mut Report,
) -> Result<Motion, ImportError> {
    expect(words, &["FRAMES", ":"])?;
    let word = words.next();
    let declared = word.as_deref().and_then(|w| w.parse::<usize>().ok());
    let declared = declared.ok_or_else(|| words.unexpected(word.as_deref(), "the number of frames"))?;
    expect(words, &["FRAME", "TIME", ":"])?;
    let mut step = f64::from(number(words)?);
    if step <= 0.0 {
        report.warn("bvh-frames", words.location(), format!("the frame time is {step} s; 1/30 s is used"));
        step = 1.0 / 30.0;
    }
    let width: usize = bones.iter().map(|b| b.channels.len()).sum();
    let values = values(words, declared, budget)?;
    let frames = values.len().checked_div(width).unwrap_or(0);
    let left = values.len() - frames * width;
    if frames != declared || left > 0 {
        let rest = if left > 0 { format!(" and {left} numbers of an incomplete one") } else { String::new() };
        let why = if frames < declared { "the file seems to be cut off: " } else { "" };
        let message = format!(
            "{why}{declared} frames are declared, and it has {frames}{rest}; only complete declared frames \
             are used"
        );
        report.error("bvh-frames", words.location(), message);
    }
    // Surplus frames are ignored.
    let frames = frames.min(declared);
    Ok(Motion { frames, step, width, values })
}

/// Reads a label such as `Frame Time:`, with or without a space before the colon.
fn expect(words: &mut Words<'_>, label: &[&str]) -> Result<(), ImportError> {
    let whole: String = label.concat();
    let mut found = String::new();
    while found.len() < whole.len() {
        let word = words.next();
        found.push_str(&word.as_deref().unwrap_or_default().to_ascii_uppercase());
        if word.is_none() || !whole.starts_with(&found) {
            return Err(words.unexpected(word.as_deref(), &format!("{} …", label.join(" "))));
        }
    }
    Ok(())
}

fn values(words: &mut Words<'_>, declared: usize, budget: &mut Budget) -> Result<Vec<f32>, ImportError> {
    let mut values: Vec<f32> = Vec::new();
    while let Some(word) = words.next_bytes() {
        let Some(value) = words.number(word) else {
            // A file that is cut off within a number has usable frames.
            if words.is_at_end() && !values.is_empty() {
                break;
            }
            let word = String::from_utf8_lossy(word);
            return Err(words.unexpected(Some(&word), "a finite number"));
        };
        if values.len() == values.capacity() {
            // Twice, since a growing list briefly exists twice.
            let more = values.capacity().max(1024);
            budget.take(2 * more, size_of::<f32>(), "MOTION")?;
            values.reserve_exact(more);
        }
        values.push(value);
    }
    if values.is_empty() {
        return Err(match declared {
            0 => words.error("the file has no frames; expected rows of numbers"),
            _ => words.unexpected(None, &format!("the numbers of {declared} frames")),
        });
    }
    Ok(values)
}

impl Motion {
    /// Bones with their numbers in frame `frame`.
    pub(super) fn rows<'a>(
        &'a self,
        bones: &'a [Bone],
        frame: usize,
    ) -> impl Iterator<Item = (&'a Bone, &'a [f32])> {
        let mut column = 0;
        bones.iter().map(move |bone| {
            let row = self.row(bone, column, frame);
            column += bone.channels.len();
            (bone, row)
        })
    }

    /// Numbers of a bone, whose channels begin at `column`, in frame `frame`.
    pub(super) fn row(&self, bone: &Bone, column: usize, frame: usize) -> &[f32] {
        let from = frame * self.width + column;
        self.values.get(from..from + bone.channels.len()).unwrap_or_default()
    }
}

/// Detects roots whose positions are relative to their offset. In most files the offset is the position of
/// some frame, and positions are absolute. Only a root that starts at zero although it has an offset is
/// relative.
pub(super) fn detect_relative_roots(bones: &mut [Bone], motion: &Motion, report: &mut Report) {
    if motion.frames == 0 {
        return;
    }
    let starts_at_zero: Vec<bool> = motion
        .rows(bones, 0)
        .map(|(bone, row)| {
            let is_root =
                bone.parent.is_none() && bone.channels.iter().any(|c| matches!(c, Channel::Position(_)));
            is_root && with_channels(bone, row, Vec3::ZERO).length() < RELATIVE_START * bone.offset.length()
        })
        .collect();
    for (bone, relative) in bones.iter_mut().zip(starts_at_zero).filter(|(_, relative)| *relative) {
        bone.adds_to_offset = relative;
        let message = format!("positions of {} start at 0; they are added to its OFFSET", quoted(&bone.name));
        report.info("bvh-offset", "MOTION", message);
    }
}

/// Position of a bone relative to its parent: position channels replace its offset or are added to it.
pub(super) fn position(bone: &Bone, row: &[f32]) -> Vec3 {
    if bone.adds_to_offset {
        return bone.offset + with_channels(bone, row, Vec3::ZERO);
    }
    with_channels(bone, row, bone.offset)
}

/// Replaces coordinates of `position` by those of the bone's channels.
fn with_channels(bone: &Bone, row: &[f32], position: Vec3) -> Vec3 {
    let mut position = position.to_array();
    for (channel, &value) in bone.channels.iter().zip(row) {
        if let Channel::Position(axis) = channel
            && let Some(coordinate) = position.get_mut(*axis)
        {
            *coordinate = value;
        }
    }
    Vec3::from_array(position)
}

/// Rotation of a bone relative to its parent.
pub(super) fn rotation(bone: &Bone, row: &[f32]) -> Quat {
    let mut total = DQuat::IDENTITY;
    for (channel, &degrees) in bone.channels.iter().zip(row) {
        if let Channel::Rotation(axis) = channel {
            let axis = [DVec3::X, DVec3::Y, DVec3::Z].get(*axis).copied().unwrap_or(DVec3::X);
            total *= DQuat::from_axis_angle(axis, f64::from(degrees).to_radians());
        }
    }
    total.normalize().as_quat()
}
