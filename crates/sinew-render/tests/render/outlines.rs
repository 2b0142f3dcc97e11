//! Outlines of toon materials.

use crate::shapes::{ball, built, character, character_parts, pixels, texture, toon};
use crate::support::{
    HEIGHT, WIDTH, actor, at, camera, instance, instance_of, model, plain_scene, render, with_renderer,
};
use sinew::character::{
    AlphaMode, Influences, Material, Outline, OutlineMode, Pixels, Primitive, Skin, SkinId, Toon,
};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::morph::MorphTarget;
use sinew::skeleton::Joint;
use sinew::{JointId, Skeleton, Transform};
use sinew_render::{Camera, Renderer, Sky, VertexDataBinding};

const RED: [u8; 4] = [255, 0, 0, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

/// Black material with a red outline.
fn outlined(mode: OutlineMode, width: f32) -> Material {
    let outline = Outline { mode, width, color: Vec3::X, lighting_mix: 0.0, ..Outline::default() };
    toon(Vec3::ZERO, Toon { outline, ..Toon::default() })
}

fn draw(renderer: &mut Renderer, node: Transform, primitive: Primitive, material: Material) -> Pixels {
    let instance = instance(renderer, &character(node, vec![(primitive, material)], 0), &[]);
    render(renderer, &plain_scene(&[&instance]))
}

/// Distances from the middle to the right at which the outline begins and ends, in metres.
fn outline_to_the_right(image: &Pixels) -> Option<(f32, f32)> {
    let half = HEIGHT as f32 * 0.5;
    let columns = (WIDTH / 2..WIDTH).map(|c| (c as f32 + 0.5 - WIDTH as f32 * 0.5) / half);
    let red: Vec<f32> = columns.filter(|x| at(image, *x, 0.0)[0] > 127).collect();
    Some((*red.first()?, *red.last()?))
}

fn is_about(found: Option<(f32, f32)>, from: f32, to: f32) -> bool {
    found.is_some_and(|(a, b)| (a - from).abs() < 0.03 && (b - to).abs() < 0.03)
}

#[test]
fn an_outline_in_world_units_has_its_width_in_metres() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mirrored = Transform { scale: Vec3::new(-1.0, 1.0, 1.0), ..Transform::IDENTITY };
        let half = Transform { scale: Vec3::splat(0.5), ..Transform::IDENTITY };
        // The outline's width does not scale with the node.
        for (node, radius, alpha) in [
            (Transform::IDENTITY, 0.5, AlphaMode::Opaque),
            (mirrored, 0.5, AlphaMode::Opaque),
            (half, 0.25, AlphaMode::Opaque),
            (Transform::IDENTITY, 0.5, AlphaMode::Mask { cutoff: 0.5 }),
            (Transform::IDENTITY, 0.5, AlphaMode::Blend),
        ] {
            for double_sided in [false, true] {
                let material =
                    Material { alpha_mode: alpha, double_sided, ..outlined(OutlineMode::World, 0.2) };
                let image = draw(renderer, node, ball(Vec3::ZERO, 0.5), material);
                let found = outline_to_the_right(&image);
                assert!(is_about(found, radius, radius + 0.2), "{node:?} {alpha:?} {found:?}");
                assert_eq!(at(&image, 0.0, 0.0), BLACK);
            }
        }
        let none =
            draw(renderer, Transform::IDENTITY, ball(Vec3::ZERO, 0.5), outlined(OutlineMode::None, 0.2));
        assert_eq!(outline_to_the_right(&none), None);
    });
}

#[test]
fn an_outline_in_screen_units_has_the_same_width_at_any_distance() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        // The width is a tenth of the image's height, which is 2 m at the origin from a distance of 4 m.
        for distance in [4.0f32, 8.0] {
            let material = outlined(OutlineMode::Screen, 0.1);
            let parts = vec![(ball(Vec3::ZERO, 0.5), material)];
            let instance = instance(renderer, &character(Transform::IDENTITY, parts, 0), &[]);
            let instances = [&instance];
            let camera = Camera::look_at(Vec3::Z * distance, Vec3::ZERO).with_fov_y(camera().fov_y);
            let image = render(renderer, &plain_scene(&instances).with_camera(camera));
            let radius = 0.5 * 4.0 / distance;
            let found = outline_to_the_right(&image);
            assert!(is_about(found, radius, radius + 0.2), "{distance} {found:?}");
        }
    });
}

