//! Conversion of frames to a clip.

use super::channel::{Channel, about};
use super::motion_file::Motion;
use super::tree::Node;
use crate::ImportError;
use crate::budget::Budget;
use crate::limits::MAX_CLIP_SECONDS;
use sinew::clip::{Interpolation, JointTrack, Track, TrackValue};
use sinew::glam::{DQuat, DVec3, Quat, Vec3};
use sinew::{RawClip, Skeleton};
use std::sync::Arc;

/// Units of a motion: angles, lengths and frames.
pub(super) struct Units {
    pub(super) degrees: bool,
    pub(super) metres: f64,
    /// Frames per second.
    pub(super) rate: f64,
}

/// Converts the frames to a clip with one key per frame.
pub(super) fn from_motion(
    motion: &Motion,
    nodes: &[Node],
    skeleton: &Skeleton,
    units: &Units,
    budget: &mut Budget,
) -> Result<RawClip, ImportError> {
    let seconds = motion.frames as f64 / units.rate;
    if seconds > MAX_CLIP_SECONDS {
        let message = format!("the motion lasts {seconds:.0} s; at most {MAX_CLIP_SECONDS} s are possible");
        return Err(ImportError::new(ImportError::TOO_LARGE, "file", message));
    }
    budget.take(motion.frames, size_of::<f32>(), "file")?;
    let times: Arc<[f32]> = (0..motion.frames).map(|frame| (frame as f64 / units.rate) as f32).collect();
    let mut clip = RawClip { name: "motion".into(), ..RawClip::default() };
    for (n, node) in nodes.iter().enumerate().filter(|(n, _)| motion.moves(*n)) {
        let Some(joint) = skeleton.by_file_index(n) else { continue };
        budget.take(motion.frames, size_of::<Vec3>() + size_of::<Quat>(), "file")?;
        budget.take(1, 2 * size_of::<JointTrack>(), "file")?;
        let rows = || (0..motion.frames).map(|frame| motion.row(n, node.channels.len(), frame));
        let mut track = JointTrack::new(joint);
        if node.channels.iter().any(|channel| matches!(channel, Channel::Translation(_))) {
            let position = |row| ((node.offset + translation(node, row)) * units.metres).as_vec3();
            track.translation = keys(&times, rows().map(position).collect());
        }
        if node.channels.iter().any(|channel| matches!(channel, Channel::Rotation(_))) {
            let mut previous = Quat::IDENTITY;
            let rotations = rows().map(|row| {
                let rotation = rotation(node, row, units.degrees);
                // Each in the hemisphere of the one before.
                previous = if rotation.dot(previous) < 0.0 { -rotation } else { rotation };
                previous
            });
            track.rotation = keys(&times, rotations.collect());
        }
        clip.joints.push(track);
    }
    Ok(clip)
}

/// Rotation of a bone relative to its parent: the motion in the bone's axes, of which the bone's rest pose
/// knows nothing.
fn rotation(node: &Node, row: &[f32], degrees: bool) -> Quat {
    let mut turn = DQuat::IDENTITY;
    for (channel, &angle) in node.channels.iter().zip(row) {
        if let Channel::Rotation(axis) = channel {
            let angle = f64::from(angle);
            turn = about(*axis, if degrees { angle.to_radians() } else { angle }) * turn;
        }
    }
    (node.axes * turn * node.axes.inverse()).normalize().as_quat()
}

/// Translation of a bone relative to where it is at rest, in the file's units.
fn translation(node: &Node, row: &[f32]) -> DVec3 {
    let mut by = [0.0; 3];
    for (channel, &value) in node.channels.iter().zip(row) {
        if let Channel::Translation(axis) = channel {
            by.get_mut(*axis).into_iter().for_each(|by| *by += f64::from(value));
        }
    }
    node.axes * DVec3::from_array(by)
}

fn keys<V: TrackValue>(times: &Arc<[f32]>, values: Vec<V>) -> Option<Track<V>> {
    Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
}
