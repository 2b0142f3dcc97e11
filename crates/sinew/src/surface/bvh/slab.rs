//! Ray against box by slabs, conservative under rounding (Ize, *Robust BVH Ray Traversal*, Journal of
//! Computer Graphics Techniques, 2013).

use super::NodeBox;
use crate::surface::Ray;
use glam::Vec3;

/// Largest relative error of the far end of an interval, of four rounded operations.
const ROUNDING: f32 = 1.0 + 2.0 * 4.0 * f32::EPSILON;
/// Width by which boxes are padded, as a share of the largest distance of a corner from the origin: more than
/// the rounding of the test with triangles, which hits what lies that far beside them (Woop and others,
/// section 3.3).
const PADDING: f32 = 16.0 * f32::EPSILON;
/// Smallest component of a direction as a share of the largest: smaller ones count as this, so that nothing
/// is divided by 0.
const MIN_SHARE: f32 = 1e-20;

/// Ray prepared for tests with boxes.
#[derive(Clone, Copy, Debug)]
pub(in crate::surface) struct RaySlabs {
    origin: Vec3,
    /// 1 over the direction.
    inverse: Vec3,
    /// Padding of boxes in metres.
    padding: f32,
}

impl RaySlabs {
    /// `bounds` is the box of the whole hierarchy.
    pub(in crate::surface) fn new(ray: &Ray, bounds: &NodeBox) -> Self {
        // The inverse of a smaller number may be infinite.
        let least = (ray.direction.abs().max_element() * MIN_SHARE).max(f32::MIN_POSITIVE);
        let inverse =
            ray.direction.to_array().map(|d| 1.0 / if d.abs() < least { least.copysign(d) } else { d });
        let reach = (bounds.min - ray.origin).abs().max((bounds.max - ray.origin).abs()).max_element();
        // An infinite padding would make numbers that do not compare.
        Self { origin: ray.origin, inverse: inverse.into(), padding: (reach * PADDING).min(f32::MAX) }
    }

    /// Distance at which the ray enters the box, if it does so within `0..=limit`.
    #[inline]
    pub(in crate::surface) fn entry(&self, node: &NodeBox, limit: f32) -> Option<f32> {
        let a = (node.min - self.origin - self.padding) * self.inverse;
        let b = (node.max - self.origin + self.padding) * self.inverse;
        let near = a.min(b).max_element().max(0.0);
        let far = (a.max(b) * ROUNDING).min_element().min(limit);
        (near <= far).then_some(near)
    }
}
