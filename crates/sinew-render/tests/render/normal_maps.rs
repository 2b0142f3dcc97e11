//! Normal maps in tangent space and object space, under skinning, morph targets and mirroring; vertex
//! lighting and debug views.

use crate::shapes::{
    ball, big_card, built, card, character, character_parts, matt, pixels, single, texture, toon, unlit,
};
use crate::support::{
    actor, at, brightness, difference, instance, instance_of, model, near, plain_scene, render, with_renderer,
};
use sinew::character::{
    Influences, Material, NormalMapSpace, Pixels, Primitive, Skin, SkinId, SkinningMethod, Toon,
};
use sinew::glam::{Affine3A, Quat, Vec2, Vec3, Vec4};
use sinew::morph::MorphTarget;
use sinew::skeleton::Joint;
use sinew::{Character, Skeleton, Transform};
use sinew_author::surface::tangent::{MapSurface, NormalMap, convert_normal_map, generate_tangents};
use sinew_render::{ModelInstance, Renderer, Shading, VertexDataBinding};
use std::sync::Arc;

/// Material with image 0 as its normal map.
fn mapped(space: NormalMapSpace) -> Material {
    Material { normal_texture: texture(0), normal_space: space, ..matt(Vec3::splat(0.5)) }
}

/// Image of one colour.
fn even(color: [u8; 3]) -> Pixels {
    let [r, g, b] = color;
    pixels(1, &[[r, g, b, 255]])
}

/// Colour of a direction.
fn color_of(direction: Vec3) -> [u8; 4] {
    let c = (direction * 0.5 + 0.5) * 255.0;
    [c.x.round() as u8, c.y.round() as u8, c.z.round() as u8, 255]
}

/// `card` with its image mirrored, with tangents of its own.
fn mirrored_card(center: Vec3, half: Vec2) -> Primitive {
    let mut card = card(center, half);
    card.uvs[0].iter_mut().for_each(|uv| uv.x = 1.0 - uv.x);
    card.tangents.clear();
    let made = generate_tangents(&card, 0).expect("tangents");
    assert!(made.tangents.iter().all(|t| t.w == -1.0));
    made
}

#[test]
fn mirrored_texture_coordinates_do_not_change_the_shading() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let half = Vec2::splat(0.35);
        // Leaning up, which no mirroring of u changes.
        let images = [even([128, 210, 220])];
        let parts = vec![
            (card(Vec3::X * -0.4, half), mapped(NormalMapSpace::Tangent)),
            (mirrored_card(Vec3::X * 0.4, half), mapped(NormalMapSpace::Tangent)),
        ];
        let cards = instance(renderer, &character(Transform::IDENTITY, parts, 1), &images);
        let instances = [&cards];
        let scene = plain_scene(&instances).with_shading(Shading::Normals);
        let image = render(renderer, &scene);
        let expected = color_of(Vec3::new(1.0 / 255.0, 165.0 / 255.0, 185.0 / 255.0).normalize());
        for x in [-0.4, 0.4] {
            assert!(near(at(&image, x, 0.1), expected, 3), "{:?} {expected:?}", at(&image, x, 0.1));
        }
        let image = render(renderer, &plain_scene(&instances));
        let [plain, mirrored] = [-0.4, 0.4].map(|x| at(&image, x, 0.0));
        assert!(near(plain, mirrored, 3), "{plain:?} {mirrored:?}");
    });
}

/// A ball of two joints, whose lower half turns by `turn`, scaled by `scale`.
fn bent(material: Material, turn: Quat, scale: Vec3, method: SkinningMethod) -> Arc<Character> {
    let mut parts = character_parts(Transform::IDENTITY, vec![(ball(Vec3::ZERO, 0.8), material)], 1);
    let joint = |name: &str, parent, rest| Joint { name: name.into(), parent, rest, in_scene: true };
    let below = Transform { rotation: turn, scale, ..Transform::IDENTITY };
    let joints = vec![
        joint("node", None, Transform::IDENTITY),
        joint("below", Some(0), below),
        joint("above", Some(0), Transform { scale, ..Transform::IDENTITY }),
    ];
    parts.skeleton = Skeleton::new(joints).expect("a tree");
    let primitive = &mut parts.meshes[0].primitives[0];
    let weights: Vec<f32> = (primitive.positions.iter())
        .flat_map(|p| {
            let below = (0.5 - p.y).clamp(0.0, 1.0);
            [below, 1.0 - below]
        })
        .collect();
    let rows: Vec<u16> = [1, 2].repeat(primitive.positions.len());
    primitive.influences = Some(Influences::new(2, &rows, &weights).expect("rows"));
    let joints = parts.skeleton.joints().collect();
    parts.skins = vec![Skin { name: String::new(), joints, inverse_binds: vec![Affine3A::IDENTITY; 3] }];
    parts.mesh_instances[0].skin = Some(SkinId(0));
    parts.mesh_instances[0].skinning = method;
    built(parts)
}

