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
    let (patch, place) = (HairPatch::new([0, 1, 2, 3]), Vec2::new(0.3, 0.8));
    let own = strand(HairPatch::weights(place));
    for curve in [HairCurve::Cubic, HairCurve::CatmullRom] {
        let strands = Strands::new(vec![own], vec![Vec3::ZERO; 9], 9, curve, 4).unwrap();
        let pose = GuidePose::at_rest(&guides);
        for n in 0..9 {
            let expected = patch.at(place, n as f32 / 8.0, curve, |guide| guides[guide as usize].points());
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

#[test]
fn wrong_strands_are_errors() {
    let make = |own: Strand, offsets: usize| {
        Strands::new(vec![own], vec![Vec3::ZERO; offsets], 4, HairCurve::Cubic, 3)
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
