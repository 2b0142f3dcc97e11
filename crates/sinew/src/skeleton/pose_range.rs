//! Range of the poses of a skeleton: an upper bound of each joint's distance from the origin and of its
//! magnification.

use super::{JointId, Skeleton};
use crate::math::Transform;
use glam::Affine3A;

/// Largest magnitude of a coordinate in a character or a clip: translations and vertices in metres, scales,
/// inverse bind matrices; and of the position and the magnification of a posed joint. A million kilometres,
/// where 32-bit floats have steps of 64 m. Products of a joint, an inverse bind matrix and a morphed vertex
/// are finite then, and so are the fourth powers of distances that IK computes.
pub const MAX_COORDINATE: f32 = 1e9;

/// Largest magnitude of a morph or expression weight.
pub const MAX_WEIGHT: f32 = 1e6;

/// Upper bounds of a joint's distance from the origin and of its magnification, in model space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointRange {
    /// Distance from the origin, metres.
    distance: f64,
    /// Factor from lengths in the joint's space to lengths in model space.
    magnification: f64,
}

impl JointRange {
    /// Range of the origin of model space.
    pub(crate) const MODEL: Self = Self { distance: 0.0, magnification: 1.0 };

    /// Range of a joint below one of this range, with local translations and scales of at most these
    /// magnitudes.
    pub(crate) fn child(self, translation: f32, scale: f32) -> Self {
        Self {
            distance: self.distance + self.magnification * f64::from(translation),
            magnification: self.magnification * f64::from(scale),
        }
    }

    /// Whether 32-bit floats hold every pose in the range.
    pub(crate) fn is_posable(self) -> bool {
        [self.distance, self.magnification].iter().all(|size| *size <= f64::from(MAX_COORDINATE))
    }
}

/// World from model of a character: `transform`, or `otherwise` where it is not finite, is not invertible, or
/// is beyond [`MAX_COORDINATE`].
pub(crate) fn finite_or(transform: Affine3A, otherwise: Affine3A) -> Affine3A {
    let is_held = |matrix: &Affine3A| matrix.to_cols_array().iter().all(|x| x.abs() <= MAX_COORDINATE);
    if is_held(&transform) && is_held(&transform.inverse()) { transform } else { otherwise }
}

/// Magnitudes of a local transform: of its translation, and of its largest scale.
pub(crate) fn magnitudes(local: &Transform) -> [f32; 2] {
    // NaN is larger than any number.
    [local.translation, local.scale]
        .map(|v| if v.is_finite() { v.abs().max_element() } else { f32::INFINITY })
}

impl Skeleton {
    /// Largest magnitudes of each joint's translation and scale in the rest pose and the reference pose.
    pub(crate) fn rest_magnitudes(&self, joint: JointId) -> [f32; 2] {
        let [a, b] = [self.rest(), self.reference()].map(|pose| magnitudes(&pose[joint.index()]));
        [a[0].max(b[0]), a[1].max(b[1])]
    }

    /// Joints that 32-bit floats cannot pose, parents first: their translation or scale is beyond
    /// [`MAX_COORDINATE`], or the product of the scales above takes them so far away. Below such a joint it
    /// counts as the identity. Without any, the whole pose is computed without overflow.
    ///
    /// # Panics
    /// When `local` does not have one transform per joint.
    pub fn unposable<'a>(&'a self, local: &'a [Transform]) -> impl Iterator<Item = JointId> + 'a {
        self.beyond(|joint| magnitudes(&local[joint.index()]))
    }

    /// [`unposable`](Self::unposable) of any poses whose translations and scales have at most these
    /// magnitudes.
    pub(crate) fn beyond<'a>(
        &'a self,
        magnitudes: impl Fn(JointId) -> [f32; 2] + 'a,
    ) -> impl Iterator<Item = JointId> + 'a {
        let mut ranges = Vec::with_capacity(self.len());
        self.joints().filter(move |&joint| {
            let [translation, scale] = magnitudes(joint);
            let parent = self.parent(joint).map_or(JointRange::MODEL, |parent| ranges[parent.index()]);
            let range = JointRange::child(parent, translation, scale);
            let is_sound = range.is_posable() && translation <= MAX_COORDINATE && scale <= MAX_COORDINATE;
            ranges.push(if is_sound { range } else { parent });
            !is_sound
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;
    use glam::Vec3;

    fn chain(count: u32, rest: Transform) -> Skeleton {
        let joint = |n: u32| Joint { name: n.to_string(), parent: n.checked_sub(1), rest, in_scene: true };
        Skeleton::new((0..count).map(joint).collect()).unwrap()
    }

    #[test]
    fn products_of_scales_count() {
        let scaled =
            |scale: f32| Transform { scale: Vec3::splat(scale), ..Transform::from_translation(Vec3::X) };
        let first = |skeleton: &Skeleton| skeleton.unposable(skeleton.rest()).next().map(JointId::index);
        assert_eq!(first(&chain(300, scaled(1.0))), None);
        assert_eq!(first(&chain(29, scaled(2.0))), None);
        assert_eq!(first(&chain(300, scaled(-2.0))), Some(29));
        assert_eq!(first(&chain(3, scaled(1e30))), Some(0));
        assert_eq!(first(&chain(3, Transform::from_translation(Vec3::Y * -2e9))), Some(0));
    }
}
