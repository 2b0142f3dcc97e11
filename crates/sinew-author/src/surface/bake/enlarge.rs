//! Enlargement of small textures, so that what is painted into them has enough texels.

use super::{BakeChannel, srgb_byte, srgb_linear};
use sinew::character::{Pixels, TextureFilter, TextureWrap};

impl super::TextureTarget<'_> {
    /// The texture with `size` texels, which looks as it did: interpolated between its texels as `filter` says,
    /// colours in linear light, and beyond its edges as the target continues it. Textures without texels give
    /// a black one.
    #[must_use]
    pub fn resized(
        &self,
        pixels: &Pixels,
        channel: BakeChannel,
        filter: TextureFilter,
        size: [u32; 2],
    ) -> Pixels {
        let [width, height] = size;
        let old = [pixels.width, pixels.height];
        let is_color = |part: usize| channel == BakeChannel::Color && part < 3;
        let linear: Vec<f32> = (0..=255).map(srgb_linear).collect();
        let value = |at: [i64; 2], part: usize| {
            let at = [0, 1].map(|axis| wrapped(at[axis], old[axis], self.wrap[axis]));
            let index = (at[1] * old[0] as usize + at[0]) * 4 + part;
            let byte = pixels.rgba.get(index).copied().unwrap_or(0);
            if is_color(part) { linear[usize::from(byte)] } else { f32::from(byte) }
        };
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            // Position in texels of the old image; the centre of its first texel is at 0.
            let at = [(x, 0), (y, 1)]
                .map(|(n, axis)| (f64::from(n) + 0.5) * f64::from(old[axis]) / f64::from(size[axis]) - 0.5);
            let nearest = at.map(|n| n.round() as i64);
            let (first, share) = (at.map(|n| n.floor() as i64), at.map(|n| (n - n.floor()) as f32));
            rgba.extend([0, 1, 2, 3].map(|part| {
                let mixed = match filter {
                    TextureFilter::Nearest => value(nearest, part),
                    TextureFilter::Linear => {
                        let row = |dy: i64| {
                            let [left, right] = [0, 1].map(|dx| value([first[0] + dx, first[1] + dy], part));
                            left + (right - left) * share[0]
                        };
                        row(0) + (row(1) - row(0)) * share[1]
                    }
                };
                if is_color(part) { srgb_byte(mixed) } else { mixed.round() as u8 }
            }));
        }
        Pixels { width, height, rgba }
    }
}

/// Index of a texel along an axis of `all`, which may lie beyond the image.
fn wrapped(at: i64, all: u32, wrap: TextureWrap) -> usize {
    let all = i64::from(all.max(1));
    let at = match wrap {
        TextureWrap::Repeat => at.rem_euclid(all),
        TextureWrap::Clamp => at.clamp(0, all - 1),
        TextureWrap::Mirror => {
            let at = at.rem_euclid(2 * all);
            if at < all { at } else { 2 * all - 1 - at }
        }
    };
    at as usize
}
