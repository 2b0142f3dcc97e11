//! Tests of levels of detail.

use super::order::{along_curve, spread};
use crate::hair::simulation::tests::{CALM, HEAD, body, combed, farthest, groom, length_error, shaken};
use crate::hair::{ControlHair, HairDetail, HairRoot, HairSettings, HairSimulation};
use glam::{Quat, Vec3};
use std::f32::consts::TAU;

const HAIRS: usize = 200;

fn all(hair: &HairSimulation) -> Vec<Vec3> {
    (0..hair.hair_count()).flat_map(|n| hair.points(n).to_vec()).collect()
}

/// Root of a head that turns to and fro gently.
fn swaying(time: f32) -> HairRoot {
    let rotation =
        Quat::from_rotation_y(0.8 * (time * TAU * 0.8).sin()) * Quat::from_rotation_x(0.3 * time.sin());
    HairRoot { rotation, translation: Vec3::X * 0.1 * (time * TAU * 0.5).sin() }
}

fn simulation(hairs: &[ControlHair]) -> HairSimulation {
    HairSimulation::new(hairs, HairSettings::default()).unwrap()
}

#[test]
fn guides_are_nested_and_spread() {
    for count in [1, 2, 7, 64, 200] {
        let mut indices: Vec<usize> = spread(count).collect();
        assert_eq!(indices.len(), count);
        indices.sort_unstable();
        indices.dedup();
        assert_eq!(indices.len(), count);
    }
    let roots: Vec<Vec3> = groom(HAIRS, 4, 0.1).iter().map(|hair| hair.points()[0]).collect();
    let curve = along_curve(&roots);
    let guides: Vec<Vec3> = spread(HAIRS).take(50).map(|index| roots[curve[index] as usize]).collect();
    // A quarter of the hairs are guides: no root is far from one.
    for root in &roots {
        let near = guides.iter().map(|guide| guide.distance(*root)).fold(f32::INFINITY, f32::min);
        assert!(near < HEAD * 0.45, "{near}");
    }
}

/// Each change of the detail, in the middle of a movement: no point jumps farther than it does at full
/// detail.
#[test]
fn changes_of_the_detail_do_not_jump() {
    let hairs = combed(HAIRS, 16, 0.3);
    let mut full = simulation(&hairs);
    let mut hair = simulation(&hairs);
    let (mut most_full, mut most): (f32, f32) = (0.0, 0.0);
    let details = [
        HairDetail::LOW,
        HairDetail::FULL,
        HairDetail::OFF,
        HairDetail::new(0.1, 1.0),
        HairDetail::new(1.0, 0.5),
        HairDetail::OFF,
        HairDetail::FULL,
    ];
    for frame in 1..60 * 7 {
        let root = swaying(frame as f32 / 60.0);
        let before = [all(&full), all(&hair)];
        full.update(1.0 / 60.0, &[root; HAIRS], &CALM, &body(&root));
        if frame % 47 == 0 {
            let shown = all(&hair);
            hair.set_lod(details[frame / 47 % details.len()]);
            assert_eq!(shown, all(&hair));
        }
        hair.update(1.0 / 60.0, &[root; HAIRS], &CALM, &body(&root));
        most_full = most_full.max(farthest(&before[0], &all(&full)));
        most = most.max(farthest(&before[1], &all(&hair)));
        assert!(length_error(&hairs, &hair) < 1e-4);
    }
    println!("farthest in a frame: {most_full} m at full detail, {most} m with changes");
    assert!(most < most_full * 1.6, "{most_full} {most}");
}

/// Fewer guides give nearly the same hair, outside of the head.
#[test]
fn followers_move_like_simulated_hair() {
    let hairs = combed(HAIRS, 16, 0.3);
    let mut full = simulation(&hairs);
    let mut runs = [HairDetail::new(0.5, 1.0), HairDetail::LOW, HairDetail::OFF].map(|detail| {
        let mut hair = simulation(&hairs);
        hair.set_lod(detail);
        (hair, 0.0_f32)
    });
    let mut deepest: f32 = 0.0;
    for frame in 1..240 {
        let root = swaying(frame as f32 / 60.0);
        full.update(1.0 / 60.0, &[root; HAIRS], &CALM, &body(&root));
        for (hair, apart) in &mut runs {
            hair.update(1.0 / 60.0, &[root; HAIRS], &CALM, &body(&root));
            let pairs = all(&full).into_iter().zip(all(hair)).map(|(a, b)| a.distance(b));
            *apart += pairs.sum::<f32>() / (HAIRS * 16) as f32 / 240.0;
            if hair.lod().guides > 0.0 && frame > 20 {
                let depth = |point: &Vec3| 0.097 - point.distance(root.translation);
                deepest = deepest.max(all(hair).iter().map(depth).fold(0.0, f32::max));
            }
        }
    }
    let [half, low, off] = runs.map(|run| run.1);
    println!("mean distance from full detail: {half} half, {low} low, {off} off; deepest {deepest}");
    assert!(half < low && low < off * 0.35, "{half} {low} {off}");
    assert!(deepest < 0.001, "{deepest}");
}

/// Without guides hair is rigid with the skin, and details out of range are clamped.
#[test]
fn hair_without_guides_is_rigid() {
    let hairs = groom(20, 8, 0.2);
    let mut hair = simulation(&hairs);
    hair.set_lod(HairDetail::OFF);
    let mut root = HairRoot::REST;
    for frame in 0..60 {
        root = shaken(frame as f32 / 60.0);
        hair.update(1.0 / 60.0, &[root; 20], &CALM, &[]);
    }
    for (n, rest) in hairs.iter().enumerate() {
        let rest: Vec<Vec3> = rest.points().iter().map(|point| root.at(*point)).collect();
        assert!(farthest(hair.points(n), &rest) < 1e-4);
    }
    for (guides, rate) in [(f32::NAN, 2.0), (7.0, f32::INFINITY), (1.0, 1.0)] {
        assert_eq!(HairDetail::new(guides, rate), HairDetail::FULL);
    }
    hair.set_lod(HairDetail::new(1e-9, -3.0));
    hair.update(1.0 / 60.0, &[root; 20], &CALM, &[]);
    let mut none = HairSimulation::new(&[], HairSettings::default()).unwrap();
    none.set_lod(HairDetail::LOW);
    none.update(0.1, &[], &CALM, &[]);
}
