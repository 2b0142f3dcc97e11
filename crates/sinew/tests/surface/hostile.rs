//! Surfaces of broken files and poses: nothing panics, and what is sound is still hit.

use crate::shapes::{Shape, parts, plane, pose, primitive, random};
use sinew::Character;
use sinew::character::{CharacterParts, MeshInstanceId};
use sinew::glam::{Vec2, Vec3};
use sinew::surface::{
    CharacterSurface, Decal, DecalError, DecalMap, DecalMesh, DecalPlacer, DecalSettings, DecalShape,
    HitFaces, MAX_DECAL_RADIUS, PosedSurface, Ray, SurfacePoint,
};
use std::sync::Arc;
use std::time::Instant;
use test_needs::cases;

const CENTER: Vec3 = Vec3::splat(1.0 / 3.0);

fn point(triangle: u32) -> SurfacePoint {
    SurfacePoint { instance: MeshInstanceId(0), primitive: 0, triangle, barycentric: CENTER }
}

#[test]
fn characters_without_triangles_have_a_surface() {
    let no_meshes = CharacterParts { skeleton: crate::shapes::chain(1), ..CharacterParts::default() };
    for parts in [no_meshes, parts(vec![primitive(Vec::new(), Vec::new())])] {
        let shape = Shape::of(parts);
        assert_eq!(shape.posed.surface().triangle_count(), 0);
        assert_eq!(shape.hit(Vec3::Z, Vec3::NEG_Z), None);
        let error = DecalPlacer::new().place(&shape.posed, &point(0), &DecalSettings::default());
        assert!(matches!(error, Err(DecalError::NoSuchPoint { .. })));
    }
    // Not posed yet.
    let (positions, indices) = plane(1);
    let character = Character::new(parts(vec![primitive(positions, indices)])).unwrap();
    let posed = PosedSurface::new(&Arc::new(CharacterSurface::new(&character)));
    let ray = Ray::new(Vec3::new(0.1, 0.2, 1.0), Vec3::NEG_Z);
    assert_eq!(posed.nearest_hit(&character, &ray, HitFaces::Both), None);
    let error = DecalPlacer::new().place(&posed, &point(0), &DecalSettings::default());
    assert_eq!(error.unwrap_err(), DecalError::NoArea { triangle: 0 });
}

/// A file may have its second set of texture coordinates alone.
#[test]
fn hits_without_the_first_texture_coordinates_have_none() {
    let (positions, indices) = plane(1);
    let mut mesh = primitive(positions, indices);
    mesh.uvs.insert(0, Vec::new());
    let hit = Shape::of(parts(vec![mesh])).hit(Vec3::new(0.1, 0.2, 1.0), Vec3::NEG_Z).unwrap();
    assert_eq!(hit.uv, Vec2::ZERO);
}

/// One vertex of many is not finite: all triangles without it are hit as before.
#[test]
fn vertices_that_are_not_finite_spoil_only_their_triangles() {
    let (positions, indices) = plane(12);
    let whole = Shape::new(positions.clone(), indices.clone());
    for mut rng in cases(30) {
        let round = rng.seed();
        let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][round % 3];
        let vertex = rng.usize(..positions.len());
        let mut spoiled = positions.clone();
        spoiled[vertex][rng.usize(..3)] = bad;
        let mut shape = Shape::new(positions.clone(), indices.clone());
        pose(&mut shape.posed, &[spoiled], false);
        for _ in 0..200 {
            let target = (random(&mut rng) * 0.499).with_z(0.0);
            let eye = target + random(&mut rng).with_z(1.0);
            let sound = whole.hit(eye, target - eye).expect("a hit");
            let first = sound.point.triangle as usize * 3;
            if !indices[first..first + 3].contains(&(vertex as u32)) {
                assert_eq!(shape.hit(eye, target - eye), Some(sound), "{bad} at vertex {vertex}");
            }
        }
        for map in [DecalMap::Exponential, DecalMap::Plane] {
            for triangle in 0..indices.len() as u32 / 3 {
                let settings = DecalSettings::new(0.3).with_map(map);
                let Ok(decal) = DecalPlacer::new().place(&shape.posed, &point(triangle), &settings) else {
                    continue;
                };
                assert!(decal.triangles.iter().all(|piece| piece.uvs.iter().all(|uv| uv.is_finite())));
                let clipped = decal.clipped(&shape.posed);
                assert!(clipped.positions.iter().all(|p| p.is_finite()), "{bad} {map:?}");
                assert!(decal.stretch(&shape.posed).max.is_finite());
            }
        }
    }
}

