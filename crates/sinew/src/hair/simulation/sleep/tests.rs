//! Tests of the sleep of hair.

use crate::hair::simulation::tests::{CALM, HEAD, combed, farthest, shaken};
use crate::hair::{HairCollider, HairRoot, HairSettings, HairSimulation};
use crate::stage::EvenWind;
use glam::Vec3;

const HAIRS: usize = 32;

fn head(root: &HairRoot) -> [HairCollider; 1] {
    [HairCollider::Capsule { start: root.translation, end: root.translation, radius: HEAD * 0.97 }]
}

fn all(hair: &HairSimulation) -> Vec<Vec3> {
    (0..HAIRS).flat_map(|n| hair.points(n).to_vec()).collect()
}

/// Hair that was shaken and has come to rest, at this time of the shake.
fn asleep(time: f32) -> HairSimulation {
    let mut hair = HairSimulation::new(&combed(HAIRS, 16, 0.3), HairSettings::default()).unwrap();
    for frame in 1..1200 {
        let root = shaken((frame as f32 / 60.0).min(time));
        hair.update(1.0 / 60.0, &[root; HAIRS], &CALM, &head(&root));
        assert!(!hair.is_sleeping() || frame as f32 / 60.0 > time + 0.5, "{frame}");
    }
    assert!(hair.is_sleeping());
    hair
}

/// Each cause wakes the hair, and nothing jumps, neither when it falls asleep nor when it wakes.
#[test]
fn hair_falls_asleep_and_wakes_without_a_jump() {
    let time = 1.03;
    let root = shaken(time);
    let turned = shaken(time + 0.0005);
    let breeze = EvenWind::new(Vec3::X);
    let sleeping = asleep(time);
    for cause in 0..4 {
        let mut hair = sleeping.clone();
        let before = all(&hair);
        hair.update(1.0 / 60.0, &[root; HAIRS], &CALM, &head(&root));
        assert!(hair.is_sleeping() && all(&hair) == before);
        let moved = HairRoot { translation: root.translation + Vec3::X * 0.0005, ..root };
        let update = |hair: &mut HairSimulation| match cause {
            0 => hair.update(1.0 / 60.0, &[turned; HAIRS], &CALM, &head(&root)),
            1 => hair.update(1.0 / 60.0, &[root; HAIRS], &breeze, &head(&root)),
            2 => hair.update(1.0 / 60.0, &[root; HAIRS], &CALM, &head(&moved)),
            _ => hair.update(1.0 / 60.0, &[root; HAIRS], &CALM, &[]),
        };
        update(&mut hair);
        assert!(!hair.is_sleeping(), "{cause}");
        assert!(farthest(&before, &all(&hair)) < 0.003, "{cause}: {}", farthest(&before, &all(&hair)));
        let mut last = all(&hair);
        for _ in 0..30 {
            update(&mut hair);
            assert!(farthest(&last, &all(&hair)) < 0.003, "{cause}");
            last = all(&hair);
        }
    }
}

/// Hair follows roots that drift slowly, and hair with a tolerance of 0 does not sleep.
#[test]
fn slow_movement_takes_hair_along() {
    let hairs = combed(HAIRS, 16, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default()).unwrap();
    let mut restless = HairSimulation::new(&hairs, HairSettings::default().with_rest(0.0)).unwrap();
    for frame in 0..600 {
        let root = HairRoot { translation: Vec3::X * frame as f32 * 2e-6, ..HairRoot::REST };
        hair.update(1.0 / 60.0, &[root; HAIRS], &CALM, &[]);
        restless.update(1.0 / 60.0, &[HairRoot::REST; HAIRS], &CALM, &[]);
        assert!(!restless.is_sleeping());
        let first = hair.points(0)[0].distance(root.at(hairs[0].points()[0]));
        assert!(first < 5e-5, "{frame}: {first}");
    }
}
