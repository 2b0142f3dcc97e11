//! Tests of the simulation: equilibrium, lengths, energy, frame rates, contacts, and the grooms they use.

use super::lanes::Block;
use super::lanes::work::tests::NARROW;
use super::*;
use crate::hair::ControlHair;
use crate::stage::EvenWind;
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

pub(super) const HEAD: f32 = 0.1;

/// Hairs from a head around the origin: out of the skin and then down.
pub(super) fn groom(count: usize, points: usize, length: f32) -> Vec<ControlHair> {
    (0..count)
        .map(|n| {
            let turn = n as f32 * 2.4;
            let height = 1.0 - (n as f32 + 0.5) / count as f32 * 0.9;
            let flat = (1.0 - height * height).sqrt();
            let out = Vec3::new(turn.cos() * flat, height, turn.sin() * flat);
            let mut position = out * HEAD;
            let mut all = vec![position];
            let edge = length / (points - 1) as f32;
            for m in 1..points {
                let share = (m as f32 / points as f32).min(1.0);
                let down = (out * (1.0 - share) + Vec3::NEG_Y * share * 1.5).normalize();
                position += down * edge;
                all.push(position);
            }
            ControlHair::new(all).unwrap()
        })
        .collect()
}

/// The groom, combed around the head.
pub(super) fn combed(count: usize, points: usize, length: f32) -> Vec<ControlHair> {
    let head = HairCollider::Capsule { start: Vec3::ZERO, end: Vec3::ZERO, radius: HEAD };
    let comb = |hair: &ControlHair| {
        let mut points = hair.points().to_vec();
        for n in 1..points.len() {
            let (from, edge) = (points[n - 1], hair.points()[n] - hair.points()[n - 1]);
            let next = from + edge;
            let outside = head.push(next, 0.004).unwrap_or(next);
            points[n] = from + (outside - from).normalize() * edge.length();
        }
        ControlHair::new(points).unwrap()
    };
    groom(count, points, length).iter().map(comb).collect()
}

fn lengths(points: &[Vec3]) -> Vec<f32> {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).collect()
}

/// Largest relative error of the lengths of a simulation.
pub(super) fn length_error(hairs: &[ControlHair], simulation: &HairSimulation) -> f32 {
    let of = |n: usize| {
        let pairs = lengths(hairs[n].points()).into_iter().zip(lengths(simulation.points(n)));
        pairs.map(|(rest, now)| (now / rest - 1.0).abs()).fold(0.0, f32::max)
    };
    (0..hairs.len()).map(of).fold(0.0, f32::max)
}

pub(super) fn farthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

pub(super) const CALM: EvenWind = EvenWind::new(Vec3::ZERO);

/// The groom is in equilibrium: nothing sags on the first frame at any stiffness, nor later where the
/// equilibrium is stable: limp hair that stands up on the head falls over in time.
#[test]
fn a_groom_does_not_sag() {
    for (stiffness, frames) in [(0.0, 1), (0.5, 1), (1.0, 1), (1.5, 600), (3.0, 600), (20.0, 600)] {
        for points in [3, 8, 16, 40] {
            let hairs = groom(20, points, 0.4);
            let settings = HairSettings::default().with_stiffness(stiffness).with_rest(0.0);
            let mut hair = HairSimulation::new(&hairs, settings).unwrap();
            let mut most: f32 = 0.0;
            for _ in 0..frames {
                hair.update(1.0 / 60.0, &[], &CALM, &[]);
                for (n, rest) in hairs.iter().enumerate() {
                    most = most.max(farthest(hair.points(n), rest.points()));
                }
            }
            assert!(most < 0.0005, "{stiffness} Hz, {points} points: {most}");
        }
    }
}

/// Root of a head that is shaken by this angle in radians and moved to and fro, of 10 g at its peak.
pub(super) fn shaken(time: f32) -> HairRoot {
    let angle = 0.9 * (time * TAU * 2.0).sin();
    let reach = 98.1 / (TAU * 3.0 * TAU * 3.0);
    let translation = Vec3::X * reach * (time * TAU * 3.0).sin();
    HairRoot { rotation: Quat::from_rotation_y(angle), translation }
}

#[test]
fn lengths_are_kept_under_a_violent_shake() {
    let hairs = groom(64, 16, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default()).unwrap();
    let mut most: f32 = 0.0;
    for frame in 1..600 {
        let root = shaken(frame as f32 / 60.0);
        let colliders =
            [HairCollider::Capsule { start: root.translation, end: root.translation, radius: HEAD * 0.98 }];
        hair.update(1.0 / 60.0, &vec![root; hairs.len()], &CALM, &colliders);
        most = most.max(length_error(&hairs, &hair));
    }
    assert!(most < 0.005, "{most}");
}

