//! Closing of loops: the last pose of a clip becomes its first one, with the same velocities.

mod offset;
mod rotations;
mod seam;
mod settings;
mod travel;
mod vectors;
mod window;

pub use seam::LoopSeam;
pub use settings::LoopSettings;

use super::ClipEditError;
use rotations::closed_rotations;
use sinew::clip::{ExpressionTrack, JointTrack, MorphTrack, RootPose, Track};
use sinew::{Character, RawClip};
use travel::Travel;
use vectors::{LoopShift, closed_root, closed_vectors, closed_weights};
use window::Window;

/// Clip with a closed loop, and its seam before and after.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClosedLoop {
    /// The clip.
    pub clip: RawClip,
    /// Seam of the source.
    pub before: LoopSeam,
    /// Seam of the clip.
    pub after: LoopSeam,
    /// Distance and turn over the loop that stayed in the keys, model space; none for a clip in place or with
    /// root motion.
    pub travel: RootPose,
    /// Duration of the blend at each end, seconds.
    pub blend_time: f32,
}

/// Closes the loop of a clip: its last pose becomes its first one, with equal velocities. Each end takes half
/// of the difference, which decays away from the seam as offsets of inertialization do, within
/// [`LoopSettings::blend_time`]; the motion between stays as it is. A seam that is closed already
/// ([`LoopSeam::is_closed`]) is left alone, but for weights and gaze.
///
/// Travel over the ground and turns about the vertical stay ([`LoopSettings::keep_travel`]), and so does root
/// motion, whose velocities are made equal. Weights of morph targets and expressions are brought together
/// without velocity, so that they do not overshoot. Tracks that step stay.
///
/// Linear tracks and splines get keys where theirs are too far apart to follow the offsets, a 30th of a second
/// at most.
///
/// # Errors
/// When the clip has no duration or is of another character, or the time of the blend is not positive and
/// finite.
pub fn close_loop(
    clip: &RawClip,
    character: &Character,
    settings: &LoopSettings,
) -> Result<ClosedLoop, ClipEditError> {
    check(clip, character)?;
    let (window, travel) = (window(clip, settings)?, travel(clip, character, settings));
    let before = seam::measure(clip, character, &window, &travel);
    let is_closed = before.is_closed();
    let joints = clip.joints.iter().map(|track| {
        if is_closed {
            return track.clone();
        }
        let kept = travel.shift(track.joint);
        JointTrack {
            joint: track.joint,
            translation: changed(&track.translation, |keys| closed_vectors(keys, &window, &kept)),
            rotation: changed(&track.rotation, |keys| closed_rotations(keys, &window, &kept)),
            scale: changed(&track.scale, |keys| closed_vectors(keys, &window, &LoopShift::NONE)),
        }
    });
    let weights = |track: &Track<f32>| closed_weights(track, &window).unwrap_or_else(|| track.clone());
    let closed = RawClip {
        name: clip.name.clone(),
        joints: joints.collect(),
        morphs: clip
            .morphs
            .iter()
            .map(|track| MorphTrack { instance: track.instance, weights: weights(&track.weights) })
            .collect(),
        expressions: clip
            .expressions
            .iter()
            .map(|track| ExpressionTrack { expression: track.expression, weight: weights(&track.weight) })
            .collect(),
        gaze: changed(&clip.gaze, |keys| closed_rotations(keys, &window, &LoopShift::NONE)),
        events: clip.events.clone(),
        root_motion: clip
            .root_motion
            .as_ref()
            .map(|track| closed_root(track, &window).filter(|_| !is_closed).unwrap_or_else(|| track.clone())),
    };
    Ok(ClosedLoop {
        before,
        after: seam::measure(&closed, character, &window, &travel),
        clip: closed,
        travel: travel.total,
        blend_time: window.seconds,
    })
}

/// Measures the seam of a clip, as [`close_loop`] does before and after.
///
/// # Errors
/// As [`close_loop`].
pub fn measure_loop_seam(
    clip: &RawClip,
    character: &Character,
    settings: &LoopSettings,
) -> Result<LoopSeam, ClipEditError> {
    check(clip, character)?;
    let window = window(clip, settings)?;
    Ok(seam::measure(clip, character, &window, &travel(clip, character, settings)))
}

fn check(clip: &RawClip, character: &Character) -> Result<(), ClipEditError> {
    ClipEditError::check(clip, character)?;
    match clip.end() > clip.start() {
        true => Ok(()),
        false => Err(ClipEditError::NoDuration { clip: clip.name.clone() }),
    }
}

/// The blends at both ends.
fn window(clip: &RawClip, settings: &LoopSettings) -> Result<Window, ClipEditError> {
    if let Some(seconds) = settings.blend_time.filter(|seconds| !(seconds.is_finite() && *seconds > 0.0)) {
        return Err(ClipEditError::BlendTime(seconds));
    }
    let (start, end) = (clip.start(), clip.end());
    let seconds = settings.seconds(end - start);
    Ok(Window { start, end, seconds, step: seam::sample_step(clip).min(0.5 * seconds) })
}

/// Travel in the keys; none in a clip with root motion, which is in place.
fn travel(clip: &RawClip, character: &Character, settings: &LoopSettings) -> Travel {
    match &clip.root_motion {
        Some(root) if root.moves() => Travel::default(),
        _ => Travel::of(clip, character, settings),
    }
}

/// A component's track as changed; as it is where nothing changes.
fn changed<V: Clone>(
    track: &Option<Track<V>>,
    change: impl Fn(&Track<V>) -> Option<Track<V>>,
) -> Option<Track<V>> {
    track.as_ref().map(|track| change(track).unwrap_or_else(|| track.clone()))
}
