//! Simulated hair through its public names: memory, determinism, hostile input.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

#[path = "../counting/mod.rs"]
mod counting;

use counting::allocations;
use sinew::glam::{Quat, Vec3};
use sinew::hair::{ControlHair, HairCollider, HairDetail, HairField, HairRoot, HairSettings, HairSimulation};
use sinew::stage::EvenWind;
use std::sync::Arc;
use test_needs::cases;

fn hairs() -> Vec<ControlHair> {
    let hair = |n: usize| {
        let (sine, cosine) = (n as f32 * 0.7).sin_cos();
        let out = Vec3::new(sine, 0.6, cosine).normalize();
        let points = (0..16).map(|m| out * 0.1 + (out + Vec3::NEG_Y * m as f32 * 0.2) * m as f32 * 0.008);
        ControlHair::new(points.collect::<Vec<_>>()).unwrap()
    };
    (0..40).map(hair).collect()
}

fn head(root: &HairRoot) -> [HairCollider; 2] {
    [
        HairCollider::Ellipsoid {
            center: root.translation,
            axes: [Vec3::X * 0.09, Vec3::Y * 0.1, Vec3::Z * 0.095].map(|axis| root.rotation * axis),
        },
        HairCollider::Capsule { start: root.translation, end: root.at(Vec3::NEG_Y * 0.2), radius: 0.05 },
    ]
}

/// Field of an octahedron of this radius.
fn field(radius: f32) -> Arc<HairField> {
    let corners =
        [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z].map(|axis| axis * radius);
    let half = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]];
    let triangles: Vec<[u32; 3]> =
        half.into_iter().flat_map(|[a, b, c]| [[a, b, c], [b, a, c + 1]]).collect();
    Arc::new(HairField::new(&corners, &triangles, radius / 12.0).unwrap())
}

/// Settings with all that hair can do.
fn full() -> HairSettings {
    HairSettings::default().with_volume(0.8).with_hair_friction(0.5).with_shelter(1.0)
}

fn root(frame: u32) -> HairRoot {
    let time = frame as f32 / 60.0;
    HairRoot {
        rotation: Quat::from_rotation_z((time * 5.0).sin()),
        translation: Vec3::X * (time * 3.0).sin() * 0.2,
    }
}

#[test]
fn updates_allocate_nothing() {
    let skull = field(0.13);
    for (settings, details) in [
        (HairSettings::default(), [HairDetail::FULL; 2]),
        (full(), [HairDetail::new(0.4, 0.5), HairDetail::OFF]),
    ] {
        let mut hair = HairSimulation::new(&hairs(), settings).unwrap();
        let wind = EvenWind::new(Vec3::X * 3.0).with_gusts(0.5);
        let mut roots = [HairRoot::REST; 40];
        let colliders = |root: &HairRoot| {
            let [first, second] = head(root);
            [HairCollider::Field { field: Arc::clone(&skull), root: *root }, first, second]
        };
        hair.update(1.0 / 60.0, &roots, &wind, &colliders(&HairRoot::REST));
        for detail in details {
            hair.set_lod(detail);
            let count = allocations(|| {
                for frame in 0..200_u32 {
                    // It moves, rests and falls asleep, and moves again.
                    roots.fill(root(frame.min(50) + frame.saturating_sub(190)));
                    hair.update(1.0 / 60.0, &roots, &wind, &colliders(&roots[0]));
                    let still = |_: Vec3, _: f64| Vec3::ZERO;
                    hair.update(1.0 / 60.0, &roots, &still, &colliders(&roots[0]));
                }
                hair.reset(&roots);
            });
            assert_eq!(count, 0, "{detail:?}");
        }
    }
}

