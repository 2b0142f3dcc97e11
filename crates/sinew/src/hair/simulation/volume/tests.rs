//! Tests of volume and friction of hair among hair.

use super::box_grid::{BoxGrid, MAX_NODES};
use crate::hair::simulation::tests::{CALM, HEAD, farthest, groom, length_error, shaken};
use crate::hair::{ControlHair, HairCollider, HairRoot, HairSettings, HairSimulation};
use glam::{Quat, Vec3};
use std::f32::consts::PI;

fn points(count: usize, reach: f32) -> Vec<Vec3> {
    let mut random = fastrand::Rng::with_seed(5);
    (0..count).map(|_| Vec3::from_array([(); 3].map(|()| (random.f32() * 2.0 - 1.0) * reach))).collect()
}

/// A linear field on the nodes is found again between them, with its slope.
#[test]
fn cells_interpolate_linear_fields() {
    let grid = BoxGrid::over(Vec3::splat(-0.2), Vec3::splat(0.2), 0.03);
    let corners = grid.corners();
    let slope = Vec3::new(2.0, -3.0, 0.5);
    // Values of the nodes, found through the cells that begin there.
    let mut values = vec![f32::NAN; grid.node_count()];
    let near = |n: i32| (n as f32 + 0.001) * 0.03;
    for (x, y, z) in (-7..8).flat_map(|x| (-7..8).flat_map(move |y| (-7..8).map(move |z| (x, y, z)))) {
        let Some(cell) = grid.cell_of(Vec3::new(near(x), near(y), near(z))) else { continue };
        for (n, offset) in corners.iter().enumerate() {
            let node =
                glam::IVec3::new(x, y, z) + glam::IVec3::new(n as i32 & 1, n as i32 >> 1 & 1, n as i32 >> 2);
            values[cell.node as usize + offset] = slope.dot(node.as_vec3() * 0.03);
        }
    }
    for point in points(200, 0.2) {
        let cell = grid.cell_of(point).unwrap();
        let around = corners.map(|offset| values[cell.node as usize + offset]);
        let value: f32 = around.iter().zip(cell.weights()).map(|(value, weight)| value * weight).sum();
        assert!((value - slope.dot(point)).abs() < 1e-5, "{point}");
        assert!((cell.slope(around) / 0.03 - slope).length() < 1e-3, "{point}");
    }
}

#[test]
fn grids_are_bounded_and_points_outside_have_no_cell() {
    for reach in [0.0, 0.1, 10.0, 1e6, 1e30, f32::INFINITY] {
        let grid = BoxGrid::over(Vec3::splat(-reach), Vec3::splat(reach), 0.01);
        assert!(grid.node_count() <= MAX_NODES, "{reach}");
        for point in points(100, reach.min(1e30)) {
            let last = grid.corners()[7];
            assert!(grid.cell_of(point).is_none_or(|cell| cell.node as usize + last < grid.node_count()));
        }
        assert!(grid.cell_of(Vec3::NAN).is_none());
    }
}

fn settings() -> HairSettings {
    HairSettings::default().with_volume(1.0).with_hair_friction(0.5).with_rest(0.0)
}

fn head(root: &HairRoot) -> [HairCollider; 1] {
    [HairCollider::Capsule { start: root.translation, end: root.translation, radius: HEAD * 0.97 }]
}

/// Equal pressure at rest: the groom stays, on a head that has turned too.
#[test]
fn volume_and_friction_leave_the_groom_at_rest() {
    let hairs = groom(200, 16, 0.3);
    let mut hair = HairSimulation::new(&hairs, settings()).unwrap();
    for angle in [0.0, 2.2] {
        let root = HairRoot { rotation: Quat::from_rotation_y(angle), translation: Vec3::ONE * angle };
        hair.reset(&vec![root; hairs.len()]);
        (0..600).for_each(|_| hair.update(1.0 / 60.0, &vec![root; hairs.len()], &CALM, &[]));
        for (n, rest) in hairs.iter().enumerate() {
            let rest: Vec<Vec3> = rest.points().iter().map(|point| root.at(*point)).collect();
            assert!(farthest(hair.points(n), &rest) < 0.0005, "{n}: {}", farthest(hair.points(n), &rest));
        }
    }
}

