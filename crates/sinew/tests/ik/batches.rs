//! Batches of analytic solvers give the same bits as single calls.

use crate::random::{Random, cases};
use sinew::glam::{Quat, Vec3};
use sinew::ik::{Aim, AimResult, TwoBone, TwoBoneResult, ViewCone, solve_aims, solve_two_bones};
use std::f32::consts::PI;

fn quat_bits(q: Quat) -> [u32; 4] {
    q.to_array().map(f32::to_bits)
}

fn limb_bits(turns: &TwoBoneResult) -> [[u32; 4]; 3] {
    let numbers = [turns.stretch.to_bits(), turns.error.to_bits(), 0, 0];
    [quat_bits(turns.middle_rotation), quat_bits(turns.start_rotation), numbers]
}

fn aim_bits(turn: &AimResult) -> [u32; 5] {
    let [x, y, z, w] = quat_bits(turn.rotation);
    [x, y, z, w, turn.alignment.to_bits()]
}

/// A vector with positive and negative zeros among its components.
fn odd_vector(random: &mut Random) -> Vec3 {
    let mut number = || match random.index(4) {
        0 => 0.0,
        1 => -0.0,
        _ => random.between(-1.0, 1.0),
    };
    Vec3::new(number(), number(), number())
}

fn limb(random: &mut Random) -> TwoBone {
    let mut position = || if random.one_in(3) { odd_vector(random) } else { random.vector() };
    let mut limb = TwoBone::new([position(), position(), position()], Vec3::Y, position() * 2.0);
    let bends = sinew::ik::hinge_axis(limb.start, limb.middle, limb.end);
    limb.hinge = bends.filter(|_| !random.one_in(4)).unwrap_or_else(|| random.direction());
    limb.pole = random.one_in(2).then(|| random.vector());
    if random.one_in(3) {
        limb.swivel = random.between(-7.0, 7.0);
    }
    if random.one_in(3) {
        limb.softness = random.between(-0.1, 0.5);
    }
    if random.one_in(3) {
        limb.stretch = random.between(0.8, 1.5);
    }
    match random.index(12) {
        0 => limb.middle = limb.start,
        1 => limb.end = limb.middle,
        2 => limb.goal = limb.start,
        3 => limb.end = limb.middle * 2.0 - limb.start,
        4 => limb.goal.y = f32::NAN,
        5 => limb.start.x = f32::INFINITY,
        6 => limb.pole = Some(Vec3::NAN),
        7 => limb.pole = Some(limb.start),
        8 => [limb.swivel, limb.softness, limb.stretch][random.index(3)] = f32::NAN,
        _ => {}
    }
    match random.index(12) {
        0 => limb.softness = f32::NAN,
        1 => limb.stretch = f32::NAN,
        2 => limb.swivel = f32::NAN,
        3 => limb.swivel = f32::INFINITY,
        _ => {}
    }
    limb
}

#[test]
fn a_batch_of_limbs_equals_single_calls() {
    for mut random in cases(4000) {
        let count = random.seed() % 40;
        let limbs: Vec<TwoBone> = (0..count).map(|_| limb(&mut random)).collect();
        let mut out = vec![TwoBone::new([Vec3::ZERO; 3], Vec3::Y, Vec3::ZERO).solve(); count];
        solve_two_bones(&limbs, &mut out);
        for (limb, out) in limbs.iter().zip(&out) {
            let alone = limb.solve();
            assert_eq!(limb_bits(out), limb_bits(&alone), "{limb:?}\n{out:?}\n{alone:?}");
        }
    }
}

fn aim(random: &mut Random) -> Aim {
    let position = random.vector();
    let mut aim =
        Aim::new(position, random.direction(), position + random.direction() * random.between(0.1, 5.0));
    if random.one_in(2) {
        aim.offset = random.vector() * 0.3;
    }
    if random.one_in(2) {
        aim.cone = ViewCone::new(random.between(0.0, PI), random.between(-0.2, 1.0));
    }
    if random.one_in(8) {
        aim.cone = ViewCone::ALL;
    }
    match random.index(12) {
        0 => aim.target = aim.position,
        1 => aim.target = aim.position - aim.forward,
        2 => aim.target = aim.position + aim.forward,
        3 => aim.target.z = f32::NAN,
        4 => aim.up = aim.forward,
        5 => aim.up = Vec3::ZERO,
        6 => (aim.forward, aim.target) = (odd_vector(random).normalize_or(Vec3::Z), odd_vector(random)),
        7 => aim.offset = random.direction() * 9.0,
        _ => {}
    }
    aim
}

#[test]
fn a_batch_of_aims_equals_single_calls() {
    for mut random in cases(4000) {
        let count = random.seed() % 40;
        let aims: Vec<Aim> = (0..count).map(|_| aim(&mut random)).collect();
        let mut out = vec![Aim::new(Vec3::ZERO, Vec3::Z, Vec3::Z).solve(); count];
        solve_aims(&aims, &mut out);
        for (aim, out) in aims.iter().zip(&out) {
            let alone = aim.solve();
            assert_eq!(aim_bits(out), aim_bits(&alone), "{aim:?}\n{out:?}\n{alone:?}");
        }
    }
}
