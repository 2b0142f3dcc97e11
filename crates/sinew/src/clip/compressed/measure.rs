//! How far two poses of a skeleton are apart, as its skin would show it.

use super::asset::Clip;
use super::source::Source;
use super::{CompressError, CompressionSettings};
use crate::clip::{RawClip, SampleCursor};
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Vec3A};

/// The largest distance of a joint's origin, and of points at `shell` metres from it along its axes, between two
/// transforms, model from joint.
#[inline]
pub(super) fn apart(a: &Affine3A, b: &Affine3A, shell: f32) -> f32 {
    let origin = a.translation - b.translation;
    let axes = [
        (a.matrix3.x_axis, b.matrix3.x_axis),
        (a.matrix3.y_axis, b.matrix3.y_axis),
        (a.matrix3.z_axis, b.matrix3.z_axis),
    ];
    let axis = |v: Vec3A| v.normalize_or_zero() * shell;
    let points = axes.map(|(a, b)| (origin + axis(a) - axis(b)).length_squared());
    points.into_iter().fold(origin.length_squared(), f32::max).sqrt()
}

/// How far a compressed clip is from its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipError {
    /// The largest distance, metres in model space.
    pub distance: f32,
    /// Where: seconds.
    pub time: f32,
    /// And the joint.
    pub joint: JointIndex,
    /// The mean over all joints and times of the distances.
    pub mean: f32,
}

/// Measures `clip` against its source at every time that the source has a key, and between keys where those are far
/// apart or splines: at each joint's origin and at three points [`CompressionSettings::shell`] from it along its
/// axes.
///
/// # Errors
/// When the source does not fit the skeleton or is not finite.
pub fn clip_error(
    raw: &RawClip,
    clip: &Clip,
    skeleton: &Skeleton,
    settings: &CompressionSettings,
) -> Result<ClipError, CompressError> {
    let source = Source::new(raw, skeleton)?;
    let mut worst = ClipError { distance: 0.0, time: raw.start(), joint: JointIndex(0), mean: 0.0 };
    let mut sum = 0.0f64;
    let mut cursor = SampleCursor::new();
    let (mut local, mut ours) = (LocalPose::rest(skeleton), LocalPose::rest(skeleton));
    let (mut model, mut our_model) = (ModelPose::rest(skeleton), ModelPose::rest(skeleton));
    let joints_only = RawClip { joints: raw.joints.clone(), ..RawClip::default() };
    let mut nothing = MorphWeights::default();
    for &time in &source.times {
        local.reset(skeleton);
        joints_only.sample(time, &mut cursor, &mut local, &mut nothing);
        model.update(skeleton, &local);
        ours.reset(skeleton);
        clip.sample(time, &mut ours);
        our_model.update(skeleton, &ours);
        for joint in skeleton.joints() {
            let distance = apart(model.get(joint), our_model.get(joint), settings.shell);
            sum += f64::from(distance);
            if distance > worst.distance {
                worst = ClipError { distance, time, joint, ..worst };
            }
        }
    }
    let count = (source.times.len() * skeleton.len()).max(1);
    Ok(ClipError { mean: (sum / count as f64) as f32, ..worst })
}
