//! Edits that treat all tracks of a clip alike.

use crate::clip::{ExpressionTrack, JointTrack, MorphTrack, RawClip, Track, TrackValue};
use std::ops::Mul;

/// Edit of a track, whatever it animates.
pub(super) trait TrackEdit {
    /// The edited track; `None` where 32-bit floats cannot hold it.
    fn edit<V: TrackValue + Mul<f32, Output = V>>(&self, track: &Track<V>) -> Option<Track<V>>;
}

/// Copy of a clip with all tracks edited; events and root motion stay. `None` where one of them cannot be.
pub(super) fn with_edited_tracks(clip: &RawClip, edit: &impl TrackEdit) -> Option<RawClip> {
    let mut edited = RawClip {
        name: clip.name.clone(),
        events: clip.events.clone(),
        root_motion: clip.root_motion.clone(),
        ..RawClip::default()
    };
    for track in &clip.joints {
        edited.joints.push(JointTrack {
            joint: track.joint,
            translation: edit_some(edit, &track.translation)?,
            rotation: edit_some(edit, &track.rotation)?,
            scale: edit_some(edit, &track.scale)?,
        });
    }
    for track in &clip.morphs {
        edited.morphs.push(MorphTrack { instance: track.instance, weights: edit.edit(&track.weights)? });
    }
    for track in &clip.expressions {
        let weight = edit.edit(&track.weight)?;
        edited.expressions.push(ExpressionTrack { expression: track.expression, weight });
    }
    edited.gaze = edit_some(edit, &clip.gaze)?;
    Some(edited)
}

/// The edited track of a component, where it has one; the outer `None` is a failed edit.
fn edit_some<V: TrackValue + Mul<f32, Output = V>>(
    edit: &impl TrackEdit,
    track: &Option<Track<V>>,
) -> Option<Option<Track<V>>> {
    match track {
        Some(track) => edit.edit(track).map(Some),
        None => Some(None),
    }
}
