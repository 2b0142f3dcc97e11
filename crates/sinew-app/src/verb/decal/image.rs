//! Images of decals: decoded, cut to the outline, with a transparent border.

use crate::asset::input_file;
use crate::encode::png_file;
use crate::report::failure::Failure;
use sinew::character::Pixels;
use sinew::surface::DecalShape;
use std::path::Path;

/// Largest side of an image that gets the wide border, pixels.
const MAX_WIDE: u32 = 2048;

/// Border as a share of the image's size with its border. The texture's edge pixel is drawn wherever the
/// triangles of the decal reach beyond the image, and there it is seen from the side, in small mip levels: a
/// border of a quarter stays transparent in all but the last two.
pub(super) fn margin(pixels: &Pixels) -> f32 {
    if pixels.width.max(pixels.height) <= MAX_WIDE { 0.25 } else { 1.0 / 16.0 }
}

/// Reads an image file as it is.
pub(super) fn read_plain(path: &Path) -> Result<Pixels, Failure> {
    input_file::read_image(path)
}

/// Reads an image file.
pub(super) fn read(path: &Path) -> Result<Pixels, Failure> {
    Ok(enlarged(input_file::read_image(path)?))
}

/// Least size of an image: an outline cut out of fewer pixels is blurred.
const MIN_SIDE: u32 = 256;

/// A small image with each pixel repeated.
pub(super) fn enlarged(pixels: Pixels) -> Pixels {
    let factor = MIN_SIDE.div_ceil(pixels.width.max(pixels.height).max(1));
    if factor == 1 {
        return pixels;
    }
    let (width, height) = (pixels.width * factor, pixels.height * factor);
    let at = |n: u32| ((n / width / factor) * pixels.width + n % width / factor) as usize * 4;
    let rgba = (0..width * height).flat_map(|n| pixels.rgba[at(n)..at(n) + 4].to_vec()).collect();
    Pixels { width, height, rgba }
}

/// PNG file of a decal's image: transparent outside of the outline, with a border of this [`margin`].
pub(super) fn png(pixels: &Pixels, shape: DecalShape, margin: f32) -> Result<Vec<u8>, Failure> {
    png_file(&cut(pixels, shape, [0, 0, 0, 0], margin))
}

/// PNG file of a decal's normal map: level outside of the image.
pub(super) fn normal_png(pixels: &Pixels, margin: f32) -> Result<Vec<u8>, Failure> {
    let mut bordered = cut(pixels, DecalShape::Rectangle { aspect: 1.0 }, [0x80, 0x80, 0xff, 0xff], margin);
    bordered.rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 0xff);
    png_file(&bordered)
}

/// The image inside of a border.
fn cut(pixels: &Pixels, shape: DecalShape, border: [u8; 4], margin: f32) -> Pixels {
    let size = [pixels.width, pixels.height].map(|n| (n as f32 / (1.0 - 2.0 * margin)).round() as u32);
    let mut rgba = Vec::with_capacity(size[0] as usize * size[1] as usize * 4);
    for (y, x) in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (y, x))) {
        let at = [(x, size[0]), (y, size[1])]
            .map(|(n, all)| ((n as f32 + 0.5) / all as f32 - margin) / (1.0 - 2.0 * margin));
        let is_inside = at.iter().all(|n| (0.0..1.0).contains(n));
        if !is_inside {
            // Fully transparent, in the colour of the nearest pixel, so that filters mix in no other colour.
            let [r, g, b, _] = nearest(pixels, at);
            rgba.extend(if border[3] == 0 { [r, g, b, 0] } else { border });
            continue;
        }
        let mut color = nearest(pixels, at);
        if shape == DecalShape::Disc {
            let distance = (at[0] * 2.0 - 1.0).hypot(at[1] * 2.0 - 1.0);
            let edge = 2.0 / pixels.width.max(1) as f32;
            color[3] = (f32::from(color[3]) * ((1.0 - distance) / edge).clamp(0.0, 1.0)) as u8;
        }
        rgba.extend(color);
    }
    Pixels { width: size[0], height: size[1], rgba }
}

fn nearest(pixels: &Pixels, at: [f32; 2]) -> [u8; 4] {
    let [x, y] = [(at[0], pixels.width), (at[1], pixels.height)]
        .map(|(share, all)| ((share * all as f32).max(0.0) as u32).min(all.saturating_sub(1)));
    let start = (y as usize * pixels.width as usize + x as usize) * 4;
    let mut color = [0; 4];
    color.copy_from_slice(&pixels.rgba[start..start + 4]);
    color
}
