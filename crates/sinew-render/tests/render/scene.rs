//! Scenes: light, shadow, backgrounds, ground, overlay lines, and equal images at any scale and binding.

use crate::shapes::{ball, card, character, matt, single, strokes, unlit};
use crate::support::{at, brightness, difference, instance, plain_scene, render, with_renderer};
use sinew::character::Topology;
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::{Bounds, Transform};
use sinew_render::{Background, Camera, GroundPlane, Line, Scene, Sun, VertexDataBinding, ViewPreset};

const GREY: Vec3 = Vec3::splat(0.5);

#[test]
fn a_ball_is_brighter_towards_the_sun_on_a_transparent_background() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let ball = instance(renderer, &single(ball(Vec3::ZERO, 0.7), matt(GREY)), &[]);
        let image = render(renderer, &plain_scene(&[&ball]));
        assert_eq!(at(&image, 0.0, 0.0)[3], 255);
        assert_eq!(at(&image, 1.5, 0.8), [0; 4]);
        let (lit, dark) = (brightness(at(&image, 0.5, 0.1)), brightness(at(&image, -0.5, 0.1)));
        assert!(lit > dark + 60, "{lit} {dark}");
    });
}

#[test]
fn both_bindings_draw_the_same_and_repeatably() {
    let mut images = Vec::new();
    for path in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        with_renderer(path, |renderer| {
            let ball = instance(renderer, &single(ball(Vec3::ZERO, 0.7), matt(GREY)), &[]);
            let first = render(renderer, &plain_scene(&[&ball]));
            assert_eq!(first, render(renderer, &plain_scene(&[&ball])));
            images.push(first);
        });
    }
    if let [a, b] = images.as_slice() {
        assert!(difference(a, b) < 0.05);
    }
}

#[test]
fn the_ground_is_darker_in_the_shadow() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let ball = instance(renderer, &single(ball(Vec3::ZERO, 0.3), matt(GREY)), &[]);
        let instances = [&ball];
        let camera = plain_scene(&instances).camera;
        // From above, a little to the right: the shadow is left of the ball.
        let sun = Sun::default().with_direction_to_sun(Vec3::new(1.0, 1.0, 0.0).normalize());
        let scene = plain_scene(&instances)
            .with_ground(GroundPlane::default().with_height(-0.3).with_grid_strength(0.0))
            .with_sun(sun)
            .with_camera(Camera::look_at(Vec3::new(0.0, 4.0, 0.01), Vec3::ZERO).with_fov_y(camera.fov_y));
        let image = render(renderer, &scene);
        let (shadow, open) = (brightness(at(&image, -0.36, 0.0)), brightness(at(&image, 0.6, 0.0)));
        assert!(shadow * 4 < open * 3, "{shadow} {open}");
        // Without shadow acne the lit ground is even.
        let other = brightness(at(&image, 0.5, 0.5));
        assert!(other.abs_diff(open) < 20, "{other} {open}");
    });
}

#[test]
fn a_scene_of_any_size_looks_the_same() {
    let mut images = Vec::new();
    for size in [0.02f32, 2.0, 200.0] {
        with_renderer(VertexDataBinding::Auto, |renderer| {
            let node = Transform { scale: Vec3::splat(size), ..Transform::IDENTITY };
            let parts = vec![(ball(Vec3::Y * 0.5, 0.5), matt(GREY))];
            let ball = instance(renderer, &character(node, parts, 0), &[]);
            let bounds =
                Bounds { min: Vec3::new(-0.5, 0.0, -0.5) * size, max: Vec3::new(0.5, 1.0, 0.5) * size };
            let instances = [&ball];
            let scene =
                Scene::new(Camera::framing(&bounds, ViewPreset::ThreeQuarter, 16.0 / 9.0), &instances);
            images.push(render(renderer, &scene));
        });
    }
    for other in images.iter().skip(1) {
        let d = difference(&images[0], other);
        assert!(d < 0.5, "{d}");
    }
}

#[test]
fn backgrounds() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let card = instance(renderer, &single(card(Vec3::ZERO, Vec2::splat(0.2)), unlit(Vec4::ONE)), &[]);
        let instances = [&card];
        let color = Background::Color(Vec4::new(1.0, 0.0, 0.0, 1.0));
        let red = render(renderer, &plain_scene(&instances).with_background(color));
        assert_eq!(at(&red, 1.0, 0.5), [255, 0, 0, 255]);
        let sky = render(renderer, &plain_scene(&instances).with_background(Background::Sky));
        let [r, g, b, a] = at(&sky, 1.0, 0.5);
        assert!(a == 255 && r > 100 && g > 100 && b > 100, "{:?}", [r, g, b, a]);
    });
}

#[test]
fn back_faces_are_culled_also_when_mirrored() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mirrored = Transform { scale: Vec3::new(-1.0, 1.0, 1.0), ..Transform::IDENTITY };
        let behind = Transform { scale: Vec3::new(1.0, 1.0, -1.0), ..Transform::IDENTITY };
        // Node of a card that faces +Z, whether it is double-sided, whether it is visible from the front.
        for (node, double_sided, seen) in [
            (Transform::IDENTITY, false, true),
            (mirrored, false, true),
            (behind, false, false),
            (behind, true, true),
        ] {
            let material = sinew::character::Material { double_sided, ..matt(GREY) };
            let parts = vec![(card(Vec3::ZERO, Vec2::splat(0.5)), material)];
            let instance = instance(renderer, &character(node, parts, 0), &[]);
            let image = render(renderer, &plain_scene(&[&instance]));
            assert_eq!(at(&image, 0.0, 0.0)[3] == 255, seen, "{node:?} {double_sided}");
        }
    });
}

#[test]
fn points_and_lines_are_drawn() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let line = vec![Vec3::new(-0.5, 0.0, 0.0), Vec3::new(0.5, 0.003, 0.0)];
        for (topology, positions) in [
            (Topology::Lines, line),
            (Topology::Points, (-30..30).map(|i| Vec3::X * (i as f32 / 90.0)).collect()),
        ] {
            let instance = instance(renderer, &single(strokes(topology, positions), unlit(Vec4::ONE)), &[]);
            let image = render(renderer, &plain_scene(&[&instance]));
            let drawn = image.rgba.chunks_exact(4).filter(|p| p[3] > 0).count();
            assert!((20..2000).contains(&drawn), "{topology:?} {drawn}");
        }
    });
}

#[test]
fn overlay_lines_show_through() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let ball = instance(renderer, &single(ball(Vec3::ZERO, 0.5), unlit(Vec4::W)), &[]);
        let green = Vec4::new(0.0, 1.0, 0.0, 1.0);
        let line = Line::new(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 0.0, -1.0), green).with_width(4.0);
        let instances = [&ball];
        let image = render(renderer, &plain_scene(&instances).with_lines(&[line]));
        let (open, covered) = (at(&image, 0.7, 0.0), at(&image, 0.0, 0.0));
        assert_eq!(open, [0, 255, 0, 255]);
        assert!(covered[1] > 60 && covered[1] < 220, "{covered:?}");
    });
}

#[test]
fn an_empty_character_gives_an_image() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let empty =
            instance(renderer, &std::sync::Arc::new(sinew::Character::new(Default::default()).unwrap()), &[]);
        let image = render(renderer, &Scene::new(crate::support::camera(), &[&empty]));
        assert!(brightness(at(&image, 0.0, 0.0)) > 0);
        assert!(renderer.render_to_image(&plain_scene(&[]), 0, 10).is_err());
    });
}
