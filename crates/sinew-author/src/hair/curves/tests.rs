//! Tests of hair curves: checks, resampling, lines and ribbons.

use super::{CurveRibbons, HairCurves, HairCurvesError, MAX_HAIR_TOTAL_POINTS};
use glam::{Affine3A, Quat, Vec2, Vec3};
use sinew::character::{
    Character, CharacterParts, Influences, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId,
    SkinningMethod, Topology,
};
use sinew::internal::Random;
use sinew::skeleton::{Joint, Skeleton};
use sinew::{JointId, Transform};

/// Curves at random with 2 to 20 points, and all properties.
fn curves(count: usize, seed: u64) -> HairCurves {
    let mut random = Random::new(seed);
    let (mut points, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let point_count = 2 + (random.unit() * 19.0) as u32;
        counts.push(point_count);
        let mut at = Vec3::new(random.unit(), random.unit(), random.unit());
        for _ in 0..point_count {
            points.push(at);
            at += Vec3::new(random.unit() - 0.5, -random.unit() - 0.1, random.unit() - 0.5) * 0.03;
        }
    }
    let total = points.len();
    let mut values = |max: f32| -> Vec<f32> { (0..total).map(|_| random.unit() * max).collect() };
    let (thickness, opacity) = (values(1e-4), values(1.0));
    let colors = values(1.0).iter().map(|value| Vec3::new(*value, 0.5, 1.0 - value)).collect();
    let curves = HairCurves::new(points, &counts).unwrap();
    curves.with_thickness(thickness).unwrap().with_opacity(opacity).unwrap().with_colors(colors).unwrap()
}

#[test]
fn wrong_curves_are_errors() {
    use HairCurvesError as E;
    let line = vec![Vec3::ZERO, Vec3::X];
    let new = |points: &[Vec3], counts: &[u32]| HairCurves::new(points.to_vec(), counts).unwrap_err();
    assert_eq!(new(&line, &[1, 1]), E::PointCount { curve: 0, points: 1 });
    assert_eq!(new(&line, &[2, 0]), E::PointCount { curve: 1, points: 0 });
    assert_eq!(new(&line, &[3]), E::PointSum { sum: 3, points: 2 });
    assert_eq!(new(&line, &[u32::MAX, u32::MAX]), E::PointSum { sum: 2 * u32::MAX as usize, points: 2 });
    assert_eq!(new(&[Vec3::X, Vec3::X], &[2]), E::NoLength { curve: 0 });
    for wrong in [f32::NAN, f32::INFINITY, -2e6] {
        let error = new(&[Vec3::X, Vec3::Y, Vec3::X, Vec3::new(0.0, wrong, 0.0)], &[2, 2]);
        assert!(matches!(error, E::Position { curve: 1, point: 1, .. }), "{error}");
    }
    let too_many = HairCurves::new(vec![Vec3::X; MAX_HAIR_TOTAL_POINTS + 1], &[2]).unwrap_err();
    assert!(matches!(too_many, E::TooMany { items: "points of curves", .. }));
    let curves = HairCurves::new(line, &[2]).unwrap();
    let thickness = |values: &[f32]| curves.clone().with_thickness(values.to_vec());
    let error = thickness(&[0.0]).unwrap_err();
    assert_eq!(error, E::ValueCount { property: "thickness", values: 1, points: 2 });
    assert!(matches!(thickness(&[0.0, f32::NAN]), Err(E::Value { point: 1, .. })));
    assert!(curves.clone().with_opacity(vec![0.0, 1.1]).is_err());
    assert!(curves.clone().with_colors(vec![Vec3::ONE, Vec3::new(0.0, -0.1, 0.0)]).is_err());
    assert!(curves.clone().transformed(&Affine3A::from_scale(Vec3::ZERO)).is_err());
    assert!(curves.transformed(&Affine3A::from_scale(Vec3::splat(f32::NAN))).is_err());
    assert!(HairCurves::new(Vec::new(), &[]).unwrap().bounds().is_empty());
}

