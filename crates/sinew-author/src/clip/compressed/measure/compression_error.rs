//! Error of a compressed clip against its source, in the posed skeleton.

use super::skin_points::SkinPoints;
use crate::clip::compressed::source::sampled_clip::SampledClip;
use crate::clip::compressed::{CompressError, CompressionSettings};
use glam::Affine3A;
use sinew::Clip;
use sinew::clip::RawClip;
use sinew::internal::clip_format::ClipView;
use sinew::internal::clip_format::channel::{Target, Value, write_to_pose};
use sinew::pose::{LocalPose, ModelPose, local_to_model};
use sinew::skeleton::{JointId, Skeleton};
use std::collections::HashMap;

/// Error of a compressed clip, as [`measure_compression_error`] finds it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CompressionErrorReport {
    /// Largest distance, metres in model space.
    pub max_distance: f32,
    /// Time of the largest distance, seconds.
    pub time: f32,
    /// Joint with the largest distance.
    pub joint: JointId,
    /// Mean distance over all joints and times, metres.
    pub mean_distance: f32,
    /// Largest difference of morph weights, expression weights and, in radians, of the gaze.
    pub max_weight_error: f32,
}

/// Measures a compressed clip against its source, at the points of each joint that
/// [`CompressionSettings::max_error`] describes: at every key time of the source, at times between keys that
/// are far apart, uneven or of splines, on both sides of discontinuities, and midway between all of these,
/// except between neighbouring frames of evenly sampled motion.
///
/// # Errors
/// When the source does not fit the skeleton, has values that are not finite, or is too long.
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
    let skin = SkinPoints::new(skeleton, &source, settings.shell_distance);
    let mut worst = CompressionErrorReport {
        max_distance: 0.0,
        time: raw.start(),
        joint: JointId(0),
        mean_distance: 0.0,
        max_weight_error: 0.0,
    };
    let mut sum = 0.0f64;
    let (mut local, mut ours) = (skeleton.rest().to_vec(), LocalPose::rest(skeleton));
    let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
    let mut our_model = ModelPose::rest(skeleton);
    let mut hints = vec![0; source.channels.len()];
    let mut weights: HashMap<Target, Value> = HashMap::new();
    let measured = source.times.iter().enumerate().filter(|(n, _)| !source.is_midway(*n));
    let times: Vec<f32> = measured.map(|(_, time)| *time).collect();
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
            if distance > worst.max_distance {
                worst = CompressionErrorReport { max_distance: distance, time, joint, ..worst };
            }
        }
        let mut compare = |target: Target, value: Value| {
            let apart = weights.get(&target).map_or(0.0, |theirs| theirs.distance(value));
            let apart = if apart.is_nan() { f32::INFINITY } else { apart };
            worst.max_weight_error = worst.max_weight_error.max(apart);
        };
        if !weights.is_empty() {
            ClipView(clip).constants().iter().for_each(|(target, value)| compare(*target, *value));
            ClipView(clip).read_moving(time, &mut compare);
        }
    }
    let count = (times.len() * skeleton.len()).max(1);
    Ok(CompressionErrorReport { mean_distance: (sum / count as f64) as f32, ..worst })
}
