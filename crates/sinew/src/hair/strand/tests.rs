//! Tests of strands.

use super::{GuidePose, Strand, StrandError, Strands};
use crate::hair::{ControlHair, HairCurve, HairPatch, HairRoot};
use glam::{Quat, Vec2, Vec3};

fn guides() -> Vec<ControlHair> {
    let bent = |x: f32, z: f32| {
        let point = |n: usize| Vec3::new(x + (n * n) as f32 * 0.01, 1.0 - n as f32 * 0.1, z);
        ControlHair::new((0..6).map(point).collect::<Vec<_>>()).unwrap()
    };
    vec![bent(0.0, 0.0), bent(0.1, 0.0), bent(0.0, 0.1), bent(0.1, 0.12)]
}

fn strand(weights: [f32; 4]) -> Strand {
    Strand { guides: [0, 1, 2, 3], weights, length: 1.0, random: 0.5 }
}

#[test]
fn weights_of_a_patch_give_its_hair() {
    let guides = guides();
    let (patch, uv) = (HairPatch::new([0, 1, 2, 3]), Vec2::new(0.3, 0.8));
    let weighted = strand(HairPatch::weights(uv));
    for curve in [HairCurve::Cubic, HairCurve::CatmullRom] {
        let strands = Strands::new(vec![weighted], vec![Vec3::ZERO; 9], 9, curve, 4).unwrap();
        let pose = GuidePose::at_rest(&guides);
        for n in 0..9 {
            let expected = patch.at(uv, n as f32 / 8.0, curve, |guide| guides[guide as usize].points());
            assert!(strands.point(0, n, &pose).distance(expected) < 1e-6);
        }
    }
}

#[test]
fn offsets_turn_with_the_guides() {
    let guides = guides();
    let offsets: Vec<_> = (0..9).map(|n| Vec3::new(0.01, 0.0, n as f32 * 0.003)).collect();
    let strands =
        Strands::new(vec![strand([1.0, 0.0, 0.0, 0.0])], offsets, 9, HairCurve::CatmullRom, 4).unwrap();
    let rest = GuidePose::at_rest(&guides);
    let root = HairRoot { rotation: Quat::from_rotation_y(1.2), translation: Vec3::new(3.0, 1.0, -2.0) };
    let mut turned = rest.clone();
    for (number, guide) in guides.iter().enumerate() {
        let now: Vec<_> = guide.points().iter().map(|point| root.at(*point)).collect();
        turned.set(number, guide.points(), &root, &now);
    }
    for n in 0..9 {
        let expected = root.at(strands.point(0, n, &rest));
        assert!(strands.point(0, n, &turned).distance(expected) < 1e-5);
    }
}

/// Strands stay with their first guide where guides part farther than at rest, change smoothly, and keep
/// their lengths.
#[test]
fn strands_follow_their_first_guide_where_guides_part() {
    const POINTS: usize = 17;
    let hang = |x: f32| (0..9).map(|n| Vec3::new(x, -0.05 * n as f32, 0.0)).collect::<Vec<_>>();
    let rest = [hang(0.0), hang(0.02), hang(0.01)].map(|points| ControlHair::new(points).unwrap());
    let follow = |guides: [u32; 4], weights: [f32; 4]| Strand { guides, weights, length: 1.0, random: 0.5 };
    let all = vec![
        follow([0, 1, 2, 0], [0.5, 0.3, 0.2, 0.0]),
        follow([1, 0, 2, 0], [0.4, 0.35, 0.25, 0.0]),
        follow([2, 0, 1, 0], [0.34, 0.33, 0.33, 0.0]),
    ];
    let pose = GuidePose::at_rest(&rest);
    let offsets = vec![Vec3::ZERO; all.len() * POINTS];
    let plain = Strands::new(all.clone(), offsets, POINTS, HairCurve::CatmullRom, 3).unwrap();
    let strands = plain.clone().with_rest(&pose);
    assert!(plain.reach(1).is_none() && strands.reach(1).is_some_and(|reach| (0.02..0.03).contains(&reach)));
    let points = |strands: &Strands, strand: usize, pose: &GuidePose| -> Vec<Vec3> {
        (0..POINTS).map(|n| strands.point(strand, n, pose)).collect()
    };
    for strand in 0..all.len() {
        assert_eq!(points(&plain, strand, &pose), points(&strands, strand, &pose), "at rest nothing changes");
    }
    // The second guide turns aside, up to where its tip is 0.57 m from that of the first.
    let mut before: Option<Vec<Vec<Vec3>>> = None;
    for step in 0..=300 {
        let turn = HairRoot {
            rotation: Quat::from_rotation_z(step as f32 / 300.0 * 1.6),
            translation: Vec3::new(0.02, 0.0, 0.0),
        };
        let mut parted = pose.clone();
        let aside: Vec<Vec3> = hang(0.0).into_iter().map(|point| turn.at(point)).collect();
        parted.set(1, rest[1].points(), &turn, &aside);
        let now: Vec<Vec<Vec3>> = (0..all.len()).map(|strand| points(&strands, strand, &parted)).collect();
        for (strand, points) in all.iter().zip(&now) {
            let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            assert!((length / 0.4 - 1.0).abs() < 0.05, "{step}: {length} m");
            let first = parted.guide(strand.guides[0] as usize);
            let tip = points[POINTS - 1].distance(first[8].position());
            assert!(tip < 0.03, "{step}: the tip is {tip} m from its guide");
        }
        for (now, before) in now.iter().flatten().zip(before.iter().flatten().flatten()) {
            assert!(now.distance(*before) < 0.0025, "{step}: {now} {before}");
        }
        before = Some(now);
    }
}

#[test]
fn wrong_strands_are_errors() {
    let make = |strand: Strand, offsets: usize| {
        Strands::new(vec![strand], vec![Vec3::ZERO; offsets], 4, HairCurve::Cubic, 3)
    };
    let fits = Strand { guides: [0, 1, 2, 2], weights: [0.5, 0.3, 0.2, 0.0], length: 1.0, random: 0.0 };
    assert!(make(fits, 4).is_ok());
    assert_eq!(make(fits, 3), Err(StrandError::OffsetCount { offsets: 3, points: 4 }));
    let other = Strand { guides: [0, 1, 3, 0], ..fits };
    assert_eq!(make(other, 4), Err(StrandError::NoSuchGuide { strand: 0, guide: 3, guides: 3 }));
    for wrong in [
        Strand { weights: [f32::NAN, 0.0, 0.0, 0.0], ..fits },
        Strand { weights: [0.5, 0.0, 0.0, 0.0], ..fits },
        Strand { length: 0.0, ..fits },
        Strand { random: f32::NAN, ..fits },
    ] {
        assert!(matches!(make(wrong, 4), Err(StrandError::OutOfRange { strand: 0, .. })));
    }
}
