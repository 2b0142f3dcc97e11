//! Light, shadow, backgrounds, overlays, and that pictures don't depend on what they must not depend on.

use crate::shapes::{ball, card, character, matt, single, strokes, unlit};
use crate::support::{at, brightness, difference, picture, plain_scene, puppet, with_renderer};
use sinew::character::Topology;
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::{Bounds, Transform};
use sinew_render::{Background, Camera, Ground, Line, Scene, Sun, VertexData, View};

const GREY: Vec3 = Vec3::splat(0.5);

#[test]
fn a_ball_is_brighter_towards_the_sun_and_nothing_is_around_it() {
    with_renderer(VertexData::Auto, |renderer| {
        let ball = puppet(renderer, &single(ball(Vec3::ZERO, 0.7), matt(GREY)), &[]);
        let picture = picture(renderer, &plain_scene(&[&ball]));
        assert_eq!(at(&picture, 0.0, 0.0)[3], 255);
        assert_eq!(at(&picture, 1.5, 0.8), [0; 4]);
        let (lit, dark) = (brightness(at(&picture, 0.5, 0.1)), brightness(at(&picture, -0.5, 0.1)));
        assert!(lit > dark + 60, "{lit} {dark}");
    });
}

#[test]
fn both_data_paths_draw_the_same_and_twice_is_the_same() {
    let mut pictures = Vec::new();
    for path in [VertexData::Storage, VertexData::Texture] {
        with_renderer(path, |renderer| {
            let ball = puppet(renderer, &single(ball(Vec3::ZERO, 0.7), matt(GREY)), &[]);
            let first = picture(renderer, &plain_scene(&[&ball]));
            assert_eq!(first, picture(renderer, &plain_scene(&[&ball])));
            pictures.push(first);
        });
    }
    if let [a, b] = pictures.as_slice() {
        assert!(difference(a, b) < 0.05);
    }
}

#[test]
fn the_ground_is_darker_in_the_shadow() {
    with_renderer(VertexData::Auto, |renderer| {
        let ball = puppet(renderer, &single(ball(Vec3::ZERO, 0.3), matt(GREY)), &[]);
        let actors = [&ball];
        let scene = Scene {
            ground: Some(Ground { height: -0.3, grid: 0.0, ..Ground::default() }),
            // From above, a little to the right: the shadow lies left of the ball.
            sun: Sun { direction: Vec3::new(1.0, 1.0, 0.0).normalize(), ..Sun::default() },
            camera: Camera { eye: Vec3::new(0.0, 4.0, 0.01), ..plain_scene(&actors).camera },
            ..plain_scene(&actors)
        };
        let picture = picture(renderer, &scene);
        let (shadow, open) = (brightness(at(&picture, -0.36, 0.0)), brightness(at(&picture, 0.6, 0.0)));
        assert!(shadow * 4 < open * 3, "{shadow} {open}");
        // No acne: the lit ground is even.
        let other = brightness(at(&picture, 0.5, 0.5));
        assert!(other.abs_diff(open) < 20, "{other} {open}");
    });
}

#[test]
fn a_scene_of_any_size_looks_the_same() {
    let mut pictures = Vec::new();
    for size in [0.02f32, 2.0, 200.0] {
        with_renderer(VertexData::Auto, |renderer| {
            let node = Transform { scale: Vec3::splat(size), ..Transform::IDENTITY };
            let parts = vec![(ball(Vec3::Y * 0.5, 0.5), matt(GREY))];
            let ball = puppet(renderer, &character(node, parts, 0), &[]);
            let bounds =
                Bounds { min: Vec3::new(-0.5, 0.0, -0.5) * size, max: Vec3::new(0.5, 1.0, 0.5) * size };
            let actors = [&ball];
            let scene = Scene::new(Camera::framing(&bounds, View::ThreeQuarter, 16.0 / 9.0), &actors);
            pictures.push(picture(renderer, &scene));
        });
    }
    for other in pictures.iter().skip(1) {
        let d = difference(&pictures[0], other);
        assert!(d < 0.5, "{d}");
    }
}

