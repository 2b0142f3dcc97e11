//! Tests of random faces.

use super::{FaceFactory, FaceFactoryError, ShapeGroup, ShapeMix, ShapeRange};
use crate::face::test_face::{face, state_of};

fn group(names: &[&str], mix: ShapeMix) -> ShapeGroup {
    ShapeGroup { shapes: names.iter().map(|name| ShapeRange::new(*name, -0.5, 1.0)).collect(), mix }
}

#[test]
fn a_seed_gives_the_same_face_and_others_differ() {
    let character = face(&["shape_nose", "jawOpen", "shape_chin", "Shape_eyes"]);
    let factory = FaceFactory::detect(&character).unwrap();
    let weights = factory.weights(7);
    assert_eq!(weights.len(), 3);
    assert_eq!(factory.weights(7), weights);
    assert_ne!(factory.weights(8), weights);
    // A shape keeps its weight whatever others there are.
    let fewer = face(&["shape_nose", "jawOpen", "shape_chin"]);
    let fewer = FaceFactory::detect(&fewer).unwrap().weights(7);
    assert_eq!(fewer.as_slice(), &weights[..2]);
    let mut state = state_of(&character);
    factory.apply(7, &mut state).unwrap();
    assert!(factory.apply(7, &mut state_of(&face(&["shape_nose"]))).is_err());
    assert!(FaceFactory::detect(&face(&["jawOpen"])).is_none());
}

#[test]
fn weights_fill_their_range_and_lie_mostly_in_its_middle() {
    let character = face(&["shape_nose"]);
    let factory = FaceFactory::detect(&character).unwrap();
    let weights: Vec<f32> = (0..2000).map(|seed| factory.weights(seed)[0].1).collect();
    assert!(weights.iter().all(|weight| weight.abs() <= 1.0));
    let mean = weights.iter().sum::<f32>() / 2000.0;
    let middle = weights.iter().filter(|weight| weight.abs() < 0.5).count();
    let outer = weights.iter().filter(|weight| weight.abs() > 0.8).count();
    assert!(
        mean.abs() < 0.05 && (1400..1600).contains(&middle) && (40..130).contains(&outer),
        "{mean} {middle} {outer}"
    );
}

#[test]
fn groups_exclude_or_blend_their_shapes() {
    let character = face(&["a", "b", "c"]);
    let all = ["a", "b", "c"];
    let one = FaceFactory::new(&character, [group(&all, ShapeMix::OneOf)]).unwrap();
    let blend = FaceFactory::new(&character, [group(&all, ShapeMix::Blend)]).unwrap();
    let mut chosen = [0; 4];
    for seed in 0..400 {
        let weights = one.weights(seed);
        let set: Vec<usize> = (0..3).filter(|n| weights[*n].1 != 0.0).collect();
        assert!(set.len() <= 1, "{weights:?}");
        chosen[set.first().map_or(3, |n| *n)] += 1;
        let sum: f32 = blend.weights(seed).iter().map(|(_, weight)| *weight).sum();
        assert!(blend.weights(seed).iter().all(|(_, weight)| *weight >= 0.0) && sum <= 1.0 + 1e-5);
    }
    assert!(chosen.iter().all(|count| *count > 60), "{chosen:?}");
}

#[test]
fn sides_get_nearly_the_same_weight() {
    let character = face(&["cheekLeft", "cheekRight", "cheek_L", "other"]);
    let factory = FaceFactory::new(&character, [group(&["cheek"], ShapeMix::Independent)]).unwrap();
    let mut differs = false;
    for seed in 0..50 {
        let [left, right, short] = factory.weights(seed).try_into().unwrap();
        assert!(
            left.1 == short.1 && (left.1 - right.1).abs() <= 0.1 * left.1.abs().max(right.1.abs()) + 1e-6
        );
        differs |= left.1 != right.1;
        let [left, right, _] = factory.clone().with_asymmetry(0.0).weights(seed).try_into().unwrap();
        assert_eq!(left.1, right.1);
    }
    assert!(differs);
}

#[test]
fn wrong_shapes_and_ranges_are_errors() {
    let character = face(&["cheek"]);
    let new = |name: &str, min, max| {
        let shapes = vec![ShapeRange::new(name, min, max)];
        FaceFactory::new(&character, [ShapeGroup { shapes, mix: ShapeMix::Blend }])
    };
    assert!(new("cheeck", 0.0, 1.0).unwrap_err().to_string().contains("did you mean \"cheek\"?"));
    for (min, max) in [(1.0, 0.0), (f32::NAN, 1.0), (0.0, f32::INFINITY), (-1e9, 0.0)] {
        assert!(matches!(new("cheek", min, max), Err(FaceFactoryError::Range { .. })), "{min} {max}");
    }
    assert!(new("", 0.0, 1.0).is_err());
    assert_eq!(FaceFactory::new(&character, []).unwrap().weights(1), []);
}
