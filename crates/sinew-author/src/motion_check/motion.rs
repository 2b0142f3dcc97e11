//! Motion of all joints at the frames of a clip.

use super::body::CheckedBody;
use super::frames::Frames;
use glam::{Quat, Vec3};
use sinew::RawClip;
use sinew::clip::{Interpolation, JointTrack, Track, TrackValue};
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{JointId, Skeleton};

/// Least number of keys per frame of a track that has keys in every frame; some files leave out a few.
const DENSE: f32 = 0.6;

/// Values of a joint at all frames; empty for a component without keys.
pub(super) struct Column {
    pub(super) joint: JointId,
    pub(super) rotations: Vec<Quat>,
    pub(super) translations: Vec<Vec3>,
    pub(super) scales: Vec<Vec3>,
    /// Whether the joint has a key in about every frame, as captured and baked motion has.
    pub(super) is_dense: bool,
    /// Whether rotation, translation and scale hold from key to key, as an animator wants it.
    pub(super) steps: [bool; 3],
}

/// Motion of a clip at its frames.
pub(super) struct Motion {
    pub(super) frames: Frames,
    pub(super) columns: Vec<Column>,
}

impl Motion {
    pub(super) fn of(clip: &RawClip, joints: usize) -> Self {
        let frames = Frames::of(clip, clip.joints.len().max(joints));
        let columns = clip.joints.iter().map(|track| Column::of(track, &frames)).collect();
        Self { frames, columns }
    }

    /// Columns of joints that move something that is seen.
    pub(super) fn seen<'a>(&'a self, body: &'a CheckedBody) -> impl Iterator<Item = &'a Column> {
        self.columns.iter().filter(|column| body.visible[column.joint.index()])
    }

    /// Writes the pose of a frame.
    pub(super) fn pose(
        &self,
        frame: usize,
        skeleton: &Skeleton,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        for column in &self.columns {
            let joint = local.get_mut(column.joint);
            if let Some(rotation) = column.rotations.get(frame) {
                joint.rotation = *rotation;
            }
            if let Some(translation) = column.translations.get(frame) {
                joint.translation = *translation;
            }
            if let Some(scale) = column.scales.get(frame) {
                joint.scale = *scale;
            }
        }
        model.update(skeleton, local);
    }
}

impl Column {
    fn of(track: &JointTrack, frames: &Frames) -> Self {
        let mut hint = 0;
        let rotations = track.rotation.as_ref().map_or(Vec::new(), |keys| {
            frames.times.iter().map(|time| keys.sample_rotation(*time, &mut hint)).collect()
        });
        let vectors = |keys: Option<&Track<Vec3>>| {
            let mut hint = 0;
            keys.map_or(Vec::new(), |keys| {
                frames.times.iter().map(|time| keys.sample_vector(*time, &mut hint)).collect()
            })
        };
        let keys = [
            track.rotation.as_ref().map_or(0, |track| track.times().len()),
            track.translation.as_ref().map_or(0, |track| track.times().len()),
        ];
        let most = keys[0].max(keys[1]) as f32;
        Self {
            joint: track.joint,
            rotations,
            translations: vectors(track.translation.as_ref()),
            scales: vectors(track.scale.as_ref()),
            is_dense: most >= DENSE * frames.len() as f32,
            steps: [
                track.rotation.as_ref().is_some_and(is_stepped),
                track.translation.as_ref().is_some_and(is_stepped),
                track.scale.as_ref().is_some_and(is_stepped),
            ],
        }
    }
}

fn is_stepped<V: TrackValue>(track: &Track<V>) -> bool {
    track.interpolation() == Interpolation::Step
}
