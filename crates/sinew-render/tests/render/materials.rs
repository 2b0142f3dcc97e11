//! Metallic-roughness and unlit materials and their textures.

use crate::shapes::{ball, big_card, card, character, matt, pixels, single, texture, unlit};
use crate::support::{at, brightness, instance, plain_scene, render, with_renderer};
use sinew::Transform;
use sinew::character::{AlphaMode, Anisotropy, Clearcoat, Material, Pixels, Primitive, UvTransform};
use sinew::glam::{Quat, Vec2, Vec3, Vec4};
use sinew_render::{Background, Renderer, VertexDataBinding};

fn draw(renderer: &mut Renderer, parts: Vec<(Primitive, Material)>, images: &[Pixels]) -> Pixels {
    let instance = instance(renderer, &character(Transform::IDENTITY, parts, images.len()), images);
    render(renderer, &plain_scene(&[&instance]))
}

#[test]
fn an_unlit_texture_keeps_its_colours() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let texels = [
            [255, 0, 0, 255],
            [1, 2, 3, 255],
            [128, 64, 200, 255],
            [255, 255, 255, 255],
            [10, 250, 90, 255],
            [0, 0, 0, 255],
            [54, 55, 56, 255],
            [200, 255, 199, 255],
        ];
        let material = Material { base_color_texture: texture(0), ..unlit(Vec4::ONE) };
        let image = draw(renderer, vec![(big_card(), material)], &[pixels(8, &texels)]);
        for (column, expected) in texels.iter().enumerate() {
            let found = at(&image, -0.7 + 0.2 * column as f32, 0.1);
            assert!(found.iter().zip(expected).all(|(a, b)| a.abs_diff(*b) <= 1), "{found:?} {expected:?}");
        }
    });
}

#[test]
fn a_mask_has_holes() {
    let texels = [[255, 255, 255, 0], [255, 255, 255, 255]];
    for background in [Background::Transparent, Background::Color(Vec4::W)] {
        with_renderer(VertexDataBinding::Auto, |renderer| {
            let material = Material {
                base_color_texture: texture(0),
                alpha_mode: AlphaMode::Mask { cutoff: 0.5 },
                ..unlit(Vec4::ONE)
            };
            let parts = vec![(big_card(), material)];
            let images = [pixels(2, &texels)];
            let card = instance(renderer, &character(Transform::IDENTITY, parts, 1), &images);
            let instances = [&card];
            let image = render(renderer, &plain_scene(&instances).with_background(background));
            let (hole, solid) = (at(&image, -0.4, 0.0), at(&image, 0.4, 0.0));
            assert_eq!(brightness(hole), 0, "{hole:?}");
            assert_eq!(solid, [255; 4]);
        });
    }
}

/// Samples at the edge of a mask are opaque: the picture is nowhere brighter than the mask and what is behind
/// it.
#[test]
fn edges_of_masks_are_as_dark_as_both_sides() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let dark = unlit(Vec4::new(0.05, 0.05, 0.05, 1.0));
        let striped = Material {
            base_color_texture: texture(0),
            alpha_mode: AlphaMode::Mask { cutoff: 0.5 },
            ..dark.clone()
        };
        let texels: Vec<_> = (0..37).map(|n| [255, 255, 255, 255 * (n % 2)]).collect();
        let parts = vec![
            (card(Vec3::Z * 0.3, Vec2::splat(0.7)), striped),
            (card(Vec3::ZERO, Vec2::splat(4.0)), dark),
        ];
        let images = [pixels(37, &texels)];
        let card = instance(renderer, &character(Transform::IDENTITY, parts, 1), &images);
        let instances = [&card];
        for background in [Background::Sky, Background::Color(Vec4::ONE)] {
            let image = render(renderer, &plain_scene(&instances).with_background(background));
            let all = image.rgba.as_chunks::<4>().0;
            let [low, high] =
                all.iter().fold([255, 0], |[low, high], [red, ..]| [low.min(*red), high.max(*red)]);
            assert!(high - low <= 2 && all.iter().all(|pixel| pixel[3] == 255), "{low} {high}");
        }
    });
}

