//! Tests of changes of settings and groom of running hair.

use crate::hair::simulation::tests::{CALM, combed, farthest, groom, length_error};
use crate::hair::{ControlHair, HairDetail, HairError, HairSettings, HairSimulation};
use crate::stage::EvenWind;
use glam::Vec3;

/// Changed settings act on hair that goes on moving: no jump, the new stiffness from there on.
#[test]
fn settings_change_without_a_jump() {
    let hairs = combed(40, 12, 0.3);
    let wind = EvenWind::new(Vec3::new(6.0, 0.0, 2.0)).with_gusts(0.3);
    let soft = HairSettings::default().with_stiffness(1.0);
    let mut hair = HairSimulation::new(&hairs, soft).unwrap();
    (0..90).for_each(|_| hair.update(1.0 / 60.0, &[], &wind, &[]));
    let all = |hair: &HairSimulation| (0..40).flat_map(|n| hair.points(n).to_vec()).collect::<Vec<_>>();
    let (before, velocities) = (all(&hair), hair.velocities.clone());
    assert!(farthest(&before, &hair.rest) > 0.05, "the wind bends it");
    let stiff = HairSettings::default().with_stiffness(20.0).with_volume(0.4).with_rate(90.0);
    let mut same = hair.clone();
    hair.set_settings(stiff).unwrap();
    assert_eq!(hair.settings(), &stiff);
    hair.update(0.0, &[], &wind, &[]);
    assert!(farthest(&before, &all(&hair)) < 1e-5 && hair.velocities == velocities);
    (0..120).for_each(|_| hair.update(1.0 / 60.0, &[], &wind, &[]));
    assert!(farthest(&all(&hair), &hair.rest) < 0.02, "stiff hair stands in the wind");
    assert!(length_error(&hairs, &hair) < 1e-4);
    // They are those of hair that had them from the beginning.
    let fresh = HairSimulation::new(&hairs, stiff).unwrap();
    assert!(hair.edges.iter().zip(&fresh.edges).all(|(a, b)| a.stiffness == b.stiffness
        && a.inverse_pivot == b.inverse_pivot
        && a.target == b.target));
    let wrong = HairSettings { stiffness: f32::NAN, ..soft };
    assert!(matches!(same.set_settings(wrong), Err(HairError::Setting { setting: "stiffness", .. })));
    assert_eq!(same.settings(), &soft);
}

/// The share of the rate of a level of detail stays.
#[test]
fn settings_keep_the_level_of_detail() {
    let hairs = combed(40, 12, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default().with_volume(0.2)).unwrap();
    hair.set_lod(HairDetail::new(0.5, 0.5));
    hair.set_settings(HairSettings::default().with_rate(240.0)).unwrap();
    assert_eq!((hair.active.rate, hair.lod()), (120.0, HairDetail::new(0.5, 0.5)));
    assert!(hair.volume.is_none());
    hair.set_settings(HairSettings::default().with_volume(0.5)).unwrap();
    assert!(hair.volume.is_some() && hair.active.rate == 60.0);
}

/// Another groom moves the hair by the change, with exact lengths, and is where it comes to rest.
#[test]
fn the_groom_changes_under_moving_hair() {
    let hairs = groom(20, 10, 0.3);
    let mut hair = HairSimulation::new(&hairs, HairSettings::default().with_stiffness(12.0)).unwrap();
    let wind = EvenWind::new(Vec3::new(5.0, 0.0, 0.0));
    (0..60).for_each(|_| hair.update(1.0 / 60.0, &[], &wind, &[]));
    let before: Vec<Vec<Vec3>> = (0..20).map(|n| hair.points(n).to_vec()).collect();
    let bent = |guide: &ControlHair| {
        let points = guide.points().iter().enumerate();
        ControlHair::new(points.map(|(n, at)| *at + Vec3::Z * (n * n) as f32 * 0.001).collect::<Vec<_>>())
            .unwrap()
    };
    let mut changed = hairs.clone();
    changed[7] = bent(&hairs[7]);
    hair.set_groom(&changed).unwrap();
    for (n, before) in before.iter().enumerate() {
        assert_eq!(farthest(hair.points(n), before) > 0.02, n == 7);
    }
    assert!(length_error(&changed, &hair) < 1e-5);
    (0..600).for_each(|_| hair.update(1.0 / 60.0, &[], &CALM, &[]));
    for (n, guide) in changed.iter().enumerate() {
        assert!(farthest(hair.points(n), guide.points()) < 2e-3);
    }
    let error = hair.set_groom(&changed[..19]).unwrap_err();
    assert_eq!(error, HairError::PointCount { hair: 19, points: 0 });
}