#[test]
fn triangles_without_area_are_no_place_for_a_decal() {
    let (mut positions, mut indices) = plane(4);
    // The first triangle is a line, and there are doubled corners.
    positions.extend([Vec3::ZERO, Vec3::X, Vec3::X * 2.0]);
    let first = positions.len() as u32 - 3;
    indices.splice(0..0, [first, first + 1, first + 2, 3, 3, 4, 7, 7, 7]);
    let shape = Shape::new(positions, indices);
    for triangle in 0..3 {
        let error = DecalPlacer::new().place(&shape.posed, &point(triangle), &DecalSettings::default());
        assert_eq!(error.unwrap_err(), DecalError::NoArea { triangle });
    }
    let decal = DecalPlacer::new().place(&shape.posed, &point(12), &DecalSettings::new(0.5)).unwrap();
    assert!(decal.stretch(&shape.posed).max < 1e-3);
}

#[test]
fn settings_and_points_out_of_range_are_errors() {
    let (positions, indices) = plane(2);
    let shape = Shape::new(positions, indices);
    let error_of = |center: SurfacePoint, settings: DecalSettings| {
        DecalPlacer::new().place(&shape.posed, &center, &settings).unwrap_err()
    };
    let usual = DecalSettings::default();
    for radius in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-6, 2e4] {
        let error = error_of(point(0), DecalSettings::new(radius));
        assert!(matches!(error, DecalError::Radius(_)) && error.to_string().contains("expected 0.00001"));
    }
    for aspect in [0.0, -1.0, f32::NAN, f32::INFINITY, 101.0] {
        let error = error_of(point(0), usual.with_shape(DecalShape::Rectangle { aspect }));
        assert!(matches!(error, DecalError::Aspect(_)) && error.to_string().contains("expected 0.01 to 100"));
    }
    assert_eq!(error_of(point(0), usual.with_up(Vec3::NAN)), DecalError::Direction);
    assert_eq!(error_of(point(0), usual.with_rotation(f32::INFINITY)), DecalError::Direction);
    let wrong = [
        point(8),
        point(u32::MAX),
        SurfacePoint { primitive: 1, ..point(0) },
        SurfacePoint { instance: MeshInstanceId(7), ..point(0) },
        SurfacePoint { barycentric: Vec3::NAN, ..point(0) },
        SurfacePoint { barycentric: Vec3::INFINITY, ..point(0) },
    ];
    for point in wrong {
        assert!(matches!(error_of(point, usual), DecalError::NoSuchPoint { .. }), "{point:?}");
    }
    // An error leaves the decal as it is.
    let mut placer = DecalPlacer::new();
    let mut decal = placer.place(&shape.posed, &point(3), &usual).unwrap();
    let before = decal.clone();
    assert!(placer.place_into(&shape.posed, &point(99), &usual, &mut decal).is_err());
    assert_eq!(decal, before);
}

/// The shares of a point may lie beyond its triangle.
#[test]
fn points_far_beside_their_triangle_give_a_decal_or_none() {
    let (positions, indices) = plane(6);
    let shape = Shape::new(positions, indices);
    for share in [1e3, 1e12, f32::MAX] {
        let point = SurfacePoint { barycentric: Vec3::new(share, -share, 1.0), ..point(5) };
        for map in [DecalMap::Exponential, DecalMap::Plane] {
            let decal =
                DecalPlacer::new().place(&shape.posed, &point, &DecalSettings::default().with_map(map));
            let triangles = decal.map_or(Vec::new(), |decal| decal.triangles);
            assert!(triangles.iter().all(|piece| piece.uvs.iter().all(|uv| uv.is_finite())));
        }
    }
}

