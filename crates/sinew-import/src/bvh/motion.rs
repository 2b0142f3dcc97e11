//! The part from `MOTION` on: the table of frames, and the clip that it becomes.

use super::hierarchy::{Bone, Channel, number};
use super::space::Space;
use super::words::Words;
use super::{fail, unexpected};
use crate::error::quoted;
use crate::limits::Budget;
use crate::{ImportError, Report};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{DQuat, DVec3, Quat, Vec3};
use sinew::{RawClip, Skeleton};
use std::sync::Arc;

/// Positions that stay below this are none: their joint keeps its offset.
const NO_POSITION: f32 = 1e-6;
/// A root whose first position is this share of its offset, or less, begins at nothing.
const NEAR_NOTHING: f32 = 0.01;

/// Rows of numbers, as many in each as all bones have channels.
pub(super) struct Motion {
    pub(super) frames: usize,
    step: f64,
    width: usize,
    values: Vec<f32>,
}

/// Reads what follows the word `MOTION`. Rows that are missing are reported, and an unfinished one left out.
pub(super) fn read(
    words: &mut Words<'_>,
    bones: &[Bone],
    budget: &mut Budget,
    report: &mut Report,
) -> Result<Motion, ImportError> {
    expect(words, &["FRAMES", ":"])?;
    let word = words.next();
    let stated = word.as_deref().and_then(|w| w.parse::<usize>().ok());
    let stated = stated.ok_or_else(|| unexpected(words, word.as_deref(), "the number of frames"))?;
    expect(words, &["FRAME", "TIME", ":"])?;
    let mut step = f64::from(number(words)?);
    if step <= 0.0 {
        report.warn("bvh-frames", words.place(), format!("{step} s a frame; 1/30 s is taken"));
        step = 1.0 / 30.0;
    }
    let width: usize = bones.iter().map(|b| b.channels.len()).sum();
    let values = values(words, budget)?;
    let frames = values.len().checked_div(width).unwrap_or(0);
    let left = values.len() - frames * width;
    if frames != stated || left > 0 {
        let rest = if left > 0 { format!(" and {left} numbers of one more") } else { String::new() };
        let message = format!("{stated} frames are stated, {frames}{rest} are there; whole ones are played");
        report.error("bvh-frames", "MOTION", message);
    }
    // Where more numbers follow than frames are stated, they belong to no frame.
    let frames = frames.min(stated);
    Ok(Motion { frames, step, width, values })
}

/// The words of a label such as `Frame Time:`, with or without a space before the colon.
fn expect(words: &mut Words<'_>, label: &[&str]) -> Result<(), ImportError> {
    let whole: String = label.concat();
    let mut found = String::new();
    while found.len() < whole.len() {
        let word = words.next();
        found.push_str(&word.as_deref().unwrap_or_default().to_ascii_uppercase());
        if word.is_none() || !whole.starts_with(&found) {
            return Err(unexpected(words, word.as_deref(), &format!("{} …", label.join(" "))));
        }
    }
    Ok(())
}

fn values(words: &mut Words<'_>, budget: &mut Budget) -> Result<Vec<f32>, ImportError> {
    let mut values: Vec<f32> = Vec::new();
    while let Some(word) = words.next_bytes() {
        let value = std::str::from_utf8(word).ok().and_then(|w| w.parse::<f32>().ok());
        let Some(value) = value.filter(|v| v.is_finite()) else {
            let word = String::from_utf8_lossy(word);
            return Err(unexpected(words, Some(&word), "a finite number"));
        };
        if values.len() == values.capacity() {
            // Twice, for the old place is held while the new one is filled.
            let more = values.capacity().max(1024);
            budget.take(2 * more, size_of::<f32>(), "MOTION")?;
            values.reserve_exact(more);
        }
        values.push(value);
    }
    if values.is_empty() {
        return Err(fail(words, "no frame follows; expected rows of numbers"));
    }
    Ok(values)
}

