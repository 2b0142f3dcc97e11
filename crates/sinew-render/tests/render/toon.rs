//! Toon materials: lit and shade colour, rim light, matcap, animated textures.

use crate::shapes::{all_lit, ball, big_card, card, character, matt, pixels, single, texture, toon};
use crate::support::{
    at, brightness, difference, instance, near, plain_scene, render, studio, with_renderer,
};
use sinew::Transform;
use sinew::character::{Material, Pixels, Primitive, Toon};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew_render::{Renderer, Scene, Sky, Sun, VertexDataBinding};
use std::f32::consts::PI;

const BLACK: [u8; 4] = [0, 0, 0, 255];
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

fn draw(renderer: &mut Renderer, parts: Vec<(Primitive, Material)>, images: &[Pixels]) -> Pixels {
    let instance = instance(renderer, &character(Transform::IDENTITY, parts, images.len()), images);
    render(renderer, &studio(&[&instance]))
}

/// Ball that fills most of the image.
fn big_ball() -> Primitive {
    ball(Vec3::ZERO, 0.8)
}

#[test]
fn lit_surfaces_show_the_base_colour_as_painted_and_others_the_shade_colour() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let material =
            toon(Vec3::new(1.0, 0.5, 0.2), Toon { shade_color: Vec3::new(0.1, 0.2, 0.6), ..Toon::default() });
        let image = draw(renderer, vec![(big_ball(), material)], &[]);
        let (lit, shade) = (at(&image, 0.5, 0.0), at(&image, -0.5, 0.0));
        assert!(near(lit, [255, 188, 124, 255], 2), "{lit:?}");
        assert!(near(shade, [89, 124, 203, 255], 2), "{shade:?}");
    });
}

#[test]
fn a_white_face_is_white_in_any_daylight_and_dark_in_the_dark() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let white = instance(renderer, &single(big_ball(), toon(Vec3::ONE, Toon::default())), &[]);
        let mut seen = |intensity: f32| {
            let instances = [&white];
            let daylight = Scene::new(crate::support::camera(), &instances);
            let sun = daylight.sun.with_intensity(daylight.sun.intensity * intensity);
            let sky = daylight.sky.with_intensity(intensity);
            at(&render(renderer, &daylight.with_sun(sun).with_sky(sky)), 0.1, 0.3)
        };
        for intensity in [1.0, 4.0] {
            let found = seen(intensity);
            assert!(found.iter().all(|c| *c >= 245), "{intensity} {found:?}");
        }
        assert!(brightness(seen(0.1)) < 400);
    });
}

#[test]
fn gi_equalization_makes_ambient_light_uniform() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut top_to_bottom = |gi_equalization: f32| {
            let material = toon(Vec3::ONE, Toon { gi_equalization, ..Toon::default() });
            let instance = instance(renderer, &single(big_ball(), material), &[]);
            let instances = [&instance];
            let sun = Sun::default().with_intensity(0.0);
            let mut sky = Sky::default();
            sky.ground = Vec3::ZERO;
            let image = render(renderer, &plain_scene(&instances).with_sun(sun).with_sky(sky));
            brightness(at(&image, 0.0, 0.7)).abs_diff(brightness(at(&image, 0.0, -0.7)))
        };
        assert!(top_to_bottom(0.0) > 100);
        assert_eq!(top_to_bottom(1.0), 0);
    });
}

#[test]
fn shading_shift_moves_the_shade_border_and_shading_toony_hardens_it() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        // Number of steps of the ramp between cosines of -0.95 and 0.95 to the sun, and the cosine at its
        // middle.
        let mut ramp = |look: Toon, images: &[Pixels]| {
            let parts = vec![(big_ball(), toon(Vec3::ONE, look))];
            let instance = instance(renderer, &character(Transform::IDENTITY, parts, images.len()), images);
            let image = render(renderer, &studio(&[&instance]));
            // Perspective: the near side of the ball is closer to the camera, which is 4 m away.
            let offset = |facing: f32| 0.8 * facing / (1.0 - 0.2 * (1.0 - facing * facing).sqrt());
            let is_between =
                |facing: &f32| (60..=750).contains(&brightness(at(&image, offset(*facing), 0.0)));
            let found: Vec<f32> = (-95..=95).map(|f| f as f32 / 100.0).filter(is_between).collect();
            (found.len(), found.iter().sum::<f32>() / found.len().max(1) as f32)
        };
        let (hard, at_zero) = ramp(Toon { shading_toony: 1.0, ..Toon::default() }, &[]);
        let (soft, _) = ramp(Toon { shading_toony: 0.5, ..Toon::default() }, &[]);
        assert!(hard <= 3 && (90..=102).contains(&soft), "{hard} {soft}");
        assert!(at_zero.abs() < 0.03, "{at_zero}");
        let (_, shifted) = ramp(Toon { shading_shift: -0.5, ..Toon::default() }, &[]);
        assert!((shifted - 0.5).abs() < 0.03, "{shifted}");
        // The red channel of the texture, times its scale, is added.
        let shift = Toon {
            shading_shift: -0.75,
            shading_shift_texture: texture(0),
            shading_shift_scale: 0.5,
            ..Toon::default()
        };
        let (_, shifted) = ramp(shift, &[pixels(1, &[[127, 0, 255, 255]])]);
        assert!((shifted - 0.5).abs() < 0.03, "{shifted}");
    });
}

