//! Hostile values: numbers, vectors and transforms that are odd, extreme or not finite.

use fastrand::Rng;
use sinew::Transform;
use sinew::glam::{Affine3A, Mat3A, Quat, Vec3};

pub(crate) fn number(random: &mut Rng) -> f32 {
    const ODD: [f32; 18] = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        1e38,
        -1e38,
        1e30,
        -1e20,
        1e19,
        1e10,
        0.0,
        -0.0,
        1e-40,
        -1e-45,
        f32::MIN_POSITIVE,
        1.0,
        -1.0,
    ];
    if random.u8(..5) == 0 { random.f32() * 4.0 - 2.0 } else { ODD[random.usize(..ODD.len())] }
}

pub(crate) fn wide(random: &mut Rng) -> f64 {
    const ODD: [f64; 4] = [1e300, -1e300, f64::MAX, 1e-310];
    if random.u8(..4) == 0 { ODD[random.usize(..4)] } else { f64::from(number(random)) }
}

pub(crate) fn vector(random: &mut Rng) -> Vec3 {
    let one = random.bool();
    Vec3::from_array([0; 3].map(|_| if one || random.bool() { number(random) } else { 0.5 }))
}

pub(crate) fn turn(random: &mut Rng) -> Quat {
    match random.u8(..4) {
        0 => Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        1 => Quat::from_rotation_x(number(random)),
        _ => Quat::from_array([0; 4].map(|_| number(random))),
    }
}

pub(crate) fn matrix(random: &mut Rng) -> Affine3A {
    let columns = [0; 3].map(|_| vector(random).into());
    let linear = if random.bool() {
        Mat3A::IDENTITY
    } else {
        Mat3A::from_cols_array_2d(&columns.map(|v: sinew::glam::Vec3A| v.to_array()))
    };
    Affine3A { matrix3: linear, translation: vector(random).into() }
}

pub(crate) fn transform(random: &mut Rng) -> Transform {
    Transform { rotation: turn(random), translation: vector(random), scale: vector(random) }
}

pub(crate) fn index(random: &mut Rng) -> u32 {
    match random.u8(..4) {
        0 => u32::MAX,
        1 => random.u32(..),
        _ => random.u32(..40),
    }
}