/// Bumps in tangent space.
fn bumps() -> NormalMap {
    let normal = |n: u32| {
        let (x, y) = ((n % 64) as f32, (n / 64) as f32);
        Vec3::new((x * 0.6).sin() * 0.5, (y * 0.5).cos() * 0.5, 1.0).normalize()
    };
    NormalMap::new(64, 64, (0..4096).map(normal).collect()).expect("64 × 64")
}

fn image_of(map: &NormalMap) -> Pixels {
    Pixels { width: map.width(), height: map.height(), rgba: map.to_rgba8() }
}

/// Images of the ball with the map in tangent space, in object space, and without.
fn three_images(
    renderer: &mut Renderer,
    shape: impl Fn(Material) -> Arc<Character>,
    shading: Shading,
) -> [Pixels; 3] {
    let ball = ball(Vec3::ZERO, 0.8);
    let surface = [MapSurface::new(&ball, 0, &Default::default()).expect("a surface")];
    let tangent = bumps();
    let object = convert_normal_map(&tangent, NormalMapSpace::Object, &surface, 8).expect("a map").map;
    [
        (mapped(NormalMapSpace::Tangent), Some(&tangent)),
        (mapped(NormalMapSpace::Object), Some(&object)),
        (matt(Vec3::splat(0.5)), None),
    ]
    .map(|(material, map)| {
        let images: Vec<Pixels> = map.map(image_of).into_iter().collect();
        let drawn = instance(renderer, &shape(material), &images);
        render(renderer, &plain_scene(&[&drawn]).with_shading(shading))
    })
}

#[test]
fn both_spaces_agree_on_skinned_scaled_and_mirrored_bodies() {
    for binding in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        with_renderer(binding, |renderer| {
            for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
                let turn = Quat::from_rotation_x(0.9) * Quat::from_rotation_y(-0.7);
                for scale in [Vec3::ONE, Vec3::new(-1.0, 1.0, 1.0), Vec3::new(0.8, 1.1, -0.9)] {
                    let shape = |material| bent(material, turn, scale, method);
                    let [tangent, object, none] = three_images(renderer, shape, Shading::Material);
                    let (apart, bumps) = (difference(&tangent, &object), difference(&tangent, &none));
                    assert!(apart < 0.5 && bumps > 2.0, "{method:?} {scale}: {apart} {bumps}");
                }
            }
        });
    }
}

#[test]
fn object_normals_turn_with_the_node_and_the_blended_joints() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        for method in [SkinningMethod::Linear, SkinningMethod::DualQuaternion] {
            let turn = Quat::from_rotation_z(0.6);
            let direction = Vec3::new(0.48, 0.64, 0.6);
            let images = [even(color_of(direction)[..3].try_into().expect("three"))];
            let ball = bent(mapped(NormalMapSpace::Object), turn, Vec3::ONE, method);
            let drawn = instance(renderer, &ball, &images);
            let image = render(renderer, &plain_scene(&[&drawn]).with_shading(Shading::Normals));
            let (up, down) = (at(&image, 0.0, 0.65), at(&image, 0.0, -0.65));
            assert!(near(up, color_of(direction), 2), "{up:?}");
            assert!(near(down, color_of(turn * direction), 2), "{down:?} {:?}", color_of(turn * direction));
        }
    });
}

/// A card whose only morph target turns its normals by `turn`.
fn morphing_card(material: Material, turn: Quat, weight: f32) -> Arc<Character> {
    let mut card = big_card();
    let offsets = vec![turn * Vec3::Z - Vec3::Z; 4];
    let nothing = [Vec3::ZERO; 4];
    let tangents = vec![turn * Vec3::X - Vec3::X; 4];
    let target = MorphTarget::from_dense(4, &nothing, &offsets, &tangents).expect("offsets");
    card.morph_targets = vec![target];
    let mut parts = character_parts(Transform::IDENTITY, vec![(card, material)], 1);
    parts.meshes[0].morph_names = vec!["turn".into()];
    parts.mesh_instances[0].weights = vec![weight];
    built(parts)
}

#[test]
fn both_spaces_follow_the_normals_of_morph_targets() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let turn = Quat::from_rotation_y(0.8);
        let texel = Vec3::new(0.36, 0.48, 0.8);
        let images = [even(color_of(texel)[..3].try_into().expect("three"))];
        // On an upright card both spaces have the same axes.
        for space in [NormalMapSpace::Tangent, NormalMapSpace::Object] {
            for (weight, expected) in [(0.0, texel), (1.0, turn * texel)] {
                let drawn = instance(renderer, &morphing_card(mapped(space), turn, weight), &images);
                let image = render(renderer, &plain_scene(&[&drawn]).with_shading(Shading::Normals));
                let found = at(&image, 0.1, 0.1);
                assert!(near(found, color_of(expected), 2), "{space:?} {weight}: {found:?}");
            }
        }
    });
}

