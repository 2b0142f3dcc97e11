//! A whole clip carried over, feet and all.

use super::contact::{ground_speed, plants};
use super::feet::{Foot, FootReport, Stage};
use super::leg::Leg;
use super::retargeter::Retargeter;
use crate::clip::{Interpolation, JointTrack, RawClip, SampleCursor, Track};
use crate::humanoid::HumanBone;
use crate::math::Transform;
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::JointIndex;
use glam::{Quat, Vec3};
use std::sync::Arc;

/// How a clip is carried over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetargetSettings {
    /// Keeps feet where they stand, and above the floor.
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
}

/// Keys in a second, where the source's come at too many times of their own.
const RATE: f32 = 60.0;
const MOST_FRAMES: usize = 200_000;

impl Default for RetargetSettings {
    fn default() -> Self {
        Self { keep_feet: true, floor: 0.0 }
    }
}

/// Carries `clip`, of the retargeter's source, over to its target, keys at the source's times where those are even.
/// `expression` gives the target's number of a source's expression.
pub fn retarget_clip(
    clip: &RawClip,
    retargeter: &Retargeter,
    settings: &RetargetSettings,
    expression: impl Fn(usize) -> Option<usize>,
) -> (RawClip, RetargetReport) {
    let mut retargeter = retargeter.clone();
    let times = times(clip);
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
    let source: Vec<LocalPose> = times
        .iter()
        .map(|&time| {
            let mut pose = LocalPose::rest(retargeter.source());
            joints.sample(time, &mut cursor, &mut pose, &mut weights);
            pose
        })
        .collect();
    let tracked = Tracked::of(&source, &retargeter);
    if let Some(tracked) = &tracked {
        // The lowest that the source's ankles come is where its feet stand flat.
        let low = |ankles: &[Vec3]| ankles.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        let floor = low(&tracked.ankles[0]).min(low(&tracked.ankles[1]));
        retargeter.raise(settings.floor - (floor - tracked.ankle_height) * retargeter.scale());
    }
    let mut scratch = retargeter.scratch();
    let mut frames = vec![LocalPose::rest(retargeter.target()); source.len()];
    for (from, to) in source.iter().zip(&mut frames) {
        retargeter.transfer(from.as_slice(), &mut scratch, to.as_mut_slice());
    }
    let kept = tracked.filter(|_| settings.keep_feet);
    let feet = kept.and_then(|tracked| keep_feet(&retargeter, &tracked, &times, &mut frames, settings));
    let mut made = tracks(&retargeter, &times, &frames);
    made.name = clip.name.clone();
    made.marks = clip.marks.clone();
    made.gaze = clip.gaze.clone();
    made.root = clip.root.as_ref().map(|root| root.scaled(retargeter.scale()));
    for track in &clip.expressions {
        if let Some(expression) = expression(track.expression) {
            made.expressions.push(crate::clip::ExpressionTrack { expression, weight: track.weight.clone() });
        }
    }
    let unmapped = retargeter.unmapped().to_vec();
    (made, RetargetReport { unmapped, feet, scale: retargeter.scale() })
}

/// Key times: the source's own where they are as even as frames, else a fixed rate.
fn times(clip: &RawClip) -> Arc<[f32]> {
    let (start, end) = (clip.start(), clip.end());
    let mut own: Vec<f32> = clip.times().flatten().copied().collect();
    own.sort_by(f32::total_cmp);
    own.dedup();
    let even = own.len() >= 2 && {
        let step = (end - start) / (own.len() - 1) as f32;
        let apart = |pair: &[f32]| ((pair[1] - pair[0]) - step).abs() < 0.2 * step;
        step < 0.1 && own.windows(2).all(apart)
    };
    if even {
        return own.into();
    }
    let steps = (((end - start) * RATE).round() as usize).clamp(1, MOST_FRAMES);
    if end <= start {
        return [start].into();
    }
    (0..=steps).map(|k| start + (end - start) * k as f32 / steps as f32).collect()
}

