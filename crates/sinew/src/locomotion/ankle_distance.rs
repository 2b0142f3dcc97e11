//! Smallest distance of an ankle from its hip.

use glam::Vec3;

/// Smallest distance of an ankle from its hip, in leg lengths, unless it is animated nearer: closer ankles
/// make the leg whirl.
const MIN_ANKLE_DISTANCE: f32 = 0.4;

/// Ankle position lowered until it keeps the smallest distance to its hip, and no lower than the animated
/// ankle. `hips` is the offset of the hips upwards.
pub(crate) fn unfolded(ankle: Vec3, animated: Vec3, hip: Vec3, hips: f32, leg: f32) -> Vec3 {
    let below = height_above(ankle, hip, min_ankle_distance(leg, animated.distance(hip)));
    let highest = (hip.y - below).max(animated.y) + hips;
    ankle.with_y(ankle.y.min(highest))
}

/// Smallest distance of an ankle from its hip, where the animated distance is `animated`.
pub(super) fn min_ankle_distance(leg: f32, animated: f32) -> f32 {
    animated.min(MIN_ANKLE_DISTANCE * leg)
}

/// Height that a hip needs above an ankle for a distance of at least `min_ankle_distance`.
pub(super) fn height_above(ankle: Vec3, hip: Vec3, min_ankle_distance: f32) -> f32 {
    let level = (ankle - hip).with_y(0.0).length_squared();
    (min_ankle_distance * min_ankle_distance - level).max(0.0).sqrt()
}