#[test]
fn the_same_input_gives_the_same_hair() {
    let skull = field(0.13);
    let run = || {
        let mut hair = HairSimulation::new(&hairs(), full()).unwrap();
        for frame in 0..200_u32 {
            let root = root(frame);
            let [first, second] = head(&root);
            let skull = HairCollider::Field { field: Arc::clone(&skull), root };
            if frame % 60 == 30 {
                hair.set_lod(HairDetail::new((frame % 80) as f32 / 80.0, 0.7));
            }
            let wind = EvenWind::new(Vec3::Z).with_gusts(1.0);
            hair.update(1.0 / 60.0, &[root; 40], &wind, &[skull, first, second]);
        }
        (0..40)
            .flat_map(|n| hair.points(n).to_vec())
            .map(|point| point.to_array().map(f32::to_bits))
            .collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

fn vector(number: &mut impl FnMut() -> f32) -> Vec3 {
    Vec3::new(number(), number(), number())
}

/// Roots, colliders, winds and times of any kind leave finite hair of its lengths.
#[test]
fn hostile_input_leaves_hair_whole() {
    let hairs = hairs();
    let skull = field(0.13);
    for mut random in cases(40) {
        let mut number = || match random.u32(..9) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => 0.0,
            3 => 1e30,
            4 => -1e-30,
            _ => random.f32() * 2.0 - 1.0,
        };
        let mut hair = HairSimulation::new(&hairs, full().with_drag(100.0)).unwrap();
        for round in 0..50 {
            let turn = vector(&mut number).normalize_or(Vec3::X);
            // Places of the skin stay within a hundred metres.
            let translation = vector(&mut number).clamp(Vec3::splat(-100.0), Vec3::splat(100.0));
            let root = HairRoot { rotation: Quat::from_rotation_arc(Vec3::X, turn), translation };
            let colliders = [
                HairCollider::Capsule {
                    start: vector(&mut number),
                    end: vector(&mut number),
                    radius: number(),
                },
                HairCollider::Ellipsoid {
                    center: vector(&mut number),
                    axes: [vector(&mut number), vector(&mut number), vector(&mut number)],
                },
                HairCollider::Field {
                    field: Arc::clone(&skull),
                    root: HairRoot { rotation: root.rotation, translation: vector(&mut number) },
                },
            ];
            if round == 0 {
                hair.set_lod(HairDetail::new(number(), number()));
            }
            let wind = EvenWind::new(vector(&mut number).clamp(Vec3::splat(-100.0), Vec3::splat(100.0)))
                .with_gusts(number().clamp(-3.0, 3.0));
            hair.update(number().clamp(-1.0, 0.05), &[root; 40], &wind, &colliders[..round % 4]);
            for (n, rest) in hairs.iter().enumerate() {
                for (rest, now) in rest.points().windows(2).zip(hair.points(n).windows(2)) {
                    let (length, found) = (rest[0].distance(rest[1]), now[0].distance(now[1]));
                    // A hundred metres away a position is exact to some hundredths of a millimetre.
                    assert!((found - length).abs() < 2e-4, "{found} {length}");
                }
            }
        }
    }
}

/// An origin that moves along with a character changes nothing that is seen.
#[test]
fn an_origin_that_moves_shifts_all_positions() {
    let mut moved = HairSimulation::new(&hairs(), full()).unwrap();
    let mut still = moved.clone();
    let mut origin = Vec3::ZERO;
    for frame in 0..120 {
        let root = root(frame);
        let mut seen = root;
        if frame % 25 == 10 {
            let by = Vec3::new(0.5, -0.25, 0.125);
            moved.move_origin(by);
            origin += by;
        }
        seen.translation -= origin;
        let wind = EvenWind::new(Vec3::X);
        still.update(1.0 / 60.0, &[root; 40], &wind, &head(&root));
        moved.update(1.0 / 60.0, &[seen; 40], &wind, &head(&seen));
        for n in 0..40 {
            for (a, b) in still.points(n).iter().zip(moved.points(n)) {
                assert!(a.distance(*b + origin) < 1e-3, "{frame}: {}", a.distance(*b + origin));
            }
        }
    }
}
