//! Tests of the brushes that comb and cut guides.

use super::{HairBrush, MIN_CUT_LENGTH, comb, cut};
use crate::hair::{CurveStrands, HairCurves, strands_from_curves};
use glam::{Quat, Vec3};
use sinew::character::MeshInstanceId;
use sinew::hair::{ControlHair, GroomLayer, GuidePose, HairCollider, HairRoot};
use sinew::surface::SurfacePoint;

/// A row of 20 hairs along x that hang 0.2 m from y = 1, with strands beside them.
fn row() -> GroomLayer {
    let mut points = Vec::new();
    for hair in 0..60 {
        let root = Vec3::new(hair as f32 * 0.003, 1.0, 0.0);
        let wave =
            |n: usize| Vec3::new((n as f32 * 0.8 + hair as f32).sin() * 0.002, n as f32 * -0.0125, 0.0);
        points.extend((0..16).map(|n| root + wave(n)));
    }
    let curves = HairCurves::new(points, &[16; 60]).unwrap();
    let settings = CurveStrands::default().with_guides(20).with_guide_points(16).with_points(16);
    let (guides, strands) = strands_from_curves(&curves, &settings).unwrap();
    let root = SurfacePoint { instance: MeshInstanceId(0), primitive: 0, triangle: 0, barycentric: Vec3::X };
    GroomLayer::new("row", guides, vec![root; 20], strands).unwrap()
}

const EYE: Vec3 = Vec3::new(0.09, 0.9, 1.0);

/// Brush of 3 cm around a position of the row.
fn brush(at: Vec3) -> HairBrush {
    HairBrush::new(EYE, at - EYE, 0.03)
}

fn lengths(hair: &ControlHair) -> Vec<f32> {
    hair.points().windows(2).map(|pair| pair[0].distance(pair[1])).collect()
}

fn tip(hair: &ControlHair) -> Vec3 {
    hair.points()[hair.points().len() - 1]
}

/// Movement of the point that has moved most.
fn farthest(new: &ControlHair, old: &ControlHair) -> Vec3 {
    let movements = new.points().iter().zip(old.points()).map(|(new, old)| *new - *old);
    movements.max_by(|a, b| a.length().total_cmp(&b.length())).unwrap()
}

#[test]
fn combing_moves_what_is_under_the_brush_and_keeps_lengths_and_roots() {
    let before = row();
    let pose = GuidePose::at_rest(&before.guides);
    let at = Vec3::new(0.09, 0.85, 0.0);
    let mut layer = before.clone();
    let count = comb(&mut layer, &pose, &brush(at), at + Vec3::X * 0.03 - EYE, &[], 0.002).unwrap();
    assert!((3..20).contains(&count), "{count} guides");
    let mut changed = 0;
    for (new, old) in layer.guides.iter().zip(&before.guides) {
        assert_eq!(new.points()[0], old.points()[0]);
        assert!(lengths(new).iter().zip(lengths(old)).all(|(a, b)| (a / b - 1.0).abs() < 1e-5));
        let is_near = old.points().iter().any(|point| brush(at).strength(*point) > 0.0);
        assert_eq!(new != old, is_near);
        changed += usize::from(new != old);
        if old.points().iter().any(|point| brush(at).strength(*point) > 0.8) {
            assert!(farthest(new, old).x > 0.01, "{}", farthest(new, old));
        }
    }
    assert_eq!(changed, count);
    let mut again = before.clone();
    comb(&mut again, &pose, &brush(at), at + Vec3::X * 0.03 - EYE, &[], 0.002).unwrap();
    assert_eq!(again, layer, "the same each time");
}

#[test]
fn strands_stay_beside_combed_guides() {
    let before = row();
    let pose = GuidePose::at_rest(&before.guides);
    let at = Vec3::new(0.09, 0.82, 0.0);
    let mut layer = before.clone();
    comb(&mut layer, &pose, &brush(at), at + Vec3::new(0.05, 0.05, 0.0) - EYE, &[], 0.002).unwrap();
    // The strands at rest are those that the guides took along. Guides that are combed apart have not parted:
    // theirs is another rest pose.
    let mut moved = pose.clone();
    for (number, guide) in before.guides.iter().enumerate() {
        moved.set(number, guide.points(), &HairRoot::REST, layer.guides[number].points());
    }
    let taken = before.strands.clone().with_rest(&moved);
    let rest = GuidePose::at_rest(&layer.guides);
    for strand in 0..60 {
        for n in 0..16 {
            let [now, then] = [layer.strands.point(strand, n, &rest), taken.point(strand, n, &moved)];
            assert!(now.distance(then) < 1e-6, "{now} {then}");
        }
    }
}

