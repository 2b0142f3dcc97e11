//! Environment maps: mirrors, rough and matt surfaces, rotation, exposure, background; tone mapping.

use crate::shapes::{ball, big_card, matt, single, unlit};
use crate::support::{at, brightness, difference, instance, near, plain_scene, render, with_renderer};
use sinew::character::{Material, Pixels};
use sinew::glam::{Quat, Vec3, Vec4};
use sinew_render::{
    Background, EnvironmentImage, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Renderer, Scene, Sun,
    ToneMapping, VertexDataBinding,
};
use std::f32::consts::FRAC_PI_2;

/// Radiance that differs from direction to direction, smoothly.
fn coloured(d: Vec3) -> Vec3 {
    Vec3::splat(0.4) + Vec3::new(d.x, d.y, d.z) * 0.35
}

fn map(renderer: &Renderer, radiance: impl Fn(Vec3) -> Vec3) -> EnvironmentMap {
    EnvironmentMap::new(renderer.gpu(), &EnvironmentImage::from_fn(128, radiance)).expect("a map")
}

/// Light of an image: a map alone.
#[derive(Clone, Copy)]
struct Look<'a> {
    environment: EnvironmentLight<'a>,
    exposure: f32,
    tone_mapping: ToneMapping,
}

impl<'a> Look<'a> {
    fn new(map: &'a EnvironmentMap) -> Self {
        Self { environment: EnvironmentLight::new(map), exposure: 0.0, tone_mapping: ToneMapping::None }
    }

    fn on(self, scene: Scene<'a>) -> Scene<'a> {
        scene
            .with_sun(Sun::default().with_intensity(0.0))
            .with_environment(self.environment)
            .with_exposure(self.exposure)
            .with_tone_mapping(self.tone_mapping)
    }
}

/// A ball of a material.
fn draw_ball(renderer: &mut Renderer, material: Material, look: Look<'_>) -> Pixels {
    let ball = instance(renderer, &single(ball(Vec3::ZERO, 0.7), material), &[]);
    render(renderer, &look.on(plain_scene(&[&ball])))
}

/// Byte of a linear colour.
fn encoded(linear: Vec3) -> [u8; 4] {
    let [r, g, b] = linear.to_array().map(|c| {
        let srgb = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
        (srgb.clamp(0.0, 1.0) * 255.0).round() as u8
    });
    [r, g, b, 255]
}

fn mirror() -> Material {
    Material { metallic: 1.0, roughness: 0.0, ..matt(Vec3::ONE) }
}

/// Normal of the ball at (`x`, `y`), and the direction that a mirror shows there.
fn mirrored(x: f32, y: f32) -> (Vec3, Vec3) {
    let point = Vec3::new(x, y, (0.49 - x * x - y * y).sqrt());
    // The pixel is the one through (x, y) on the plane of the origin.
    let eye = Vec3::Z * 4.0;
    let ray = (Vec3::new(x, y, 0.0) - eye).normalize();
    let (along, square) = (eye.dot(ray), eye.length_squared() - 0.49);
    let hit = eye + ray * (-along - (along * along - square).sqrt());
    let normal = hit.normalize();
    assert!(normal.distance(point.normalize()) < 0.2);
    (normal, ray - 2.0 * ray.dot(normal) * normal)
}

const POINTS: [(f32, f32); 5] = [(0.0, 0.0), (0.45, 0.1), (-0.4, -0.2), (0.1, 0.5), (0.0, -0.45)];

#[test]
fn a_mirror_shows_the_picture_in_its_direction() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let map = map(renderer, coloured);
        for rotation in [0.0, FRAC_PI_2, -2.0] {
            let environment = EnvironmentLight::new(&map).with_rotation(rotation);
            let image = draw_ball(renderer, mirror(), Look { environment, ..Look::new(&map) });
            for (x, y) in POINTS {
                let back = Quat::from_rotation_y(-rotation) * mirrored(x, y).1;
                let (found, expected) = (at(&image, x, y), encoded(coloured(back)));
                assert!(near(found, expected, 10), "{rotation} at {x} {y}: {found:?} for {expected:?}");
            }
        }
    });
}

#[test]
fn a_matt_surface_has_the_irradiance_of_its_side() {
    for binding in [VertexDataBinding::Auto, VertexDataBinding::Texture] {
        with_renderer(binding, |renderer| {
            let map = map(renderer, coloured);
            let material = Material { specular: 0.0, ..matt(Vec3::splat(0.8)) };
            let image = draw_ball(renderer, material, Look::new(&map));
            for (x, y) in POINTS {
                let (found, expected) = (at(&image, x, y), encoded(map.irradiance(mirrored(x, y).0) * 0.8));
                assert!(near(found, expected, 4), "{binding:?} at {x} {y}: {found:?} for {expected:?}");
            }
        });
    }
}

#[test]
fn white_metal_vanishes_in_even_light_however_rough() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let map = map(renderer, |_| Vec3::splat(0.5));
        for roughness in [0.0, 0.2, 0.5, 0.8, 1.0] {
            let material = Material { roughness, ..mirror() };
            let image = draw_ball(renderer, material, Look::new(&map));
            for (x, y) in POINTS {
                let found = at(&image, x, y);
                assert!(near(found, encoded(Vec3::splat(0.5)), 5), "{roughness} at {x} {y}: {found:?}");
            }
        }
    });
}

