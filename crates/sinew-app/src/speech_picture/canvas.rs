//! Shapes in pictures.

use super::layout::Area;
use crate::drawing::label::Labels;
use sinew::character::Pixels;

/// Space between the border of an area and its text, pixels.
const PADDING: u32 = 2;

/// Picture that is drawn on, white at first.
pub(super) struct Canvas {
    pub(super) pixels: Pixels,
    labels: Labels,
}

impl Canvas {
    pub(super) fn new([width, height]: [u32; 2], labels: Labels) -> Self {
        Self { pixels: Pixels { width, height, rgba: vec![255; (width * height * 4) as usize] }, labels }
    }

    /// Fills an area, as far as it lies in the picture.
    pub(super) fn fill(&mut self, area: Area, color: [u8; 3]) {
        let Pixels { width, height, rgba } = &mut self.pixels;
        for y in area.top..(area.top + area.height).min(*height) {
            for x in area.left..(area.left + area.width).min(*width) {
                let start = ((y * *width + x) * 4) as usize;
                rgba[start..start + 3].copy_from_slice(&color);
            }
        }
    }

    /// Copies a picture into the area.
    pub(super) fn copy(&mut self, area: Area, image: &Pixels) {
        for y in 0..area.height.min(image.height) {
            let length = (area.width.min(image.width) * 4) as usize;
            let from = (y * image.width * 4) as usize;
            let to = (((area.top + y) * self.pixels.width + area.left) * 4) as usize;
            self.pixels.rgba[to..to + length].copy_from_slice(&image.rgba[from..from + length]);
        }
    }

    /// Writes a text in the middle of an area; nothing where it does not fit.
    pub(super) fn write_inside(&mut self, area: Area, text: &str, color: [u8; 3]) {
        let (width, height) = (self.labels.width(text), self.labels.line_height());
        if width + PADDING <= area.width && !text.is_empty() {
            let left = area.left + (area.width - width) / 2;
            let top = area.top + area.height.saturating_sub(height) / 2;
            self.labels.write(text, [left, top], width + PADDING, color, &mut self.pixels);
        }
    }

    /// Writes a text from the left border of an area, shortened to its width.
    pub(super) fn write_left(&mut self, area: Area, text: &str, color: [u8; 3]) {
        let top = area.top + area.height.saturating_sub(self.labels.line_height()) / 2;
        self.labels.write(text, [area.left, top], area.width, color, &mut self.pixels);
    }

    /// Writes a text that ends at the right border of an area.
    pub(super) fn write_right(&mut self, area: Area, text: &str, color: [u8; 3]) {
        let width = self.labels.width(text).min(area.width);
        let left = area.left + area.width - width;
        self.write_left(Area { left, width: width + PADDING, ..area }, text, color);
    }
}
