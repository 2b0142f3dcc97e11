//! Conversion of frames to a clip.

use super::hierarchy::{Bone, Channel};
use super::motion::{Motion, position, rotation};
use super::space::Space;
use crate::ImportError;
use crate::budget::Budget;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Quat, Vec3};
use sinew::{RawClip, Skeleton};
use std::sync::Arc;

/// Largest position value, in the file's units, at which the position channels of a joint count as unused.
const UNUSED_POSITION: f32 = 1e-6;
/// Converts the frames to a clip with one key per frame for all channels; `None` without frames.
pub(super) fn from_motion(
    motion: &Motion,
    bones: &[Bone],
    skeleton: &Skeleton,
    space: &Space,
    budget: &mut Budget,
) -> Result<Option<RawClip>, ImportError> {
    if motion.frames == 0 {
        return Ok(None);
    }
    budget.take(motion.frames, size_of::<f32>(), "MOTION")?;
    let times: Arc<[f32]> = (0..motion.frames).map(|f| (f as f64 * motion.step) as f32).collect();
    let mut clip = RawClip { name: "motion".into(), ..RawClip::default() };
    let mut first = 0;
    for (n, bone) in bones.iter().enumerate() {
        let column = first;
        first += bone.channels.len();
        let Some(joint) = skeleton.by_file_index(n).filter(|_| !bone.channels.is_empty()) else { continue };
        budget.take(motion.frames, size_of::<Vec3>() + size_of::<Quat>(), "MOTION")?;
        budget.take(1, 2 * size_of::<JointTrack>(), "MOTION")?;
        let row = |frame: usize| motion.row(bone, column, frame);
        let mut track = JointTrack::new(joint);
        if has_position(motion, bone, row) {
            let positions = (0..motion.frames).map(|f| space.point(position(bone, row(f)))).collect();
            track.translation = keys(&times, positions);
        }
        if bone.channels.iter().any(|c| matches!(c, Channel::Rotation(_))) {
            track.rotation = keys(&times, rotations(motion, bone, row, space));
        }
        clip.joints.push(track);
    }
    Ok(Some(clip))
}

/// Whether a bone's position channels are used. Some exporters write zeros for bones below the root and mean
/// the offset.
fn has_position<'a>(motion: &Motion, bone: &Bone, row: impl Fn(usize) -> &'a [f32]) -> bool {
    let is_position = |c: &Channel| matches!(c, Channel::Position(_));
    let any = bone.channels.iter().any(is_position);
    let used =
        |f: usize| bone.channels.iter().zip(row(f)).any(|(c, v)| is_position(c) && v.abs() > UNUSED_POSITION);
    any && (bone.parent.is_none() || (0..motion.frames).any(used))
}

/// Rotations of all frames, each in the hemisphere of the previous one.
fn rotations<'a>(motion: &Motion, bone: &Bone, row: impl Fn(usize) -> &'a [f32], space: &Space) -> Vec<Quat> {
    let mut previous = Quat::IDENTITY;
    let rotations = (0..motion.frames).map(|f| {
        let rotation = space.rotation(rotation(bone, row(f)));
        previous = if rotation.dot(previous) < 0.0 { -rotation } else { rotation };
        previous
    });
    rotations.collect()
}

fn keys<V: sinew::clip::TrackValue>(times: &Arc<[f32]>, values: Vec<V>) -> Option<Track<V>> {
    Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
}
