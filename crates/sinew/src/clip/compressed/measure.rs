//! How far two poses of a skeleton are apart, as its skin would show it.

use super::asset::Clip;
use super::channel::{Target, Value};
use super::parts::put;
use super::source::Source;
use super::{CompressError, CompressionSettings};
use crate::clip::RawClip;
use crate::pose::{LocalPose, ModelPose, local_to_model};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Vec3, Vec3A};
use std::collections::HashMap;

/// Scales that differ less differ by rounding, which is not worth looking at more points.
const ROUNDING: f32 = 4e-6;

/// Where on each joint poses are compared: at its origin, at points at `shell` metres from it along its axes whatever
/// their lengths, and, in clips that scale, at points that lie so far at rest and are scaled along.
pub(super) struct Skin {
    shell: f32,
    /// Axes have other lengths than 1.
    stretched: bool,
    /// Of each joint, what makes its axes at rest as long as the shell.
    scaled: Option<Vec<Vec3A>>,
}

impl Skin {
    pub(super) fn new(skeleton: &Skeleton, source: &Source<'_>, shell: f32) -> Self {
        let rest = |joint: JointIndex| skeleton.rest()[joint.index()].scale;
        let scales = source.channels.iter().any(|lane| match lane.target {
            Target::Scale(joint) => !lane.stays_near(rest(joint), ROUNDING),
            _ => false,
        });
        let is_one = |scale: Vec3| scale.abs().abs_diff_eq(Vec3::ONE, ROUNDING);
        let stretched = scales || !skeleton.rest().iter().all(|own| is_one(own.scale));
        let mut rest = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut rest);
        // What is hidden at rest by a scale of 0 is measured as if it had none.
        let factor = |length: f32| if length > 1e-6 { shell / length } else { shell };
        let factors = |m: &Affine3A| {
            let axes = [m.matrix3.x_axis, m.matrix3.y_axis, m.matrix3.z_axis];
            Vec3A::from_array(axes.map(|axis| factor(axis.length())))
        };
        Self { shell, stretched, scaled: scales.then(|| rest.iter().map(factors).collect()) }
    }

    /// The largest squared distance of a joint's points between two transforms, model from joint.
    #[inline]
    pub(super) fn apart(&self, joint: usize, a: &Affine3A, b: &Affine3A) -> f32 {
        let origin = a.translation - b.translation;
        let axes = [
            (a.matrix3.x_axis, b.matrix3.x_axis),
            (a.matrix3.y_axis, b.matrix3.y_axis),
            (a.matrix3.z_axis, b.matrix3.z_axis),
        ];
        let far = origin.length_squared();
        let axis = |v: Vec3A| if self.stretched { v.normalize_or_zero() } else { v };
        let points = axes.map(|(a, b)| (origin + (axis(a) - axis(b)) * self.shell).length_squared());
        let mut far = points.into_iter().fold(far, f32::max);
        if let Some(factors) = self.scaled.as_ref().and_then(|scaled| scaled.get(joint)) {
            let points = axes.iter().zip(factors.to_array());
            let points = points.map(|((a, b), factor)| (origin + (*a - *b) * factor).length_squared());
            far = points.fold(far, f32::max);
        }
        far
    }
}

/// How far a compressed clip is from its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipDeviation {
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
pub fn clip_deviation(
    raw: &RawClip,
    clip: &Clip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<ClipDeviation, CompressError> {
    let source = Source::new(raw, skeleton, settings, 1)?;
    let skin = Skin::new(skeleton, &source, settings.shell);
    let mut worst =
        ClipDeviation { distance: 0.0, time: raw.start(), joint: JointIndex(0), mean: 0.0, weights: 0.0 };
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
            put(lane.target, value, &mut local);
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
                worst = ClipDeviation { distance, time, joint, ..worst };
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
    Ok(ClipDeviation { mean: (sum / count as f64) as f32, ..worst })
}
