//! Simulated hair on the device beside that of the processor.

use crate::groom::Random;
use crate::support::{with_hair_renderer, with_renderer};
use sinew::glam::{Quat, Vec3};
use sinew::hair::{
    ControlHair, GuidePoint, GuidePose, HairCollider, HairCurve, HairField, HairLook, HairRoot, HairSettings,
    HairSimulation, Strand, Strands,
};
use sinew::stage::EvenWind;
use sinew_render::{HairInstance, HairModel, HairSolver, HairSolverError, Renderer, VertexDataBinding};
use std::f32::consts::TAU;
use std::sync::Arc;

const HAIRS: usize = 64;
const POINTS: usize = 16;
/// Radius of the head that hair grows from, and of its collider, metres.
const HEAD: f32 = 0.1;
const COLLIDER: f32 = 0.097;
const DELTA: f32 = 1.0 / 60.0;
/// Gravity of the moon as a multiple of Earth's.
const MOON: f32 = 0.165;
const STORM: EvenWind = EvenWind { velocity: Vec3::new(3.0, 0.0, 1.0), gusts: 0.5 };

/// Hairs from the upper part of the head: out of the skin and then down, combed around the head.
fn groom(length: f32) -> Vec<ControlHair> {
    let head = HairCollider::Capsule { start: Vec3::ZERO, end: Vec3::ZERO, radius: HEAD };
    let mut random = Random(11);
    let mut hair = |n: usize| {
        let turn = n as f32 * 2.4;
        let height = 1.0 - (n as f32 + 0.5) / HAIRS as f32 * 0.9;
        let flat = (1.0 - height * height).sqrt();
        let out = Vec3::new(turn.cos() * flat, height, turn.sin() * flat);
        let edge = length * random.between(0.7, 1.0) / (POINTS - 1) as f32;
        let mut points = vec![out * HEAD];
        for m in 1..POINTS {
            let share = m as f32 / POINTS as f32;
            let down = (out * (1.0 - share) + Vec3::NEG_Y * share * 1.5).normalize();
            let before = points[m - 1];
            let next = before + down * edge;
            let outside = head.push(next, 0.004).unwrap_or(next);
            points.push(before + (outside - before).normalize() * edge);
        }
        ControlHair::new(points).expect("a hair")
    };
    (0..HAIRS).map(&mut hair).collect()
}

/// Head that is shaken: turned by 50°, and moved with 10 g.
fn shaken(time: f32) -> HairRoot {
    let reach = 98.1 / (TAU * 3.0 * TAU * 3.0);
    HairRoot {
        rotation: Quat::from_rotation_y(0.87 * (time * TAU * 2.0).sin()),
        translation: Vec3::X * reach * (time * TAU * 3.0).sin(),
    }
}

/// Field of a ball with a nose.
fn skull() -> Arc<HairField> {
    let rows = 24;
    let columns = rows * 2;
    let position = |n: u32| {
        let down = (n / columns) as f32 / rows as f32 * TAU * 0.5;
        let around = (n % columns) as f32 / columns as f32 * TAU;
        let out = Vec3::new(around.sin() * down.sin(), down.cos(), around.cos() * down.sin());
        let nose = (-(out - Vec3::new(0.0, -0.1, 1.0).normalize()).length_squared() / 0.04).exp();
        out * (COLLIDER + 0.03 * nose)
    };
    let positions: Vec<_> = (0..(rows + 1) * columns).map(position).collect();
    let mut triangles = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let at = |row: u32, column: u32| row * columns + column % columns;
        let [a, b] = [at(row, column), at(row, column + 1)];
        let [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
        triangles.extend([[a, c, b], [b, c, d]]);
    }
    Arc::new(HairField::new(&positions, &triangles, 0.004).expect("a field"))
}