#[test]
fn outlines_follow_their_width_texture_and_lighting_mix() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut seen = |outline: Outline, images: &[Pixels]| {
            // The whole ball is in the shade, which is green.
            let look = Toon { outline, shading_shift: -2.0, shade_color: Vec3::Y, ..Toon::default() };
            let parts = vec![(ball(Vec3::ZERO, 0.5), toon(Vec3::ONE, look))];
            let instance = instance(renderer, &character(Transform::IDENTITY, parts, images.len()), images);
            let instances = [&instance];
            let sky = Sky::default().with_intensity(0.0);
            at(&render(renderer, &plain_scene(&instances).with_sky(sky)), 0.6, 0.0)
        };
        let outline = Outline {
            mode: OutlineMode::World,
            width: 0.2,
            color: Vec3::ONE,
            lighting_mix: 0.0,
            width_texture: None,
        };
        assert_eq!(seen(outline, &[]), [255; 4]);
        let [r, g, b, a] = seen(Outline { lighting_mix: 1.0, ..outline }, &[]);
        assert!(r < 60 && g > 180 && b < 60 && a == 255, "{:?}", [r, g, b, a]);
        let textured = Outline { width_texture: texture(0), ..outline };
        assert_eq!(seen(textured, &[pixels(1, &[[0, 255, 0, 255]])]), [255; 4]);
        assert_eq!(seen(textured, &[pixels(1, &[[255, 20, 255, 255]])]), [0; 4]);
    });
}

#[test]
fn outlines_follow_morphs_and_skins() {
    // With one joint that mirrors and one that does not, the shader decides which faces are back faces.
    let (storage, texture) = (VertexDataBinding::StorageBuffer, VertexDataBinding::Texture);
    for (path, depth) in [(storage, 1.0), (texture, 1.0), (storage, -1.0)] {
        with_renderer(path, |renderer| {
            let mut primitive = ball(Vec3::ZERO, 0.4);
            let count = primitive.positions.len();
            let up = MorphTarget::from_dense(count, &vec![Vec3::Y * 0.3; count], &[], &[]).expect("offsets");
            primitive.morph_targets = vec![up];
            let rows = vec![1u16; count];
            primitive.influences = Some(Influences::new(1, &rows, &vec![1.0; count]).expect("rows"));
            let mut parts =
                character_parts(Transform::IDENTITY, vec![(primitive, outlined(OutlineMode::World, 0.1))], 0);
            // The second joint rotates up to the right.
            let turn = Transform {
                rotation: Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2),
                scale: Vec3::new(1.0, 1.0, depth),
                ..Transform::IDENTITY
            };
            let joint = |parent, rest| Joint { name: String::new(), parent, rest, in_scene: true };
            parts.skeleton =
                Skeleton::new(vec![joint(None, Transform::IDENTITY), joint(Some(0), turn)]).expect("a tree");
            parts.skins = vec![Skin {
                name: String::new(),
                joints: vec![JointId(0), JointId(1)],
                inverse_binds: vec![Affine3A::IDENTITY; 2],
            }];
            parts.meshes[0].morph_names = vec!["up".into()];
            parts.mesh_instances[0].skin = Some(SkinId(0));
            parts.mesh_instances[0].weights = vec![1.0];
            let character = built(parts);
            let model = model(renderer, &character, &[]);
            let instance = instance_of(renderer, &model, &mut actor(&character));
            let image = render(renderer, &plain_scene(&[&instance]));
            let found = outline_to_the_right(&image);
            assert!(is_about(found, 0.7, 0.8), "{found:?}");
            assert_eq!((at(&image, 0.3, 0.45), at(&image, 0.3, 0.0)), (RED, BLACK));
        });
    }
}