/// Mean number of points of other hairs within 1.5 cm of a point.
fn crowding(hairs: &[ControlHair], hair: &HairSimulation) -> f32 {
    let all: Vec<(usize, Vec3)> =
        (0..hairs.len()).flat_map(|n| hair.points(n)[4..].iter().map(move |point| (n, *point))).collect();
    let near = |(n, at): &(usize, Vec3)| {
        all.iter().filter(|(other, point)| other != n && point.distance_squared(*at) < 0.015 * 0.015).count()
    };
    all.iter().map(near).sum::<usize>() as f32 / all.len() as f32
}

/// Limp hair that stood away from the head falls on one heap as the head tilts; less so with volume.
#[test]
fn volume_keeps_hair_apart() {
    let away = |hair: ControlHair| {
        let out = hair.points()[0].normalize();
        ControlHair::new((0..12).map(|m| out * (HEAD + m as f32 * 0.02)).collect::<Vec<_>>()).unwrap()
    };
    let hairs: Vec<ControlHair> = groom(200, 16, 0.3).into_iter().map(away).collect();
    let run = |settings: HairSettings| {
        let mut hair = HairSimulation::new(&hairs, settings.with_stiffness(0.8)).unwrap();
        for frame in 0..240 {
            let share = (frame as f32 / 60.0).min(1.0);
            let root =
                HairRoot { rotation: Quat::from_rotation_z(share * PI * 0.6), translation: Vec3::ZERO };
            hair.update(1.0 / 60.0, &vec![root; hairs.len()], &CALM, &head(&root));
        }
        crowding(&hairs, &hair)
    };
    let rest = crowding(&hairs, &HairSimulation::new(&hairs, settings()).unwrap());
    let [without, half, with] = [0.0, 0.5, 1.0].map(|volume| run(settings().with_volume(volume)));
    println!("crowding {rest} groomed, {without} without, {half} half, {with} with volume");
    assert!(without > rest * 1.3, "{rest} {without}");
    assert!(
        with < half && half < without && with - rest < (without - rest) * 0.6,
        "{rest} {without} {half} {with}"
    );
}

/// Hairs of different lengths that are shaken move more alike with friction.
#[test]
fn friction_makes_hair_move_together() {
    let hairs: Vec<ControlHair> = groom(200, 16, 0.3)
        .into_iter()
        .enumerate()
        .map(|(n, hair)| ControlHair::new(&hair.points()[..8 + n * 5 % 9]).unwrap())
        .collect();
    let run = |friction: f32| {
        let mut hair =
            HairSimulation::new(&hairs, HairSettings::default().with_hair_friction(friction)).unwrap();
        let mut apart = 0.0;
        for frame in 1..120 {
            let root = shaken(frame as f32 / 60.0);
            let before: Vec<Vec<Vec3>> = (0..hairs.len()).map(|n| hair.points(n).to_vec()).collect();
            hair.update(1.0 / 60.0, &vec![root; hairs.len()], &CALM, &head(&root));
            assert!(length_error(&hairs, &hair) < 0.005);
            let moved: Vec<(Vec3, Vec3)> = (0..hairs.len())
                .flat_map(|n| {
                    hair.points(n).iter().zip(&before[n]).skip(4).map(|(now, old)| (*now, *now - *old))
                })
                .collect();
            for (at, way) in moved.iter().step_by(7) {
                let near = moved.iter().filter(|other| other.0.distance_squared(*at) < 0.02 * 0.02);
                let (sum, count) =
                    near.fold((Vec3::ZERO, 0.0), |(sum, count), other| (sum + other.1, count + 1.0));
                apart += (*way - sum / count).length_squared();
            }
        }
        apart
    };
    let [without, with] = [0.0, 0.7].map(run);
    println!("squares of velocities apart: {without} without, {with} with friction");
    assert!(with < without * 0.7, "{without} {with}");
}