/// Colliders of a head at `root`: a shape of the head, neck and shoulders.
fn body(head: Head, root: &HairRoot, field: &Arc<HairField>) -> Vec<HairCollider> {
    let at = |x: f32, y: f32| root.translation + Vec3::new(x, y, -0.02);
    let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| root.rotation * axis * COLLIDER);
    let skull = match head {
        Head::None => return Vec::new(),
        Head::Ellipsoid => HairCollider::Ellipsoid { center: root.translation, axes },
        Head::Capsule => {
            HairCollider::Capsule { start: root.translation, end: root.translation, radius: COLLIDER }
        }
        Head::Field => HairCollider::Field { field: Arc::clone(field), root: *root },
    };
    let neck = HairCollider::Capsule { start: root.translation, end: at(0.0, -0.2), radius: 0.06 };
    let shoulders = HairCollider::Capsule { start: at(0.18, -0.24), end: at(-0.18, -0.24), radius: 0.07 };
    vec![skull, neck, shoulders]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Head {
    None,
    Ellipsoid,
    Capsule,
    Field,
}

const HEADS: [Head; 4] = [Head::None, Head::Ellipsoid, Head::Capsule, Head::Field];

fn points(renderer: &Renderer, solver: &HairSolver) -> Vec<Vec3> {
    renderer.guide_points(solver).expect("points").iter().map(GuidePoint::position).collect()
}

fn on_processor(hair: &HairSimulation) -> Vec<Vec3> {
    (0..hair.hair_count()).flat_map(|n| hair.points(n)).copied().collect()
}

/// Distances of two lists of points, from small to large.
fn distances(a: &[Vec3], b: &[Vec3]) -> Vec<f32> {
    assert_eq!(a.len(), b.len());
    let mut all: Vec<_> = a.iter().zip(b).map(|(a, b)| a.distance(*b)).collect();
    all.sort_by(f32::total_cmp);
    all
}

/// Moves hair on both by frames of a shake, and calls `watch` with the points after each.
fn side_by_side(
    renderer: &Renderer,
    head: Head,
    (wind, gravity): (&EvenWind, f32),
    frames: u32,
    delta: f32,
    mut watch: impl FnMut(u32, &HairRoot, &[Vec3], &[Vec3]),
) {
    let (hairs, field) = (groom(0.3), skull());
    let settings = HairSettings::default().with_rest(0.0).with_cohesion(0.0);
    let mut simulation = HairSimulation::new(&hairs, settings).expect("a simulation");
    let mut solver = HairSolver::new(renderer.gpu(), &hairs, settings).expect("a solver");
    simulation.set_gravity(gravity);
    solver.set_gravity(gravity);
    for frame in 1..=frames {
        let root = shaken(frame as f32 * delta);
        let (roots, colliders) = ([root; HAIRS], body(head, &root, &field));
        simulation.update(delta, &roots, wind, &colliders);
        solver.update(renderer.gpu(), delta, &roots, wind, &colliders).expect("an update");
        watch(frame, &root, &points(renderer, &solver), &on_processor(&simulation));
    }
}

/// The stated bound: a micrometre after a step; within 120 steps of a shake 10 µm without fields, and a
/// millimetre with one, whose normals jump from cell to cell.
#[test]
fn the_device_moves_hair_as_the_processor_does() {
    with_hair_renderer(|renderer| {
        for head in HEADS {
            for wind in [EvenWind::default(), STORM] {
                side_by_side(renderer, head, (&wind, 1.0), 1, 1.0 / 119.0, |_, _, device, processor| {
                    let most = distances(device, processor)[HAIRS * POINTS - 1];
                    assert!(most < 1e-6, "{head:?}: {most} m after a step");
                });
                let bound = if head == Head::Field { 1e-3 } else { 1e-5 };
                side_by_side(renderer, head, (&wind, MOON), 60, DELTA, |frame, _, device, processor| {
                    let all = distances(device, processor);
                    let (middle, most) = (all[all.len() / 2], all[all.len() - 1]);
                    assert!(middle < 1e-6, "{head:?}, frame {frame}: median of {middle} m");
                    assert!(most < bound, "{head:?}, frame {frame}: {most} m");
                });
            }
        }
    });
}

