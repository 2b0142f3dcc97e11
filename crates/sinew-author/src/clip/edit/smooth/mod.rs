//! Smoothing of captures: jumps are taken out, then a low-pass filter runs over the keys.

mod jumps;
mod low_pass;
mod settings;
mod tracks;

pub use settings::SmoothSettings;

use super::ClipEditError;
use super::close_loop::{LoopSettings, measure_loop_seam};
use crate::motion_check::MotionCheck;
use sinew::clip::JointTrack;
use sinew::{Character, RawClip};
use tracks::{Smoother, smoothed_root, smoothed_rotations, smoothed_vectors};

/// Takes the noise and the jumps of a capture out: a low-pass filter without a delay, a Butterworth filter of second
/// order that runs forwards and backwards, over translations and rotations of joints and over root motion. Before it,
/// keys that jump for a moment are shifted back, and jumps that stay are spread over 0.3 s
/// ([`SmoothSettings::remove_jumps`]).
///
/// Tracks with linear keys at even times, at most 51 ms apart, are filtered. All others stay as they are: those of
/// an animator with few keys, steps, splines, scales, morph weights, expressions, gaze and events. Times of keys stay.
/// So do both ends of a clip; those of a loop that is closed ([`LoopSeam::is_closed`](super::LoopSeam::is_closed))
/// are filtered as those of a loop.
///
/// # Errors
/// When the clip is of another character, or the cutoff is not positive and finite.
pub fn smooth_clip(
    clip: &RawClip,
    character: &Character,
    settings: &SmoothSettings,
) -> Result<RawClip, ClipEditError> {
    ClipEditError::check(clip, character)?;
    if !(settings.cutoff.is_finite() && settings.cutoff > 0.0) {
        return Err(ClipEditError::Cutoff(settings.cutoff));
    }
    let is_loop =
        measure_loop_seam(clip, character, &LoopSettings::default()).is_ok_and(|seam| seam.is_closed());
    let check = MotionCheck::new(character);
    let smoother = Smoother { settings: *settings, is_loop, height: check.height() };
    let joint = |track: &JointTrack| {
        let (turn, shift) = check.levers(track.joint);
        JointTrack {
            joint: track.joint,
            translation: track.translation.as_ref().map(|keys| smoothed_vectors(keys, &smoother, shift)),
            rotation: track.rotation.as_ref().map(|keys| smoothed_rotations(keys, &smoother, turn)),
            scale: track.scale.clone(),
        }
    };
    Ok(RawClip {
        joints: clip.joints.iter().map(joint).collect(),
        root_motion: clip.root_motion.as_ref().map(|track| smoothed_root(track, &smoother)),
        ..clip.clone()
    })
}
