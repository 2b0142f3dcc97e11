//! Palettes of GIF frames, and pictures dithered to them.

use color_quant::NeuQuant;
use sinew::character::Pixels;

/// NeuQuant's effort, 1 (best) to 30 (fastest).
const EFFORT: i32 = 3;
/// Bits of a channel by which colours are grouped to be counted.
const BITS: u32 = 5;
/// Bits of a channel by which nearest colours are remembered.
const NEAR_BITS: u32 = 6;
/// Threshold matrix of ordered dithering (Bayer, *An Optimum Method for Two-Level Rendition of Continuous-Tone
/// Pictures*, 1973), 64 steps.
const BAYER: [[u8; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// Palette of a picture.
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    /// Number of the nearest colour by the leading bits of a colour, plus one; 0 where it was not looked for.
    near: Vec<u16>,
    /// Mean distance of the picture's colours from the palette's, that it was made for.
    distance: f64,
}

/// Factor on the distance of a palette's first picture up to which it fits others, and what is added.
const FITS: (f64, f64) = (1.25, 0.3);

impl Palette {
    /// Palette of at most `count` colours for the opaque pixels of a picture. A colour counts by the root of its
    /// area and by its hue, so that lips, eyes and skin keep their shades beside a large wall.
    pub(super) fn new(pixels: &Pixels, count: usize) -> Self {
        let mut sums = vec![[0u64; 4]; 1 << (3 * BITS)];
        for [r, g, b, _] in pixels.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] == 255) {
            let bin = &mut sums[group([*r, *g, *b], BITS)];
            let add = [u64::from(*r), u64::from(*g), u64::from(*b), 1];
            bin.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
        }
        let mut samples = Vec::new();
        for [r, g, b, area] in sums.into_iter().filter(|sum| sum[3] > 0) {
            let color = [r, g, b].map(|sum| (sum / area) as u8);
            let (most, least) = (color.iter().max(), color.iter().min());
            let chroma = f64::from(most.copied().unwrap_or(0) - least.copied().unwrap_or(0)) / 255.0;
            let weight = (area as f64).sqrt() * (1.0 + 2.0 * chroma);
            let [r, g, b] = color;
            (0..weight.ceil() as usize).for_each(|_| samples.extend([r, g, b, 255]));
        }
        // NeuQuant learns from some hundred pixels at least.
        let few = samples.clone();
        while !samples.is_empty() && samples.len() < 4 * 1024 {
            samples.extend_from_slice(&few);
        }
        let mut colors: Vec<[u8; 3]> = match samples.is_empty() {
            true => vec![[0; 3]],
            false => {
                let map = NeuQuant::new(EFFORT, count, &samples).color_map_rgb();
                map.as_chunks::<3>().0.to_vec()
            }
        };
        colors.sort_unstable();
        colors.dedup();
        let mut palette = Self { colors, near: vec![0; 1 << (3 * NEAR_BITS)], distance: 0.0 };
        palette.distance = palette.distance_to(pixels);
        palette
    }

    /// Whether the palette shows another picture about as well as that which it was made for.
    pub(super) fn fits(&self, pixels: &Pixels) -> bool {
        self.distance_to(pixels) <= self.distance * FITS.0 + FITS.1
    }

    /// Mean distance of the opaque pixels of a picture from their nearest colours, each counted by its hue as in
    /// [`Palette::new`].
    fn distance_to(&self, pixels: &Pixels) -> f64 {
        let mut seen = vec![0u32; 1 << (3 * BITS)];
        for [r, g, b, _] in pixels.rgba.as_chunks::<4>().0.iter().filter(|pixel| pixel[3] == 255) {
            seen[group([*r, *g, *b], BITS)] += 1;
        }
        let (mut sum, mut total) = (0.0, 0.0);
        for (number, count) in seen.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            let channel = |shift: u32| ((number >> shift & 31) as u8) << 3 | 4;
            let color = [channel(2 * BITS), channel(BITS), channel(0)];
            let weight = f64::from(count).sqrt();
            sum += weight * f64::from(distance(color, self.colors[self.search(color)])).sqrt();
            total += weight;
        }
        if total > 0.0 { sum / total } else { 0.0 }
    }

    /// Red, green and blue of all colours.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// Number of the colour for a pixel at (`x`, `y`): that of the nearest two between which the pixel's colour
    /// lies, by its share and a pattern that is the same in all frames.
    pub(super) fn dithered(&mut self, color: [u8; 3], [x, y]: [usize; 2]) -> usize {
        let wanted = color.map(f32::from);
        let first = self.nearest(color);
        let of = |number: usize, palette: &Self| palette.colors[number].map(f32::from);
        let at = of(first, self);
        // As far again on the other side of the wanted colour.
        let beyond = [0, 1, 2].map(|c| (2.0 * wanted[c] - at[c]).clamp(0.0, 255.0) as u8);
        let second = self.nearest(beyond);
        let to = of(second, self);
        let (mut along, mut square) = (0.0, 0.0);
        for c in 0..3 {
            along += (wanted[c] - at[c]) * (to[c] - at[c]);
            square += (to[c] - at[c]) * (to[c] - at[c]);
        }
        let share = if square > 0.0 { along / square } else { 0.0 };
        let threshold = (f32::from(BAYER[y % 8][x % 8]) + 0.5) / 64.0;
        if share > threshold { second } else { first }
    }

    /// Number of the nearest colour.
    fn search(&self, color: [u8; 3]) -> usize {
        (0..self.colors.len()).min_by_key(|n| distance(color, self.colors[*n])).unwrap_or(0)
    }

    /// The same, remembered.
    fn nearest(&mut self, color: [u8; 3]) -> usize {
        let slot = group(color, NEAR_BITS);
        if self.near[slot] == 0 {
            let nearest = self.search(color);
            self.near[slot] = nearest as u16 + 1;
        }
        usize::from(self.near[slot]) - 1
    }
}

