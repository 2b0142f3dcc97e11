//! Simulated control hairs: time and correctness.
//!
//! `cargo bench --bench hair` moves 256 hairs of 16 points and 0.35 m on a head of 0.1 m radius with
//! shoulders, with random lengths. `--count N` (600) sets the number of frames of 1/60 s, `--seed S` the
//! random seed; `-- WORD…` selects lines. A frame is two steps at the default rate.
//!
//! - step: microseconds of one step, median and 99th percentile, on a head that is shaken: 2 turns per second
//!   by ±50°, and to and fro with 10 g at 3 Hz.
//! - length: largest relative error of the length of an edge in that movement, percent.
//! - depth: largest depth of a point in the head, millimetres.
//! - sag: largest distance from the groom after the first frame at rest, and after ten seconds, millimetres.
//! - energy: mean kinetic energy per point in the second of the shake, and in the first, tenth and sixtieth
//!   second after it, J/kg.
//! - rates: largest distance of tips between runs at 60 and at 30, 144 frames per second, in a turn of the
//!   head by 90° within half a second, centimetres.
//! - field: milliseconds to make a signed distance field of the head (20,000 triangles, cells of 4 mm), its
//!   memory, and the step with it in the place of the ellipsoid.
//! - volume: the step with volume and friction between hairs.
//! - wind: the step in gusts, without and with shelter.
//! - detail: microseconds of a frame at full detail, at half of the hairs, at a quarter of them and half of
//!   the rate, and rigid.
//! - sleep: microseconds of a frame of hair that sleeps.

#[path = "../tests/suite/clock.rs"]
mod clock;

