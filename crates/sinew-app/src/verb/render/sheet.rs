//! Sheets: pictures of several moments, in rows with a line of text each.

use super::Render;
use super::options::{Surroundings, sheet_background};
use crate::drawing::actor_renderer::{ActorRenderer, View};
use crate::drawing::label::Labels;
use crate::encode::{self, Encode, Kind};
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::{Failure, Outcome};
use sinew::character::Pixels;
use sinew::glam::Vec3;
use sinew_author::surface::srgb_byte;
use sinew_render::{Background, Camera, GroundPlane};
use std::process::ExitCode;

/// Height of text, pixels.
const TEXT_SIZE: f32 = 14.0;
/// Space around clips, pixels.
const GAP: u32 = 10;
/// Width over height that the sheet comes near to.
const SHAPE: f32 = 1.6;
/// Largest number of pixels of a sheet, and largest side, which pictures of a format may have.
const MAX_PIXELS: u64 = 1 << 27;
const MAX_SIDE: u32 = 16_383;

/// Places of clips on a sheet: rows of as many columns as make it wide.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    columns: u32,
    rows: u32,
    /// Size of a clip with its text and the space around it, pixels.
    cell: [u32; 2],
}

impl Layout {
    fn new(clips: u32, moments: u32, [width, height]: [u32; 2], line: u32) -> Self {
        let cell = [moments * width + GAP, height + line + GAP];
        let even = (SHAPE * clips as f32 * cell[1] as f32 / cell[0] as f32).sqrt();
        let columns = (even.round() as u32).clamp(1, clips);
        Self { columns, rows: clips.div_ceil(columns), cell }
    }

    /// Size of the sheet; none for one that is too large.
    fn size(&self) -> Option<[u32; 2]> {
        let sides = [self.columns.checked_mul(self.cell[0])?, self.rows.checked_mul(self.cell[1])?];
        let [width, height] = [sides[0].checked_add(GAP)?, sides[1].checked_add(GAP)?];
        let fits = width <= MAX_SIDE && height <= MAX_SIDE;
        (fits && u64::from(width) * u64::from(height) <= MAX_PIXELS).then_some([width, height])
    }

    /// Upper left corner of clip `number`.
    fn corner(&self, number: u32) -> [u32; 2] {
        let (column, row) = (number % self.columns, number / self.columns);
        [GAP + column * self.cell[0], GAP + row * self.cell[1]]
    }
}

/// Sheet that is being filled.
pub(super) struct Sheet {
    layout: Layout,
    /// Width and height of a moment, pixels.
    size: [u32; 2],
    labels: Labels,
    ink: [u8; 3],
    pixels: Pixels,
}

impl Render {
    /// An empty sheet, and its file. `things` is the number of rows with their name.
    pub(super) fn sheet(
        &self,
        kind: Kind,
        (rows, things): (usize, &str),
        moments: u32,
        size: [u32; 2],
    ) -> Result<(Sheet, Box<dyn Encode>), Failure> {
        let mut labels = Labels::new(TEXT_SIZE);
        let layout = Layout::new(rows as u32, moments, size, labels.line_height());
        let [width, height] = layout.size().ok_or_else(|| {
            let message = format!("{rows} {things} make too large a sheet; use a smaller --size");
            Failure::Call(message)
        })?;
        self.playback.input.check_kept(&self.output, [self.output.as_path()])?;
        let encoder =
            kind.start(&self.output, encode::Clip { width, height, frames: 1, fps: self.frames.fps })?;
        let (paper, ink) = colours(self.sheet_background());
        let rgba = paper.repeat(width as usize * height as usize);
        Ok((Sheet { layout, size, labels, ink, pixels: Pixels { width, height, rgba } }, encoder))
    }

    fn sheet_background(&self) -> Background {
        self.background.unwrap_or(Background::Color(sheet_background()))
    }
}

impl Sheet {
    /// Width and height of a moment, pixels.
    pub(super) fn moment_size(&self) -> [u32; 2] {
        self.size
    }

    /// Copies a picture to a moment of a row.
    pub(super) fn paste(&mut self, image: &Pixels, row: u32, moment: u32) {
        let [left, top] = self.layout.corner(row);
        paste(image, [left + moment * self.size[0], top], &mut self.pixels);
    }

    /// Writes the line of a row.
    pub(super) fn write(&mut self, text: &str, row: u32) {
        let [left, top] = self.layout.corner(row);
        let width = self.layout.cell[0] - GAP - 2;
        self.labels.write(text, [left + 2, top + self.size[1]], width, self.ink, &mut self.pixels);
    }

    pub(super) fn finish(self, mut encoder: Box<dyn Encode>) -> Outcome {
        encoder.frame(&self.pixels)?;
        encoder.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Renderer of the moments of a sheet.
pub(super) struct SheetCamera(ActorRenderer);

impl SheetCamera {
    pub(super) fn new(render: &Render, player: &ScenePlayer) -> Result<Self, Failure> {
        Ok(Self(ActorRenderer::new(player.actors(), render.light.lighting()?)?))
    }

    /// Picture of the present pose.
    pub(super) fn picture(
        &mut self,
        render: &Render,
        player: &ScenePlayer,
        camera: Camera,
        time: f64,
        size: [u32; 2],
    ) -> Result<Pixels, Failure> {
        let view = View { camera, lines: render.lines(player), names: render.names(player), time };
        self.0.draw(player.actors(), &view, size, |scene| {
            scene.background = render.sheet_background();
            scene.shading = render.shading.0;
            scene.ground = (render.scene == Some(Surroundings::Ground)).then_some(GroundPlane::default());
        })
    }
}

/// Colours of the sheet and of text on it, sRGB.
fn colours(background: Background) -> ([u8; 4], [u8; 3]) {
    let Background::Color(light) = background else { return ([0; 4], [128; 3]) };
    let alpha = (light.w.clamp(0.0, 1.0) * 255.0).round() as u8;
    let is_bright = light.truncate().dot(Vec3::new(0.2126, 0.7152, 0.0722)) > 0.18;
    (
        [srgb_byte(light.x), srgb_byte(light.y), srgb_byte(light.z), alpha],
        if is_bright { [24; 3] } else { [235; 3] },
    )
}

/// Copies a picture onto the sheet.
fn paste(image: &Pixels, [left, top]: [u32; 2], sheet: &mut Pixels) {
    let row = image.width as usize * 4;
    for (y, pixels) in image.rgba.chunks_exact(row).enumerate() {
        let start = ((top as usize + y) * sheet.width as usize + left as usize) * 4;
        sheet.rgba[start..start + row].copy_from_slice(pixels);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_lie_in_rows_of_a_wide_sheet() {
        let one = Layout::new(1, 5, [120, 160], 18);
        assert_eq!((one.columns, one.rows, one.size()), (1, 1, Some([620, 198])));
        let many = Layout::new(76, 5, [120, 160], 18);
        let [width, height] = many.size().unwrap();
        assert!((1.2..2.1).contains(&(width as f32 / height as f32)), "{many:?} {width} × {height}");
        let corners: Vec<_> = (0..76).map(|n| many.corner(n)).collect();
        assert_eq!((corners[0], corners[1]), ([10, 10], [620, 10]));
        let [cell_width, cell_height] = many.cell;
        assert!(corners.iter().all(|[x, y]| x + cell_width <= width && y + cell_height <= height));
        assert_eq!(Layout::new(u32::MAX, 100, [8192, 8192], 18).size(), None);
    }
}
