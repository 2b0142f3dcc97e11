//! Material overrides by expressions, per model instance.

use crate::shapes::{ball, big_card, built, card, character_parts, pixels, texture, toon, unlit};
use crate::support::{actor, at, instance_of, model, plain_scene, render, with_renderer};
use sinew::Transform;
use sinew::character::{
    AlphaMode, Character, Material, MaterialId, Outline, OutlineMode, Pixels, Primitive, Toon,
};
use sinew::character::{ColorBind, ColorSlot, Expression, UvBind};
use sinew::glam::{Affine3A, Vec2, Vec3, Vec4};
use sinew_render::{Background, Renderer, Sky, VertexDataBinding};
use std::sync::Arc;

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

fn color(slot: ColorSlot, value: Vec3) -> Expression {
    let bind = ColorBind { material: MaterialId(0), slot, value: value.extend(1.0) };
    Expression { name: "override".into(), colors: vec![bind], ..Expression::default() }
}

fn with_expression(
    primitive: Primitive,
    material: Material,
    images: usize,
    expression: Expression,
) -> Arc<Character> {
    let mut parts = character_parts(Transform::IDENTITY, vec![(primitive, material)], images);
    parts.expressions = vec![expression];
    built(parts)
}

/// Pixels of the character at (`x`, `y`) with its expression at `weight`, then at 0.
fn seen(
    renderer: &mut Renderer,
    character: &Arc<Character>,
    images: &[Pixels],
    weight: f32,
    [x, y]: [f32; 2],
) -> [[u8; 4]; 2] {
    let model = model(renderer, character, images);
    let mut actor = actor(character);
    let mut instance = instance_of(renderer, &model, &mut actor);
    [weight, 0.0].map(|weight| {
        actor.face_mut().unwrap().set_expression("override", weight).expect("the expression");
        actor.update(0.0);
        instance.update(renderer.gpu(), &actor.frame());
        let instances = [&instance];
        let sun = plain_scene(&instances).sun.with_color(Vec3::ONE).with_intensity(std::f32::consts::PI);
        let sky = Sky::default().with_intensity(0.0);
        let background = Background::Color(Vec4::W);
        at(
            &render(
                renderer,
                &plain_scene(&instances).with_sun(sun).with_sky(sky).with_background(background),
            ),
            x,
            y,
        )
    })
}

fn is_red(pixel: [u8; 4]) -> bool {
    pixel[0] > 245 && pixel[1] < 30 && pixel[2] < 30
}

#[test]
fn expressions_change_every_colour_slot_and_restore_it() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let black = toon(Vec3::ZERO, Toon::default());
        let shade = toon(Vec3::ONE, Toon { shading_shift: -2.0, ..Toon::default() });
        let glow = Toon { rim_lighting_mix: 0.0, rim_lift: 1.0, ..Toon::default() };
        let matcap = Toon { matcap_texture: texture(0), matcap_color: Vec3::ZERO, ..glow };
        let outline =
            Outline { mode: OutlineMode::World, width: 0.2, lighting_mix: 0.0, ..Outline::default() };
        let lined = toon(Vec3::ZERO, Toon { outline, ..Toon::default() });
        let white = [pixels(1, &[[255; 4]])];
        for (slot, material, at) in [
            (ColorSlot::Base, black.clone(), [0.0, 0.0]),
            (ColorSlot::Base, unlit(Vec4::W), [0.0, 0.0]),
            (ColorSlot::Emissive, black, [0.0, 0.0]),
            (ColorSlot::Emissive, Material { metallic: 1.0, roughness: 1.0, ..black_pbr() }, [0.0, 0.0]),
            (ColorSlot::Shade, shade, [0.0, 0.0]),
            (ColorSlot::Matcap, toon(Vec3::ZERO, matcap), [0.0, 0.0]),
            (ColorSlot::Rim, toon(Vec3::ZERO, glow), [0.0, 0.0]),
            (ColorSlot::Outline, lined, [0.6, 0.0]),
        ] {
            let character = with_expression(ball(Vec3::ZERO, 0.5), material, 1, color(slot, Vec3::X));
            let [on, off] = seen(renderer, &character, &white, 1.0, at);
            assert!(is_red(on) || slot == ColorSlot::Emissive && on[0] > 200, "{slot:?} {on:?}");
            assert!(off[..3].iter().all(|c| *c < 30), "{slot:?} {off:?}");
        }
    });
}

