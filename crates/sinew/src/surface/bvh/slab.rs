//! Ray against box by slabs, conservative under rounding (Ize, *Robust BVH Ray Traversal*, Journal of Computer Graphics Techniques, 2013).

use super::NodeBox;
use crate::surface::Ray;
use glam::Vec3;

/// Largest relative error of the far end of an interval, of three rounded operations.
const ROUNDING: f32 = 1.0 + 2.0 * 3.0 * f32::EPSILON;
/// Smallest component of a direction as a share of the largest: smaller ones count as this, so that nothing is divided by 0.
const MIN_SHARE: f32 = 1e-20;

/// Ray prepared for tests with boxes.
#[derive(Clone, Copy, Debug)]
pub(in crate::surface) struct RaySlabs {
    origin: Vec3,
    /// 1 over the direction.
    inverse: Vec3,
}

impl RaySlabs {
    pub(in crate::surface) fn new(ray: &Ray) -> Self {
        let least = ray.direction.abs().max_element() * MIN_SHARE;
        let inverse =
            ray.direction.to_array().map(|d| 1.0 / if d.abs() < least { least.copysign(d) } else { d });
        Self { origin: ray.origin, inverse: inverse.into() }
    }

    /// Distance at which the ray enters the box, if it does so within `0..=limit`.
    #[inline]
    pub(super) fn entry(&self, node: &NodeBox, limit: f32) -> Option<f32> {
        let (a, b) = ((node.min - self.origin) * self.inverse, (node.max - self.origin) * self.inverse);
        let near = a.min(b).max_element().max(0.0);
        let far = (a.max(b) * ROUNDING).min_element().min(limit);
        (near <= far).then_some(near)
    }
}
