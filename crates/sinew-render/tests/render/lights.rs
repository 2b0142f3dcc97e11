//! Lights of files: distance, range, cones, shadows, and all kinds of materials under them.

use crate::shapes::{all_lit, big_card, card, character, matt, single, toon};
use crate::support::{at, brightness, difference, instance, near, plain_scene, render, with_renderer};
use sinew::Transform;
use sinew::character::{Clearcoat, Light, LightKind, Material, Pixels, Sheen, Toon};
use sinew::glam::{Vec2, Vec3};
use sinew::{Actor, JointId};
use sinew_render::{PunctualLight, Renderer, Scene, Sky, Sun, ToneMapping, VertexDataBinding};
use std::f32::consts::PI;
use std::sync::Arc;

/// Scene that is lit by lights alone.
fn lit_by<'a>(scene: Scene<'a>, lights: &'a [PunctualLight]) -> Scene<'a> {
    scene
        .with_sun(Sun::default().with_intensity(0.0))
        .with_sky(Sky::default().with_intensity(0.0))
        .with_lights(lights)
        .with_tone_mapping(ToneMapping::None)
}

/// A matt grey wall at the origin that faces the camera.
fn wall(renderer: &mut Renderer, material: Material, lights: &[PunctualLight]) -> Pixels {
    let wall = instance(renderer, &single(big_card(), material), &[]);
    render(renderer, &lit_by(plain_scene(&[&wall]), lights))
}

fn grey() -> Material {
    Material { specular: 0.0, ..matt(Vec3::splat(0.5)) }
}

/// Linear brightness of a pixel.
fn linear(pixel: [u8; 4]) -> f32 {
    let srgb = f32::from(pixel[1]) / 255.0;
    if srgb <= 0.040_45 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

fn point(position: Vec3) -> PunctualLight {
    PunctualLight::new(LightKind::Point, position, Vec3::NEG_Y).with_intensity(PI)
}

#[test]
fn the_light_of_a_lamp_falls_with_the_square_of_the_distance() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        for distance in [1.0, 1.5, 2.5] {
            let image = wall(renderer, grey(), &[point(Vec3::Z * distance)]);
            for x in [0.0, 0.4, -0.7] {
                let square = distance * distance + x * x;
                let expected = 0.5 * distance / square.sqrt() / square;
                let found = linear(at(&image, x, 0.0));
                assert!(
                    (found - expected).abs() < 0.02 * expected + 0.004,
                    "{distance} {x}: {found} {expected}"
                );
            }
        }
        let within = wall(renderer, grey(), &[point(Vec3::Z).with_range(1.3)]);
        assert!(linear(at(&within, 0.0, 0.0)) > 0.2 && brightness(at(&within, 0.79, 0.79)) == 0);
        // Red light of an orange lamp.
        let image = wall(renderer, grey(), &[point(Vec3::Z).with_color(Vec3::new(1.0, 0.5, 0.0))]);
        let [r, g, b, _] = at(&image, 0.0, 0.0);
        assert!(r > g && g > 100 && b == 0);
    });
}

#[test]
fn a_spot_lights_its_cone() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let kind = LightKind::Spot { inner_angle: 0.2, outer_angle: 0.4 };
        let spot = PunctualLight::new(kind, Vec3::new(0.0, 0.0, 1.5), Vec3::NEG_Z).with_intensity(PI);
        let image = wall(renderer, grey(), &[spot]);
        let at_angle = |angle: f32| linear(at(&image, 1.5 * angle.tan(), 0.0));
        let plain = wall(renderer, grey(), &[point(Vec3::Z * 1.5)]);
        let inner = 1.5 * 0.15f32.tan();
        assert!((at_angle(0.15) - linear(at(&plain, inner, 0.0))).abs() < 0.01);
        assert!(at_angle(0.42) == 0.0 && at_angle(0.3) > 0.01 && at_angle(0.3) < at_angle(0.2) * 0.8);
    });
}

#[test]
fn a_directional_light_is_a_sun() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let direction = Vec3::new(0.5, 0.4, 0.8).normalize();
        let light = PunctualLight::new(LightKind::Directional, Vec3::ZERO, -direction).with_intensity(2.0);
        let block = card(Vec3::new(0.2, 0.1, 0.4), Vec2::splat(0.2));
        for material in [grey(), toon(Vec3::splat(0.7), Toon::default())] {
            let parts = vec![(big_card(), material.clone()), (block.clone(), material)];
            let drawn = instance(renderer, &character(Transform::IDENTITY, parts, 0), &[]);
            let instances = [&drawn];
            let lights = [light];
            let by_light = render(renderer, &lit_by(plain_scene(&instances), &lights));
            let sun = Sun::default()
                .with_direction_to_sun(direction)
                .with_color(Vec3::ONE)
                .with_intensity(2.0)
                .with_angular_radius(0.03);
            let scene = lit_by(plain_scene(&instances), &[]).with_sun(sun);
            let by_sun = render(renderer, &scene);
            assert!(difference(&by_light, &by_sun) < 1.0, "{}", difference(&by_light, &by_sun));
            assert!(brightness(at(&by_light, -0.6, 0.5)) > 250);
        }
    });
}