/// Black metallic-roughness material.
fn black_pbr() -> Material {
    Material { base_color: Vec4::W, ..Material::default() }
}

#[test]
fn uv_binds_move_all_textures_but_the_matcap() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let bind = UvBind { material: MaterialId(0), offset: Vec2::new(0.5, 0.0), scale: Vec2::ONE };
        let moves = Expression { name: "override".into(), uvs: vec![bind], ..Expression::default() };
        let image = [pixels(2, &[RED, GREEN])];
        let toon_of = |look: Toon| toon(Vec3::ONE, Toon { rim_lighting_mix: 0.0, ..look });
        let lit = Toon { shading_shift: 2.0, ..Toon::default() };
        let shade = Toon {
            shading_shift: -2.0,
            shade_color: Vec3::ONE,
            shade_texture: texture(0),
            ..Toon::default()
        };
        let rim = Toon { rim_color: Vec3::ONE, rim_lift: 1.0, rim_texture: texture(0), ..Toon::default() };
        let black = |look| Material { base_color: Vec4::W, ..toon_of(look) };
        for material in [
            Material { base_color_texture: texture(0), ..unlit(Vec4::ONE) },
            Material { base_color_texture: texture(0), ..toon_of(lit) },
            Material { emissive: Vec3::ONE, emissive_texture: texture(0), ..black(Toon::default()) },
            black(shade),
            black(rim),
        ] {
            let character = with_expression(big_card(), material.clone(), 1, moves.clone());
            let [on, off] = seen(renderer, &character, &image, 1.0, [-0.4, 0.0]);
            assert_eq!((on, off), (GREEN, RED), "{material:?}");
            // At weight 0.45 the texture has not moved far enough to show the other colour here.
            let [half, _] = seen(renderer, &character, &image, 0.45, [-0.7, 0.0]);
            assert_eq!(half, RED);
        }
        let matcap = black(Toon { matcap_texture: texture(0), ..Toon::default() });
        let character = with_expression(ball(Vec3::ZERO, 0.5), matcap, 1, moves);
        let [on, off] = seen(renderer, &character, &image, 1.0, [-0.2, 0.0]);
        assert_eq!((on, off), (RED, RED));
    });
}

#[test]
fn instances_of_one_model_have_overrides_of_their_own() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let card = card(Vec3::ZERO, Vec2::splat(0.2));
        let green = unlit(Vec4::new(0.0, 1.0, 0.0, 1.0));
        let character = with_expression(card, green, 0, color(ColorSlot::Base, Vec3::Z));
        let model = model(renderer, &character, &[]);
        let instances = [(-0.5, 0.0), (0.5, 1.0)].map(|(x, weight)| {
            let mut actor = actor(&character);
            actor.face_mut().unwrap().set_expression("override", weight).expect("the expression");
            let world_from_model = Affine3A::from_translation(Vec3::X * x);
            actor.resolve(sinew::FrameInput::new(1.0 / 60.0, world_from_model));
            instance_of(renderer, &model, &mut actor)
        });
        let instances = [&instances[0], &instances[1]];
        let image = render(renderer, &plain_scene(&instances));
        assert_eq!((at(&image, -0.5, 0.0), at(&image, 0.5, 0.0)), (GREEN, BLUE));
    });
}

#[test]
fn materials_that_an_expression_fades_are_blended() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let bind = ColorBind {
            material: MaterialId(0),
            slot: ColorSlot::Base,
            value: Vec4::new(1.0, 0.0, 0.0, 0.0),
        };
        let fade = Expression { name: "override".into(), colors: vec![bind], ..Expression::default() };
        let red = unlit(Vec4::new(1.0, 0.0, 0.0, 1.0));
        for material in [red.clone(), Material { toon: Some(Toon::default()), unlit: false, ..red }] {
            let material = Material { alpha_mode: AlphaMode::Blend, ..material };
            let character = with_expression(big_card(), material, 0, fade.clone());
            let [on, off] = seen(renderer, &character, &[], 1.0, [0.0, 0.0]);
            assert_eq!((on[0], off[0]), (0, 255));
        }
    });
}