#[test]
fn a_brush_works_in_the_pose_that_is_seen() {
    let before = row();
    let mut pose = GuidePose::at_rest(&before.guides);
    // The head is turned upside down about z, and moved.
    let root = HairRoot {
        rotation: Quat::from_rotation_z(std::f32::consts::PI),
        translation: Vec3::new(0.18, 1.9, 0.0),
    };
    for (number, guide) in before.guides.iter().enumerate() {
        let now: Vec<Vec3> = guide.points().iter().map(|point| root.at(*point)).collect();
        pose.set(number, guide.points(), &root, &now);
    }
    let at = Vec3::new(0.09, 1.05, 0.0);
    let mut layer = before.clone();
    assert!(comb(&mut layer, &pose, &brush(at), at + Vec3::X * 0.03 - EYE, &[], 0.002).unwrap() > 0);
    let movements = layer.guides.iter().zip(&before.guides).map(|(new, old)| farthest(new, old).x);
    assert!(movements.fold(0.0, f32::min) < -0.01, "right in the picture is left on the head");
}

#[test]
fn combed_hair_stays_out_of_the_body() {
    let before = row();
    let pose = GuidePose::at_rest(&before.guides);
    let body = HairCollider::Capsule {
        start: Vec3::new(0.15, 0.7, 0.0),
        end: Vec3::new(0.15, 0.84, 0.0),
        radius: 0.03,
    };
    let at = Vec3::new(0.09, 0.83, 0.0);
    let mut layer = before.clone();
    for step in 0..6 {
        let at = at + Vec3::X * 0.01 * step as f32;
        comb(&mut layer, &pose, &brush(at), at + Vec3::X * 0.01 - EYE, std::slice::from_ref(&body), 0.002)
            .unwrap();
    }
    for (new, old) in layer.guides.iter().zip(&before.guides) {
        assert!(lengths(new).iter().zip(lengths(old)).all(|(a, b)| (a / b - 1.0).abs() < 1e-5));
        for (point, rest) in new.points().iter().zip(old.points()) {
            if body.push(*rest, 0.002).is_none() {
                assert!(body.push(*point, 0.001).is_none(), "{point}");
            }
        }
    }
}

#[test]
fn cutting_shortens_guides_at_the_brush() {
    let before = row();
    let pose = GuidePose::at_rest(&before.guides);
    let at = Vec3::new(0.09, 0.9, 0.0);
    let mut layer = before.clone();
    let count = cut(&mut layer, &pose, &brush(at)).unwrap();
    assert!((3..20).contains(&count), "{count} guides");
    for (new, old) in layer.guides.iter().zip(&before.guides) {
        assert_eq!((new.points()[0], new.points().len()), (old.points()[0], 16));
        if new == old {
            continue;
        }
        // Hair in the middle is cut at the upper border of the brush.
        assert!(new.length() < old.length() * 0.75 && tip(new).y > 0.89, "{}", tip(new));
        if (tip(new).x - at.x).abs() < 0.005 {
            assert!((tip(new).y - 0.93).abs() < 0.006, "{}", tip(new));
        }
    }
    // Strands lie on the curve that they had.
    let rest = GuidePose::at_rest(&layer.guides);
    for strand in 0..60 {
        let old: Vec<Vec3> = (0..16).map(|n| before.strands.point(strand, n, &pose)).collect();
        for n in 0..16 {
            let now = layer.strands.point(strand, n, &rest);
            let apart = old.windows(2).map(|pair| {
                let share = sinew::internal::nearest_share(
                    (now - pair[0]).dot(pair[1] - pair[0]),
                    pair[0].distance_squared(pair[1]),
                );
                pair[0].lerp(pair[1], share).distance(now)
            });
            assert!(apart.fold(f32::MAX, f32::min) < 1.5e-3, "strand {strand}");
        }
    }
}

#[test]
fn nothing_is_cut_away_or_out_of_reach() {
    let before = row();
    let pose = GuidePose::at_rest(&before.guides);
    let mut layer = before.clone();
    let roots = HairBrush::new(EYE, Vec3::new(0.09, 1.0, 0.0) - EYE, 0.5);
    assert_eq!(cut(&mut layer, &pose, &roots).unwrap(), 20);
    assert!(layer.guides.iter().all(|guide| (guide.length() / MIN_CUT_LENGTH - 1.0).abs() < 0.05));
    let mut layer = before.clone();
    let depth = roots.nearest([&pose]).unwrap();
    for brush in [
        roots.with_depth(depth - 0.001),
        HairBrush::new(EYE, Vec3::Z, 0.5),
        HairBrush::new(EYE, Vec3::ZERO, 0.5),
        HairBrush::new(EYE, Vec3::NEG_Z, f32::NAN),
    ] {
        assert_eq!(cut(&mut layer, &pose, &brush).unwrap(), 0);
        assert_eq!(comb(&mut layer, &pose, &brush, Vec3::X, &[], 0.002).unwrap(), 0);
    }
    assert_eq!(comb(&mut layer, &pose, &roots, Vec3::splat(f32::NAN), &[], 0.002).unwrap(), 0);
    assert_eq!(layer, before);
}