#[test]
fn shade_textures_multiply_and_vertex_colours_do_not() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let shaded = Toon {
            shade_color: Vec3::new(1.0, 1.0, 0.0),
            shade_texture: texture(0),
            shading_shift: -2.0,
            ..Toon::default()
        };
        let mut card = big_card();
        card.colors = vec![Vec4::new(0.0, 0.0, 0.0, 1.0); 4];
        let texels = [[255, 0, 255, 255], [0, 255, 255, 255]];
        let image = draw(renderer, vec![(card, toon(Vec3::ZERO, shaded))], &[pixels(2, &texels)]);
        assert_eq!((at(&image, -0.4, 0.0), at(&image, 0.4, 0.0)), (RED, GREEN));
    });
}

#[test]
fn a_normal_map_changes_the_shading_also_while_its_coordinates_rotate() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        // The left normal points away from the sun, the right normal towards it. After half a turn both the
        // positions and the directions are swapped.
        let images = [pixels(2, &[[30, 128, 200, 255], [226, 128, 200, 255]])];
        for with_tangents in [true, false] {
            for uv_rotation in [0.0, PI] {
                let mut card = big_card();
                if !with_tangents {
                    card.tangents.clear();
                }
                let look = toon(Vec3::ONE, Toon { uv_rotation, ..Toon::default() });
                let material = Material { normal_texture: texture(0), ..look };
                let character = character(Transform::IDENTITY, vec![(card, material)], 1);
                let instance = instance(renderer, &character, &images);
                let instances = [&instance];
                let image = render(renderer, &studio(&instances).with_time(1.0));
                let (away, towards) = (at(&image, -0.4, 0.0), at(&image, 0.4, 0.0));
                assert!(brightness(away) < 60 && near(towards, [255; 4], 2), "{away:?} {towards:?}");
            }
        }
    });
}

#[test]
fn toon_materials_cast_and_receive_shadows() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let wall = toon(Vec3::ONE, Toon { shade_color: Vec3::X, ..Toon::default() });
        let parts = vec![
            (big_card(), wall.clone()),
            (ball(Vec3::new(0.3, 0.0, 0.5), 0.2), toon(Vec3::ZERO, Toon::default())),
        ];
        let instance = instance(renderer, &character(Transform::IDENTITY, parts, 0), &[]);
        let instances = [&instance];
        let sun = studio(&instances).sun.with_direction_to_sun(Vec3::new(0.7, 0.0, 0.7).normalize());
        let image = render(renderer, &studio(&instances).with_sun(sun));
        let (shadow, open) = (at(&image, -0.2, 0.0), at(&image, -0.2, 0.6));
        assert!(near(shadow, RED, 20) && near(open, [255; 4], 3), "{shadow:?} {open:?}");
    });
}

#[test]
fn a_matcap_follows_the_view() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let cap = Toon { matcap_texture: texture(0), rim_lighting_mix: 0.0, ..Toon::default() };
        let white = [255; 4];
        let image = draw(
            renderer,
            vec![(big_ball(), toon(Vec3::ZERO, cap))],
            &[pixels(2, &[RED, GREEN, BLUE, white])],
        );
        let found = [(-0.4, 0.4), (0.4, 0.4), (-0.4, -0.4), (0.4, -0.4)].map(|(x, y)| at(&image, x, y));
        assert_eq!(found, [RED, GREEN, BLUE, white]);
    });
}