/// Square of the distance of two colours; the eye is most sensitive to green.
fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    let off = [0, 1, 2].map(|c| i32::from(a[c]) - i32::from(b[c]));
    3 * off[0] * off[0] + 4 * off[1] * off[1] + 2 * off[2] * off[2]
}

/// Number of a colour by the leading bits of its channels.
fn group(color: [u8; 3], bits: u32) -> usize {
    color.iter().fold(0, |number, channel| number << bits | usize::from(*channel >> (8 - bits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(color: impl Fn(u32, u32) -> [u8; 3]) -> Pixels {
        let (width, height) = (128, 128);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = pixels
            .flat_map(|(x, y)| {
                let [r, g, b] = color(x, y);
                [r, g, b, 255]
            })
            .collect();
        Pixels { width, height, rgba }
    }

    /// Mean of an area as it is dithered, and as it is.
    fn means(pixels: &Pixels, [left, top, side]: [u32; 3], count: usize) -> [[f64; 3]; 2] {
        let mut palette = Palette::new(pixels, count);
        let mut sums = [[0.0; 3]; 2];
        for (y, x) in (top..top + side).flat_map(|y| (left..left + side).map(move |x| (y, x))) {
            let at = ((y * pixels.width + x) * 4) as usize;
            let color = [0, 1, 2].map(|c| pixels.rgba[at + c]);
            let number = palette.dithered(color, [x as usize, y as usize]);
            for c in 0..3 {
                sums[0][c] += f64::from(palette.colors[number][c]);
                sums[1][c] += f64::from(color[c]);
            }
        }
        sums.map(|sum| sum.map(|channel| channel / f64::from(side * side)))
    }

    #[test]
    fn gradients_keep_their_mean_with_few_colours() {
        let sky = picture(|x, y| [(60 + x / 2) as u8, (80 + y / 2) as u8, (150 + (x + y) / 4) as u8]);
        for corner in [0, 24, 64, 96] {
            let [found, expected] = means(&sky, [corner, 96 - corner, 32], 64);
            for c in 0..3 {
                assert!((found[c] - expected[c]).abs() < 2.5, "{corner}: {found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn a_small_spot_keeps_its_hue_beside_a_wall() {
        let lips = |x: u32, y: u32| (60..66).contains(&x) && (60..64).contains(&y);
        let face = picture(|x, y| match lips(x, y) {
            true => [180, 40, 60],
            false => [(150 + (x * 7 + y * 3) % 60) as u8; 3],
        });
        let [found, expected] = means(&face, [61, 60, 4], 64);
        assert!((0..3).all(|c| (found[c] - expected[c]).abs() < 6.0), "{found:?} {expected:?}");
    }

    #[test]
    fn a_palette_fits_the_next_frame_and_not_another_scene() {
        let scene = |shift: u32| picture(move |x, y| [(90 + (x + shift) / 3) as u8, (60 + y / 3) as u8, 120]);
        let palette = Palette::new(&scene(0), 255);
        assert!(palette.fits(&scene(0)) && palette.fits(&scene(3)));
        assert!(!palette.fits(&picture(|x, y| [(x / 2) as u8, 200, (y / 2) as u8])));
    }

    #[test]
    fn pictures_of_one_colour_and_of_none_have_a_palette() {
        let plain = picture(|_, _| [12, 200, 90]);
        let [found, expected] = means(&plain, [0, 0, 128], 255);
        assert!((0..3).all(|c| (found[c] - expected[c]).abs() < 2.0), "{found:?}");
        let empty = Pixels { width: 2, height: 1, rgba: vec![0; 8] };
        assert_eq!(Palette::new(&empty, 255).bytes(), [0, 0, 0]);
    }
}