use clock::now;
use fastrand::Rng;
use sinew::glam::{Quat, Vec3};
use sinew::hair::{ControlHair, HairCollider, HairDetail, HairField, HairRoot, HairSettings, HairSimulation};
use sinew::stage::EvenWind;
use sinew_suite::BenchCall;
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

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
    let lines: [(&str, Line); 9] = [
        ("step", shake),
        ("sag", sag),
        ("energy", energy),
        ("rates", rates),
        ("field", field),
        ("volume", volume),
        ("wind", wind),
        ("detail", detail),
        ("sleep", sleep),
    ];
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
        let mut point = out * HEAD;
        let mut points = vec![point];
        for m in 1..POINTS {
            let share = m as f32 / POINTS as f32;
            let comb = (out * (1.0 - share) + Vec3::NEG_Y * share * 1.5).normalize();
            let next = point + comb * edge;
            let outside = head.push(next, 0.004).unwrap_or(next);
            point += (outside - point).normalize() * edge;
            points.push(point);
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

const CALM: EvenWind = EvenWind::new(Vec3::ZERO);

fn simulation(hairs: &[ControlHair]) -> HairSimulation {
    HairSimulation::new(hairs, HairSettings::default()).expect("a simulation")
}

/// Hair that never sleeps.
fn restless(hairs: &[ControlHair]) -> HairSimulation {
    HairSimulation::new(hairs, HairSettings::default().with_rest(0.0)).expect("a simulation")
}

/// Median and 99th percentile of times.
fn percentiles(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [0.5, 0.99].map(|share| times[((times.len() as f64 * share) as usize).min(times.len() - 1)])
}

/// Microseconds of the frames of a shake; `watch` sees the hair after each, with its root.
fn frames(
    hair: &mut HairSimulation,
    wind: &EvenWind,
    count: u64,
    skull: Option<&Arc<HairField>>,
    mut watch: impl FnMut(&HairSimulation, &HairRoot),
) -> Vec<f64> {
    let frame = |frame: u64| {
        let root = shaken(frame as f32 / 60.0);
        let (roots, mut colliders) = (vec![root; HAIRS], colliders(&root));
        if let Some(field) = skull {
            colliders[0] = HairCollider::Field { field: Arc::clone(field), root };
        }
        let start = now();
        hair.update(1.0 / 60.0, &roots, wind, &colliders);
        let time = (now() - start).as_secs_f64() * 1e6;
        watch(hair, &root);
        time
    };
    (1..=count).map(frame).collect()
}

/// Depth of the deepest point in a ball around the origin of the head.
fn depth(hair: &HairSimulation, root: &HairRoot) -> f32 {
    let inside =
        (0..HAIRS).flat_map(|n| hair.points(n)).map(|point| COLLIDER - point.distance(root.translation));
    inside.fold(0.0, f32::max)
}

fn shake(hairs: &[ControlHair], count: u64) {
    let mut hair = simulation(hairs);
    let (mut length, mut deepest) = (0.0_f32, 0.0_f32);
    let times = frames(&mut hair, &CALM, count, None, |hair, root| {
        for (n, rest) in hairs.iter().enumerate() {
            let pairs = rest.points().windows(2).zip(hair.points(n).windows(2));
            for (rest, now) in pairs {
                length = length.max((now[0].distance(now[1]) / rest[0].distance(rest[1]) - 1.0).abs());
            }
        }
        deepest = deepest.max(depth(hair, root));
    });
    let [half, most] = percentiles(times);
    println!("step    {:.0} µs, 99 % {:.0} µs", half / 2.0, most / 2.0);
    println!("length  {:.3} %", length * 100.0);
    println!("depth   {:.2} mm", deepest * 1e3);
}

/// Field of a ball of the size of the collider.
fn ball() -> Arc<HairField> {
    const ROWS: u32 = 100;
    let position = |row: u32, column: u32| {
        let (down, around) = (row as f32 / ROWS as f32 * PI, column as f32 / ROWS as f32 * TAU);
        Vec3::new(around.sin() * down.sin(), down.cos(), around.cos() * down.sin()) * COLLIDER
    };
    let positions: Vec<Vec3> =
        (0..=ROWS).flat_map(|row| (0..ROWS).map(move |column| position(row, column))).collect();
    let cells = (0..ROWS).flat_map(|row| (0..ROWS).map(move |column| (row, column)));
    let triangles: Vec<[u32; 3]> = cells
        .flat_map(|(row, column)| {
            let at = |row: u32, column: u32| row * ROWS + column % ROWS;
            let [a, b] = [at(row, column), at(row, column + 1)];
            let [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
            [[a, c, b], [b, c, d]]
        })
        .collect();
    Arc::new(HairField::new(&positions, &triangles, 0.004).expect("a field"))
}

fn field(hairs: &[ControlHair], count: u64) {
    let start = now();
    let skull = ball();
    let made = (now() - start).as_secs_f64() * 1e3;
    let mut deepest = 0.0_f32;
    let mut hair = simulation(hairs);
    let times =
        frames(&mut hair, &CALM, count, Some(&skull), |hair, root| deepest = deepest.max(depth(hair, root)));
    let [half, most] = percentiles(times);
    println!(
        "field   {made:.0} ms, {} KiB; step {:.0} µs, 99 % {:.0} µs; depth {:.2} mm",
        skull.byte_count() / 1024,
        half / 2.0,
        most / 2.0,
        deepest * 1e3
    );
}

/// Median of the step with settings and a wind.
fn median(hairs: &[ControlHair], count: u64, settings: HairSettings, wind: EvenWind) -> f64 {
    let mut hair = HairSimulation::new(hairs, settings).expect("a simulation");
    percentiles(frames(&mut hair, &wind, count, None, |_, _| ()))[0] / 2.0
}

fn volume(hairs: &[ControlHair], count: u64) {
    let base = HairSettings::default();
    let all =
        [base.with_volume(1.0), base.with_hair_friction(0.5), base.with_volume(1.0).with_hair_friction(0.5)];
    let [volume, friction, both] = all.map(|settings| median(hairs, count, settings, CALM));
    println!("volume  {volume:.0} µs; friction {friction:.0} µs; both {both:.0} µs");
}

fn wind(hairs: &[ControlHair], count: u64) {
    let gusts = EvenWind::new(Vec3::X * 5.0).with_gusts(0.5);
    let base = HairSettings::default();
    let [open, sheltered] = [0.0, 1.0].map(|shelter| median(hairs, count, base.with_shelter(shelter), gusts));
    println!("wind    {open:.0} µs without shelter, {sheltered:.0} µs with");
}

fn detail(hairs: &[ControlHair], count: u64) {
    let details = [HairDetail::FULL, HairDetail::new(0.5, 1.0), HairDetail::LOW, HairDetail::OFF];
    let [full, half, low, off] = details.map(|detail| {
        let mut hair = simulation(hairs);
        hair.set_lod(detail);
        percentiles(frames(&mut hair, &CALM, count, None, |_, _| ()))[0]
    });
    println!("detail  a frame: full {full:.0} µs, half {half:.0} µs, low {low:.0} µs, off {off:.0} µs");
}

fn sleep(hairs: &[ControlHair], _: u64) {
    let mut hair = simulation(hairs);
    let (roots, wind) = (vec![HairRoot::REST; HAIRS], EvenWind::new(Vec3::ZERO));
    let colliders = colliders(&HairRoot::REST);
    let mut frames = 0;
    while !hair.is_sleeping() && frames < 3600 {
        hair.update(1.0 / 60.0, &roots, &wind, &colliders);
        frames += 1;
    }
    let time = |_| {
        let start = now();
        hair.update(1.0 / 60.0, &roots, &wind, &colliders);
        (now() - start).as_secs_f64() * 1e6
    };
    let [half, _] = percentiles((0..200).map(time).collect());
    println!("sleep   after {:.1} s: {half:.1} µs", frames as f32 / 60.0);
}

fn farthest(hairs: &[ControlHair], hair: &HairSimulation) -> f32 {
    let of = |(n, rest): (usize, &ControlHair)| {
        rest.points().iter().zip(hair.points(n)).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    };
    hairs.iter().enumerate().map(of).fold(0.0, f32::max)
}

fn sag(hairs: &[ControlHair], _: u64) {
    let mut hair = restless(hairs);
    hair.update(1.0 / 60.0, &[], &CALM, &[]);
    let first = farthest(hairs, &hair);
    (0..600).for_each(|_| hair.update(1.0 / 60.0, &[], &CALM, &[]));
    println!("sag     {:.4} mm, {:.4} mm", first * 1e3, farthest(hairs, &hair) * 1e3);
}

fn energy(hairs: &[ControlHair], _: u64) {
    let mut hair = restless(hairs);
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
