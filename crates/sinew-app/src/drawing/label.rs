//! Text in pictures, rasterised with the fonts of the viewer.

use egui::epaint::text::{Fonts, LayoutJob, TextOptions, TextWrapping};
use egui::{Color32, FontDefinitions, FontId};
use sinew::character::Pixels;

/// Writer of lines of text.
pub(crate) struct Labels {
    fonts: Fonts,
    /// Height of the letters' em, pixels.
    size: f32,
}

impl Labels {
    /// Text of `size` pixels.
    pub(crate) fn new(size: f32) -> Self {
        Self { fonts: Fonts::new(TextOptions::default(), FontDefinitions::default()), size }
    }

    /// Height of a line, pixels.
    pub(crate) fn line_height(&mut self) -> u32 {
        let font = FontId::proportional(self.size);
        self.fonts.with_pixels_per_point(1.0).row_height(&font).ceil() as u32
    }

    /// Width of a line, pixels.
    pub(crate) fn width(&mut self, text: &str) -> u32 {
        let font = FontId::proportional(self.size);
        let mut fonts = self.fonts.with_pixels_per_point(1.0);
        fonts.layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x.ceil() as u32
    }

    /// Writes a line with its upper left corner at `at`, no wider than `width` pixels: a longer text ends
    /// with an ellipsis.
    pub(crate) fn write(&mut self, text: &str, at: [u32; 2], width: u32, color: [u8; 3], onto: &mut Pixels) {
        // A line break would start a second line.
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut job = LayoutJob::simple(line, FontId::proportional(self.size), Color32::WHITE, f32::INFINITY);
        job.wrap =
            TextWrapping { max_rows: 1, break_anywhere: true, ..TextWrapping::wrap_at_width(width as f32) };
        let galley = self.fonts.with_pixels_per_point(1.0).layout_job(job);
        let atlas = self.fonts.image();
        for row in &galley.rows {
            for glyph in row.glyphs.iter().filter(|glyph| !glyph.uv_rect.is_nothing()) {
                let corner = row.pos.to_vec2() + (glyph.pos + glyph.uv_rect.offset).to_vec2();
                let corner = [at[0] as i64 + corner.x.round() as i64, at[1] as i64 + corner.y.round() as i64];
                let ([left, top], [right, bottom]) = (glyph.uv_rect.min, glyph.uv_rect.max);
                for (y, v) in (top..bottom).enumerate() {
                    for (x, u) in (left..right).enumerate() {
                        let coverage = atlas.pixels[v as usize * atlas.size[0] + u as usize].a();
                        blend(onto, [corner[0] + x as i64, corner[1] + y as i64], color, coverage);
                    }
                }
            }
        }
    }
}

/// Paints a pixel with `color` by its share of coverage; outside of the picture nothing.
fn blend(onto: &mut Pixels, [x, y]: [i64; 2], color: [u8; 3], coverage: u8) {
    let is_inside = (0..i64::from(onto.width)).contains(&x) && (0..i64::from(onto.height)).contains(&y);
    if !is_inside || coverage == 0 {
        return;
    }
    let start = (y as usize * onto.width as usize + x as usize) * 4;
    let pixel = &mut onto.rgba[start..start + 4];
    let (new, old) = (u32::from(coverage), u32::from(pixel[3]) * (255 - u32::from(coverage)) / 255);
    let alpha = (new + old).max(1);
    for (channel, color) in pixel.iter_mut().zip(color) {
        *channel = ((u32::from(color) * new + u32::from(*channel) * old) / alpha) as u8;
    }
    pixel[3] = alpha.min(255) as u8;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(width: u32, height: u32) -> Pixels {
        Pixels { width, height, rgba: vec![255; (width * height * 4) as usize] }
    }

    /// Columns with dark pixels.
    fn dark_columns(picture: &Pixels) -> Vec<u32> {
        let dark = |x: u32, y: u32| picture.rgba[((y * picture.width + x) * 4) as usize] < 128;
        (0..picture.width).filter(|&x| (0..picture.height).any(|y| dark(x, y))).collect()
    }

    #[test]
    fn text_stays_within_its_width_and_the_picture() {
        let mut labels = Labels::new(14.0);
        let height = labels.line_height();
        assert!((14..24).contains(&height), "{height}");
        let (one, two) = (labels.width("Walk"), labels.width("Walk Walk"));
        assert!(one > 20 && two > 2 * one && two < 3 * one, "{one} {two}");
        let mut written = |text: &str| {
            let mut picture = white(100, 24);
            labels.write(text, [5, 2], 80, [0, 0, 0], &mut picture);
            dark_columns(&picture)
        };
        let short = written("Walk");
        assert!(short.len() > 10 && short[0] >= 5 && short[short.len() - 1] < 50, "{short:?}");
        let long = written("a very long name of a clip\nthat has a second line");
        assert!(long[long.len() - 1] > 60 && long[long.len() - 1] <= 85, "{long:?}");
        assert!(written("").is_empty());
        // Beyond the border of the picture.
        let mut picture = white(100, 24);
        labels.write("Walk", [90, 15], 80, [0, 0, 0], &mut picture);
        assert!(!dark_columns(&picture).is_empty());
    }

    #[test]
    fn text_on_a_transparent_picture_is_opaque() {
        let mut picture = Pixels { width: 40, height: 24, rgba: vec![0; 40 * 24 * 4] };
        Labels::new(16.0).write("H", [2, 2], 40, [200, 10, 10], &mut picture);
        let full = picture.rgba.chunks_exact(4).filter(|pixel| *pixel == [200, 10, 10, 255]).count();
        assert!(full > 5, "{full}");
    }
}
