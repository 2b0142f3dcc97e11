//! Tests of triangulation and of polygon meshes.

use super::triangulate::{area_vector, triangulate};
use super::{Corners, Polygon, PolygonMesh};
use crate::Report;
use crate::budget::Budget;
use sinew::character::{Material, MaterialId, Primitive, TextureId, TextureRef, UvTransform};
use sinew::glam::{Quat, Vec2, Vec3};
use test_needs::cases;

fn cut(corners: &[Vec3]) -> (Vec<[u32; 3]>, bool) {
    let (mut triangles, mut steps) = (Vec::new(), 1 << 20);
    let done = triangulate(corners, &mut steps, &mut triangles);
    (triangles, done)
}

/// Every triangle faces as the polygon does, and together they cover its area.
fn covers(corners: &[Vec3]) {
    let (triangles, done) = cut(corners);
    assert!(done);
    assert_eq!(triangles.len(), corners.len() - 2);
    let whole = area_vector(corners.iter().copied());
    let normal = whole.normalize();
    let mut sum = 0.0;
    for triangle in &triangles {
        let area = area_vector(triangle.iter().map(|&c| corners[c as usize])).dot(normal);
        assert!(area >= -1e-5 * whole.length(), "{triangles:?}");
        sum += area;
    }
    assert!((sum - whole.length()).abs() < 1e-4 * whole.length());
    let mut seen: Vec<u32> = triangles.into_iter().flatten().collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), corners.len(), "every corner stays");
}

#[test]
fn polygons_of_all_shapes() {
    let flat = |points: &[(f32, f32)]| -> Vec<Vec3> {
        let turn = Quat::from_euler(sinew::glam::EulerRot::XYZ, 0.7, -1.1, 2.3);
        points.iter().map(|&(x, y)| turn * Vec3::new(x, y, 3.0) + Vec3::splat(500.0)).collect()
    };
    for points in [
        &[(0., 0.), (2., 0.), (2., 1.), (0., 1.)][..],
        // An arrowhead from each of its corners.
        &[(0., 0.), (2., 1.), (0., 2.), (0.5, 1.)],
        &[(2., 1.), (0., 2.), (0.5, 1.), (0., 0.)],
        &[(0., 2.), (0.5, 1.), (0., 0.), (2., 1.)],
        &[(0.5, 1.), (0., 0.), (2., 1.), (0., 2.)],
        // Corners on straight edges.
        &[(0., 0.), (1., 0.), (2., 0.), (2., 2.), (1., 2.), (0., 2.)],
        // A spiral, and a comb.
        &[
            (0., 0.),
            (5., 0.),
            (5., 5.),
            (1., 5.),
            (1., 2.),
            (3., 2.),
            (3., 3.),
            (2., 3.),
            (2., 4.),
            (4., 4.),
            (4., 1.),
            (0., 1.),
        ],
        &[
            (0., 0.),
            (5., 0.),
            (5., 3.),
            (4., 3.),
            (4., 1.),
            (3., 1.),
            (3., 3.),
            (2., 3.),
            (2., 1.),
            (1., 1.),
            (1., 3.),
            (0., 3.),
        ],
    ] {
        covers(&flat(points));
    }
    // A closed line of increasing angles and random radii is a simple polygon.
    for mut random in cases(76) {
        let count = 4 + random.seed() % 76;
        let ring: Vec<(f32, f32)> = (0..count)
            .map(|i| {
                let radius = 0.2 + random.f32();
                let angle = i as f32 / count as f32 * std::f32::consts::TAU;
                (radius * angle.cos(), radius * angle.sin())
            })
            .collect();
        covers(&flat(&ring));
    }
}

