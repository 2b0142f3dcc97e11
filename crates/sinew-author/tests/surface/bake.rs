//! Decals painted into textures.

use crate::shapes::{Shape, grid, parts, plane, primitive};
use sinew::character::{MaterialId, Pixels, TextureWrap};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::surface::{Decal, DecalBlend, DecalPlacer, DecalSettings, DecalShape};
use sinew_author::surface::{
    BakeChannel, BakeReport, DEFAULT_BAKE_MARGIN, DecalPaint, TextureError, TextureTarget, bake_decals,
    srgb_byte, srgb_linear,
};
use std::f32::consts::{FRAC_PI_2, PI};

const SIDE: u32 = 128;

fn plain(color: [u8; 4], side: u32) -> Pixels {
    Pixels { width: side, height: side, rgba: color.repeat((side * side) as usize) }
}

/// A square metre whose texture lies on it as seen from +Z; `uv` gives other texture coordinates.
fn sheet(uv: impl Fn(Vec2) -> Vec2) -> Shape {
    let (positions, indices) = plane(8);
    let mut mesh = primitive(positions, indices);
    mesh.normals = vec![Vec3::Z; mesh.positions.len()];
    mesh.tangents = vec![Vec4::new(1.0, 0.0, 0.0, 1.0); mesh.positions.len()];
    mesh.uvs = vec![mesh.positions.iter().map(|p| uv(Vec2::new(p.x + 0.5, 0.5 - p.y))).collect()];
    Shape::of(parts(vec![mesh]))
}

fn decal(shape: &Shape, at: Vec2, settings: &DecalSettings) -> Decal {
    let hit = shape.hit(at.extend(1.0), Vec3::NEG_Z).unwrap();
    DecalPlacer::new().place(&shape.posed, &hit.point, settings).unwrap()
}

fn paint(
    shape: &Shape,
    channel: BakeChannel,
    pixels: &mut Pixels,
    paint: DecalPaint<'_>,
) -> Result<BakeReport, TextureError> {
    let target = TextureTarget::new(&shape.character, shape.posed.surface(), Some(MaterialId(0)));
    bake_decals(&target, channel, pixels, &[paint], DEFAULT_BAKE_MARGIN)
}

fn texel(pixels: &Pixels, x: u32, y: u32) -> [u8; 4] {
    pixels.rgba.as_chunks::<4>().0[(y * pixels.width + x) as usize]
}

#[test]
fn a_disc_is_painted_where_it_lies() {
    let shape = sheet(|uv| uv);
    let mark = decal(&shape, Vec2::new(0.1, 0.2), &DecalSettings::new(0.2));
    let red = plain([255, 0, 0, 255], 4);
    let mut pixels = plain([0, 0, 255, 77], SIDE);
    let report = paint(&shape, BakeChannel::Color, &mut pixels, DecalPaint::new(&mark, &red)).unwrap();
    let area = PI * 0.2 * 0.2 * (SIDE * SIDE) as f32;
    // The rim counts whole.
    assert!((report.texels as f32 / area - 1.0).abs() < 0.1, "{report:?} of {area}");
    assert_eq!(report.overlapping, 0.0);
    let inside = |n: u32, middle: f32| n as f32 + 0.5 - middle * SIDE as f32;
    for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
        let distance = inside(x, 0.6).hypot(inside(y, 0.3)) / SIDE as f32;
        let expected = if distance < 0.19 { [255, 0, 0, 77] } else { [0, 0, 255, 77] };
        assert!((0.19..0.21).contains(&distance) || texel(&pixels, x, y) == expected, "{x} {y}");
    }
}

/// Colours are mixed in linear light: half of red over blue, and half of what a multiplied grey leaves.
#[test]
fn colours_are_mixed_as_the_renderer_mixes_them() {
    let shape = sheet(|uv| uv);
    let mark = decal(&shape, Vec2::ZERO, &DecalSettings::new(0.2));
    let half = srgb_byte(0.5);
    let mixed = |color: [u8; 4], blend: DecalBlend| {
        let image = plain(color, 4);
        let mut pixels = plain([200, 100, 255, 255], SIDE);
        let layer = DecalPaint::new(&mark, &image).with_blend(blend).with_opacity(0.5);
        paint(&shape, BakeChannel::Color, &mut pixels, layer).unwrap();
        texel(&pixels, SIDE / 2, SIDE / 2)
    };
    let linear = srgb_linear;
    let alpha = mixed([255, 0, 0, 255], DecalBlend::Alpha);
    let wanted = [srgb_byte(0.5 * linear(200) + 0.5), srgb_byte(0.5 * linear(100)), half, 255];
    assert_eq!(alpha, wanted);
    let multiplied = mixed([half, 255, 0, 255], DecalBlend::Multiply);
    let share = 0.5 + 0.5 * linear(half);
    assert_eq!(multiplied, [srgb_byte(linear(200) * share), 100, half, 255]);
}