#[test]
fn rim_light_is_at_the_edge_and_follows_its_lighting_mix() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut seen = |rim: Toon, images: &[Pixels]| {
            let parts = vec![(big_ball(), toon(Vec3::ZERO, rim))];
            let instance = instance(renderer, &character(Transform::IDENTITY, parts, images.len()), images);
            let instances = [&instance];
            let sun = studio(&instances).sun.with_color(Vec3::Y);
            let image = render(renderer, &studio(&instances).with_sun(sun));
            [at(&image, 0.0, 0.0), at(&image, 0.0, 0.78)]
        };
        let rim = Toon { rim_color: Vec3::ONE, rim_fresnel_power: 3.0, ..Toon::default() };
        let [middle, edge] = seen(Toon { rim_lighting_mix: 0.0, ..rim }, &[]);
        assert!(near(middle, BLACK, 1) && edge[0] > 150 && edge[0] == edge[2], "{middle:?} {edge:?}");
        let [_, edge] = seen(rim, &[]);
        assert!(edge[0] <= 1 && edge[1] > 150, "{edge:?}");
        // With full lift, or a fresnel power of 0, the rim light covers the whole surface.
        assert!(near(seen(Toon { rim_lift: 1.0, ..rim }, &[])[0], GREEN, 1));
        assert!(near(seen(Toon { rim_fresnel_power: 0.0, ..rim }, &[])[0], GREEN, 1));
        let masked = Toon { rim_texture: texture(0), ..rim };
        assert!(near(seen(masked, &[pixels(1, &[BLACK])])[1], BLACK, 1));
    });
}

#[test]
fn emission_keeps_its_colour() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let lamp = Material { emissive: Vec3::new(0.5, 1.0, 0.0), ..toon(Vec3::ZERO, Toon::default()) };
        // Half of the light, between two values of sRGB.
        assert!(near(at(&draw(renderer, vec![(big_card(), lamp)], &[]), 0.0, 0.0), [188, 255, 0, 255], 1));
    });
}

#[test]
fn textures_move_with_time_where_the_mask_allows() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let quarters = pixels(2, &[RED, GREEN, BLUE, [255; 4]]);
        let mut seen = |animation: Toon, time: f64| {
            let material = Material { base_color_texture: texture(0), ..toon(Vec3::ONE, animation) };
            // The left half does not move.
            let mask = pixels(2, &[[255, 255, 0, 255], [0, 0, 255, 255]]);
            let images = [quarters.clone(), mask];
            let instance =
                instance(renderer, &character(Transform::IDENTITY, vec![(big_card(), material)], 2), &images);
            let instances = [&instance];
            let image = render(renderer, &studio(&instances).with_time(time));
            [(-0.4, 0.4), (0.4, 0.4), (-0.4, -0.4), (0.4, -0.4)].map(|(x, y)| at(&image, x, y))
        };
        let still = [RED, GREEN, BLUE, [255; 4]];
        let scroll = Toon { uv_scroll: [-0.25, 0.0], ..all_lit() };
        assert_eq!(seen(scroll, 0.0), still);
        // The texture moves right by half its width; clamping repeats its left edge.
        assert_eq!(seen(scroll, 2.0), [RED, RED, BLUE, BLUE]);
        let masked = Toon { uv_animation_mask: texture(1), uv_scroll: [0.0, 0.5], ..all_lit() };
        assert_eq!(seen(masked, 1.0), [RED, [255; 4], BLUE, [255; 4]]);
        // The texture rotates clockwise by a quarter turn, since its coordinates rotate the other way.
        let turn = Toon { uv_rotation: PI, ..all_lit() };
        assert_eq!(seen(turn, 0.5), [BLUE, RED, [255; 4], GREEN]);
    });
}

#[test]
fn both_bindings_draw_the_same_toon_materials() {
    let mut images = Vec::new();
    for path in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        with_renderer(path, |renderer| {
            let outline = sinew::character::Outline {
                mode: sinew::character::OutlineMode::World,
                width: 0.05,
                width_texture: texture(0),
                ..Default::default()
            };
            let material = toon(Vec3::new(0.9, 0.6, 0.5), Toon { outline, ..Toon::default() });
            let image = pixels(2, &[[0, 255, 0, 255], [0, 128, 0, 255]]);
            let parts = vec![(ball(Vec3::ZERO, 0.6), material), (card(-Vec3::Z, Vec2::ONE), matt(Vec3::ONE))];
            let instance = instance(renderer, &character(Transform::IDENTITY, parts, 1), &[image]);
            images.push(render(renderer, &plain_scene(&[&instance])));
        });
    }
    if let [a, b] = images.as_slice() {
        assert!(difference(a, b) < 0.05);
    }
}
