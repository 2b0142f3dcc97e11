//! Points spread evenly over a disc.

use glam::Vec2;
use sinew::internal::ops;

/// Golden angle, radians.
const GOLDEN: f32 = 2.399_963;

/// Even points in the unit disc (H. Vogel, *A Better Way to Construct the Sunflower Head*, 1979).
pub(super) fn disc(n: usize, count: usize) -> Vec2 {
    let radius = ((n as f32 + 0.5) / count as f32).sqrt();
    let (sin, cos) = ops::sin_cos(n as f32 * GOLDEN);
    Vec2::new(cos, sin) * radius
}