#[test]
fn roughness_and_metalness_are_painted_by_decals_that_cover() {
    let shape = sheet(|uv| uv);
    let mark = decal(&shape, Vec2::ZERO, &DecalSettings::new(0.2));
    let image = plain([9, 9, 9, 255], 4);
    let mut pixels = plain([30, 200, 0, 255], SIDE);
    let covers = DecalPaint::new(&mark, &image).with_surface(0.2, 1.0);
    paint(&shape, BakeChannel::Surface, &mut pixels, covers).unwrap();
    assert_eq!(texel(&pixels, SIDE / 2, SIDE / 2), [30, 51, 255, 255]);
    assert_eq!(texel(&pixels, 2, 2), [30, 200, 0, 255]);
    let before = pixels.clone();
    let stain = covers.with_blend(DecalBlend::Multiply);
    let report = paint(&shape, BakeChannel::Surface, &mut pixels, stain).unwrap();
    assert_eq!((report.texels, pixels), (0, before));
}

/// A map that leans to the right of the image: as it lies on the skin, turned with the decal, on a texture
/// that is turned or mirrored.
#[test]
fn normals_turn_with_the_decal() {
    let lean = |n: Vec3| (n * 127.5 + 127.5).to_array().map(|n| n.round() as u8);
    let [x, y, z] = lean(Vec3::new(0.6, 0.0, 0.8));
    let map = plain([x, y, z, 255], 4);
    let image = plain([0, 0, 0, 255], 4);
    let painted = |shape: &Shape, settings: &DecalSettings| {
        let mark = decal(shape, Vec2::ZERO, settings);
        let mut pixels = plain([128, 128, 255, 255], SIDE);
        let layer = DecalPaint::new(&mark, &image).with_normal(&map);
        paint(shape, BakeChannel::Normal, &mut pixels, layer).unwrap();
        let [x, y, z, _] = texel(&pixels, SIDE / 2, SIDE / 2);
        Vec3::from_array([x, y, z].map(|byte| f32::from(byte) / 127.5 - 1.0))
    };
    let shape = sheet(|uv| uv);
    let straight = DecalSettings::new(0.2);
    let turned = straight.with_rotation(FRAC_PI_2);
    let near = |a: Vec3, b: Vec3| assert!(a.distance(b) < 0.02, "{a} {b}");
    near(painted(&shape, &straight), Vec3::new(0.6, 0.0, 0.8));
    // Counter-clockwise: what leant to the right leans up.
    near(painted(&shape, &turned), Vec3::new(0.0, 0.6, 0.8));
    // Tangents decide, not texture coordinates: here x of the map runs along -Y of the sheet.
    let (positions, indices) = plane(8);
    let mut mesh = primitive(positions, indices);
    mesh.normals = vec![Vec3::Z; mesh.positions.len()];
    mesh.tangents = vec![Vec4::new(0.0, -1.0, 0.0, 1.0); mesh.positions.len()];
    mesh.uvs = vec![mesh.positions.iter().map(|p| Vec2::new(0.5 - p.y, 0.5 - p.x)).collect()];
    let other = Shape::of(parts(vec![mesh]));
    near(painted(&other, &straight), Vec3::new(0.0, 0.6, 0.8));
}

#[test]
fn halves_that_share_texels_are_reported() {
    let shape = sheet(|uv| Vec2::new((uv.x - 0.5).abs(), uv.y));
    let mark = decal(&shape, Vec2::new(0.25, 0.0), &DecalSettings::new(0.1));
    let image = plain([255, 0, 0, 255], 4);
    let mut pixels = plain([0, 0, 255, 255], SIDE);
    let report = paint(&shape, BakeChannel::Color, &mut pixels, DecalPaint::new(&mark, &image)).unwrap();
    assert!(report.texels > 100 && report.overlapping > 0.99, "{report:?}");
}

/// Two sheets side by side that lie apart in the texture: a decal across their seam is painted on both, and
/// beyond their edges.
#[test]
fn decals_cross_seams_and_fill_the_margin() {
    let halves = [-0.5_f32, 0.0].map(|left| {
        let (positions, indices) = grid(4, 8, |x, y| Vec3::new(left + x * 0.5, y - 0.5, 0.0));
        let mut mesh = primitive(positions, indices);
        mesh.normals = vec![Vec3::Z; mesh.positions.len()];
        // From 0.1 to 0.4, and from 0.6 to 0.9.
        let uv =
            |p: &Vec3| Vec2::new((p.x - left) * 0.6 + if left < 0.0 { 0.1 } else { 0.6 }, 0.5 - p.y * 0.6);
        mesh.uvs = vec![mesh.positions.iter().map(uv).collect()];
        mesh
    });
    let mut all = parts(halves.into());
    all.meshes[0].primitives.iter_mut().for_each(|primitive| primitive.material = Some(MaterialId(0)));
    let shape = Shape::of(all);
    let mark = decal(&shape, Vec2::new(0.01, 0.0), &DecalSettings::new(0.2));
    assert!(mark.seams_crossed > 0);
    let image = plain([255, 0, 0, 255], 4);
    let mut pixels = plain([0, 0, 255, 255], SIDE);
    paint(&shape, BakeChannel::Color, &mut pixels, DecalPaint::new(&mark, &image)).unwrap();
    let middle = SIDE / 2;
    let red = |share: f32| texel(&pixels, (share * SIDE as f32) as u32, middle) == [255, 0, 0, 255];
    // Both sides of the seam with their margins, and nothing in the outer halves.
    assert!(red(0.39) && red(0.42) && red(0.61) && red(0.58));
    assert!(!red(0.12) && !red(0.07) && !red(0.5) && !red(0.88) && !red(0.95));
}