#[test]
fn a_lamp_is_a_highlight_that_widens_with_the_roughness() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let lamp = Vec3::new(0.0, 0.3, 1.0).normalize();
        let map = map(renderer, |d| if d.dot(lamp) > 0.97 { Vec3::splat(4.0) } else { Vec3::splat(0.02) });
        let mut bright = |roughness: f32| {
            let material = Material { roughness, ..mirror() };
            let image = draw_ball(renderer, material, Look::new(&map));
            let lit = image.rgba.as_chunks::<4>().0.iter().filter(|pixel| brightness(**pixel) > 300);
            (lit.count(), at(&image, 0.0, 0.1))
        };
        let all = [0.0, 0.3, 0.6].map(&mut bright);
        assert!(all[0].0 > 20 && all[0].0 * 2 < all[1].0 && all[1].0 * 3 / 2 < all[2].0, "{all:?}");
        assert!(all.iter().all(|(_, middle)| brightness(*middle) > 400), "{all:?}");
    });
}

#[test]
fn a_stop_doubles_the_light_and_unlit_colours_stay() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let map = map(renderer, |_| Vec3::splat(0.2));
        for (stops, expected) in [(0.0, 0.2), (1.0, 0.4), (-1.0, 0.1), (4.0, 1.0)] {
            let exposed = Look { exposure: stops, ..Look::new(&map) };
            let found = at(&draw_ball(renderer, mirror(), exposed), 0.0, 0.0);
            assert!(near(found, encoded(Vec3::splat(expected)), 3), "{stops}: {found:?}");
            let color = Vec4::new(0.2, 0.5, 0.1, 1.0);
            let found = at(&draw_ball(renderer, unlit(color), exposed), 0.0, 0.0);
            assert!(near(found, encoded(color.truncate()), 1), "{stops}: {found:?}");
        }
    });
}

#[test]
fn the_background_is_the_map_and_is_blurred_as_asked_for() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let stripes = |d: Vec3| Vec3::splat(if (d.y * 12.0).sin() > 0.0 { 0.8 } else { 0.1 });
        let map = map(renderer, stripes);
        let mut spread = |blur: f32| {
            let scene = Scene::new(crate::support::camera(), &[]).with_ground(None);
            let environment = EnvironmentLight::new(&map).with_background_blur(blur);
            let look = Look { environment, ..Look::new(&map) };
            let image = render(renderer, &look.on(scene.with_background(Background::Sky)));
            let column: Vec<u32> = (-9..9).map(|y| brightness(at(&image, 0.0, y as f32 * 0.1))).collect();
            column.iter().max().unwrap() - column.iter().min().unwrap()
        };
        let [sharp, blurred] = [spread(0.0), spread(0.7)];
        assert!(sharp > 250 && blurred * 2 < sharp, "{sharp} {blurred}");
    });
}

#[test]
fn images_with_and_without_a_map_take_turns() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let gpu = renderer.gpu().clone();
        let [studio, night] = [EnvironmentPreset::Studio, EnvironmentPreset::Night]
            .map(|preset| EnvironmentMap::new(&gpu, &preset.image()).expect("a map"));
        let card = instance(renderer, &single(big_card(), mirror()), &[]);
        let instances = [&card];
        let plain = plain_scene(&instances);
        let mut draw = |map: Option<&EnvironmentMap>| {
            let scene = map.map_or(plain, |map| Look::new(map).on(plain));
            render(renderer, &scene)
        };
        let first = [draw(None), draw(Some(&studio)), draw(Some(&night))];
        let second = [draw(None), draw(Some(&studio)), draw(Some(&night))];
        assert!(first.iter().zip(&second).all(|(a, b)| a.rgba == b.rgba));
        assert!(difference(&first[0], &first[1]) > 1.0 && difference(&first[1], &first[2]) > 1.0);
        assert!(gpu.take_error().is_none());
    });
}

#[test]
fn tone_mappings_differ_where_light_is_bright() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut seen = |radiance: Vec3, kind: ToneMapping| {
            let map = map(renderer, |_| radiance);
            let mapped = Look { tone_mapping: kind, ..Look::new(&map) };
            at(&draw_ball(renderer, mirror(), mapped), 0.0, 0.0)
        };
        let grey = ToneMapping::ALL.map(|kind| seen(Vec3::splat(0.18), kind));
        assert!(grey.iter().all(|[r, g, b, _]| r.abs_diff(*g) <= 2 && g.abs_diff(*b) <= 2), "{grey:?}");
        // Red light, far brighter than white.
        let red = ToneMapping::ALL.map(|kind| seen(Vec3::new(12.0, 0.4, 0.3), kind));
        let [neutral, agx, none] = red;
        assert!(near(none, encoded(Vec3::new(1.0, 0.4, 0.3)), 3), "{none:?}");
        assert!(neutral[0] > 240 && agx[0] > 220 && agx[1] > 120, "{neutral:?} {agx:?}");
        let steps = [0.02, 0.1, 0.5, 2.0, 10.0].map(|light| seen(Vec3::splat(light), ToneMapping::AgX)[0]);
        assert!(steps.is_sorted_by(|a, b| a < b) && steps[4] > 235, "{steps:?}");
    });
}