/// Where the source's feet and hips are over time.
struct Tracked {
    /// What touches the ground first and last: the ball, else the ankle.
    balls: [Vec<Vec3>; 2],
    ankles: [Vec<Vec3>; 2],
    hips: Vec<Vec3>,
    leg: f32,
    ankle_height: f32,
}

impl Tracked {
    fn of(source: &[LocalPose], retargeter: &Retargeter) -> Option<Self> {
        let (body, _) = retargeter.bodies.as_ref()?;
        let legs = [Leg::of(|bone| body.joint(bone), true)?, Leg::of(|bone| body.joint(bone), false)?];
        let hips = body.joint(HumanBone::Hips)?;
        let skeleton = retargeter.source();
        let mut model = ModelPose::rest(skeleton);
        let mut tracked = Self {
            balls: [Vec::new(), Vec::new()],
            ankles: [Vec::new(), Vec::new()],
            hips: Vec::new(),
            leg: body.leg,
            ankle_height: body.ankle_height,
        };
        for pose in source {
            model.update(skeleton, pose);
            let at = |joint: JointIndex| Vec3::from(model.get(joint).translation);
            for (n, leg) in legs.iter().enumerate() {
                tracked.ankles[n].push(at(leg.foot));
                tracked.balls[n].push(at(leg.toes.unwrap_or(leg.foot)));
            }
            tracked.hips.push(at(hips));
        }
        (body.leg > 1e-6).then_some(tracked)
    }
}

fn keep_feet(
    retargeter: &Retargeter,
    source: &Tracked,
    times: &[f32],
    frames: &mut [LocalPose],
    settings: &RetargetSettings,
) -> Option<FootReport> {
    let (_, body) = retargeter.bodies.as_ref()?;
    let hips = body.joint(HumanBone::Hips)?;
    let leg = source.leg;
    let ground = ground_speed([&source.balls[0], &source.balls[1]], &source.hips, times, leg);
    let feet: Option<Vec<Foot>> = [true, false]
        .into_iter()
        .zip(&source.balls)
        .map(|(left, balls)| Foot::new(retargeter.target(), body, left, plants(balls, times, ground, leg)))
        .collect();
    let ground = ground * retargeter.scale();
    let mut stage =
        Stage { skeleton: retargeter.target(), times, frames, hips, ground, floor: settings.floor };
    Some(stage.keep(&feet?))
}

/// Frames as a clip: keys of what is driven.
fn tracks(retargeter: &Retargeter, times: &Arc<[f32]>, frames: &[LocalPose]) -> RawClip {
    let mut clip = RawClip::default();
    for joint in retargeter.target().joints().filter(|&joint| retargeter.drives(joint)) {
        let keys = || frames.iter().map(|pose| pose.get(joint));
        let mut turns: Vec<Quat> = keys().map(|key: &Transform| key.rotation).collect();
        for k in 1..turns.len() {
            if turns[k].dot(turns[k - 1]) < 0.0 {
                turns[k] = -turns[k];
            }
        }
        let mut track = JointTrack::new(joint);
        let rest = &retargeter.target().rest()[joint.index()];
        track.rotation = keyed(times, turns, rest.rotation, |a, b| a.abs_diff_eq(b, 1e-6));
        if retargeter.moves(joint) {
            let places = keys().map(|key| key.translation).collect();
            // Kept even at rest: it says how long the clip is.
            track.translation = keyed(times, places, Vec3::NAN, |a, b| a.abs_diff_eq(b, 1e-6));
        }
        if track.rotation.is_none() && track.translation.is_none() {
            continue;
        }
        clip.joints.push(track);
    }
    clip
}

/// A track of values; a single key where they do not change, none where they rest.
fn keyed<V: Copy>(
    times: &Arc<[f32]>,
    values: Vec<V>,
    rest: V,
    same: impl Fn(V, V) -> bool,
) -> Option<Track<V>> {
    let first = *values.first()?;
    let (times, values) = match values.iter().all(|value| same(*value, first)) {
        true if same(first, rest) => return None,
        // Both ends, so that the clip keeps its length.
        true => ([times[0], times[times.len() - 1]].into(), vec![first; 2]),
        false => (times.clone(), values),
    };
    Track::new(Interpolation::Linear, 1, times, values).ok()
}
