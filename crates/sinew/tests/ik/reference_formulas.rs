//! Formulas for two-bone IK and aiming (C. Granberg, *Character Animation with Direct3D*, 2009, chapter 11)
//! in double precision: the reference of the analytic solvers.

use sinew::glam::{DQuat, DVec3};
use std::f64::consts::{FRAC_PI_3, PI};

/// Half the angle of the book's view cone of 120 degrees.
pub(crate) const HALF_CONE: f64 = FRAC_PI_3;

/// Two-bone IK: the inner angle of the hinge by the law of cosines from both lengths and the distance,
/// straight for targets out of reach; then the shoulder rotates the end onto the target. Rotations of hinge
/// and shoulder, in this order.
pub(crate) fn reach(start: DVec3, middle: DVec3, end: DVec3, hinge: DVec3, target: DVec3) -> [DQuat; 2] {
    let (upper, lower, way) = (middle - start, end - middle, target - start);
    let inner = inner_angle(upper.length(), lower.length(), way.length());
    // Angle from straight, about the hinge axis.
    let stands = upper.cross(lower).dot(hinge).atan2(upper.dot(lower));
    let bend = DQuat::from_axis_angle(hinge, PI - inner - stands);
    let reached = upper + bend * lower;
    [bend, look(reached.normalize(), way.normalize(), PI)]
}

/// Angle between two sides of a triangle with the third side `distance`, clamped to possible triangles.
pub(crate) fn inner_angle(upper: f64, lower: f64, distance: f64) -> f64 {
    let cosine = (upper * upper + lower * lower - distance * distance) / (2.0 * upper * lower);
    cosine.clamp(-1.0, 1.0).acos()
}

/// Aiming: rotation about forward × direction by acos(forward · direction), at most `max`.
pub(crate) fn look(forward: DVec3, direction: DVec3, max: f64) -> DQuat {
    let angle = forward.dot(direction).clamp(-1.0, 1.0).acos().min(max);
    let axis = forward.cross(direction);
    axis.try_normalize().map_or(DQuat::IDENTITY, |axis| DQuat::from_axis_angle(axis, angle))
}

/// Angle between two rotations, precise for small angles.
pub(crate) fn apart(a: DQuat, b: DQuat) -> f64 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    4.0 * (0.5 * (a - b).length()).min(1.0).asin()
}