#[test]
fn hair_on_the_device_keeps_its_lengths_and_stays_out_of_the_head() {
    with_hair_renderer(|renderer| {
        let hairs = groom(0.3);
        for head in [Head::Ellipsoid, Head::Capsule, Head::Field] {
            side_by_side(renderer, head, (&STORM, 1.0), 90, DELTA, |frame, root, device, _| {
                for (hair_points, hair) in device.chunks(POINTS).zip(&hairs) {
                    for (now, rest) in hair_points.windows(2).zip(hair.points().windows(2)) {
                        let share = now[0].distance(now[1]) / rest[0].distance(rest[1]);
                        assert!((share - 1.0).abs() < 0.005, "{head:?}, frame {frame}: {share}");
                    }
                }
                // The first frame brings the colliders at once.
                let depth =
                    device.iter().map(|at| COLLIDER - at.distance(root.translation)).fold(0.0, f32::max);
                assert!(frame == 1 || depth < 0.0005, "{head:?}, frame {frame}: {depth}");
            });
        }
    });
}

#[test]
fn runs_on_the_same_device_are_the_same() {
    with_hair_renderer(|renderer| {
        let run = || {
            let mut all = Vec::new();
            side_by_side(renderer, Head::Field, (&STORM, 1.0), 30, 1.0 / 50.0, |_, _, device, _| {
                all = device.to_vec()
            });
            all
        };
        assert_eq!(run(), run());
    });
}

/// Jumps, long times, bad roots and winds, changing colliders, and a reset.
#[test]
fn unusual_updates_agree_with_the_processor() {
    with_hair_renderer(|renderer| {
        let (gpu, hairs, skull) = (renderer.gpu(), groom(0.2), skull());
        let settings = HairSettings::default().with_rest(0.0).with_cohesion(0.0);
        let mut simulation = HairSimulation::new(&hairs, settings).expect("a simulation");
        let mut solver = HairSolver::new(gpu, &hairs, settings).expect("a solver");
        assert!(distances(&points(renderer, &solver), &on_processor(&simulation))[HAIRS * POINTS - 1] < 1e-6);
        let far = HairRoot { rotation: Quat::from_rotation_x(1.0), translation: Vec3::new(2.0, 1.0, -1.0) };
        let bad = HairRoot { translation: Vec3::NAN, ..far };
        let near = HairRoot { rotation: Quat::from_rotation_x(1.1), ..far };
        let nowhere = HairCollider::Capsule { start: Vec3::NAN, end: Vec3::ZERO, radius: 0.1 };
        let with_nowhere =
            |root: &HairRoot| [vec![nowhere.clone()], body(Head::Field, root, &skull)].concat();
        let cases: [(f32, HairRoot, EvenWind, Vec<HairCollider>); 8] = [
            (DELTA, far, STORM, Vec::new()),
            (0.0, far, STORM, body(Head::Field, &far, &skull)),
            (1e-7, near, STORM, body(Head::Capsule, &near, &skull)),
            (0.5, near, STORM, with_nowhere(&near)),
            (f32::NAN, bad, STORM, with_nowhere(&near)),
            (-1.0, near, EvenWind::new(Vec3::NAN), Vec::new()),
            (0.013, bad, EvenWind::new(Vec3::X).with_gusts(f32::INFINITY), Vec::new()),
            (0.021, near, EvenWind::default(), with_nowhere(&near)),
        ];
        for (number, (delta, root, wind, colliders)) in cases.iter().enumerate() {
            simulation.update(*delta, &[*root; HAIRS], wind, colliders);
            solver.update(gpu, *delta, &[*root; HAIRS], wind, colliders).expect("an update");
            let most = distances(&points(renderer, &solver), &on_processor(&simulation))[HAIRS * POINTS - 1];
            assert!(most < 1e-4, "case {number}: {most}");
        }
        simulation.reset(&[near; 3]);
        solver.reset(gpu, &[near; 3]).expect("a reset");
        assert!(distances(&points(renderer, &solver), &on_processor(&simulation))[HAIRS * POINTS - 1] < 2e-6);
        assert_eq!(gpu.take_error(), None);
    });
}

