//! A whole clip carried over, feet and all.

use super::feet::{Foot, FootReport, Stage};
use super::frames::Frames;
use super::reached::Reached;
use super::retargeter::{RetargetError, Retargeter};
use super::times::times;
use super::tracked::{KEPT, Tracked};
use crate::clip::{ExpressionTrack, Interpolation, JointTrack, RawClip, SampleCursor, Track};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::JointIndex;
use glam::{Quat, Vec3};
use std::sync::Arc;

/// How a clip is carried over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetargetSettings {
    /// Keeps feet where they stand, and above the floor. A body that stands is put on the floor; one that flies is as high
    /// above it as it was above its own, in proportion. Without, every body is.
    pub keep_feet: bool,
    /// How high the target's floor lies, metres.
    pub floor: f32,
}

/// What became of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RetargetReport {
    /// Bones (or joints, where names count) of the source that the target lacks.
    pub unmapped: Vec<String>,
    /// What was done to the feet; none where they were not kept.
    pub feet: Option<FootReport>,
    /// The factor on the way travelled.
    pub scale: f32,
    /// What of the clip has no place on the target.
    pub dropped: Dropped,
}

/// Keys that are not carried over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// The source's numbers of keyed expressions that the target lacks.
    pub expressions: Vec<usize>,
    /// Mesh instances with keyed morph weights: those belong to a mesh, not to a body.
    pub morphs: usize,
    /// Joints keyed to be larger or smaller than at rest: bodies keep their size.
    pub scales: usize,
    /// Joints keyed to be elsewhere on the bones they hang from: those keep their length.
    pub translations: usize,
}

impl Default for RetargetSettings {
    fn default() -> Self {
        Self { keep_feet: true, floor: 0.0 }
    }
}

/// Carries `clip`, of the retargeter's source, over to its target, keys at the source's times where those are even.
/// `expression` gives the target's number of a source's expression. The target gets keys of those joints alone that the
/// clip reaches: a clip of an arm leaves the legs free. What has no place on the target is told in the report: morph
/// weights, and scales and translations of joints within the body.
///
/// # Errors
/// When frames times joints would be more than twenty million.
pub fn retarget_clip(
    clip: &RawClip,
    retargeter: &Retargeter,
    settings: &RetargetSettings,
    expression: impl Fn(usize) -> Option<usize>,
) -> Result<(RawClip, RetargetReport), RetargetError> {
    let mut retargeter = retargeter.clone();
    let driven = retargeter.driven();
    let times = times(clip, retargeter.source().len() + driven.len())?;
    let reached = Reached::of(clip, &retargeter);
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    let walks = retargeter.bodies.as_ref().filter(|(_, body)| {
        KEPT.iter().filter_map(|bone| body.joint(*bone)).any(|joint| reached.joint(joint))
    });
    let tracked = walks.and_then(|(body, _)| Tracked::of(&joints, &times, retargeter.source(), body));
    if let Some(tracked) = &tracked {
        let ground = if settings.keep_feet { tracked.stood } else { tracked.ground };
        retargeter.raise(settings.floor - ground * retargeter.scale());
    }
    let mut frames = transferred(&joints, &times, &retargeter, driven);
    let kept = tracked.filter(|_| settings.keep_feet);
    let feet = kept.and_then(|tracked| keep_feet(&retargeter, tracked, &times, &mut frames, settings));
    let mut made = RawClip {
        joints: tracks(&retargeter, &times, &frames, &reached, feet.is_some()),
        ..RawClip::default()
    };
    made.name = clip.name.clone();
    made.marks = clip.marks.clone();
    made.gaze = clip.gaze.clone();
    made.root = clip.root.as_ref().map(|root| root.scaled(retargeter.scale()));
    let mut dropped = dropped(clip, &retargeter);
    for track in &clip.expressions {
        match expression(track.expression) {
            Some(expression) => {
                made.expressions.push(ExpressionTrack { expression, weight: track.weight.clone() });
            }
            None => dropped.expressions.push(track.expression),
        }
    }
    let unmapped = retargeter.unmapped().to_vec();
    Ok((made, RetargetReport { unmapped, feet, scale: retargeter.scale(), dropped }))
}

/// Every frame of the target.
fn transferred(joints: &RawClip, times: &[f32], retargeter: &Retargeter, driven: Vec<JointIndex>) -> Frames {
    let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
    let (mut from, mut to) = (LocalPose::rest(retargeter.source()), LocalPose::rest(retargeter.target()));
    let mut scratch = retargeter.scratch();
    let mut frames = Frames::new(driven, times.len());
    for &time in times {
        joints.sample(time, &mut cursor, &mut from, &mut weights);
        retargeter.transfer(from.as_slice(), &mut scratch, to.as_mut_slice());
        frames.push(to.as_slice());
    }
    frames
}