#[test]
fn the_brightest_lamp_casts_a_shadow() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        // A card halfway between lamp and wall shadows twice its size.
        let block = card(Vec3::new(0.0, 0.0, 0.6), Vec2::splat(0.15));
        let hidden = Material { base_color: Vec3::ZERO.extend(1.0), ..grey() };
        let parts = vec![(big_card(), grey()), (block, hidden)];
        let drawn = instance(renderer, &character(Transform::IDENTITY, parts, 0), &[]);
        let kinds = [LightKind::Point, LightKind::Spot { inner_angle: 0.9, outer_angle: 1.0 }];
        for kind in kinds {
            let lamp = PunctualLight::new(kind, Vec3::Z * 1.2, Vec3::NEG_Z).with_intensity(PI);
            let weak = PunctualLight::new(kind, Vec3::new(0.3, 0.0, 1.2), Vec3::NEG_Z).with_intensity(0.4);
            for lights in [vec![lamp], vec![weak, lamp]] {
                let image = render(renderer, &lit_by(plain_scene(&[&drawn]), &lights));
                let [shadow, lit] = [0.26, 0.36].map(|x| linear(at(&image, x, 0.0)));
                assert!(lit > 0.2 && shadow < 0.35 * lit, "{kind:?}: {shadow} {lit}");
            }
        }
    });
}

#[test]
fn layers_and_toon_materials_are_lit_too() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let lights = [point(Vec3::new(0.2, 0.3, 1.0))];
        let black = || Material { specular: 0.0, roughness: 1.0, ..matt(Vec3::ZERO) };
        let sheen = Sheen { color: Vec3::ONE, roughness: 0.6, color_texture: None, roughness_texture: None };
        let coat = Clearcoat { factor: 1.0, roughness: 0.3, ..Clearcoat::default() };
        // Cloth is bright where light grazes it, and a coat where it mirrors the light.
        let grazing = [point(Vec3::new(0.8, 0.0, 0.15)).with_intensity(1.0)];
        let mut lit = |material: Material, lights: &[PunctualLight]| {
            brightness(at(&wall(renderer, material, lights), 0.16, 0.24))
        };
        let [plain, grazed] = [lit(black(), &lights), lit(black(), &grazing)];
        assert!(lit(Material { sheen: Some(sheen), ..black() }, &grazing) > grazed + 40);
        assert!(lit(Material { clearcoat: Some(coat), ..black() }, &lights) > plain + 40);
        let painted = at(&wall(renderer, toon(Vec3::new(1.0, 0.5, 0.2), all_lit()), &lights), 0.2, 0.3);
        assert!(near(painted, [255, 188, 124, 255], 24), "{painted:?}");
    });
}

#[test]
fn lights_of_a_character_move_with_their_joints() {
    let rest = Transform { translation: Vec3::new(0.1, 0.2, 0.3), ..Transform::IDENTITY };
    let lamp = Light::new("lamp", JointId(0), LightKind::Point).with_intensity(2.0).with_range(9.0);
    let lit = character(rest, vec![(big_card(), grey())], 0);
    let lit = Arc::new(lit.edited(|parts| parts.lights.push(lamp)).expect("a sound light"));
    let mut actor = Actor::without_clips(lit.clone());
    actor.update(0.0);
    let found = PunctualLight::of(&lit.lights()[0], &actor.frame());
    assert!(found.position.distance(rest.translation) < 1e-6 && found.direction == Vec3::NEG_Z);
    assert!(found.intensity == 2.0 && found.range == Some(9.0));
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let drawn = instance(renderer, &lit, &[]);
        assert!(drawn.lights().eq([found]));
    });
    for wrong in [f32::NAN, -1.0, f32::INFINITY] {
        let light = Light::new("wrong", JointId(0), LightKind::Point).with_intensity(wrong);
        assert!(lit.edited(|parts| parts.lights.push(light)).is_err(), "{wrong}");
    }
    let nowhere = Light::new("nowhere", JointId(99), LightKind::Directional);
    assert!(lit.edited(|parts| parts.lights.push(nowhere)).is_err());
}