#[test]
fn wrap_modes_place_what_lies_beyond_the_image() {
    // The image's right half lies at 1.0 to 1.5.
    let shape = sheet(|uv| uv + Vec2::new(0.5, 0.0));
    let mark = decal(&shape, Vec2::new(0.25, 0.0), &DecalSettings::new(0.1));
    let image = plain([255, 0, 0, 255], 4);
    let painted = [TextureWrap::Repeat, TextureWrap::Mirror, TextureWrap::Clamp].map(|wrap| {
        let mut pixels = plain([0, 0, 255, 255], SIDE);
        let target = TextureTarget::new(&shape.character, shape.posed.surface(), Some(MaterialId(0)));
        let target = target.with_wrap([wrap; 2]);
        let paint = DecalPaint::new(&mark, &image);
        bake_decals(&target, BakeChannel::Color, &mut pixels, &[paint], 0).unwrap();
        [SIDE / 4, 3 * SIDE / 4].map(|x| texel(&pixels, x, SIDE / 2)[0] == 255)
    });
    assert_eq!(painted, [[true, false], [false, true], [false, false]]);
}

/// Hundreds of decals that each cover the whole texture are no overlap of the texture coordinates.
#[test]
fn any_number_of_large_decals_is_painted() {
    let shape = sheet(|uv| uv);
    let mark = decal(&shape, Vec2::ZERO, &DecalSettings::new(0.8));
    let red = plain([255, 0, 0, 255], 4);
    let mut pixels = plain([0, 0, 255, 255], 16);
    let target = TextureTarget::new(&shape.character, shape.posed.surface(), Some(MaterialId(0)));
    let paints = vec![DecalPaint::new(&mark, &red); 300];
    let report = bake_decals(&target, BakeChannel::Color, &mut pixels, &paints, DEFAULT_BAKE_MARGIN).unwrap();
    assert_eq!((report.texels, report.overlapping), (256, 0.0));
    assert_eq!(pixels, plain([255, 0, 0, 255], 16));
}

#[test]
fn hostile_images_and_coordinates_are_errors() {
    let shape = sheet(|uv| uv);
    let mark = decal(&shape, Vec2::ZERO, &DecalSettings::new(0.2));
    let image = plain([255; 4], 4);
    let torn = Pixels { width: 4, height: 4, rgba: vec![0; 63] };
    let size = TextureError::Size { width: 4, height: 4, found: 63, expected: 64 };
    let wrong = paint(&shape, BakeChannel::Color, &mut torn.clone(), DecalPaint::new(&mark, &image));
    assert_eq!(wrong, Err(size.clone()));
    let mut pixels = plain([0; 4], SIDE);
    assert_eq!(paint(&shape, BakeChannel::Color, &mut pixels, DecalPaint::new(&mark, &torn)), Err(size));
    let empty = plain([0; 4], 0);
    paint(&shape, BakeChannel::Color, &mut empty.clone(), DecalPaint::new(&mark, &image)).unwrap();
    paint(&shape, BakeChannel::Color, &mut pixels, DecalPaint::new(&mark, &empty)).unwrap();
    assert_eq!(pixels, plain([0; 4], SIDE));
    let wide = sheet(|uv| uv * 1e6);
    let mark = decal(&wide, Vec2::ZERO, &DecalSettings::new(0.2));
    let many = paint(&wide, BakeChannel::Color, &mut pixels, DecalPaint::new(&mark, &image));
    assert!(matches!(many, Err(TextureError::TooManyOverlaps(_))), "{many:?}");
    assert_eq!(pixels, plain([0; 4], SIDE));
    let rectangle = DecalSettings::new(0.2).with_shape(DecalShape::Rectangle { aspect: 2.0 });
    let mark = decal(&shape, Vec2::ZERO, &rectangle);
    let other = TextureTarget::new(&shape.character, shape.posed.surface(), Some(MaterialId(1)));
    let report =
        bake_decals(&other, BakeChannel::Color, &mut pixels, &[DecalPaint::new(&mark, &image)], 8).unwrap();
    assert_eq!(report.texels, 0, "nothing on another material");
}
