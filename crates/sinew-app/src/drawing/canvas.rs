//! Shapes in pictures.

use super::label::Labels;
use sinew::character::Pixels;

/// Space between the border of an area and its text, pixels.
const PADDING: u32 = 2;

/// Rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Picture that is drawn on, white at first.
pub(crate) struct Canvas {
    pub(crate) pixels: Pixels,
    labels: Labels,
}

impl Canvas {
    pub(crate) fn new([width, height]: [u32; 2], labels: Labels) -> Self {
        Self { pixels: Pixels { width, height, rgba: vec![255; (width * height * 4) as usize] }, labels }
    }

    /// Fills an area, as far as it lies in the picture.
    pub(crate) fn fill(&mut self, area: Area, color: [u8; 3]) {
        let Pixels { width, height, rgba } = &mut self.pixels;
        for y in area.top..(area.top + area.height).min(*height) {
            for x in area.left..(area.left + area.width).min(*width) {
                let start = ((y * *width + x) * 4) as usize;
                rgba[start..start + 3].copy_from_slice(&color);
            }
        }
    }

    /// Copies a picture into the area.
    pub(crate) fn copy(&mut self, area: Area, image: &Pixels) {
        for y in 0..area.height.min(image.height) {
            let length = (area.width.min(image.width) * 4) as usize;
            let from = (y * image.width * 4) as usize;
            let to = (((area.top + y) * self.pixels.width + area.left) * 4) as usize;
            self.pixels.rgba[to..to + length].copy_from_slice(&image.rgba[from..from + length]);
        }
    }

    /// Writes a text in the middle of an area; nothing where it does not fit.
    pub(crate) fn write_inside(&mut self, area: Area, text: &str, color: [u8; 3]) {
        let (width, height) = (self.labels.width(text), self.labels.line_height());
        if width + PADDING <= area.width && !text.is_empty() {
            let left = area.left + (area.width - width) / 2;
            let top = area.top + area.height.saturating_sub(height) / 2;
            self.labels.write(text, [left, top], width + PADDING, color, &mut self.pixels);
        }
    }

    /// Writes a text from the left border of an area, shortened to its width.
    pub(crate) fn write_left(&mut self, area: Area, text: &str, color: [u8; 3]) {
        let top = area.top + area.height.saturating_sub(self.labels.line_height()) / 2;
        self.labels.write(text, [area.left, top], area.width, color, &mut self.pixels);
    }

    /// Width of a text, pixels.
    pub(crate) fn text_width(&mut self, text: &str) -> u32 {
        self.labels.width(text)
    }

    /// Mixes a colour into an area, as far as it lies in the picture: 0 leaves it, 1 covers it.
    pub(crate) fn tint(&mut self, area: Area, color: [u8; 3], cover: f32) {
        let Pixels { width, height, rgba } = &mut self.pixels;
        for y in area.top..(area.top + area.height).min(*height) {
            for x in area.left..(area.left + area.width).min(*width) {
                let start = ((y * *width + x) * 4) as usize;
                for (channel, color) in rgba[start..start + 3].iter_mut().zip(color) {
                    let (old, new) = (f32::from(*channel), f32::from(color));
                    *channel = (old + (new - old) * cover.clamp(0.0, 1.0)).round() as u8;
                }
            }
        }
    }

    /// Writes a text that ends at the right border of an area.
    pub(crate) fn write_right(&mut self, area: Area, text: &str, color: [u8; 3]) {
        let width = self.labels.width(text).min(area.width);
        let left = area.left + area.width - width;
        self.write_left(Area { left, width: width + PADDING, ..area }, text, color);
    }
}
