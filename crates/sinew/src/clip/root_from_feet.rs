//! Root motion of a clip made in place, from its feet: a planted foot moves backwards under the body as fast
//! as the body should move forwards.

use super::{RawClip, RootPose, RootTrack, SampleCursor};
use crate::math::ops;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointId, Skeleton};
use glam::Vec3;

/// Rate at which a clip is sampled, Hz.
const RATE: f32 = 60.0;
const MAX_STEPS: usize = 100_000;

/// Root motion at constant velocity, without rotation, that keeps `feet` (joints near the ground: ankles or
/// toes) from sliding.
///
/// The velocity is the mean of the lowest foot's velocities near their weighted median. A velocity has more
/// weight the nearer the foot is to the lowest point that any foot reaches.
#[must_use]
pub fn root_motion_from_feet(clip: &RawClip, skeleton: &Skeleton, feet: &[JointId]) -> RootTrack {
    let (start, end) = (clip.start(), clip.end());
    let steps = (((end - start) * RATE).ceil() as usize).clamp(1, MAX_STEPS);
    let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let mut cursor = SampleCursor::new();
    let seconds = (end - start) / steps as f32;
    let positions: Vec<Vec<Vec3>> = (0..=steps)
        .map(|step| {
            pose.reset(skeleton);
            clip.sample_joints(start + seconds * step as f32, &mut cursor, &mut pose);
            model.update(skeleton, &pose);
            feet.iter().map(|&foot| model.get(foot).translation.into()).collect()
        })
        .collect();
    let step = stance_speed(&positions, seconds) * (end - start);
    let last = RootPose { position: step, heading: 0.0 };
    let poses = vec![RootPose::default(), last];
    RootTrack::new([start, end].into(), poses).unwrap_or_else(|_| RootTrack::still(start))
}

/// Velocity of the ground under planted feet, for foot positions at moments `seconds` apart.
pub(crate) fn stance_speed(positions: &[Vec<Vec3>], seconds: f32) -> Vec3 {
    mean_near_median(&stance_speeds(positions, seconds))
}

/// Velocity of the lowest foot from moment to moment, negated, with its weight.
fn stance_speeds(positions: &[Vec<Vec3>], seconds: f32) -> Vec<(Vec3, f32)> {
    let heights = || positions.iter().flatten().map(|p| p.y);
    let lowest = heights().fold(f32::INFINITY, f32::min);
    let highest = heights().fold(f32::NEG_INFINITY, f32::max);
    // A foot at a fifth of the largest height has a weight of about a third.
    let reach = ((highest - lowest) * 0.2).max(1e-6);
    let asked = |pair: &[Vec<Vec3>]| {
        let feet = pair[0].iter().zip(&pair[1]);
        let (from, to) = feet.min_by(|a, b| (a.0.y + a.1.y).total_cmp(&(b.0.y + b.1.y)))?;
        let height = (0.5 * (from.y + to.y) - lowest) / reach;
        (seconds > 0.0).then(|| ((*from - *to).with_y(0.0) / seconds, ops::exp(-height * height)))
    };
    positions.windows(2).filter_map(asked).collect()
}

/// Mean of the velocities near the weighted median of each component.
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
    for (speed, speed_weight) in speeds.iter().filter(|(speed, _)| near(speed)) {
        sum += *speed * *speed_weight;
        weight += speed_weight;
    }
    if weight > 0.0 { sum / weight } else { median }
}