#[test]
fn contacts_end_with_the_obstacles() {
    let hairs = groom(16, 8, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default()).unwrap();
    let root = HairRoot { rotation: Quat::IDENTITY, translation: Vec3::ZERO };
    let has_contact = |hair: &HairSimulation| hair.normals.iter().any(|normal| *normal != Block::default());
    let touches = (1..60).any(|frame| {
        let root = shaken(frame as f32 / 60.0);
        let (start, end) = (root.translation, root.translation);
        let head = HairCollider::Capsule { start, end, radius: HEAD * 0.98 };
        hair.update(1.0 / 60.0, &[root; 16], &CALM, &[head]);
        has_contact(&hair)
    });
    assert!(touches);
    hair.update(1.0 / 60.0, &[root; 16], &CALM, &[]);
    assert!(!has_contact(&hair));
}

/// Kinetic energy of the points by differences of what is shown.
fn energy(before: &[Vec3], now: &[Vec3], delta: f32) -> f32 {
    before.iter().zip(now).map(|(a, b)| ((*b - *a) / delta).length_squared() * 0.5).sum()
}

/// After a shake the movement dies out and stays dead for a minute, without drag and with next to no damping
/// too.
#[test]
fn energy_does_not_grow() {
    for (damping, drag, tip, volume) in
        [(0.3, 1.5, 0.3, 0.0), (0.02, 0.0, 0.3, 0.0), (0.0, 0.0, 1.0, 0.0), (0.3, 1.5, 0.3, 1.0)]
    {
        let hairs = groom(24, 16, 0.35);
        let mut settings = HairSettings::default().with_damping(damping).with_drag(drag).with_volume(volume);
        (settings.tip_stiffness, settings.rest) = (tip, 0.0);
        let mut hair = HairSimulation::new(&hairs, settings).unwrap();
        let mut delta = |root: HairRoot| {
            let before: Vec<Vec3> = (0..24).flat_map(|n| hair.points(n).to_vec()).collect();
            hair.update(1.0 / 60.0, &[root; 24], &CALM, &[]);
            let now: Vec<Vec3> = (0..24).flat_map(|n| hair.points(n).to_vec()).collect();
            energy(&before, &now, 1.0 / 60.0)
        };
        let shake = (1..60).map(|frame| delta(shaken(frame as f32 / 60.0))).fold(0.0, f32::max);
        let root = shaken(1.0);
        let seconds: Vec<f32> = (0..60).map(|_| (0..60).map(|_| delta(root)).fold(0.0, f32::max)).collect();
        assert!(shake > 1.0, "{shake}");
        assert!(seconds[0] <= shake * 1.5, "{damping} {drag}: {shake} {seconds:?}");
        for (n, pair) in seconds.windows(2).enumerate() {
            assert!(pair[1] <= pair[0] * 1.05 + 1e-4, "{damping} {drag}: second {n}: {seconds:?}");
        }
        assert!(seconds[59] < shake * 1e-3, "{damping} {drag}: {seconds:?}");
    }
}

/// The same movement at different frame rates.
#[test]
fn frame_rates_agree() {
    let hairs = groom(32, 16, 0.3);
    let run = |rate: u32, with_body: bool| {
        let mut hair = HairSimulation::new(&hairs, HairSettings::default()).unwrap();
        let mut positions = Vec::new();
        for frame in 1..=rate * 3 {
            let time = frame as f32 / rate as f32;
            // A turn of the head by a right angle within half a second, smooth at its ends.
            let share = (time.min(0.5) / 0.5 * PI).cos() * -0.5 + 0.5;
            let root =
                HairRoot { rotation: Quat::from_rotation_y(share * PI / 2.0), translation: Vec3::ZERO };
            let colliders = body(&root);
            let colliders = if with_body { &colliders[..] } else { &[] };
            hair.update(1.0 / rate as f32, &vec![root; hairs.len()], &CALM, colliders);
            if frame % (rate / 6) == 0 {
                positions.push((0..hairs.len()).map(|n| *hair.points(n).last().unwrap()).collect::<Vec<_>>());
            }
        }
        positions
    };
    for with_body in [false, true] {
        let base = run(60, with_body);
        for rate in [30, 144, 240] {
            let other = run(rate, with_body);
            let apart = base.iter().zip(&other).map(|(a, b)| farthest(a, b)).fold(0.0, f32::max);
            assert!(apart < 0.01, "{rate} {with_body}: {apart}");
        }
    }
}