/// The alpha of masks with stretched highlights is the share that strands cover, and grows as less of the card is seen.
#[test]
fn cards_of_hair_cover_more_from_the_side() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let hair = Material {
            anisotropy: Some(Anisotropy { strength: 0.8, ..Anisotropy::default() }),
            alpha_mode: AlphaMode::Mask { cutoff: 0.5 },
            double_sided: true,
            base_color: Vec4::new(1.0, 1.0, 1.0, 0.3),
            ..matt(Vec3::ONE)
        };
        for (degrees, expected) in [(0.0_f32, 0.3), (60.0, 0.51), (75.0, 0.748)] {
            let turn = Transform::from_rotation(Quat::from_rotation_x(degrees.to_radians()));
            let parts = vec![(card(Vec3::ZERO, Vec2::splat(4.0)), hair.clone())];
            let card = instance(renderer, &character(turn, parts, 0), &[]);
            let instances = [&card];
            let scene = plain_scene(&instances).with_background(Background::Transparent);
            let image = render(renderer, &scene);
            // The row in the middle, where the card is seen at this angle.
            let middle: Vec<f32> =
                (-40..=40).map(|x| f32::from(at(&image, x as f32 * 0.01, 0.0)[3]) / 255.0).collect();
            let mean = middle.iter().sum::<f32>() / middle.len() as f32;
            assert!((mean - expected).abs() < 0.06, "{degrees}: {mean}");
        }
    });
}

#[test]
fn blended_cards_are_sorted_by_distance() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let glass = |color: Vec4, z: f32| {
            let material = Material { alpha_mode: AlphaMode::Blend, double_sided: true, ..unlit(color) };
            (card(Vec3::Z * z, Vec2::splat(0.8)), material)
        };
        let red = glass(Vec4::new(1.0, 0.0, 0.0, 0.5), 0.2);
        let blue = glass(Vec4::new(0.0, 0.0, 1.0, 0.5), -0.2);
        for parts in [vec![red.clone(), blue.clone()], vec![blue, red]] {
            let instance = instance(renderer, &character(Transform::IDENTITY, parts, 0), &[]);
            let instances = [&instance];
            let scene = plain_scene(&instances).with_background(Background::Color(Vec4::W));
            // Half of the red light and a quarter of the blue.
            let [r, _, b, _] = at(&render(renderer, &scene), 0.0, 0.0);
            assert!(r.abs_diff(188) <= 1 && b.abs_diff(137) <= 1, "{r} {b}");
        }
    });
}

#[test]
fn an_opaque_surface_of_a_blended_material_hides_surfaces_behind_it() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let blend = |color: Vec4| Material { alpha_mode: AlphaMode::Blend, ..unlit(color) };
        let near = (card(Vec3::Z * 0.2, Vec2::splat(0.8)), blend(Vec4::new(1.0, 0.0, 0.0, 1.0)));
        let far = (card(Vec3::Z * -0.2, Vec2::splat(0.8)), blend(Vec4::new(0.0, 0.0, 1.0, 1.0)));
        assert_eq!(at(&draw(renderer, vec![near, far], &[]), 0.0, 0.0), [255, 0, 0, 255]);
    });
}

#[test]
fn transmission_shows_surfaces_behind() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut red_seen = |transmission: f32| {
            let glass = Material { transmission, roughness: 0.5, ..matt(Vec3::ONE) };
            let near = (card(Vec3::Z * 0.2, Vec2::splat(0.8)), glass);
            let far = (card(Vec3::Z * -0.2, Vec2::splat(0.8)), unlit(Vec4::new(1.0, 0.0, 0.0, 1.0)));
            let [r, g, _, a] = at(&draw(renderer, vec![near, far], &[]), 0.0, 0.0);
            assert_eq!(a, 255);
            i32::from(r) - i32::from(g)
        };
        assert!(red_seen(0.0) < 16);
        assert!(red_seen(1.0) > 60);
    });
}

#[test]
fn a_transparent_image_has_straight_alpha() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let material = Material { alpha_mode: AlphaMode::Blend, ..unlit(Vec4::new(0.0, 1.0, 0.0, 0.5)) };
        let [r, g, b, a] = at(&draw(renderer, vec![(big_card(), material)], &[]), 0.0, 0.0);
        assert!((r, b) == (0, 0) && g >= 254 && a.abs_diff(128) <= 1, "{:?}", [r, g, b, a]);
    });
}

