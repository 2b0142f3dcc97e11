//! Simulated hair on the device beside that of the processor.

use crate::groom::{Random, ball};
use crate::support::{with_hair_renderer, with_renderer};
use sinew::glam::{Quat, Vec3};
use sinew::hair::{
    ControlHair, GuidePoint, GuidePose, HairCollider, HairCurve, HairField, HairLook, HairRoot, HairSettings,
    HairSimulation, HairWind, RibbonMesh,
};
use sinew_render::{Gpu, HairInstance, HairModel, HairSolver, HairSolverError, Renderer, VertexDataBinding};
use std::f32::consts::TAU;
use std::sync::Arc;

const HAIRS: usize = 64;
const POINTS: usize = 16;
/// Radius of the head that hair grows from, and of its collider, metres.
const HEAD: f32 = 0.1;
const COLLIDER: f32 = 0.097;
const DELTA: f32 = 1.0 / 60.0;
const STORM: HairWind = HairWind { velocity: Vec3::new(3.0, 0.0, 1.0), gusts: 0.5 };

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
    let place = |n: u32| {
        let down = (n / columns) as f32 / rows as f32 * TAU * 0.5;
        let around = (n % columns) as f32 / columns as f32 * TAU;
        let out = Vec3::new(around.sin() * down.sin(), down.cos(), around.cos() * down.sin());
        let nose = (-(out - Vec3::new(0.0, -0.1, 1.0).normalize()).length_squared() / 0.04).exp();
        out * (COLLIDER + 0.03 * nose)
    };
    let positions: Vec<_> = (0..(rows + 1) * columns).map(place).collect();
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

fn places(renderer: &Renderer, solver: &HairSolver) -> Vec<Vec3> {
    renderer.guide_points(solver).expect("points").iter().map(GuidePoint::place).collect()
}

fn on_processor(hair: &HairSimulation) -> Vec<Vec3> {
    (0..hair.hair_count()).flat_map(|n| hair.points(n)).copied().collect()
}

/// Distances of two lists of places, from small to large.
fn distances(a: &[Vec3], b: &[Vec3]) -> Vec<f32> {
    assert_eq!(a.len(), b.len());
    let mut all: Vec<_> = a.iter().zip(b).map(|(a, b)| a.distance(*b)).collect();
    all.sort_by(f32::total_cmp);
    all
}

/// Moves hair on both by frames of a shake, and calls `watch` with the places after each.
fn side_by_side(
    renderer: &Renderer,
    head: Head,
    wind: &HairWind,
    frames: u32,
    delta: f32,
    mut watch: impl FnMut(u32, &HairRoot, &[Vec3], &[Vec3]),
) {
    let (hairs, field) = (groom(0.3), skull());
    let settings = HairSettings::default().with_rest(0.0);
    let mut own = HairSimulation::new(&hairs, settings).expect("a simulation");
    let mut solver = HairSolver::new(renderer.gpu(), &hairs, settings).expect("a solver");
    for frame in 1..=frames {
        let root = shaken(frame as f32 * delta);
        let (roots, colliders) = ([root; HAIRS], body(head, &root, &field));
        own.update(delta, &roots, wind, &colliders);
        solver.update(renderer.gpu(), delta, &roots, wind, &colliders).expect("an update");
        watch(frame, &root, &places(renderer, &solver), &on_processor(&own));
    }
}

#[test]
fn measure() {
    with_hair_renderer(|renderer| {
        for head in HEADS {
            for wind in [HairWind::default(), STORM] {
                side_by_side(renderer, head, &wind, 60, DELTA, |frame, _, device, own| {
                    if [1, 2, 5, 10, 20, 30, 60].contains(&frame) {
                        let all = distances(device, own);
                        let at = |share: f32| all[((all.len() - 1) as f32 * share) as usize];
                        eprintln!(
                            "{head:?} {} {frame}: median {:e} 99% {:e} max {:e}",
                            wind.gusts,
                            at(0.5),
                            at(0.99),
                            at(1.0)
                        );
                    }
                });
            }
        }
    });
}