/// Head, neck and shoulders.
pub(super) fn body(root: &HairRoot) -> [HairCollider; 3] {
    let at = |x: f32, y: f32| Vec3::new(x, y, -0.02);
    [
        HairCollider::Ellipsoid {
            center: root.translation,
            axes: [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| root.rotation * axis * 0.097),
        },
        HairCollider::Capsule { start: root.translation, end: at(0.0, -0.2), radius: 0.06 },
        HairCollider::Capsule { start: at(0.18, -0.24), end: at(-0.18, -0.24), radius: 0.07 },
    ]
}

/// Hair that lies on shoulders comes to rest on them, outside of all shapes.
#[test]
fn hair_comes_to_rest_on_a_body() {
    let hairs = groom(64, 16, 0.35);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default().with_rest(0.0)).unwrap();
    let mut deepest: f32 = 0.0;
    let mut fastest: f32 = 0.0;
    for frame in 1..900 {
        let root = shaken((frame as f32 / 60.0).min(2.0));
        let colliders = body(&root);
        let before: Vec<Vec3> = (0..64).flat_map(|n| hair.points(n).to_vec()).collect();
        hair.update(1.0 / 60.0, &vec![root; hairs.len()], &CALM, &colliders);
        let now: Vec<Vec3> = (0..64).flat_map(|n| hair.points(n).to_vec()).collect();
        for point in &now {
            deepest = deepest.max(0.097 - point.distance(root.translation));
        }
        if frame > 600 {
            fastest = fastest.max(farthest(&before, &now) * 60.0);
        }
    }
    assert!(deepest < 0.0005, "{deepest}");
    assert!(fastest < 0.02, "{fastest} m/s");
}

/// No point gets into the head, however it is shaken.
#[test]
fn hair_stays_out_of_the_head() {
    let hairs = groom(64, 16, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default()).unwrap();
    let mut deepest: f32 = 0.0;
    // The first update brings the collider.
    for frame in 0..600 {
        let root = shaken(frame as f32 / 60.0);
        let radius = HEAD * 0.97;
        let colliders = [HairCollider::Capsule { start: root.translation, end: root.translation, radius }];
        hair.update(1.0 / 60.0, &vec![root; hairs.len()], &CALM, &colliders);
        for n in 0..hairs.len() {
            for point in hair.points(n) {
                deepest = deepest.max(radius - point.distance(root.translation));
            }
        }
    }
    assert!(deepest < 0.0005, "{deepest}");
}

#[test]
fn wind_carries_hair_along_and_a_turned_head_takes_it_with_it() {
    let hairs = groom(16, 12, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default().with_shelter(0.0)).unwrap();
    (0..240).for_each(|_| hair.update(1.0 / 60.0, &[], &EvenWind::new(Vec3::X * 6.0).with_gusts(0.3), &[]));
    for (n, rest) in hairs.iter().enumerate() {
        let [blown, still] = [hair.points(n), rest.points()].map(|points| points.last().unwrap().x);
        assert!(blown > still + 0.005, "{n}: {blown} from {still}");
    }
    // Turned about the vertical, the groom is in equilibrium again.
    let root = HairRoot { rotation: Quat::from_rotation_y(1.0), translation: Vec3::new(0.3, 0.0, 0.1) };
    (0..1200).for_each(|_| hair.update(1.0 / 60.0, &[root; 16], &CALM, &[]));
    for (n, rest) in hairs.iter().enumerate() {
        let turned: Vec<Vec3> = rest.points().iter().map(|point| root.at(*point)).collect();
        assert!(farthest(hair.points(n), &turned) < 0.005, "{n}: {}", farthest(hair.points(n), &turned));
    }
}

#[test]
fn teleports_long_steps_and_bad_roots_leave_the_hair_whole() {
    let hairs = groom(8, 10, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default()).unwrap();
    let far = HairRoot { rotation: Quat::from_rotation_x(1.0), translation: Vec3::new(100.0, 5.0, -3.0) };
    for delta in [1.0 / 60.0, 0.0, 1e-7, 5.0, f32::NAN, f32::INFINITY, -1.0] {
        hair.update(delta, &[far; 8], &EvenWind::new(Vec3::NAN), &[]);
        assert!(length_error(&hairs, &hair) < 0.01, "{delta}");
        assert!(hair.points(0)[0].distance(far.at(hairs[0].points()[0])) < 1e-3);
    }
    let bad = HairRoot { translation: Vec3::NAN, ..far };
    hair.update(0.1, &[bad; 3], &CALM, &[]);
    assert!((0..8).all(|n| hair.points(n).iter().all(|point| point.is_finite())));
    hair.reset(&[far; 8]);
    let turned: Vec<Vec3> = hairs[3].points().iter().map(|point| far.at(*point)).collect();
    assert!(farthest(hair.points(3), &turned) < 1e-4);
}

