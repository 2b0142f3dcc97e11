//! Rotations of joints: of matrices, small and limited ones, shortest arcs, normalization.

use crate::math::{Transform, mirrored};
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Rotation of a matrix with uniform scale; reflections are separated as in [`Transform::from_affine`].
#[inline]
pub(crate) fn rotation_of(matrix: &Affine3A) -> Quat {
    turned(matrix).0
}

/// Rotation of a matrix with uniform scale, and whether the matrix contains a reflection.
#[inline]
pub(crate) fn turned(matrix: &Affine3A) -> (Quat, bool) {
    const NEAR: f32 = 1e-6;
    let m = &matrix.matrix3;
    let is_unit = |axis: Vec3A| (axis.length_squared() - 1.0).abs() < NEAR;
    // Fast path: most joints are neither scaled nor mirrored.
    let third = m.x_axis.cross(m.y_axis);
    if is_unit(m.x_axis) && is_unit(m.y_axis) && (third - m.z_axis).length_squared() < NEAR * NEAR {
        return (renewed(Quat::from_mat3a(m)), false);
    }
    (Transform::from_affine(matrix).rotation, m.determinant() < 0.0)
}

/// Rotation of a joint below the matrix `above`, after it was turned by `by` in the space of that matrix.
pub(crate) fn turned_below(above: &Affine3A, by: Quat, rotation: Quat) -> Quat {
    let (axes, is_mirrored) = turned(above);
    let by = axes.inverse() * by * axes;
    ((if is_mirrored { mirrored(by) } else { by }) * rotation).normalize()
}

/// Approximate rotation about `about`, whose length is the angle in radians: smaller than that for large
/// angles and limited to a fraction of a radian, since joint limits cannot recover from behind.
#[inline]
pub(crate) fn small_turn(about: Vec3A) -> Quat {
    /// Sine and cosine of half the largest angle.
    const MAX: (f32, f32) = (0.172_554_3, 0.985);
    let half = about * 0.5;
    let square = half.length_squared();
    let cosine = 1.0 / (1.0 + square).sqrt();
    let (sine, cosine) =
        if cosine >= MAX.1 { (half * cosine, cosine) } else { (half * (MAX.0 / square.sqrt()), MAX.1) };
    Quat::from_vec4(Vec3::from(sine).extend(cosine))
}

/// Rotation about an axis from sine and cosine of half its angle.
#[inline]
pub(crate) fn about(axis: Vec3, (sine, cosine): (f32, f32)) -> Quat {
    Quat::from_vec4((axis * sine).extend(cosine))
}

/// Whether a quaternion is nearly of unit length.
#[inline]
pub(crate) fn is_turn(turn: Quat) -> bool {
    (0.5..2.0).contains(&turn.length_squared())
}

/// Writes a normalized rotation into `rotation`; a quaternion that cannot be normalized is ignored.
#[inline]
pub(crate) fn write(turned: Quat, rotation: &mut Quat) {
    let turned = turned.normalize();
    if turned.is_normalized() {
        *rotation = turned;
    }
}

