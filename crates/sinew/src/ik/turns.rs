use crate::math::Transform;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// The rotation of a matrix of even scale; what mirrors is told apart as [`Transform::from_affine`] does.
#[inline]
pub(super) fn rotation_of(matrix: &Affine3A) -> Quat {
    turned(matrix).0
}

/// The same, and whether it mirrors.
#[inline]
pub(super) fn turned(matrix: &Affine3A) -> (Quat, bool) {
    const NEAR: f32 = 1e-6;
    let m = &matrix.matrix3;
    let is_unit = |axis: Vec3A| (axis.length_squared() - 1.0).abs() < NEAR;
    // Most joints are neither scaled nor mirrored.
    let third = m.x_axis.cross(m.y_axis);
    if is_unit(m.x_axis) && is_unit(m.y_axis) && (third - m.z_axis).length_squared() < NEAR * NEAR {
        let q = Quat::from_mat3a(m);
        // So near to unit that a step of Newton's does.
        return (q * (1.5 - 0.5 * q.length_squared()), false);
    }
    (Transform::from_affine(matrix).rotation, m.determinant() < 0.0)
}

/// A turn by about `about`, whose length is the angle: less than that where it is large, and never more than a radian or
/// so, since limits know no way back from behind.
#[inline]
pub(super) fn small_turn(about: Vec3) -> Quat {
    capped(Quat::from_vec4((about * 0.5).extend(1.0).normalize()), 0.985)
}

/// Cosine of half the most that a joint turns in one step.
pub(super) const COS_HALF_STEP: f32 = 0.9;

/// The turn, or as much of it as has this cosine of half its angle.
#[inline]
pub(super) fn capped(turn: Quat, cosine: f32) -> Quat {
    if turn.w >= cosine {
        return turn;
    }
    let sine = (1.0 - cosine * cosine).sqrt();
    Quat::from_vec4((turn.xyz() * (sine / turn.xyz().length().max(1e-12))).extend(cosine))
}

/// The shortest turn of one direction to another; none where one has no length, or they are opposite.
#[inline]
pub(super) fn arc(from: Vec3A, to: Vec3A) -> Option<Quat> {
    let lengths = (from.length_squared() * to.length_squared()).sqrt();
    let about = from.cross(to);
    let w = lengths + from.dot(to);
    let length = (about.length_squared() + w * w).sqrt();
    (w > 1e-6 * lengths && length > 0.0)
        .then(|| Quat::from_vec4(Vec3::from(about / length).extend(w / length)))
}

/// The turn about `axis` that brings `from` nearest to `to`; none where either is in line with the axis.
#[inline]
pub(super) fn arc_about(axis: Vec3A, from: Vec3A, to: Vec3A) -> Option<Quat> {
    let (from_aside, to_aside) = (from - axis * from.dot(axis), to - axis * to.dot(axis));
    let aside = from_aside.length_squared() > 1e-4 * from.length_squared()
        && to_aside.length_squared() > 1e-4 * to.length_squared();
    if aside { arc(from_aside, to_aside) } else { None }
}
