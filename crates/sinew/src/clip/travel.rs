//! The travel of a clip that was made in place, told by its feet: a foot that stands moves backwards under the body as
//! fast as the body should go forwards.

use super::{RawClip, RootPlace, RootTrack, SampleCursor};
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointIndex, Skeleton};
use glam::Vec3;

/// How often a clip is looked at.
const RATE: f32 = 60.0;
const MOST_STEPS: usize = 100_000;

/// The way a clip in place should take so that `feet` (joints that touch the ground: ankles or toes) do not slide, at
/// one speed all along, without turns. Where no foot stands at any time, as in a fall, it does not travel.
///
/// The speed is the mean over all moments of the speed of the lowest foot, moments counting the more the nearer a foot
/// is to the lowest place that it reaches.
pub fn root_motion_from_feet(clip: &RawClip, skeleton: &Skeleton, feet: &[JointIndex]) -> RootTrack {
    let (start, end) = (clip.start(), clip.end());
    let steps = (((end - start) * RATE).ceil() as usize).clamp(1, MOST_STEPS);
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
    let heights = || places.iter().flatten().map(|p| p.y);
    let (lowest, highest) =
        (heights().fold(f32::INFINITY, f32::min), heights().fold(f32::NEG_INFINITY, f32::max));
    // A fifth of the way up counts a third as much as the ground.
    let reach = ((highest - lowest) * 0.2).max(1e-6);
    let (mut way, mut total) = (Vec3::ZERO, 0.0);
    for pair in places.windows(2) {
        for (from, to) in pair[0].iter().zip(&pair[1]) {
            let height = (0.5 * (from.y + to.y) - lowest) / reach;
            let weight = (-height * height).exp();
            way -= (*to - *from).with_y(0.0) * weight;
            total += weight;
        }
    }
    let step = if total > 0.0 { way / total } else { Vec3::ZERO };
    let last = RootPlace { position: step * steps as f32, heading: 0.0 };
    let places = vec![RootPlace::default(), last];
    RootTrack::new([start, end].into(), places).unwrap_or_else(|_| RootTrack::still(start))
}
