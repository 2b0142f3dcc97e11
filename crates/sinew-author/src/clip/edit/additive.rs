//! Additive clips: the differences of a clip from a reference pose, on the rest pose.

use super::ClipEditError;
use super::mirror::mapped;
use sinew::clip::{ExpressionTrack, Interpolation, JointTrack, MorphTrack, SampleCursor, Track};
use sinew::glam::Vec3;
use sinew::playback::FullPose;
use sinew::{Character, RawClip, Transform};

/// Smallest scale that can be divided by, as in `apply_additive`.
const MIN_SCALE: f32 = 1e-9;

/// Pose of a clip at a time (file seconds, clamped to the keys) over the rest pose: a reference pose for
/// [`make_additive`]. The rest pose itself is [`FullPose::rest`].
///
/// # Errors
/// When the clip is of another character.
pub fn clip_pose(clip: &RawClip, character: &Character, time: f32) -> Result<FullPose, ClipEditError> {
    ClipEditError::check(clip, character)?;
    let mut pose = FullPose::rest(character);
    let mut cursor = SampleCursor::new();
    clip.sample(time, &mut cursor, &mut pose.local, &mut pose.morphs);
    pose.gaze = clip.sample_face(time, &mut cursor, &mut pose.expressions);
    Ok(pose)
}

/// The additive clip of a clip: at any time it shows the rest pose, changed as the clip differs from
/// `reference`. As an additive layer with the rest pose as its reference it adds to any pose what
/// [`FullPose::apply_additive`] adds of the clip and `reference`, key by key, at all times between keys too.
///
/// Rotations differ in the joint's own axes, scales by their ratio, all else by subtraction. What the clip has
/// no keys for does not differ. Weights of an additive clip may be negative. Events and root motion stay as
/// they are; motion over the ground that is in the keys is a difference like any other, so that it should be
/// extracted first.
///
/// # Errors
/// When the clip or the pose is of another character.
pub fn make_additive(
    clip: &RawClip,
    character: &Character,
    reference: &FullPose,
) -> Result<RawClip, ClipEditError> {
    ClipEditError::check(clip, character)?;
    let rest = FullPose::rest(character);
    check_pose(reference, &rest)?;
    let joints = clip.joints.iter().map(|track| {
        let n = track.joint.index();
        joint_difference(track, &rest.local.as_slice()[n], &reference.local.as_slice()[n])
    });
    let expressions = clip.expressions.iter().map(|track| ExpressionTrack {
        expression: track.expression,
        weight: weights(&track.weight, &reference.expressions[track.expression.index()..], &[0.0]),
    });
    let morphs = clip.morphs.iter().map(|track| MorphTrack {
        instance: track.instance,
        weights: weights(
            &track.weights,
            reference.morphs.row(track.instance),
            rest.morphs.row(track.instance),
        ),
    });
    let gaze = clip.gaze.as_ref().map(|track| match reference.gaze {
        Some(ahead) => mapped(track, |turn| ahead.inverse() * turn, |tangent| ahead.inverse() * tangent),
        None => track.clone(),
    });
    Ok(RawClip {
        name: clip.name.clone(),
        joints: joints.collect(),
        morphs: morphs.collect(),
        expressions: expressions.collect(),
        gaze,
        events: clip.events.clone(),
        root_motion: clip.root_motion.clone(),
    })
}

fn check_pose(pose: &FullPose, rest: &FullPose) -> Result<(), ClipEditError> {
    let lengths =
        |pose: &FullPose| [pose.local.as_slice().len(), pose.morphs.as_slice().len(), pose.expressions.len()];
    let (found, expected) = (lengths(pose), lengths(rest));
    match found == expected {
        true => Ok(()),
        false => Err(ClipEditError::OtherPose { found: found.iter().sum(), expected: expected.iter().sum() }),
    }
}

fn joint_difference(track: &JointTrack, rest: &Transform, reference: &Transform) -> JointTrack {
    let translation = |track: &Track<Vec3>| match rest.translation == reference.translation {
        true => track.clone(),
        false => mapped(track, |at| rest.translation + (at - reference.translation), |tangent| tangent),
    };
    let turn = rest.rotation * reference.rotation.inverse();
    let rotation = |track: &_| match rest.rotation == reference.rotation {
        true => Track::clone(track),
        false => mapped(track, |q| turn * q, |tangent| turn * tangent),
    };
    let scale = |track: &Track<Vec3>| match rest.scale == reference.scale {
        true => track.clone(),
        false => {
            let (rest, by) = (rest.scale.to_array(), reference.scale.to_array());
            // A scale of 0 has no ratio: it does not differ.
            let factor = Vec3::from_array(std::array::from_fn(|n| match by[n].abs() > MIN_SCALE {
                true => rest[n] / by[n],
                false => 0.0,
            }));
            let still = Vec3::from_array(std::array::from_fn(|n| match by[n].abs() > MIN_SCALE {
                true => 0.0,
                false => rest[n],
            }));
            mapped(track, |scale| scale * factor + still, |tangent| tangent * factor)
        }
    };
    JointTrack {
        joint: track.joint,
        translation: track.translation.as_ref().map(translation),
        rotation: track.rotation.as_ref().map(rotation),
        scale: track.scale.as_ref().map(scale),
    }
}

/// Rest weights and the differences from those of the reference pose.
fn weights(track: &Track<f32>, reference: &[f32], rest: &[f32]) -> Track<f32> {
    let width = track.width();
    let is_cubic = track.interpolation() == Interpolation::CubicSpline;
    let lanes = track.values().iter().enumerate().map(|(n, weight)| {
        let (lane, is_tangent) = (n % width, is_cubic && (n / width) % 3 != 1);
        if is_tangent || rest[lane] == reference[lane] {
            *weight
        } else {
            rest[lane] + (weight - reference[lane])
        }
    });
    let values = lanes.collect();
    // Fails where a number leaves the range of floats alone.
    Track::new(track.interpolation(), width, track.times().into(), values).unwrap_or_else(|_| track.clone())
}
