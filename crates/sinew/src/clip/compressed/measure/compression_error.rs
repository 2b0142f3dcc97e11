//! How far two poses of a skeleton are apart, as its skin would show it.

use super::skin_points::SkinPoints;
use crate::clip::RawClip;
use crate::clip::compressed::clip::Clip;
use crate::clip::compressed::format::channel::{Target, Value, write_to_pose};
use crate::clip::compressed::source::sampled_clip::SampledClip;
use crate::clip::compressed::{CompressError, CompressionSettings};
use crate::pose::{LocalPose, ModelPose, local_to_model};
use crate::skeleton::{JointIndex, Skeleton};
use glam::Affine3A;
use std::collections::HashMap;

/// How far a compressed clip is from its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressionErrorReport {
    /// The largest distance, metres in model space.
    pub distance: f32,
    /// Where: seconds.
    pub time: f32,
    /// And the joint.
    pub joint: JointIndex,
    /// The mean over all joints and times of the distances.
    pub mean: f32,
    /// The largest difference of morph weights, expression weights and, in radians, of gazes.
    pub weights: f32,
}

/// Measures `clip` against its source at every time that the source has a key, at times between where those are far
/// apart, unevenly spread or splines, on both sides of jumps, and midway between all of these but neighbouring frames of
/// evenly sampled motion: at the points of each joint that [`CompressionSettings::error`] is about.
///
/// # Errors
/// When the source does not fit the skeleton, is not finite or too long.
///
/// # Panics
/// When the clip was made for another skeleton.
pub fn measure_compression_error(
    raw: &RawClip,
    clip: &Clip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<CompressionErrorReport, CompressError> {
    let source = SampledClip::new(raw, skeleton, settings, 1)?;
    let skin = SkinPoints::new(skeleton, &source, settings.shell);
    let mut worst = CompressionErrorReport {
        distance: 0.0,
        time: raw.start(),
        joint: JointIndex(0),
        mean: 0.0,
        weights: 0.0,
    };
    let mut sum = 0.0f64;
    let (mut local, mut ours) = (skeleton.rest().to_vec(), LocalPose::rest(skeleton));
    let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
    let mut our_model = ModelPose::rest(skeleton);
    let mut hints = vec![0; source.channels.len()];
    let mut weights: HashMap<Target, Value> = HashMap::new();
    let counted = source.times.iter().enumerate().filter(|(n, _)| !source.is_midway(*n));
    let times: Vec<f32> = counted.map(|(_, time)| *time).collect();
    for &time in &times {
        local.copy_from_slice(skeleton.rest());
        for (channel, lane) in source.channels.iter().enumerate() {
            let value = source.value(channel, time, &mut hints[channel]);
            write_to_pose(lane.target, value, &mut local);
            if lane.target.joint().is_none() {
                weights.insert(lane.target, value);
            }
        }
        local_to_model(skeleton, &local, &mut model);
        ours.reset(skeleton);
        clip.sample(time, &mut ours);
        our_model.update(skeleton, &ours);
        for joint in skeleton.joints() {
            let distance = skin.apart(joint.index(), &model[joint.index()], our_model.get(joint)).sqrt();
            sum += f64::from(distance);
            if distance > worst.distance {
                worst = CompressionErrorReport { distance, time, joint, ..worst };
            }
        }
        let mut compare = |target: Target, value: Value| {
            let apart = weights.get(&target).map_or(0.0, |theirs| theirs.distance(value));
            worst.weights = worst.weights.max(apart);
        };
        if !weights.is_empty() {
            clip.constants.iter().for_each(|(target, value)| compare(*target, *value));
            clip.read_moving(time, &mut compare);
        }
    }
    let count = (times.len() * skeleton.len()).max(1);
    Ok(CompressionErrorReport { mean: (sum / count as f64) as f32, ..worst })
}