#[test]
fn backgrounds() {
    with_renderer(VertexData::Auto, |renderer| {
        let card = puppet(renderer, &single(card(Vec3::ZERO, Vec2::splat(0.2)), unlit(Vec4::ONE)), &[]);
        let actors = [&card];
        let color = Background::Color(Vec4::new(1.0, 0.0, 0.0, 1.0));
        let red = picture(renderer, &Scene { background: color, ..plain_scene(&actors) });
        assert_eq!(at(&red, 1.0, 0.5), [255, 0, 0, 255]);
        let sky = picture(renderer, &Scene { background: Background::Sky, ..plain_scene(&actors) });
        let [r, g, b, a] = at(&sky, 1.0, 0.5);
        assert!(a == 255 && r > 100 && g > 100 && b > 100, "{:?}", [r, g, b, a]);
    });
}

#[test]
fn faces_are_culled_by_the_side_they_show_also_when_mirrored() {
    with_renderer(VertexData::Auto, |renderer| {
        let mirrored = Transform { scale: Vec3::new(-1.0, 1.0, 1.0), ..Transform::IDENTITY };
        let behind = Transform { scale: Vec3::new(1.0, 1.0, -1.0), ..Transform::IDENTITY };
        // A card that faces +Z, whether its front is seen, whether its back would be drawn.
        for (node, double_sided, seen) in [
            (Transform::IDENTITY, false, true),
            (mirrored, false, true),
            (behind, false, false),
            (behind, true, true),
        ] {
            let material = sinew::character::Material { double_sided, ..matt(GREY) };
            let parts = vec![(card(Vec3::ZERO, Vec2::splat(0.5)), material)];
            let puppet = puppet(renderer, &character(node, parts, 0), &[]);
            let picture = picture(renderer, &plain_scene(&[&puppet]));
            assert_eq!(at(&picture, 0.0, 0.0)[3] == 255, seen, "{node:?} {double_sided}");
        }
    });
}

#[test]
fn points_and_lines_are_drawn() {
    with_renderer(VertexData::Auto, |renderer| {
        let line = vec![Vec3::new(-0.5, 0.0, 0.0), Vec3::new(0.5, 0.003, 0.0)];
        for (topology, positions) in [
            (Topology::Lines, line),
            (Topology::Points, (-30..30).map(|i| Vec3::X * (i as f32 / 90.0)).collect()),
        ] {
            let puppet = puppet(renderer, &single(strokes(topology, positions), unlit(Vec4::ONE)), &[]);
            let picture = picture(renderer, &plain_scene(&[&puppet]));
            let drawn = picture.rgba.chunks_exact(4).filter(|p| p[3] > 0).count();
            assert!((20..2000).contains(&drawn), "{topology:?} {drawn}");
        }
    });
}

#[test]
fn overlay_lines_show_through() {
    with_renderer(VertexData::Auto, |renderer| {
        let ball = puppet(renderer, &single(ball(Vec3::ZERO, 0.5), unlit(Vec4::W)), &[]);
        let line = Line {
            from: Vec3::new(-1.0, 0.0, -1.0),
            to: Vec3::new(1.0, 0.0, -1.0),
            color: Vec4::new(0.0, 1.0, 0.0, 1.0),
            width: 4.0,
        };
        let actors = [&ball];
        let picture = picture(renderer, &Scene { lines: &[line], ..plain_scene(&actors) });
        let (open, covered) = (at(&picture, 0.7, 0.0), at(&picture, 0.0, 0.0));
        assert_eq!(open, [0, 255, 0, 255]);
        assert!(covered[1] > 60 && covered[1] < 220, "{covered:?}");
    });
}

#[test]
fn nothing_at_all_is_a_picture_too() {
    with_renderer(VertexData::Auto, |renderer| {
        let empty =
            puppet(renderer, &std::sync::Arc::new(sinew::Character::new(Default::default()).unwrap()), &[]);
        let picture = picture(renderer, &Scene::new(crate::support::camera(), &[&empty]));
        assert!(brightness(at(&picture, 0.0, 0.0)) > 0);
        assert!(renderer.picture(&plain_scene(&[]), 0, 10).is_err());
    });
}
