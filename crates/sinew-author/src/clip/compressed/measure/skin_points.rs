//! Points of each joint at which the poses of a clip and its source are compared.

use crate::clip::compressed::source::sampled_clip::SampledClip;
use glam::{Affine3A, Vec3, Vec3A};
use sinew::internal::clip_format::channel::Target;
use sinew::pose::local_to_model;
use sinew::skeleton::{JointId, Skeleton};

/// Differences of scale below this are rounding and need no further points.
const ROUNDING: f32 = 4e-6;

/// Points of each joint at which poses are compared: its origin, points on its axes at `shell` metres
/// whatever the joint's scale, and, in clips that scale, points on its axes that are `shell` metres away at
/// rest and scale with it.
pub(crate) struct SkinPoints {
    shell: f32,
    /// Whether axes may have other lengths than 1.
    stretched: bool,
    /// Factors by which each joint's axes at rest have the length `shell`.
    scaled: Option<Vec<Vec3A>>,
}

impl SkinPoints {
    pub(crate) fn new(skeleton: &Skeleton, source: &SampledClip<'_>, shell: f32) -> Self {
        let rest = |joint: JointId| skeleton.rest()[joint.index()].scale;
        let scales = source.channels.iter().any(|lane| match lane.target {
            Target::Scale(joint) => !lane.stays_near(rest(joint), ROUNDING),
            _ => false,
        });
        let is_one = |scale: Vec3| scale.abs().abs_diff_eq(Vec3::ONE, ROUNDING);
        let stretched = scales || !skeleton.rest().iter().all(|joint| is_one(joint.scale));
        let mut rest = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut rest);
        // Joints hidden at rest by a scale of 0 are measured as if unscaled.
        let factor = |length: f32| if length > 1e-6 { shell / length } else { shell };
        let factors = |m: &Affine3A| {
            let axes = [m.matrix3.x_axis, m.matrix3.y_axis, m.matrix3.z_axis];
            Vec3A::from_array(axes.map(|axis| factor(axis.length())))
        };
        Self { shell, stretched, scaled: scales.then(|| rest.iter().map(factors).collect()) }
    }

    /// Largest squared distance between a joint's points under two transforms, model from joint. Infinite
    /// where a distance is too large for 32-bit floats, so that it counts as an error in every comparison.
    #[inline]
    pub(crate) fn apart(&self, joint: usize, a: &Affine3A, b: &Affine3A) -> f32 {
        let origin = a.translation - b.translation;
        let axes = [
            (a.matrix3.x_axis, b.matrix3.x_axis),
            (a.matrix3.y_axis, b.matrix3.y_axis),
            (a.matrix3.z_axis, b.matrix3.z_axis),
        ];
        let far = origin.length_squared();
        let axis = |v: Vec3A| if self.stretched { v.normalize_or_zero() } else { v };
        let points = axes.map(|(a, b)| (origin + (axis(a) - axis(b)) * self.shell).length_squared());
        // A maximum would skip NaN; a sum keeps it.
        let mut sum = far + points.into_iter().sum::<f32>();
        let mut far = points.into_iter().fold(far, f32::max);
        if let Some(factors) = self.scaled.as_ref().and_then(|scaled| scaled.get(joint)) {
            let points = axes.iter().zip(factors.to_array());
            let points = points.map(|((a, b), factor)| (origin + (*a - *b) * factor).length_squared());
            for point in points {
                (far, sum) = (far.max(point), sum + point);
            }
        }
        if sum.is_nan() { f32::INFINITY } else { far }
    }
}