/// Strands follow the solver's guides with no way over the processor.
#[test]
fn strands_follow_the_guides_on_the_device() {
    with_hair_renderer(|renderer| {
        let (gpu, hairs) = (renderer.gpu(), groom(0.3));
        let settings = HairSettings::default().with_rest(0.0).with_cohesion(0.0);
        let mut solver = HairSolver::new(gpu, &hairs, settings).expect("a solver");
        for frame in 1..20 {
            let root = shaken(frame as f32 * DELTA);
            solver.update(gpu, DELTA, &[root; HAIRS], &STORM, &[]).expect("an update");
        }
        let root = shaken(19.0 * DELTA);
        let table = renderer.guide_points(&solver).expect("points");
        let mut pose = GuidePose::at_rest(&hairs);
        for (n, hair) in hairs.iter().enumerate() {
            let now: Vec<_> = table[n * POINTS..(n + 1) * POINTS].iter().map(GuidePoint::position).collect();
            pose.set(n, hair.points(), &root, &now);
        }
        for (point, expected) in table.iter().zip(pose.points()) {
            let apart = Quat::from_array(point.rotation).dot(Quat::from_array(expected.rotation)).abs();
            assert!(apart > 1.0 - 1e-5, "{point:?} {expected:?}");
        }
        let strand = |n: u32| Strand {
            guides: [n, (n + 1) % 64, (n + 2) % 64, 0],
            weights: [0.5, 0.3, 0.2, 0.0],
            length: 1.0,
            random: n as f32 / 64.0,
        };
        let offsets = (0..64 * 12).map(|n| Vec3::new(0.001 * (n % 7) as f32, 0.0, 0.002)).collect();
        let strands = Strands::new((0..64).map(strand).collect(), offsets, 12, HairCurve::CatmullRom, 64)
            .expect("strands");
        let model = HairModel::new(gpu, &strands, &HairLook::default(), 64, POINTS).expect("a small groom");
        let mut hair = HairInstance::new(gpu, &model);
        hair.update_from_solver(gpu, &solver);
        for (n, point) in renderer.strand_points(&hair).expect("points").iter().enumerate() {
            let expected = strands.point(n / 12, n % 12, &pose);
            assert!(point.distance(expected) < 1e-5, "{point} {expected}");
            assert!(hair.bounds().contains(*point, 0.0), "{point}");
        }
    });
}

#[test]
fn what_the_device_does_not_simulate_is_refused() {
    with_hair_renderer(|renderer| {
        let gpu = renderer.gpu();
        let mut hairs = groom(0.2);
        let make = |hairs: &[ControlHair], settings| HairSolver::new(gpu, hairs, settings).map(|_| ());
        let volume = HairSettings::default().with_volume(0.5);
        assert_eq!(make(&hairs, volume), Err(HairSolverError::Volume { volume: 0.5, hair_friction: 0.0 }));
        let rate = HairSettings::default().with_rate(1.0);
        assert!(matches!(make(&hairs, rate), Err(HairSolverError::Hair(_))));
        hairs[3] = ControlHair::new([Vec3::ZERO, Vec3::X, Vec3::Y]).expect("a hair");
        let counts = HairSolverError::PointCount { hair: 3, points: 3, expected: POINTS };
        assert_eq!(make(&hairs, HairSettings::default()), Err(counts));
        assert_eq!(make(&[], HairSettings::default()), Ok(()));
    });
    with_renderer(VertexDataBinding::Texture, |renderer| {
        let refused = HairSolver::new(renderer.gpu(), &groom(0.2), HairSettings::default()).map(|_| ());
        assert_eq!(refused, Err(HairSolverError::Unsupported));
    });
}