#[test]
fn a_normal_map_changes_the_shading() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        // The left normal points away from the sun, which is on the right, and the right normal towards it.
        let texels = [[30, 128, 200, 255], [226, 128, 200, 255]];
        for with_tangents in [true, false] {
            let mut card = big_card();
            if !with_tangents {
                card.tangents.clear();
            }
            let material = Material { normal_texture: texture(0), ..matt(Vec3::splat(0.5)) };
            let image = draw(renderer, vec![(card, material)], &[pixels(2, &texels)]);
            let (away, towards) = (brightness(at(&image, -0.4, 0.0)), brightness(at(&image, 0.4, 0.0)));
            assert!(towards > away + 60, "{with_tangents} {towards} {away}");
        }
    });
}

#[test]
fn uv_transforms_move_textures() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let texels = [[255, 0, 0, 255], [0, 0, 255, 255]];
        let mut reference = texture(0);
        let shifted = UvTransform { offset: Vec2::new(0.5, 0.0), scale: Vec2::new(0.5, 1.0), rotation: 0.0 };
        reference.as_mut().unwrap().transform = shifted;
        let material = Material { base_color_texture: reference, ..unlit(Vec4::ONE) };
        let image = draw(renderer, vec![(big_card(), material)], &[pixels(2, &texels)]);
        assert_eq!(at(&image, -0.4, 0.0), [0, 0, 255, 255]);
        assert_eq!(at(&image, 0.4, 0.0), [0, 0, 255, 255]);
    });
}

#[test]
fn textures_read_the_second_uv_set() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let texels = [[255, 0, 0, 255], [0, 0, 255, 255]];
        let mut card = big_card();
        card.uvs.push(vec![Vec2::new(0.9, 0.5); 4]);
        let mut reference = texture(0);
        reference.as_mut().unwrap().uv_set = 1;
        let material = Material { base_color_texture: reference, ..unlit(Vec4::ONE) };
        let image = draw(renderer, vec![(card, material)], &[pixels(2, &texels)]);
        assert_eq!(at(&image, -0.4, 0.0), [0, 0, 255, 255]);
    });
}

#[test]
fn vertex_colors_multiply() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut card = big_card();
        card.colors = vec![Vec4::new(0.0, 1.0, 0.0, 1.0); 4];
        let image = draw(renderer, vec![(card, unlit(Vec4::ONE))], &[]);
        assert_eq!(at(&image, 0.0, 0.0), [0, 255, 0, 255]);
    });
}

#[test]
fn an_image_that_cannot_be_decoded_shows_a_checker() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let material = Material { base_color_texture: texture(0), ..unlit(Vec4::ONE) };
        let nothing = Pixels { width: 0, height: 0, rgba: Vec::new() };
        let image = draw(renderer, vec![(big_card(), material)], &[nothing]);
        let colors: std::collections::BTreeSet<_> =
            (0..20).map(|i| brightness(at(&image, -0.7 + 0.07 * i as f32, 0.0))).collect();
        assert!(colors.len() >= 2, "{colors:?}");
    });
}

#[test]
fn smooth_surfaces_and_clear_coats_have_highlights_and_emission_glows() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let mut brightest = |material: Material| {
            let instance = instance(renderer, &single(ball(Vec3::ZERO, 0.7), material), &[]);
            let image = render(renderer, &plain_scene(&[&instance]));
            image.rgba.chunks_exact(4).map(|p| brightness([p[0], p[1], p[2], p[3]])).max().unwrap()
        };
        let dark = matt(Vec3::splat(0.02));
        let rough = brightest(dark.clone());
        let smooth = brightest(Material { roughness: 0.2, ..dark.clone() });
        let coat = Some(Clearcoat { factor: 1.0, roughness: 0.1, ..Clearcoat::default() });
        let coated = brightest(Material { clearcoat: coat, ..dark.clone() });
        let no_specular = brightest(Material { roughness: 0.2, specular: 0.0, ..dark.clone() });
        let glowing = brightest(Material { emissive: Vec3::splat(0.5), ..dark });
        assert!(smooth > rough + 100, "{smooth} {rough}");
        assert!(coated > rough + 100, "{coated} {rough}");
        assert!(no_specular < rough, "{no_specular} {rough}");
        assert!(glowing > rough + 100, "{glowing} {rough}");
    });
}
