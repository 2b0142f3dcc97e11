//! Materials whose textures read several UV sets.

use crate::shapes::{big_card, built, character_parts, pixels, texture};
use crate::support::{at, difference, instance, near, plain_scene, render, with_renderer};
use sinew::JointId;
use sinew::Transform;
use sinew::character::{
    Influences, Iridescence, Material, NormalMapSpace, Pixels, Primitive, Skin, SkinId, TextureRef,
};
use sinew::glam::{Affine3A, Vec2, Vec3, Vec4};
use sinew_render::{Renderer, Sky, VertexDataBinding};

/// Texture reference of image `image` that reads UV set `uv_set`.
fn of_set(image: u32, uv_set: usize) -> Option<TextureRef> {
    texture(image).map(|reference| TextureRef { uv_set, ..reference })
}

/// Images: black; a row of four colours, one per UV set.
fn images() -> [Pixels; 2] {
    let colors = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];
    [pixels(1, &[[0, 0, 0, 255]]), pixels(4, &colors)]
}

/// Card whose UV set `n` is everywhere in column `n` of an image with four columns.
fn card(sets: usize) -> Primitive {
    let uvs = (0..sets).map(|set| vec![Vec2::new(0.125 + 0.25 * set as f32, 0.5); 4]).collect();
    Primitive { uvs, ..big_card() }
}

/// Matt black material whose emissive texture reads `emissive_set`; the others read the sets of `others`.
fn material(others: [usize; 3], emissive_set: usize) -> Material {
    let [color, rough, occlusion] = others;
    Material {
        base_color: Vec4::W,
        metallic: 0.0,
        base_color_texture: of_set(0, color),
        metallic_roughness_texture: of_set(0, rough),
        occlusion_texture: of_set(0, occlusion),
        emissive_texture: of_set(1, emissive_set),
        emissive: Vec3::ONE,
        ..Default::default()
    }
}

fn shown(renderer: &mut Renderer, primitive: Primitive, material: Material) -> Pixels {
    let mut parts = character_parts(Transform::IDENTITY, vec![(primitive, material)], 2);
    if parts.meshes[0].primitives[0].influences.is_some() {
        let joints = vec![JointId(0)];
        parts.skins = vec![Skin { name: String::new(), joints, inverse_binds: vec![Affine3A::IDENTITY] }];
        parts.mesh_instances[0].skin = Some(SkinId(0));
    }
    let instance = instance(renderer, &built(parts), &images());
    let instances = [&instance];
    let scene = plain_scene(&instances);
    let dark = scene.sun.with_intensity(0.0);
    render(renderer, &scene.with_sun(dark).with_sky(Sky::default().with_intensity(0.0)))
}

#[test]
fn four_sets_of_one_material_are_right() {
    let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
    for binding in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        with_renderer(binding, |renderer| {
            for (others, set) in [
                ([0, 0, 0], 0),
                ([0, 0, 0], 1),
                ([0, 1, 0], 2),
                ([0, 1, 2], 3),
                ([3, 1, 0], 2),
                ([3, 2, 1], 0),
            ] {
                let reference = shown(renderer, card(4), material([set; 3], set));
                let [red, green, blue] = colors[set];
                assert!(near(at(&reference, 0.0, 0.0), [red, green, blue, 255], 40), "{set}");
                let image = shown(renderer, card(4), material(others, set));
                assert!(difference(&image, &reference) < 0.01, "{binding:?} {others:?} {set}");
                // Influences and morph targets follow the further sets in the deformation data.
                let skinned = Primitive {
                    influences: Influences::new(4, &[0; 16], &[[1.0, 0.0, 0.0, 0.0]; 4].concat()).ok(),
                    ..card(4)
                };
                let image = shown(renderer, skinned, material(others, set));
                assert!(difference(&image, &reference) < 0.01, "{binding:?} skinned {others:?} {set}");
            }
        });
    }
}

/// Layers have slots beyond those of plain materials. Red of their texture is 0 in the sets 1 and 2.
#[test]
fn layers_read_further_sets() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut lit = |set| {
            let film = Iridescence { factor: 1.0, texture: of_set(1, set), ..Iridescence::default() };
            let material = Material {
                iridescence: Some(film),
                emissive: Vec3::ZERO,
                roughness: 0.2,
                metallic_roughness_texture: of_set(1, 3),
                occlusion_texture: None,
                ..material([0; 3], 1)
            };
            let parts = character_parts(Transform::IDENTITY, vec![(card(4), material)], 2);
            let instance = instance(renderer, &built(parts), &images());
            render(renderer, &plain_scene(&[&instance]))
        };
        let [filmed, first, plain, further] = [0, 3, 1, 2].map(&mut lit);
        assert!(difference(&further, &plain) < 0.01);
        assert!(difference(&first, &filmed) < 0.01);
        assert!(difference(&further, &filmed) > 0.1, "{}", difference(&further, &filmed));
    });
}

/// Materials with normal maps in object space have two sets; further ones are read as the first.
#[test]
fn normal_maps_in_object_space_stay_right() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let object = |others, set| Material {
            normal_texture: of_set(0, 0),
            normal_space: NormalMapSpace::Object,
            ..material(others, set)
        };
        let reference = shown(renderer, card(4), object([0, 1, 0], 0));
        let image = shown(renderer, card(4), object([0, 1, 0], 3));
        assert!(difference(&image, &reference) < 0.01);
    });
}
