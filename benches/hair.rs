//! Simulated control hairs: time and correctness.
//!
//! `cargo bench --bench hair` moves 256 hairs of 16 points and 0.35 m on a head of 0.1 m radius with shoulders, with random lengths. `--count N` (600) sets
//! the number of frames of 1/60 s, `--seed S` the random seed; `-- WORD…` selects lines. A frame is two steps at the default rate.
//!
//! - step: microseconds of one step, median and 99th percentile, on a head that is shaken: 2 turns per second by ±50°, and to and fro with 10 g at 3 Hz.
//! - length: largest relative error of the length of an edge in that movement, percent.
//! - depth: largest depth of a point in the head, millimetres.
//! - sag: largest distance from the groom after the first frame at rest, and after ten seconds, millimetres.
//! - energy: mean kinetic energy per point in the second of the shake, and in the first, tenth and sixtieth second after it, J/kg.
//! - rates: largest distance of tips between runs at 60 and at 30, 144 frames per second, in a turn of the head by 90° within half a second,
//!   centimetres.

#[path = "../tests/suite/clock.rs"]
mod clock;

use clock::now;
use fastrand::Rng;
use sinew::glam::{Quat, Vec3};
use sinew::hair::{ControlHair, HairCollider, HairRoot, HairSettings, HairSimulation, HairWind};
use sinew_suite::BenchCall;
use std::f32::consts::{PI, TAU};

const HAIRS: usize = 256;
const POINTS: usize = 16;
/// Radius of the head, metres.
const HEAD: f32 = 0.1;
/// Hair starts on the skin, a little outside of the collider.
const COLLIDER: f32 = 0.097;

/// Prints a line about hairs, with a number of frames.
type Line = fn(&[ControlHair], u64);

fn main() {
    let Some(call) = BenchCall::of_process("hair", 600, 1) else { return };
    let hairs = groom(&mut Rng::with_seed(call.seed));
    let lines: [(&str, Line); 4] = [("step", shake), ("sag", sag), ("energy", energy), ("rates", rates)];
    for (name, line) in lines {
        if call.words.iter().all(|word| name.contains(word.as_str())) {
            line(&hairs, call.count);
        }
    }
}

/// Hairs from the upper half of the head, out of the skin and then down, combed around the head.
fn groom(random: &mut Rng) -> Vec<ControlHair> {
    let head = HairCollider::Capsule { start: Vec3::ZERO, end: Vec3::ZERO, radius: HEAD };
    let hair = |n: usize| {
        let height = 1.0 - (n as f32 + 0.5) / HAIRS as f32;
        let (sine, cosine) = (n as f32 * 2.4).sin_cos();
        let flat = (1.0 - height * height).sqrt();
        let out = Vec3::new(cosine * flat, height, sine * flat);
        let edge = 0.35 * (0.7 + 0.3 * random.f32()) / (POINTS - 1) as f32;
        let mut place = out * HEAD;
        let mut points = vec![place];
        for m in 1..POINTS {
            let share = m as f32 / POINTS as f32;
            let comb = (out * (1.0 - share) + Vec3::NEG_Y * share * 1.5).normalize();
            let next = place + comb * edge;
            let outside = head.push(next, 0.004).unwrap_or(next);
            place += (outside - place).normalize() * edge;
            points.push(place);
        }
        ControlHair::new(points).expect("a hair")
    };
    (0..HAIRS).map(hair).collect()
}

/// Head that is shaken.
fn shaken(time: f32) -> HairRoot {
    let reach = 98.1 / (TAU * 3.0 * TAU * 3.0);
    HairRoot {
        rotation: Quat::from_rotation_y(0.87 * (time * TAU * 2.0).sin()),
        translation: Vec3::X * reach * (time * TAU * 3.0).sin(),
    }
}

fn colliders(root: &HairRoot) -> [HairCollider; 3] {
    let at = |x: f32, y: f32| root.translation + Vec3::new(x, y, -0.02);
    let [neck, left, right] = [at(0.0, -0.2), at(0.18, -0.24), at(-0.18, -0.24)];
    [
        HairCollider::Ellipsoid {
            center: root.translation,
            axes: [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * COLLIDER),
        },
        HairCollider::Capsule { start: root.translation, end: neck, radius: 0.06 },
        HairCollider::Capsule { start: left, end: right, radius: 0.07 },
    ]
}