#[test]
fn self_intersecting_and_degenerate_polygons_terminate() {
    let star: Vec<Vec3> =
        (0..5).map(|i| Vec3::from((Vec2::from_angle(i as f32 * 2.0 * 1.2566), 0.0))).collect();
    assert_eq!(cut(&star).0.len(), 3);
    assert_eq!(cut(&[Vec3::ONE; 9]).0.len(), 7);
    assert_eq!(cut(&[Vec3::splat(f32::MAX), Vec3::ZERO, Vec3::splat(f32::MIN), Vec3::X, Vec3::Y]).0.len(), 3);
    let line: Vec<Vec3> = (0..9).map(|i| Vec3::X * (i % 5) as f32).collect();
    assert_eq!(cut(&line).0.len(), 7);
    let (mut triangles, mut steps) = (Vec::new(), 4);
    let arrow = [
        Vec3::ZERO,
        Vec3::new(2., 1., 0.),
        Vec3::new(0., 2., 0.),
        Vec3::new(0.5, 1., 0.),
        Vec3::new(0.4, 0.9, 0.),
    ];
    assert!(!triangulate(&arrow, &mut steps, &mut triangles));
    assert_eq!(triangles, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
}

/// Two squares side by side, of which the second has another material, and a vertex beside them.
fn squares() -> PolygonMesh {
    let positions = [[0., 0.], [1., 0.], [2., 0.], [0., 1.], [1., 1.], [2., 1.], [9., 9.]];
    PolygonMesh {
        positions: positions.iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect(),
        polygons: vec![
            Polygon { first: 0, count: 4, material: Some(MaterialId(1)) },
            Polygon { first: 4, count: 4, material: Some(MaterialId(0)) },
            Polygon { first: 8, count: 2, material: None },
        ],
        corners: Corners { vertices: vec![0, 1, 4, 3, 1, 2, 5, 4, 0, 1], ..Corners::default() },
        ..PolygonMesh::default()
    }
}

fn made(mesh: PolygonMesh, materials: &[Material]) -> (Vec<Primitive>, Report) {
    let mut report = Report::default();
    let made = mesh.into_primitives(materials, &mut Budget::new(10_000), &mut report, "mesh").unwrap();
    (made, report)
}

#[test]
fn materials_split_the_mesh_and_all_vertices_are_kept() {
    let (primitives, report) = made(squares(), &[]);
    let [first, second] = &primitives[..] else { panic!("{}", primitives.len()) };
    assert_eq!((first.material, second.material), (Some(MaterialId(0)), Some(MaterialId(1))));
    assert_eq!(
        (first.file_vertices.as_slice(), second.file_vertices.as_slice()),
        (&[1, 2, 5, 4, 6][..], &[0, 1, 4, 3][..])
    );
    assert_eq!((first.indices.len(), first.file_vertex_count), (6, 7));
    assert!(first.normals.iter().take(4).all(|n| n.abs_diff_eq(Vec3::Z, 1e-6)));
    assert_eq!(report.diagnostics()[0].code, "polygon");
    let loose = PolygonMesh { positions: vec![Vec3::ONE; 2], ..PolygonMesh::default() };
    let (primitives, _) = made(loose, &[]);
    assert_eq!((primitives.len(), primitives[0].positions.len(), primitives[0].indices.len()), (1, 2, 0));
}

#[test]
fn corners_split_vertices_only_where_they_differ() {
    let mut mesh = squares();
    mesh.polygons.truncate(2);
    mesh.polygons[1].material = Some(MaterialId(1));
    mesh.corners.normals = vec![Vec3::Z; 10];
    mesh.corners.uvs =
        vec![(0..10).map(|c| Vec2::splat(if c == 4 { 0.5 } else { -0.0 * c as f32 })).collect()];
    let (primitives, _) = made(mesh, &[]);
    // Only vertex 1 has two different texture coordinates; vertex 6 is kept although it is unused.
    assert_eq!(primitives[0].file_vertices, [0, 1, 4, 3, 1, 2, 5, 6]);
    assert!(!primitives[0].has_file_normals, "vertex 6 has none");
    assert_eq!(primitives[0].uvs[0].len(), 8);
}

#[test]
fn normal_maps_get_tangents() {
    let texture = TextureRef { texture: TextureId(0), uv_set: 0, transform: UvTransform::IDENTITY };
    let material = Material { normal_texture: Some(texture), ..Material::default() };
    let materials = [material.clone(), material];
    let mut mesh = squares();
    let (_, report) = made(squares(), &materials);
    assert!(report.diagnostics().iter().any(|f| f.code == "normal-map-without-uvs"));
    mesh.corners.uvs =
        vec![mesh.corners.vertices.iter().map(|&v| mesh.positions[v as usize].truncate()).collect()];
    let (primitives, _) = made(mesh, &materials);
    assert_eq!(primitives[0].tangents.len(), 5);
    assert!(primitives[1].tangents.iter().all(|t| t.truncate().abs_diff_eq(Vec3::X, 1e-5)));
}

#[test]
fn inconsistent_meshes_are_rejected() {
    let refused = |mesh: PolygonMesh| {
        mesh.into_primitives(&[], &mut Budget::new(0), &mut Report::default(), "mesh").unwrap_err().code
    };
    let mut mesh = squares();
    mesh.corners.vertices[3] = 7;
    assert_eq!(refused(mesh), "index-out-of-range");
    let mut mesh = squares();
    mesh.corners.normals = vec![Vec3::Z; 3];
    assert_eq!(refused(mesh), "attribute-count");
    let mut mesh = squares();
    mesh.polygons[0].count = u32::MAX;
    assert_eq!(refused(mesh), "attribute-count");
}
