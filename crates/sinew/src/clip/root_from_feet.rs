//! The travel of a clip that was made in place, told by its feet: a foot that stands moves backwards under the body as
//! fast as the body should go forwards.

use super::{RawClip, RootPose, RootTrack, SampleCursor};
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointIndex, Skeleton};
use glam::Vec3;

/// How often a clip is looked at.
const RATE: f32 = 60.0;
const MAX_STEPS: usize = 100_000;

/// The way a clip in place should take so that `feet` (joints that touch the ground: ankles or toes) do not slide, at
/// one speed all along, without turns.
///
/// The speed is that at which the lowest foot moves back at most moments, moments counting the more the nearer that foot
/// is to the lowest place that any reaches.
pub fn root_motion_from_feet(clip: &RawClip, skeleton: &Skeleton, feet: &[JointIndex]) -> RootTrack {
    let (start, end) = (clip.start(), clip.end());
    let steps = (((end - start) * RATE).ceil() as usize).clamp(1, MAX_STEPS);
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
    let seconds = (end - start) / steps as f32;
    let places: Vec<Vec<Vec3>> = (0..=steps)
        .map(|step| {
            pose.reset(skeleton);
            joints.sample(start + seconds * step as f32, &mut cursor, &mut pose, &mut weights);
            model.update(skeleton, &pose);
            feet.iter().map(|&foot| model.get(foot).translation.into()).collect()
        })
        .collect();
    let step = stance_speed(&places, seconds) * (end - start);
    let last = RootPose { position: step, heading: 0.0 };
    let places = vec![RootPose::default(), last];
    RootTrack::new([start, end].into(), places).unwrap_or_else(|_| RootTrack::still(start))
}

/// The speed at which the ground should pass under feet whose places are given at moments `seconds` apart.
pub(crate) fn stance_speed(places: &[Vec<Vec3>], seconds: f32) -> Vec3 {
    mean_near_median(&stance_speeds(places, seconds))
}

/// The speed that the lowest foot asks for from moment to moment, and how much that counts.
fn stance_speeds(places: &[Vec<Vec3>], seconds: f32) -> Vec<(Vec3, f32)> {
    let heights = || places.iter().flatten().map(|p| p.y);
    let lowest = heights().fold(f32::INFINITY, f32::min);
    let highest = heights().fold(f32::NEG_INFINITY, f32::max);
    // A fifth of the way up counts a third as much as the ground.
    let reach = ((highest - lowest) * 0.2).max(1e-6);
    let asked = |pair: &[Vec<Vec3>]| {
        let feet = pair[0].iter().zip(&pair[1]);
        let (from, to) = feet.min_by(|a, b| (a.0.y + a.1.y).total_cmp(&(b.0.y + b.1.y)))?;
        let height = (0.5 * (from.y + to.y) - lowest) / reach;
        (seconds > 0.0).then(|| ((*from - *to).with_y(0.0) / seconds, (-height * height).exp()))
    };
    places.windows(2).filter_map(asked).collect()
}

/// The mean of the speeds near the one that half of all weight lies below, in each direction.
fn mean_near_median(speeds: &[(Vec3, f32)]) -> Vec3 {
    let total: f32 = speeds.iter().map(|s| s.1).sum();
    let median = |part: fn(&Vec3) -> f32| {
        let mut order: Vec<(f32, f32)> =
            speeds.iter().map(|(speed, weight)| (part(speed), *weight)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut below = 0.0;
        let middle = order.iter().find(|(_, weight)| {
            below += weight;
            below >= 0.5 * total
        });
        middle.map_or(0.0, |m| m.0)
    };
    let median = Vec3::new(median(|v| v.x), 0.0, median(|v| v.z));
    let near = |speed: &Vec3| speed.distance(median) <= 0.3 * median.length() + 1e-6;
    let (mut sum, mut weight) = (Vec3::ZERO, 0.0);
    for (speed, own) in speeds.iter().filter(|(speed, _)| near(speed)) {
        sum += *speed * *own;
        weight += own;
    }
    if weight > 0.0 { sum / weight } else { median }
}
