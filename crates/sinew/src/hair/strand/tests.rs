//! Tests of strands and of guides chosen from curves.

use super::{CurveStrands, GuidePose, Strand, StrandError, Strands};
use crate::hair::{ControlHair, HairCurve, HairCurves, HairPatch, HairRoot};
use crate::math::random::Random;
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

/// Hair of two sides of a parting at x = 0, which falls to the sides, with 2 to 30 points.
fn parted(count: usize) -> HairCurves {
    let mut random = Random::new(5);
    let (mut points, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let root = Vec3::new(random.unit() * 0.16 - 0.08, 1.7, random.unit() * 0.16 - 0.08);
        let (side, length) = (root.x.signum(), 0.1 + random.unit() * 0.2);
        let point_count = 2 + (random.unit() * 29.0) as u32;
        counts.push(point_count);
        points.extend((0..point_count).map(|n| {
            let t = n as f32 / (point_count - 1) as f32 * length;
            let curl = Vec3::new(random.unit(), random.unit(), random.unit()) * 0.004;
            root + Vec3::new(side * (t - t * t), -2.0 * t * t, 0.0) + curl
        }));
    }
    HairCurves::new(points, &counts).unwrap()
}

#[test]
fn strands_of_curves_are_the_curves_at_rest() {
    let curves = parted(3000);
    for (points, guides) in [(16, 256), (40, 31), (2, 1)] {
        let settings = CurveStrands::default().with_points(points).with_guides(guides);
        let (chosen, strands) = Strands::from_curves(&curves, &settings).unwrap();
        assert_eq!((chosen.len(), strands.strands().len()), (guides, 3000));
        let (pose, expected) = (GuidePose::at_rest(&chosen), curves.resampled(points).unwrap());
        for strand in 0..3000 {
            for n in 0..points {
                let distance = strands.point(strand, n, &pose).distance(expected.curve(strand)[n]);
                assert!(distance < 1e-6, "strand {strand}, point {n}: {distance}");
            }
        }
    }
}

#[test]
fn guides_are_spread_and_lie_beside_their_strands() {
    let curves = parted(3000);
    let settings = CurveStrands::default().with_guides(200);
    let (guides, strands) = Strands::from_curves(&curves, &settings).unwrap();
    let roots: Vec<Vec3> = guides.iter().map(|guide| guide.points()[0]).collect();
    let nearest = |at: Vec3| roots.iter().map(|root| root.distance(at)).fold(f32::MAX, f32::min);
    // Two hundred points on 16 cm × 16 cm are 11 mm apart.
    let apart = |n: usize| {
        let others = roots.iter().enumerate().filter(|(m, _)| *m != n);
        others.map(|(_, other)| other.distance(roots[n])).fold(f32::MAX, f32::min)
    };
    assert!((0..200).all(|n| apart(n) > 0.006));
    assert!(curves.iter().all(|points| nearest(points[0]) < 0.013));
    for (strand, points) in strands.strands().iter().zip(curves.iter()) {
        let pairs = || strand.guides.iter().zip(strand.weights);
        assert!(strand.weights.is_sorted_by(|a, b| a >= b));
        // Hair hardly follows the other side of the parting.
        let side = |guide: u32| (roots[guide as usize].x - points[0].x).abs() > 0.05;
        assert!(pairs().all(|(guide, weight)| weight == 0.0 || !side(*guide)));
        let falls = |points: &[Vec3]| (points[points.len() - 1].x - points[0].x).signum();
        let across: f32 = pairs()
            .filter(|(guide, _)| falls(guides[**guide as usize].points()) != falls(points))
            .map(|(_, weight)| weight)
            .sum();
        assert!(across < 0.3, "{across} at {}", points[0]);
    }
    // A guide follows itself.
    let number = curves.iter().position(|points| points[0] == roots[7]).unwrap();
    assert!(strands.strands()[number].guides[0] == 7 && strands.strands()[number].weights[0] > 0.99);
}

#[test]
fn strands_of_curves_have_limits() {
    let curves = parted(10);
    let (guides, _) = Strands::from_curves(&curves, &CurveStrands::default()).unwrap();
    assert_eq!(guides.len(), 10);
    for settings in [
        CurveStrands::default().with_guides(0),
        CurveStrands::default().with_guide_points(2),
        CurveStrands::default().with_points(257),
    ] {
        assert!(matches!(Strands::from_curves(&curves, &settings), Err(StrandError::Count { .. })));
    }
    // Guides of hair with one root, such as a tail, differ by their tips.
    let fan = (0..50).flat_map(|n| [Vec3::Y, Vec3::new(n as f32 * 0.01, 0.5, 0.0)]).collect();
    let fan = HairCurves::new(fan, &[2; 50]).unwrap();
    let (guides, _) = Strands::from_curves(&fan, &CurveStrands::default().with_guides(3)).unwrap();
    let mut tips: Vec<f32> = guides.iter().map(|guide| guide.points()[15].x).collect();
    tips.sort_by(f32::total_cmp);
    assert!(tips[1] - tips[0] > 0.2 && tips[2] - tips[1] > 0.2, "{tips:?}");
    // Curves that are too short for sixteen points far from the origin.
    let short = vec![Vec3::Y * 1000.0, Vec3::Y * 1_000.000_1];
    let short = HairCurves::new(short, &[2]).unwrap();
    assert_eq!(Strands::from_curves(&short, &CurveStrands::default()), Err(StrandError::NoGuides(1)));
    let many = HairCurves::new([Vec3::ZERO, Vec3::X].repeat(1 << 17), &vec![2; 1 << 17]).unwrap();
    let error = Strands::from_curves(&many, &CurveStrands::default().with_points(256)).unwrap_err();
    assert!(matches!(error, StrandError::Count { items: "points of all strands", .. }));
    let none = HairCurves::new(Vec::new(), &[]).unwrap();
    assert_eq!(Strands::from_curves(&none, &CurveStrands::default()), Err(StrandError::NoGuides(0)));
}