const CALM: HairWind = HairWind::new(Vec3::ZERO);

fn simulation(hairs: &[ControlHair]) -> HairSimulation {
    HairSimulation::new(hairs, HairSettings::default()).expect("a simulation")
}

fn shake(hairs: &[ControlHair], count: u64) {
    let mut hair = simulation(hairs);
    let (mut times, mut length, mut depth) = (Vec::new(), 0.0_f32, 0.0_f32);
    for frame in 1..=count {
        let root = shaken(frame as f32 / 60.0);
        let (roots, colliders) = (vec![root; HAIRS], colliders(&root));
        let start = now();
        hair.update(1.0 / 60.0, &roots, &CALM, &colliders);
        times.push((now() - start).as_secs_f64() * 1e6 / 2.0);
        for (n, rest) in hairs.iter().enumerate() {
            let pairs = rest.points().windows(2).zip(hair.points(n).windows(2));
            for (rest, now) in pairs {
                length = length.max((now[0].distance(now[1]) / rest[0].distance(rest[1]) - 1.0).abs());
            }
            let inside = hair.points(n).iter().map(|point| COLLIDER - point.distance(root.translation));
            depth = depth.max(inside.fold(0.0, f32::max));
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
    println!("step    {:.0} µs, 99 % {:.0} µs", at(0.5), at(0.99));
    println!("length  {:.3} %", length * 100.0);
    println!("depth   {:.2} mm", depth * 1e3);
}

fn farthest(hairs: &[ControlHair], hair: &HairSimulation) -> f32 {
    let of = |(n, rest): (usize, &ControlHair)| {
        rest.points().iter().zip(hair.points(n)).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    };
    hairs.iter().enumerate().map(of).fold(0.0, f32::max)
}

fn sag(hairs: &[ControlHair], _: u64) {
    let mut hair = simulation(hairs);
    hair.update(1.0 / 60.0, &[], &CALM, &[]);
    let first = farthest(hairs, &hair);
    (0..600).for_each(|_| hair.update(1.0 / 60.0, &[], &CALM, &[]));
    println!("sag     {:.4} mm, {:.4} mm", first * 1e3, farthest(hairs, &hair) * 1e3);
}

fn energy(hairs: &[ControlHair], _: u64) {
    let mut hair = simulation(hairs);
    let all =
        |hair: &HairSimulation| -> Vec<Vec3> { (0..HAIRS).flat_map(|n| hair.points(n).to_vec()).collect() };
    let mut second = |second: u32| {
        let mut sum = 0.0;
        for frame in 1..=60 {
            let before = all(&hair);
            let root = shaken(if second == 0 { frame as f32 } else { 60.0 } / 60.0);
            hair.update(1.0 / 60.0, &vec![root; HAIRS], &CALM, &colliders(&root));
            let now = all(&hair);
            let moved = before.iter().zip(&now).map(|(a, b)| ((*b - *a) * 60.0).length_squared() * 0.5);
            sum += moved.sum::<f32>() / now.len() as f32;
        }
        sum / 60.0
    };
    let seconds: Vec<f32> = (0..=60).map(&mut second).collect();
    println!("energy  {:.3}, {:.3}, {:.6}, {:.6} J/kg", seconds[0], seconds[1], seconds[10], seconds[60]);
}

fn rates(hairs: &[ControlHair], _: u64) {
    let run = |rate: u32| {
        let mut hair = simulation(hairs);
        let mut tips = Vec::new();
        for frame in 1..=rate * 3 {
            let time = frame as f32 / rate as f32;
            let share = (time.min(0.5) / 0.5 * PI).cos() * -0.5 + 0.5;
            let root =
                HairRoot { rotation: Quat::from_rotation_y(share * PI / 2.0), translation: Vec3::ZERO };
            hair.update(1.0 / rate as f32, &vec![root; HAIRS], &CALM, &colliders(&root));
            if frame % (rate / 6) == 0 {
                tips.extend((0..HAIRS).filter_map(|n| hair.points(n).last().copied()));
            }
        }
        tips
    };
    let base = run(60);
    let apart = [30, 144]
        .map(|rate| base.iter().zip(run(rate)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max) * 100.0);
    println!("rates   {:.2} cm at 30, {:.2} cm at 144", apart[0], apart[1]);
}