#[test]
fn resampled_curves_lie_on_the_old_ones() {
    let curves = curves(60, 3);
    let fine = curves.resampled(200).unwrap();
    for n in 0..curves.len() {
        let (old, new) = (curves.curve(n), fine.curve(n));
        assert_eq!((old.first(), old.last()), (new.first(), new.last()));
        let distance = |point: &Vec3| {
            let segment = |pair: &[Vec3]| {
                let edge = pair[1] - pair[0];
                let t = ((*point - pair[0]).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
                point.distance(pair[0] + edge * t)
            };
            old.windows(2).map(segment).fold(f32::MAX, f32::min)
        };
        assert!(new.iter().all(|point| distance(point) < 1e-6));
        let step = curves.length(n) / 199.0;
        // A new segment is shorter where it cuts a corner.
        assert!(new.windows(2).all(|pair| pair[0].distance(pair[1]) < step + 1e-6));
        assert!((fine.length(n) - curves.length(n)).abs() < step * old.len() as f32);
        let (old, new) = (curves.range(n), fine.range(n));
        assert_eq!(curves.thickness()[old.end - 1], fine.thickness()[new.end - 1]);
        assert_eq!(curves.colors()[old.start], fine.colors()[new.start]);
        assert_eq!(curves.opacity()[old.start], fine.opacity()[new.start]);
    }
    assert_eq!(fine.resampled(200).unwrap(), fine);
    assert!(curves.resampled(1).is_err());
    let error = curves.resampled(1 << 16).map(|_| ()).err();
    assert_eq!(error, None, "60 curves of 65,536 points are few enough");
    let many = curves.clone().joined(&curves).unwrap().joined(&fine).unwrap();
    assert_eq!(many.len(), 180);
    assert!(many.joined(&curves).unwrap().joined(&fine).unwrap().resampled(1 << 16).is_err());
}

#[test]
fn reversed_curves_run_from_tip_to_root() {
    let curves = curves(5, 9);
    let reversed = curves.clone().reversed();
    let (range, last) = (curves.range(3), curves.range(3).end - 1);
    assert_eq!(reversed.curve(3)[0], curves.points()[last]);
    assert_eq!(reversed.colors()[range.start], curves.colors()[last]);
    assert_eq!(reversed.reversed(), curves);
}

#[test]
fn moved_curves_keep_their_proportions() {
    let curves = curves(5, 1);
    let turn = Quat::from_rotation_x(0.4);
    let matrix = Affine3A::from_scale_rotation_translation(Vec3::splat(2.0), turn, Vec3::Y);
    let moved = curves.clone().transformed(&matrix).unwrap();
    assert!((moved.length(2) - 2.0 * curves.length(2)).abs() < 1e-5);
    assert!((moved.thickness()[4] - 2.0 * curves.thickness()[4]).abs() < 1e-9);
    assert!(moved.bounds().contains(matrix.transform_point3(curves.points()[7]), 1e-6));
}

#[test]
fn lines_become_the_same_curves() {
    for seed in 0..20 {
        let curves = curves(30, seed);
        let lines = curves.lines();
        assert_eq!(lines.uvs[0][0], Vec2::new(0.5, 0.0));
        let expected = curves.clone().with_thickness(Vec::new()).unwrap();
        assert_eq!(HairCurves::of_primitive(&lines).unwrap(), expected);
        // Lines that share no vertices, in any order.
        let mut pairs: Vec<[u32; 2]> = lines.indices.as_chunks::<2>().0.to_vec();
        pairs.reverse();
        let order: Vec<u32> = pairs.as_flattened().to_vec();
        let mut apart = lines.reordered(&order);
        apart.indices = (0..order.len() as u32).collect();
        let joined = HairCurves::of_primitive(&apart).unwrap();
        assert_eq!(joined.len(), 30);
        for n in 0..30 {
            assert_eq!(joined.curve(n), curves.curve(29 - n));
        }
    }
    let triangles = Primitive { topology: Topology::Triangles, ..curves(1, 1).lines() };
    assert_eq!(HairCurves::of_primitive(&triangles), Err(HairCurvesError::NoLines));
    let mut broken = curves(2, 1).lines();
    broken.indices[3] = 4000;
    let error = HairCurves::of_primitive(&broken).unwrap_err();
    assert!(matches!(error, HairCurvesError::NoSuchVertex { line: 1, vertex: 4000, .. }));
}

#[test]
fn lines_of_a_character_are_in_its_reference_pose() {
    let joint = |name: &str, parent, rest: Vec3| Joint {
        name: name.into(),
        parent,
        rest: Transform::from_translation(rest),
        in_scene: true,
    };
    let skeleton =
        Skeleton::new(vec![joint("root", None, Vec3::X), joint("head", Some(0), Vec3::Y * 1.5)]).unwrap();
    let hair = curves(4, 2);
    let mut skinned = hair.lines();
    let count = skinned.positions.len();
    skinned.influences = Some(Influences::new(1, &vec![0; count], &vec![1.0; count]).unwrap());
    let mesh = |primitive| Mesh { primitives: vec![primitive], ..Mesh::default() };
    let instance = |mesh, skin| MeshInstance {
        node: JointId(1),
        mesh: MeshId(mesh),
        skin,
        weights: Vec::new(),
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    let bind = Affine3A::from_translation(Vec3::NEG_Z);
    let character = Character::new(CharacterParts {
        skeleton,
        skins: vec![Skin { joints: vec![JointId(1)], inverse_binds: vec![bind], ..Skin::default() }],
        meshes: vec![mesh(hair.lines()), mesh(skinned)],
        mesh_instances: vec![instance(0, None), instance(1, Some(SkinId(0)))],
        ..CharacterParts::default()
    })
    .unwrap();
    let all = HairCurves::of_character(&character).unwrap();
    assert_eq!(all.len(), 8);
    let (rigid, bound) = (Vec3::new(1.0, 1.5, 0.0), Vec3::new(1.0, 1.5, -1.0));
    for n in 0..count {
        assert!(all.points()[n].distance(hair.points()[n] + rigid) < 1e-6);
        assert!(all.points()[count + n].distance(hair.points()[n] + bound) < 1e-6);
    }
}

#[test]
fn ribbons_follow_their_curves() {
    let curves = curves(10, 5);
    let settings = CurveRibbons::default().with_segments(40).with_crossed(2).with_columns(4);
    let mesh = curves.ribbons(&settings).unwrap();
    assert_eq!(mesh.positions.len(), 10 * 2 * 41 * 2);
    let even = curves.resampled(41).unwrap();
    for (n, edges) in mesh.positions.as_chunks::<2>().0.iter().enumerate() {
        let (curve, along) = (n / 82, n % 41);
        if curves.range(curve).len() != 41 {
            assert!(((edges[0] + edges[1]) * 0.5).distance(even.curve(curve)[along]) < 1e-6);
        }
    }
    let width = |n: usize| mesh.positions[2 * n].distance(mesh.positions[2 * n + 1]);
    assert!((width(0) - curves.thickness()[0]).abs() < 1e-6);
    assert!((width(40) - curves.thickness()[curves.range(0).end - 1]).abs() < 1e-6);
    for pair in mesh.uvs.as_chunks::<2>().0 {
        assert!((pair[1].x - pair[0].x - 0.25).abs() < 1e-6 && pair[0].y == pair[1].y);
    }
    let wide = curves.ribbons(&CurveRibbons::default().with_width(0.02, 0.0)).unwrap();
    assert!((wide.positions[0].distance(wide.positions[1]) - 0.02).abs() < 1e-6);
    assert!(curves.ribbons(&CurveRibbons::default().with_segments(usize::MAX)).is_err());
    assert!(curves.ribbons(&CurveRibbons::default().with_width(f32::NAN, 0.0)).is_err());
}