impl Motion {
    /// The numbers of each bone in frame `frame`.
    pub(super) fn rows<'a>(
        &'a self,
        bones: &'a [Bone],
        frame: usize,
    ) -> impl Iterator<Item = (&'a Bone, &'a [f32])> {
        let mut at = frame * self.width;
        bones.iter().map(move |bone| {
            let from = at;
            at += bone.channels.len();
            (bone, self.values.get(from..at).unwrap_or_default())
        })
    }

    /// The clip: a key per frame for everything that has channels; none without frames.
    pub(super) fn clip(
        &self,
        bones: &[Bone],
        skeleton: &Skeleton,
        space: &Space,
        budget: &mut Budget,
    ) -> Result<Option<RawClip>, ImportError> {
        if self.frames == 0 {
            return Ok(None);
        }
        budget.take(self.frames, size_of::<f32>(), "MOTION")?;
        let times: Arc<[f32]> = (0..self.frames).map(|f| (f as f64 * self.step) as f32).collect();
        let mut clip = RawClip { name: "motion".into(), ..RawClip::default() };
        let mut first = 0;
        for (n, bone) in bones.iter().enumerate() {
            let column = first;
            first += bone.channels.len();
            let Some(joint) = skeleton.by_file_index(n).filter(|_| !bone.channels.is_empty()) else {
                continue;
            };
            budget.take(self.frames, size_of::<Vec3>() + size_of::<Quat>(), "MOTION")?;
            budget.take(1, 2 * size_of::<JointTrack>(), "MOTION")?;
            let row = |frame: usize| {
                let from = frame * self.width + column;
                self.values.get(from..from + bone.channels.len()).unwrap_or_default()
            };
            let mut track = JointTrack::new(joint);
            if self.moves(bone, row) {
                let places = (0..self.frames).map(|f| space.place(position(bone, row(f)))).collect();
                track.translation = keys(&times, places);
            }
            if bone.channels.iter().any(|c| matches!(c, Channel::Rotation(_))) {
                track.rotation = keys(&times, self.rotations(bone, row, space));
            }
            clip.joints.push(track);
        }
        Ok(Some(clip))
    }

    /// Whether a bone's position channels are in use. Below the root some writers fill them with zeros and mean the
    /// offset.
    fn moves<'a>(&self, bone: &Bone, row: impl Fn(usize) -> &'a [f32]) -> bool {
        let is_position = |c: &Channel| matches!(c, Channel::Position(_));
        let any = bone.channels.iter().any(is_position);
        let used =
            |f: usize| bone.channels.iter().zip(row(f)).any(|(c, v)| is_position(c) && v.abs() > NO_POSITION);
        any && (bone.parent.is_none() || (0..self.frames).any(used))
    }

    /// Rotations, each in the hemisphere of the one before.
    fn rotations<'a>(&self, bone: &Bone, row: impl Fn(usize) -> &'a [f32], space: &Space) -> Vec<Quat> {
        let mut before = Quat::IDENTITY;
        let rotations = (0..self.frames).map(|f| {
            let turned = space.rotation(rotation(bone, row(f)));
            before = if turned.dot(before) < 0.0 { -turned } else { turned };
            before
        });
        rotations.collect()
    }
}

fn keys<V: Copy>(times: &Arc<[f32]>, values: Vec<V>) -> Option<Track<V>> {
    Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
}

/// Says of each root whether its positions are counted from its offset. Writers leave the root's place of one frame as its
/// offset and write places as they are; only a root that begins at nothing, though its offset is something, cannot mean
/// that place.
pub(super) fn settle_roots(bones: &mut [Bone], motion: &Motion, report: &mut Report) {
    if motion.frames == 0 {
        return;
    }
    let begins_at_nothing: Vec<bool> = motion
        .rows(bones, 0)
        .map(|(bone, row)| {
            let is_root =
                bone.parent.is_none() && bone.channels.iter().any(|c| matches!(c, Channel::Position(_)));
            is_root && replaced(bone, row, Vec3::ZERO).length() < NEAR_NOTHING * bone.offset.length()
        })
        .collect();
    for (bone, counts) in bones.iter_mut().zip(begins_at_nothing).filter(|(_, counts)| *counts) {
        bone.adds_to_offset = counts;
        let message =
            format!("positions of {} begin at 0 and are counted from its OFFSET", quoted(&bone.name));
        report.info("bvh-offset", "MOTION", message);
    }
}

/// Where a bone stands relative to its parent: position channels take the place of its offset, or are added to it.
pub(super) fn position(bone: &Bone, row: &[f32]) -> Vec3 {
    if bone.adds_to_offset {
        return bone.offset + replaced(bone, row, Vec3::ZERO);
    }
    replaced(bone, row, bone.offset)
}

/// `place` with the coordinates that a row has for the bone.
fn replaced(bone: &Bone, row: &[f32], place: Vec3) -> Vec3 {
    let mut place = place.to_array();
    for (channel, &value) in bone.channels.iter().zip(row) {
        if let Channel::Position(axis) = channel
            && let Some(coordinate) = place.get_mut(*axis)
        {
            *coordinate = value;
        }
    }
    Vec3::from_array(place)
}

/// How a bone is turned.
pub(super) fn rotation(bone: &Bone, row: &[f32]) -> Quat {
    let mut turned = DQuat::IDENTITY;
    for (channel, &degrees) in bone.channels.iter().zip(row) {
        if let Channel::Rotation(axis) = channel {
            let axis = [DVec3::X, DVec3::Y, DVec3::Z].get(*axis).copied().unwrap_or(DVec3::X);
            turned *= DQuat::from_axis_angle(axis, f64::from(degrees).to_radians());
        }
    }
    turned.normalize().as_quat()
}
