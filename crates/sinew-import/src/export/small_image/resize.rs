//! Images with fewer pixels: light is averaged, not its sRGB numbers, normals stay unit vectors, and what is not
//! seen does not bleed into what is.

use super::channel::Channels;
use crate::srgb;
use image::imageops::{FilterType, resize};
use image::{ImageBuffer, Rgba};
use sinew::character::Pixels;
use sinew::glam::Vec3;

/// Smallest share of coverage at which a pixel keeps its colour.
const SEEN: f32 = 1e-4;

/// Size with at most `max_side` pixels per side in the same shape. Powers of two, of which mipmaps are made without
/// rests, stay such.
pub(super) fn smaller_size([width, height]: [u32; 2], max_side: Option<u32>) -> [u32; 2] {
    let Some(max) = max_side.map(|max| max.max(1)).filter(|max| width.max(height) > *max) else {
        return [width, height];
    };
    let is_even = width.is_power_of_two() && height.is_power_of_two();
    let max = if is_even { 1 << max.ilog2() } else { max };
    let scaled = |side: u32| {
        let longer = u64::from(width.max(height)).max(1);
        ((u64::from(side) * u64::from(max) + longer / 2) / longer).max(1) as u32
    };
    [scaled(width), scaled(height)]
}

/// The image in another size.
pub(super) fn resized(pixels: &Pixels, [width, height]: [u32; 2], channels: Channels) -> Pixels {
    let linear: Vec<f32> =
        (0..=u8::MAX).map(|byte| srgb::linear(Vec3::splat(f32::from(byte) / 255.0)).x).collect();
    let covers = channels == Channels::Color { covers: true };
    let value = |byte: u8| match channels {
        Channels::Color { .. } => linear.get(usize::from(byte)).copied().unwrap_or(0.0),
        Channels::Data | Channels::Normal => f32::from(byte) / 255.0,
    };
    let mut light = Vec::with_capacity(pixels.rgba.len());
    for [r, g, b, a] in pixels.rgba.as_chunks::<4>().0 {
        let alpha = f32::from(*a) / 255.0;
        let seen = if covers { alpha.max(SEEN) } else { 1.0 };
        light.extend([*r, *g, *b].map(|byte| value(byte) * seen));
        light.push(alpha);
    }
    let source: Option<ImageBuffer<Rgba<f32>, _>> = ImageBuffer::from_raw(pixels.width, pixels.height, light);
    let Some(source) = source else { return pixels.clone() };
    // Without the overshoot of sharper filters, which gives hard edges of textures bright rims.
    let small = resize(&source, width, height, FilterType::CatmullRom);
    let mut rgba = Vec::with_capacity(small.as_raw().len());
    for Rgba([r, g, b, a]) in small.pixels() {
        let color = Vec3::new(*r, *g, *b);
        let bytes = match channels {
            Channels::Color { .. } => {
                let seen = if covers { a.max(SEEN) } else { 1.0 };
                (color / seen).clamp(Vec3::ZERO, Vec3::ONE).to_array().map(srgb::to_byte)
            }
            Channels::Data => (color * 255.0).round().to_array().map(|v| v as u8),
            Channels::Normal => {
                let normal = (color * 2.0 - 1.0).try_normalize().unwrap_or(Vec3::Z);
                ((normal * 0.5 + 0.5) * 255.0).round().to_array().map(|v| v as u8)
            }
        };
        rgba.extend(bytes);
        rgba.push((a * 255.0).round() as u8);
    }
    Pixels { width, height, rgba }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Pixels {
        let rgba = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y));
        Pixels { width, height, rgba: rgba.collect() }
    }

    #[test]
    fn sizes_keep_their_shape() {
        assert_eq!(smaller_size([2048, 1024], Some(512)), [512, 256]);
        assert_eq!(smaller_size([2048, 1024], Some(700)), [512, 256]);
        assert_eq!(smaller_size([1000, 500], Some(700)), [700, 350]);
        assert_eq!(smaller_size([300, 1], Some(64)), [64, 1]);
        assert_eq!(smaller_size([256, 256], Some(256)), [256, 256]);
        assert_eq!(smaller_size([4096, 1], None), [4096, 1]);
        assert_eq!(smaller_size([8, 8], Some(0)), [1, 1]);
    }

    #[test]
    fn light_is_averaged() {
        // Stripes of black and white are half of the light, which is 188 in sRGB.
        let stripes = image(64, 64, |x, _| if x % 2 == 0 { [0, 0, 0, 255] } else { [255; 4] });
        let middle = |channels| resized(&stripes, [8, 8], channels).rgba[4 * (8 * 4 + 4)];
        assert!(middle(Channels::Color { covers: false }).abs_diff(188) <= 2);
        assert!(middle(Channels::Data).abs_diff(128) <= 2);
    }

    #[test]
    fn what_is_not_seen_does_not_bleed() {
        let leaf = image(64, 64, |x, _| if x < 31 { [0, 255, 0, 255] } else { [255, 0, 255, 0] });
        let small = resized(&leaf, [8, 8], Channels::Color { covers: true });
        for [r, g, _, a] in small.rgba.as_chunks::<4>().0 {
            assert!(*a < 8 || *r < 8 && *g > 247, "{r} {g} {a}");
        }
    }

    #[test]
    fn normals_stay_unit_vectors() {
        let bumps = image(32, 32, |x, _| if x % 2 == 0 { [255, 128, 128, 255] } else { [0, 128, 128, 255] });
        for [r, g, b, _] in resized(&bumps, [4, 4], Channels::Normal).rgba.as_chunks::<4>().0 {
            let normal = Vec3::new((*r).into(), (*g).into(), (*b).into()) / 127.5 - 1.0;
            assert!((normal.length() - 1.0).abs() < 0.01, "{normal}");
        }
    }
}