fn keep_feet(
    retargeter: &Retargeter,
    source: Tracked,
    times: &[f32],
    frames: &mut Frames,
    settings: &RetargetSettings,
) -> Option<FootReport> {
    let (_, body) = retargeter.bodies.as_ref()?;
    let hips = body.joint(crate::humanoid::HumanBone::Hips)?;
    let [left, right] = source.plants;
    let feet = [
        Foot::new(retargeter.target(), body, true, left)?,
        Foot::new(retargeter.target(), body, false, right)?,
    ];
    let ground = source.speed * retargeter.scale();
    Some(Stage::new(retargeter, times, frames, hips, ground, settings.floor, &feet).keep(&feet))
}

fn dropped(clip: &RawClip, retargeter: &Retargeter) -> Dropped {
    let travels = |joint: JointIndex| {
        let mut travel = retargeter.travel.iter();
        travel.any(|t| {
            std::iter::successors(Some(t.source), |&j| retargeter.source().parent(j)).any(|j| j == joint)
        })
    };
    let rest = |track: &JointTrack| retargeter.source().rest()[track.joint.index()];
    let apart = |keys: &Option<Track<Vec3>>, rest: Vec3| {
        let keys = keys.iter().flat_map(|keys| (0..keys.times().len()).map(|k| keys.key(k)[0]));
        keys.into_iter().any(|key| !key.abs_diff_eq(rest, 1e-4 + 1e-3 * rest.length()))
    };
    let moved = clip.joints.iter().filter(|track| apart(&track.translation, rest(track).translation));
    Dropped {
        expressions: Vec::new(),
        morphs: clip.morphs.len(),
        scales: clip.joints.iter().filter(|track| apart(&track.scale, rest(track).scale)).count(),
        translations: moved.filter(|track| !travels(track.joint)).count(),
    }
}

/// Frames as tracks: keys of what the clip reaches, and of legs and hips where feet were kept and that moved them.
fn tracks(
    retargeter: &Retargeter,
    times: &Arc<[f32]>,
    frames: &Frames,
    reached: &Reached,
    feet: bool,
) -> Vec<JointTrack> {
    let legs =
        retargeter.bodies.iter().filter(|_| feet).flat_map(|(_, body)| KEPT.map(|bone| body.joint(bone)));
    let mut legs: Vec<JointIndex> = legs.flatten().collect();
    legs.extend(
        retargeter
            .twists
            .iter()
            .filter(|twist| legs.contains(&twist.bone))
            .map(|t| t.joint)
            .collect::<Vec<_>>(),
    );
    let mut tracks = Vec::new();
    for (joint, keys) in frames.joints() {
        let rest = &retargeter.target().rest()[joint.index()];
        let kept = legs.contains(&joint);
        let mut track = JointTrack::new(joint);
        let turned = |rotation: Quat| !rotation.abs_diff_eq(rest.rotation, 1e-6);
        if reached.turned[joint.index()] || kept && keys.clone().any(|key| turned(key.rotation)) {
            let mut turns: Vec<Quat> = keys.clone().map(|key| key.rotation).collect();
            for k in 1..turns.len() {
                if turns[k].dot(turns[k - 1]) < 0.0 {
                    turns[k] = -turns[k];
                }
            }
            track.rotation = keyed(times, turns, |a, b| a.abs_diff_eq(b, 1e-6));
        }
        let moved = |place: Vec3| !place.abs_diff_eq(rest.translation, 1e-6);
        if reached.moved[joint.index()]
            || kept && retargeter.moves(joint) && keys.clone().any(|key| moved(key.translation))
        {
            let places = keys.map(|key| key.translation).collect();
            track.translation = keyed(times, places, |a: Vec3, b| a.abs_diff_eq(b, 1e-6));
        }
        if track.rotation.is_some() || track.translation.is_some() {
            tracks.push(track);
        }
    }
    tracks
}

/// A track of values; both ends alone where they do not change, so that the clip keeps its length.
fn keyed<V: Copy>(times: &Arc<[f32]>, values: Vec<V>, same: impl Fn(V, V) -> bool) -> Option<Track<V>> {
    let first = *values.first()?;
    let (times, values) = match values.iter().all(|value| same(*value, first)) {
        true => ([times[0], times[times.len() - 1]].into(), vec![first; 2]),
        false => (times.clone(), values),
    };
    Track::new(Interpolation::Linear, 1, times, values).ok()
}