/// Positions of all hairs after two seconds of a shake on a body.
fn shaken_on_a_body(hairs: &[ControlHair], settings: HairSettings) -> Vec<Vec<Vec3>> {
    let mut hair = HairSimulation::new(hairs, settings).unwrap();
    let wind = EvenWind::new(Vec3::X * 2.0).with_gusts(0.5);
    for frame in 0..120 {
        let root = shaken(frame as f32 / 60.0);
        hair.update(1.0 / 60.0, &vec![root; hairs.len()], &wind, &body(&root));
    }
    (0..hairs.len()).map(|n| hair.points(n).to_vec()).collect()
}

/// Hairs go through a step side by side: neither the width of the registers nor the hairs beside one changes
/// a bit of it.
#[test]
fn hairs_move_the_same_in_any_company() {
    let hairs: Vec<ControlHair> = combed(11, 16, 0.3).into_iter().chain(combed(3, 9, 0.2)).collect();
    let settings = HairSettings::default().with_shelter(0.0);
    let wide = shaken_on_a_body(&hairs, settings);
    NARROW.set(true);
    assert_eq!(shaken_on_a_body(&hairs, settings), wide);
    NARROW.set(false);
    let apart = settings.with_cohesion(0.0);
    let together = shaken_on_a_body(&hairs, apart);
    for (n, hair) in hairs.iter().enumerate() {
        let alone = shaken_on_a_body(std::slice::from_ref(hair), apart);
        assert!(farthest(&alone[0], &together[n]) < 1e-3, "{n}: {}", farthest(&alone[0], &together[n]));
    }
}

/// Two hairs that hang beside each other.
fn pair() -> Vec<ControlHair> {
    let hair =
        |x: f32| ControlHair::new((0..16).map(|n| Vec3::new(x, -0.03 * n as f32, 0.0)).collect::<Vec<_>>());
    [-0.006, 0.006].map(|x| hair(x).unwrap()).into()
}

/// Neighbours that a pole comes between pass it on the same side.
#[test]
fn neighbours_pass_a_pole_on_one_side() {
    let most = |cohesion: f32| {
        let settings = HairSettings::default().with_stiffness(0.9).with_cohesion(cohesion);
        let mut hair = HairSimulation::new(&pair(), settings).unwrap();
        let mut most: f32 = 0.0;
        for frame in 0..180 {
            let z = (0.3 - frame as f32 / 60.0 * 0.8).max(-0.05);
            let (start, end) = (Vec3::new(0.0, -1.0, z), Vec3::new(0.0, -0.1, z));
            hair.update(1.0 / 60.0, &[], &CALM, &[HairCollider::Capsule { start, end, radius: 0.06 }]);
            most = most.max(farthest(hair.points(0), hair.points(1)));
        }
        most
    };
    let (held, free) = (most(1.0), most(0.0));
    assert!(held < 0.04, "{held}");
    assert!(free > 0.06, "{free}");
}

/// Cohesion is no stiffness: hairs that swing together do not notice it.
#[test]
fn cohesion_leaves_hairs_that_swing_together_alone() {
    let run = |cohesion: f32| {
        let mut hair = HairSimulation::new(&pair(), HairSettings::default().with_cohesion(cohesion)).unwrap();
        let mut positions = Vec::new();
        for frame in 0..120 {
            let x = (frame as f32 / 60.0 * 7.0).sin() * 0.1;
            let root = HairRoot { translation: Vec3::X * x, ..HairRoot::REST };
            hair.update(1.0 / 60.0, &[root; 2], &CALM, &[]);
            positions.extend_from_slice(hair.points(1));
        }
        positions
    };
    assert_eq!(run(1.0), run(0.0));
}

/// Hair that is combed through the head it lies on comes to rest on it.
#[test]
fn hair_combed_through_a_head_comes_to_rest() {
    for size in [1.02, 1.1, 1.25] {
        let hairs = groom(64, 16, 0.15);
        let settings = HairSettings::default().with_stiffness(8.0).with_rest(0.0);
        let mut hair = HairSimulation::new(&hairs, settings).unwrap();
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * HEAD * size);
        let head = [HairCollider::Ellipsoid { center: Vec3::NEG_Y * 0.02, axes }];
        let all = |hair: &HairSimulation| (0..64).flat_map(|n| hair.points(n).to_vec()).collect::<Vec<_>>();
        let mut farthest_way: f32 = 0.0;
        for frame in 0..600 {
            let before = all(&hair);
            hair.update(1.0 / 60.0, &[], &CALM, &head);
            if frame > 480 {
                farthest_way = farthest_way.max(farthest(&before, &all(&hair)));
            }
        }
        assert!(farthest_way < 2e-5, "{size}: {farthest_way}");
        assert!(
            farthest(
                &all(&hair),
                &hairs.iter().flat_map(|guide| guide.points().to_vec()).collect::<Vec<_>>()
            ) > 0.005
        );
    }
}
