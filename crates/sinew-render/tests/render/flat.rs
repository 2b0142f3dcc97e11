//! Surfaces of files without normals: triangles that stay flat in every pose; points and lines that are not lit.

use crate::shapes::{built, card, character_parts, matt, strokes, unlit};
use crate::support::{actor, at, difference, model, near, plain_scene, render, with_renderer};
use sinew::character::MeshInstanceId;
use sinew::character::{Material, Mesh, Primitive, Topology};
use sinew::glam::{Affine3A, Mat3, Quat, Vec2, Vec3};
use sinew::morph::MorphTarget;
use sinew::skinning::SkinnedVertices;
use sinew::{CharacterParts, Transform};
use sinew_render::{ModelInstance, VertexDataBinding};

/// A wing of two triangles that meet in an edge, as a bird's: both point up at rest, and are hung down towards
/// the camera by the morph target.
fn wing() -> (Primitive, Vec<Vec3>) {
    let rest = [Vec3::new(-0.6, 0.0, 0.3), Vec3::new(0.6, 0.0, 0.3), Vec3::new(0.0, 0.05, -0.5)];
    let turn = Mat3::from_rotation_x(1.3);
    let primitive = Primitive {
        normals: vec![(rest[1] - rest[0]).cross(rest[2] - rest[0]).normalize(); 3],
        positions: rest.to_vec(),
        indices: vec![0, 1, 2],
        file_vertices: vec![0, 1, 2],
        file_vertex_count: 3,
        ..Primitive::default()
    };
    let hung = rest.map(|point| turn * point).to_vec();
    (primitive, hung)
}

/// A primitive with a morph target of a weight.
fn parts(node: Transform, mut primitive: Primitive, to: &[Vec3], weight: f32) -> CharacterParts {
    let offsets: Vec<Vec3> = to.iter().zip(&primitive.positions).map(|(to, from)| *to - *from).collect();
    primitive.morph_targets =
        vec![MorphTarget::from_dense(offsets.len(), &offsets, &[], &[]).expect("an offset per vertex")];
    let material = Material { double_sided: true, specular: 0.0, ..matt(Vec3::splat(0.6)) };
    let mut parts = character_parts(node, vec![(primitive, material)], 0);
    let Mesh { morph_names, .. } = &mut parts.meshes[0];
    morph_names.push("flap".into());
    parts.mesh_instances[0].weights = vec![weight];
    parts
}

const WING: MeshInstanceId = MeshInstanceId(0);

#[test]
fn triangles_without_normals_are_lit_as_they_are_posed() {
    let (primitive, hung) = wing();
    assert!(primitive.has_flat_normals());
    let mirrored = Transform { scale: Vec3::new(-1.0, 1.0, 1.0), ..Transform::IDENTITY };
    let turned = Transform { rotation: Quat::from_rotation_y(0.4), ..Transform::IDENTITY };
    for node in [Transform::IDENTITY, turned, mirrored] {
        for weight in [0.0, 0.5, 1.0] {
            let mut flap = actor(&built(parts(node, primitive.clone(), &hung, weight)));
            flap.update(0.0);
            let mut vertices = SkinnedVertices::default();
            flap.frame().skin_vertices(WING, 0, &mut vertices);
            let [a, b, c] = [0, 1, 2].map(|n| vertices.positions[n]);
            let is_mirrored =
                Affine3A::from_scale_rotation_translation(node.scale, node.rotation, node.translation)
                    .matrix3
                    .determinant()
                    < 0.0;
            let normal = (b - a).cross(c - a).normalize() * if is_mirrored { -1.0 } else { 1.0 };
            assert!(vertices.normals.iter().all(|n| n.distance(normal) < 1e-5), "{weight}: {vertices:?}");
            // A wing whose file has these normals looks the same.
            let mut plain = primitive.clone();
            plain.positions =
                primitive.positions.iter().zip(&hung).map(|(r, h)| r.lerp(*h, weight)).collect();
            let [a, b, c] = [0, 1, 2].map(|n| plain.positions[n]);
            plain.normals = vec![(b - a).cross(c - a).normalize(); 3];
            plain.has_file_normals = true;
            let still = plain.positions.clone();
            let mut plain = actor(&built(parts(node, plain, &still, 0.0)));
            plain.update(0.0);
            with_renderer(VertexDataBinding::Auto, |renderer| {
                let instances = [&flap, &plain].map(|actor| {
                    let model = model(renderer, actor.character(), &[]);
                    let mut instance = ModelInstance::new(renderer.gpu(), &model);
                    instance.update(renderer.gpu(), &actor.frame());
                    instance
                });
                let images = instances.each_ref().map(|instance| render(renderer, &plain_scene(&[instance])));
                let off = difference(&images[0], &images[1]);
                assert!(off < 0.05, "{node:?} {weight}: {off}");
            });
        }
    }
}

#[test]
fn points_and_lines_without_normals_are_not_lit() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        for topology in [Topology::Points, Topology::Lines] {
            let positions: Vec<Vec3> = (-60..60)
                .flat_map(|i| [Vec3::new(i as f32 / 90.0, 0.1, 0.0), Vec3::new(i as f32 / 90.0, -0.1, 0.0)])
                .collect();
            let color = Vec3::new(0.2, 0.5, 0.1);
            let seen = |material: Material| {
                let instance = crate::support::instance(
                    renderer,
                    &crate::shapes::single(strokes(topology, positions.clone()), material),
                    &[],
                );
                render(renderer, &plain_scene(&[&instance]))
            };
            let mut seen = seen;
            let [lit, unlit] = [seen(matt(color)), seen(unlit(color.extend(1.0)))];
            assert!(lit.rgba == unlit.rgba && lit.rgba.iter().any(|c| *c > 0), "{topology:?}");
        }
        // A card with normals is lit.
        let board = crate::support::instance(
            renderer,
            &crate::shapes::single(card(Vec3::ZERO, Vec2::splat(0.5)), matt(Vec3::new(0.2, 0.5, 0.1))),
            &[],
        );
        assert!(!near(at(&render(renderer, &plain_scene(&[&board])), 0.0, 0.0), [124, 188, 89, 255], 4));
    });
}

#[test]
fn a_surface_whose_normals_face_away_is_lit_as_they_say() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut seen = |normal: Vec3| {
            let mut board = card(Vec3::ZERO, Vec2::splat(0.5));
            board.normals = vec![normal; 4];
            let material = Material { specular: 0.0, ..matt(Vec3::splat(0.6)) };
            let board = crate::support::instance(renderer, &crate::shapes::single(board, material), &[]);
            let instances = [&board];
            let mut scene = plain_scene(&instances).with_fill_light(0.0);
            scene.sky.intensity = 0.0;
            scene.sun.direction_to_sun = Vec3::Z;
            crate::support::brightness(at(&render(renderer, &scene), 0.0, 0.0))
        };
        assert!(seen(Vec3::Z) > 400);
        assert!(seen(Vec3::new(0.0, 0.6, -0.8)) < 20);
    });
}