#[test]
fn back_faces_turn_the_map_around() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let texel = Vec3::new(0.36, 0.48, 0.8);
        let images = [even(color_of(texel)[..3].try_into().expect("three"))];
        for space in [NormalMapSpace::Tangent, NormalMapSpace::Object] {
            let material = Material { double_sided: true, ..mapped(space) };
            let half_turn = Quat::from_rotation_y(std::f32::consts::PI);
            let node = Transform { rotation: half_turn, ..Transform::IDENTITY };
            let drawn = instance(renderer, &character(node, vec![(big_card(), material)], 1), &images);
            let image = render(renderer, &plain_scene(&[&drawn]).with_shading(Shading::Normals));
            let expected = color_of(half_turn * -texel);
            assert!(near(at(&image, 0.1, 0.1), expected, 2), "{space:?} {:?}", at(&image, 0.1, 0.1));
        }
    });
}

#[test]
fn toon_materials_take_maps_in_object_space() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let texel = Vec3::new(0.36, -0.48, 0.8);
        let images = [even(color_of(texel)[..3].try_into().expect("three"))];
        let material = Material {
            normal_texture: texture(0),
            normal_space: NormalMapSpace::Object,
            ..toon(Vec3::ONE, Toon::default())
        };
        let drawn =
            instance(renderer, &character(Transform::IDENTITY, vec![(big_card(), material)], 1), &images);
        let image = render(renderer, &plain_scene(&[&drawn]).with_shading(Shading::Normals));
        assert!(near(at(&image, 0.1, 0.1), color_of(texel), 2), "{:?}", at(&image, 0.1, 0.1));
    });
}

#[test]
fn debug_views_show_directions_and_coordinates() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        // Unlit and toon materials show them too.
        for material in [matt(Vec3::ONE), unlit(Vec4::ONE), toon(Vec3::ONE, Toon::default())] {
            let drawn = instance(renderer, &single(big_card(), material), &[]);
            for (shading, expected) in [
                (Shading::GeometryNormals, [128, 128, 255, 255]),
                (Shading::Normals, [128, 128, 255, 255]),
                (Shading::Tangents, [255, 128, 128, 255]),
                (Shading::Bitangents, [128, 255, 128, 255]),
                // A quarter to the right of the middle, a quarter above it.
                (Shading::Uvs, [191, 64, 0, 255]),
            ] {
                let image = render(renderer, &plain_scene(&[&drawn]).with_shading(shading));
                let found = at(&image, 0.4, 0.4);
                assert!(near(found, expected, 2), "{shading:?}: {found:?} {expected:?}");
            }
        }
        let mut bare = big_card();
        bare.tangents.clear();
        let drawn = instance(renderer, &single(bare, matt(Vec3::ONE)), &[]);
        let image = render(renderer, &plain_scene(&[&drawn]).with_shading(Shading::Bitangents));
        assert!(near(at(&image, 0.0, 0.0), [128, 128, 128, 255], 1));
    });
}

#[test]
fn vertex_lighting_interpolates_the_light_of_the_vertices() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let draw = |renderer: &mut Renderer, drawn: &ModelInstance, shading| {
            render(renderer, &plain_scene(&[drawn]).with_shading(shading))
        };
        // A matt surface without a map looks much the same.
        let plain = instance(renderer, &single(big_card(), matt(Vec3::splat(0.5))), &[]);
        let [lit, vertex] = [Shading::Material, Shading::Vertex]
            .map(|shading| at(&draw(renderer, &plain, shading), 0.1, 0.1));
        assert!(near(lit, vertex, 12) && brightness(vertex) > 100, "{lit:?} {vertex:?}");
        // Normal maps have no effect.
        let images = [even([30, 128, 200])];
        let parts = vec![(big_card(), mapped(NormalMapSpace::Tangent))];
        let mapped = instance(renderer, &character(Transform::IDENTITY, parts, 1), &images);
        assert!(near(at(&draw(renderer, &mapped, Shading::Vertex), 0.1, 0.1), vertex, 1));
        // Coarse balls show their triangles: between vertices light is linear.
        let smooth = instance(renderer, &single(ball(Vec3::ZERO, 0.8), matt(Vec3::splat(0.5))), &[]);
        let [lit, vertex] =
            [Shading::Material, Shading::Vertex].map(|shading| draw(renderer, &smooth, shading));
        assert!(difference(&lit, &vertex) < 4.0, "{}", difference(&lit, &vertex));
    });
}

#[test]
fn shading_is_a_choice_of_each_image() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let character = single(big_card(), matt(Vec3::splat(0.5)));
        let model = model(renderer, &character, &[]);
        let drawn = instance_of(renderer, &model, &mut actor(&character));
        let first = render(renderer, &plain_scene(&[&drawn]));
        render(renderer, &plain_scene(&[&drawn]).with_shading(Shading::Uvs));
        assert_eq!(render(renderer, &plain_scene(&[&drawn])), first);
    });
}
