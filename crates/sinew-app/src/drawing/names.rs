//! Names at points of a picture.

use super::label::Labels;
use super::projection::Projection;
use sinew::character::Pixels;
use sinew::glam::Vec3;
use sinew_render::Camera;

/// Name at a point in the world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedName {
    pub(crate) at: Vec3,
    pub(crate) name: String,
}

/// Height of the letters, relative to that of the picture, and at least, pixels.
const SIZE: f32 = 0.02;
const MIN_SIZE: f32 = 10.0;

/// Colours of the letters and of their shadow, sRGB.
const COLOR: [u8; 3] = [255, 240, 250];
const SHADOW: [u8; 3] = [60, 0, 45];

/// Writes names into a picture of a camera, each centred at its point.
pub(super) fn write_names(names: &[PlacedName], camera: &Camera, picture: &mut Pixels) {
    let size = [picture.width, picture.height];
    let Some(projection) = Projection::new(camera, size.map(|pixels| pixels as f32)) else { return };
    if names.is_empty() {
        return;
    }
    let mut labels = Labels::new((size[1] as f32 * SIZE).max(MIN_SIZE));
    let height = labels.line_height();
    for PlacedName { at, name } in names {
        let Some(point) = projection.project(*at) else { continue };
        let width = labels.width(name);
        let corner = [point.x - width as f32 * 0.5, point.y - height as f32 * 0.5];
        let is_inside =
            |[x, y]: [f32; 2]| x >= 0.0 && y >= 0.0 && x + 1.0 < size[0] as f32 && y + 1.0 < size[1] as f32;
        if !is_inside(corner) {
            continue;
        }
        let corner = corner.map(|coordinate| coordinate as u32);
        labels.write(name, corner.map(|coordinate| coordinate + 1), width + 2, SHADOW, picture);
        labels.write(name, corner, width + 2, COLOR, picture);
    }
}
