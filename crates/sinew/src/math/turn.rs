use crate::math::Transform;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// The rotation of a matrix of even scale; what mirrors is told apart as [`Transform::from_affine`] does.
#[inline]
pub(crate) fn rotation_of(matrix: &Affine3A) -> Quat {
    turned(matrix).0
}

/// The same, and whether it mirrors.
#[inline]
pub(crate) fn turned(matrix: &Affine3A) -> (Quat, bool) {
    const NEAR: f32 = 1e-6;
    let m = &matrix.matrix3;
    let is_unit = |axis: Vec3A| (axis.length_squared() - 1.0).abs() < NEAR;
    // Most joints are neither scaled nor mirrored.
    let third = m.x_axis.cross(m.y_axis);
    if is_unit(m.x_axis) && is_unit(m.y_axis) && (third - m.z_axis).length_squared() < NEAR * NEAR {
        return (renewed(Quat::from_mat3a(m)), false);
    }
    (Transform::from_affine(matrix).rotation, m.determinant() < 0.0)
}

/// A turn by about `about`, whose length is the angle: less than that where it is large, and never more than a radian or
/// so, since limits know no way back from behind.
#[inline]
pub(crate) fn small_turn(about: Vec3A) -> Quat {
    /// Half the most: its sine and cosine.
    const MAX: (f32, f32) = (0.172_554_3, 0.985);
    let half = about * 0.5;
    let square = half.length_squared();
    let cosine = 1.0 / (1.0 + square).sqrt();
    let (sine, cosine) =
        if cosine >= MAX.1 { (half * cosine, cosine) } else { (half * (MAX.0 / square.sqrt()), MAX.1) };
    Quat::from_vec4(Vec3::from(sine).extend(cosine))
}

/// Whether it is next to a rotation.
#[inline]
pub(crate) fn is_turn(turn: Quat) -> bool {
    (0.5..2.0).contains(&turn.length_squared())
}

/// Turns a joint so; where that is no rotation, it stays as it is.
#[inline]
pub(crate) fn write(turned: Quat, own: &mut Quat) {
    let turned = turned.normalize();
    if turned.is_normalized() {
        *own = turned;
    }
}

/// How much of something, 0 to 1; what is no number is nothing.
#[inline]
pub(crate) fn part_of(share: f32) -> f32 {
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

/// A turn that rounding has left next to unit, unit again: so near that a step of Newton's does.
#[inline]
pub(crate) fn renewed(turn: Quat) -> Quat {
    turn * (1.5 - 0.5 * turn.length_squared())
}

/// Cosine of half the most that a joint turns in one step.
pub(crate) const COS_HALF_STEP: f32 = 0.9;

/// The turn, or as much of it as has this cosine of half its angle.
#[inline]
pub(crate) fn capped(turn: Quat, cosine: f32) -> Quat {
    if turn.w >= cosine {
        return turn;
    }
    let sine = (1.0 - cosine * cosine).sqrt();
    Quat::from_vec4((turn.xyz() * (sine / turn.xyz().length().max(1e-12))).extend(cosine))
}

/// The turn, or as much of it as has this sine of half its angle.
#[inline]
pub(crate) fn shortened(turn: Quat, sine: f32) -> Quat {
    let own = turn.xyz().length();
    if own <= sine {
        return turn;
    }
    Quat::from_vec4((turn.xyz() * (sine / own)).extend((1.0 - sine * sine).max(0.0).sqrt()))
}

/// The shortest turn of one direction to another; none where one has no length, or they are opposite.
#[inline]
pub(crate) fn arc(from: Vec3A, to: Vec3A) -> Option<Quat> {
    let lengths = (from.length_squared() * to.length_squared()).sqrt();
    let about = from.cross(to);
    let w = lengths + from.dot(to);
    let length = (about.length_squared() + w * w).sqrt();
    (w > 1e-6 * lengths && length > 0.0)
        .then(|| Quat::from_vec4(Vec3::from(about / length).extend(w / length)))
}

/// The turn about `axis` that brings `from` nearest to `to`; none where either is in line with the axis.
#[inline]
pub(crate) fn arc_about(axis: Vec3A, from: Vec3A, to: Vec3A) -> Option<Quat> {
    let (from_aside, to_aside) = (from - axis * from.dot(axis), to - axis * to.dot(axis));
    let aside = from_aside.length_squared() > 1e-4 * from.length_squared()
        && to_aside.length_squared() > 1e-4 * to.length_squared();
    if aside { arc(from_aside, to_aside) } else { None }
}

/// Half the most that a joint turns in one step: its sine and cosine.
const HALF_STEP: (f32, f32) = (0.173_648_2, 0.984_807_7);

/// A turn of which sine and cosine of half are in this ratio, as far as a joint turns in one step. What is nearly opposite has
/// two ways to go; it goes the less far the nearer it is to that.
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
    // Of nothing but opposite directions, or none, there is no turn.
    if part.is_finite() && cosine.is_finite() {
        Quat::from_vec4((Vec3::from(about) * part).extend(cosine))
    } else {
        Quat::IDENTITY
    }
}

/// The shortest turn of one direction towards another.
#[inline]
pub(crate) fn short_arc(from: Vec3A, to: Vec3A) -> Quat {
    let lengths = (from.length_squared() * to.length_squared()).sqrt();
    short_turn(from.cross(to), lengths + from.dot(to))
}

/// The same about the axis of `about`, which is what is left of the cross product of both; less where it would be about one of
/// them itself, and nothing where nothing is left.
#[inline]
pub(crate) fn short_arc_about(about: Vec3A, from: Vec3A, to: Vec3A) -> Quat {
    let square = about.length_squared();
    let lengths = (from.length_squared() * to.length_squared()).sqrt();
    let along = about.dot(from) * about.dot(to) / square.max(f32::MIN_POSITIVE);
    short_turn(about, lengths + from.dot(to) - along)
}