#[test]
fn decals_of_another_surface_do_not_panic() {
    let (positions, indices) = plane(10);
    let large = Shape::new(positions, indices);
    let decal = DecalPlacer::new().place(&large.posed, &point(150), &DecalSettings::new(0.2)).unwrap();
    let (positions, indices) = plane(1);
    let small = Shape::new(positions, indices);
    assert!(decal.clipped(&small.posed).triangles.is_empty());
    assert_eq!(decal.stretch(&small.posed).max, 0.0);
    let mesh = DecalMesh::new(&decal, &small.character, small.posed.surface(), f32::NAN);
    assert!(mesh.mesh.primitives[0].indices.is_empty());
    // And a placer goes from one to the other.
    let mut placer = DecalPlacer::new();
    for shape in [&large, &small, &large] {
        let decal: Decal = placer.place(&shape.posed, &point(0), &DecalSettings::new(0.5)).unwrap();
        assert_eq!(
            decal,
            DecalPlacer::new().place(&shape.posed, &point(0), &DecalSettings::new(0.5)).unwrap()
        );
    }
}

/// Thousands of triangles at one edge, and thousands of vertices at one position with weights of their own.
#[test]
fn edges_and_places_of_thousands_take_no_square_of_time() {
    const COUNT: u32 = 60_000;
    let mut positions = vec![Vec3::ZERO, Vec3::Y];
    positions.extend((0..COUNT).map(|n| {
        let angle = n as f32 / COUNT as f32 * std::f32::consts::TAU;
        Vec3::new(angle.cos(), 0.5, angle.sin())
    }));
    let fans = (0..COUNT).flat_map(|n| if n % 2 == 0 { [0, 1, n + 2] } else { [1, 0, n + 2] });
    let start = Instant::now();
    let shape = Shape::new(positions, fans.collect());
    let decal = DecalPlacer::new().place(&shape.posed, &point(0), &DecalSettings::new(0.5)).unwrap();
    assert!(decal.triangles.len() as u32 <= COUNT);

    let mut crowd = parts(vec![primitive(vec![Vec3::ONE; 30_000], (0..30_000).collect())]);
    let mesh = &mut crowd.meshes[0];
    // A morph target that moves each vertex by its own way.
    let offsets: Vec<Vec3> = (0..30_000).map(|n| Vec3::X * n as f32).collect();
    let target = sinew::morph::MorphTarget::from_dense(30_000, &offsets, &[], &[]).unwrap();
    mesh.primitives[0].morph_targets = vec![target];
    mesh.morph_names = vec!["apart".into()];
    crowd.mesh_instances[0].weights = vec![0.0];
    let surface = CharacterSurface::new(&Character::new(crowd).unwrap());
    assert_eq!(surface.welded_vertex_count(), 30_000);
    // The square of these numbers took minutes.
    assert!(start.elapsed().as_secs_f32() < 20.0, "{:?}", start.elapsed());
}

#[test]
fn a_radius_beyond_the_whole_mesh_takes_what_can_be_flattened() {
    for (shape, start, least) in [(plane(6), 40, 72), (crate::shapes::ball(24, 16), 400, 100)] {
        let shape = Shape::new(shape.0, shape.1);
        for map in [DecalMap::Exponential, DecalMap::Plane] {
            let settings = DecalSettings::new(MAX_DECAL_RADIUS).with_map(map);
            let decal = DecalPlacer::new().place(&shape.posed, &point(start), &settings).unwrap();
            assert!(decal.triangles.len() >= least, "{map:?}: {}", decal.triangles.len());
            assert!(decal.stretch(&shape.posed).max.is_finite());
            assert!(!decal.clipped(&shape.posed).positions.is_empty());
        }
    }
}
