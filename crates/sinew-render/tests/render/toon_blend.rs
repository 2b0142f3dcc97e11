//! Transparency of toon materials, and the order in which they are blended.

use crate::shapes::{all_lit, big_card, card, character, pixels, texture, toon};
use crate::support::{at, instance, near, render, studio, with_renderer};
use sinew::Transform;
use sinew::character::{AlphaMode, Material, Pixels, Primitive, Toon};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew_render::{Background, Renderer, VertexDataBinding};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];

fn draw(renderer: &mut Renderer, parts: Vec<(Primitive, Material)>, images: &[Pixels]) -> Pixels {
    let instance = instance(renderer, &character(Transform::IDENTITY, parts, images.len()), images);
    render(renderer, &studio(&[&instance]))
}

#[test]
fn masks_have_holes_and_blended_surfaces_are_transparent() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let cut = |alpha| Material {
            base_color_texture: texture(0),
            alpha_mode: alpha,
            ..toon(Vec3::ONE, all_lit())
        };
        let half = pixels(2, &[[255, 0, 0, 51], [255, 0, 0, 255]]);
        let mask = draw(
            renderer,
            vec![(big_card(), cut(AlphaMode::Mask { cutoff: 0.5 }))],
            std::slice::from_ref(&half),
        );
        assert_eq!((at(&mask, -0.4, 0.0), at(&mask, 0.4, 0.0)), ([0; 4], RED));
        let blend = draw(renderer, vec![(big_card(), cut(AlphaMode::Blend))], std::slice::from_ref(&half));
        let glass = at(&blend, -0.4, 0.0);
        assert!(near(glass, [255, 0, 0, 51], 1) && at(&blend, 0.4, 0.0) == RED, "{glass:?}");
        let opaque = draw(renderer, vec![(big_card(), cut(AlphaMode::Opaque))], &[half]);
        assert_eq!(at(&opaque, -0.4, 0.0), RED);
    });
}

/// Pixel in the middle of blended cards, each with its z, colour, depth writing and render queue offset.
fn blended_pixel(renderer: &mut Renderer, cards: &[(f32, Vec3, bool, i32)]) -> [u8; 4] {
    let parts = cards.iter().map(|&(z, color, transparent_with_z_write, render_queue_offset)| {
        let order = Toon { transparent_with_z_write, render_queue_offset, ..all_lit() };
        let material = Material { alpha_mode: AlphaMode::Blend, ..toon(color, order) };
        (card(Vec3::Z * z, Vec2::splat(0.8)), material)
    });
    let instance = instance(renderer, &character(Transform::IDENTITY, parts.collect(), 0), &[]);
    let instances = [&instance];
    let image = render(renderer, &studio(&instances).with_background(Background::Color(Vec4::W)));
    at(&image, 0.0, 0.0)
}

#[test]
fn blended_toons_keep_their_authors_order() {
    with_renderer(VertexDataBinding::Auto, |renderer| {
        let (near, far) = (0.2, -0.2);
        // Equal offsets: the nearer card is drawn last.
        assert_eq!(blended_pixel(renderer, &[(near, Vec3::X, false, 0), (far, Vec3::Y, false, 0)]), RED);
        // Different offsets: the offset takes precedence over the distance, and opaque texels hide nothing
        // drawn later.
        assert_eq!(blended_pixel(renderer, &[(near, Vec3::X, false, -1), (far, Vec3::Y, false, 0)]), GREEN);
        // Cards that write depth are drawn first and hide cards behind them.
        assert_eq!(blended_pixel(renderer, &[(near, Vec3::X, true, 0), (far, Vec3::Y, false, 0)]), RED);
        assert_eq!(blended_pixel(renderer, &[(near, Vec3::X, false, 0), (far, Vec3::Y, true, 9)]), RED);
        assert_eq!(blended_pixel(renderer, &[(near, Vec3::X, true, 0), (far, Vec3::Y, true, 1)]), RED);
        // Equal positions: the later card is visible.
        assert_eq!(blended_pixel(renderer, &[(near, Vec3::X, false, 0), (near, Vec3::Y, false, 0)]), GREEN);
    });
}