/// A share clamped to 0..1; NaN becomes 0.
#[inline]
pub(crate) fn part_of(share: f32) -> f32 {
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

/// Renormalizes a quaternion that is a rounding error off unit length, by one Newton step.
#[inline]
pub(crate) fn renewed(turn: Quat) -> Quat {
    turn * (1.5 - 0.5 * turn.length_squared())
}

/// Cosine of half the largest rotation of a joint in one step.
pub(crate) const COS_HALF_STEP: f32 = 0.9;

/// A rotation limited to the angle whose half has this cosine.
#[inline]
pub(crate) fn capped(turn: Quat, cosine: f32) -> Quat {
    if turn.w >= cosine {
        return turn;
    }
    let sine = (1.0 - cosine * cosine).sqrt();
    Quat::from_vec4((turn.xyz() * (sine / turn.xyz().length().max(1e-12))).extend(cosine))
}

/// A rotation limited to the angle whose half has this sine.
#[inline]
pub(crate) fn shortened(turn: Quat, sine: f32) -> Quat {
    let half_sine = turn.xyz().length();
    if half_sine <= sine {
        return turn;
    }
    Quat::from_vec4((turn.xyz() * (sine / half_sine)).extend((1.0 - sine * sine).max(0.0).sqrt()))
}

/// Rotation vector from one rotation to another, approximately.
#[inline]
pub(crate) fn turn_between(from: Quat, to: Quat) -> Vec3A {
    let turn = to * from.inverse();
    Vec3A::from(turn.xyz()) * 2.0f32.copysign(turn.w)
}

/// Shortest rotation from one direction to another; `None` where one has no length, or they are opposite.
#[inline]
pub fn arc(from: Vec3A, to: Vec3A) -> Option<Quat> {
    let lengths = (from.length_squared() * to.length_squared()).sqrt();
    let about = from.cross(to);
    let w = lengths + from.dot(to);
    let length = (about.length_squared() + w * w).sqrt();
    (w > 1e-6 * lengths && length > 0.0)
        .then(|| Quat::from_vec4(Vec3::from(about / length).extend(w / length)))
}

/// Rotation about `axis` that brings `from` nearest to `to`; `None` where either is parallel to the axis.
#[inline]
pub(crate) fn arc_about(axis: Vec3A, from: Vec3A, to: Vec3A) -> Option<Quat> {
    let (from_aside, to_aside) = (from - axis * from.dot(axis), to - axis * to.dot(axis));
    let aside = from_aside.length_squared() > 1e-4 * from.length_squared()
        && to_aside.length_squared() > 1e-4 * to.length_squared();
    if aside { arc(from_aside, to_aside) } else { None }
}

/// Sine and cosine of half the largest rotation in one step.
const HALF_STEP: (f32, f32) = (0.173_648_2, 0.984_807_7);

/// Rotation whose half angle has sine and cosine in the ratio |`about`| : `w`, limited to one step. Nearly
/// opposite directions are ambiguous; the rotation shrinks to zero towards that case.
#[inline]
fn short_turn(about: Vec3A, w: f32) -> Quat {
    let sine = about.length();
    let long = (sine * sine + w * w).sqrt();
    let (part, cosine) = (1.0 / long, w / long);
    let (part, cosine) = match cosine {
        _ if cosine >= HALF_STEP.1 => (part, cosine),
        _ if cosine >= HALF_STEP.0 => (HALF_STEP.0 / sine, HALF_STEP.1),
        _ => (cosine / sine, sine / long),
    };
    // Opposite directions and zero vectors give no rotation.
    if part.is_finite() && cosine.is_finite() {
        Quat::from_vec4((Vec3::from(about) * part).extend(cosine))
    } else {
        Quat::IDENTITY
    }
}

/// Shortest rotation of one direction towards another, limited to one step.
#[inline]
pub(crate) fn short_arc(from: Vec3A, to: Vec3A) -> Quat {
    let lengths = (from.length_squared() * to.length_squared()).sqrt();
    short_turn(from.cross(to), lengths + from.dot(to))
}

/// The same about the axis `about`, the remaining part of the cross product of both; smaller where the axis
/// is near one of them, and the identity for a zero axis.
#[inline]
pub(crate) fn short_arc_about(about: Vec3A, from: Vec3A, to: Vec3A) -> Quat {
    let square = about.length_squared();
    let lengths = (from.length_squared() * to.length_squared()).sqrt();
    let along = about.dot(from) * about.dot(to) / square.max(f32::MIN_POSITIVE);
    short_turn(about, lengths + from.dot(to) - along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Mat3A;

    #[test]
    fn a_joint_turns_alike_below_scaled_and_mirrored_axes() {
        let (turn, by, rotation) = (
            Quat::from_euler(glam::EulerRot::XYZ, 0.4, -1.1, 0.7),
            Quat::from_rotation_z(0.9),
            Quat::from_rotation_x(-0.6) * Quat::from_rotation_y(0.3),
        );
        for scale in [
            Vec3::ONE,
            Vec3::splat(0.01),
            Vec3::splat(100.0),
            Vec3::new(-1.3, 1.3, 1.3),
            Vec3::new(1.3, 1.3, -1.3),
        ] {
            let above = Affine3A::from_scale_rotation_translation(scale, turn, Vec3::ONE);
            let now = above.matrix3 * Mat3A::from_quat(turned_below(&above, by, rotation));
            let wanted = Mat3A::from_quat(by) * above.matrix3 * Mat3A::from_quat(rotation);
            assert!(now.abs_diff_eq(wanted, 1e-5 * scale.length()), "{scale}: {now} for {wanted}");
        }
    }
}
