//! Tests of guides chosen from curves.

use super::{CurveStrands, strands_from_curves};
use crate::hair::HairCurves;
use glam::Vec3;
use sinew::hair::{GuidePose, StrandError};
use sinew::internal::Random;

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
        let (chosen, strands) = strands_from_curves(&curves, &settings).unwrap();
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
    let (guides, strands) = strands_from_curves(&curves, &settings).unwrap();
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
    let (guides, _) = strands_from_curves(&curves, &CurveStrands::default()).unwrap();
    assert_eq!(guides.len(), 10);
    for settings in [
        CurveStrands::default().with_guides(0),
        CurveStrands::default().with_guide_points(2),
        CurveStrands::default().with_points(257),
    ] {
        assert!(matches!(strands_from_curves(&curves, &settings), Err(StrandError::Count { .. })));
    }
    // Guides of hair with one root, such as a tail, differ by their tips.
    let fan = (0..50).flat_map(|n| [Vec3::Y, Vec3::new(n as f32 * 0.01, 0.5, 0.0)]).collect();
    let fan = HairCurves::new(fan, &[2; 50]).unwrap();
    let (guides, _) = strands_from_curves(&fan, &CurveStrands::default().with_guides(3)).unwrap();
    let mut tips: Vec<f32> = guides.iter().map(|guide| guide.points()[15].x).collect();
    tips.sort_by(f32::total_cmp);
    assert!(tips[1] - tips[0] > 0.2 && tips[2] - tips[1] > 0.2, "{tips:?}");
    // Curves that are too short for sixteen points far from the origin.
    let short = vec![Vec3::Y * 1000.0, Vec3::Y * 1_000.000_1];
    let short = HairCurves::new(short, &[2]).unwrap();
    assert_eq!(strands_from_curves(&short, &CurveStrands::default()), Err(StrandError::NoGuides(1)));
    let many = HairCurves::new([Vec3::ZERO, Vec3::X].repeat(1 << 17), &vec![2; 1 << 17]).unwrap();
    let error = strands_from_curves(&many, &CurveStrands::default().with_points(256)).unwrap_err();
    assert!(matches!(error, StrandError::Count { items: "points of all strands", .. }));
    let none = HairCurves::new(Vec::new(), &[]).unwrap();
    assert_eq!(strands_from_curves(&none, &CurveStrands::default()), Err(StrandError::NoGuides(0)));
}
