//! Images of all looks in one texture: cells of one size with a border, so that filters do not reach into the
//! next cell.

use super::DecalLook;
use sinew::character::Pixels;

/// Largest size of a cell in pixels.
const MAX_CELL: u32 = 512;
/// Border of a cell as a share of its size, which holds down to the fourth mip level.
const BORDER: f32 = 1.0 / 16.0;

pub(super) struct Atlas {
    pub(super) color: Pixels,
    /// `None` where no look has a normal map.
    pub(super) normal: Option<Pixels>,
    /// Metalness and roughness, a pixel per look.
    pub(super) surface: Pixels,
    /// Per look: left, top, width and height of its image, of the texture's size.
    pub(super) cells: Vec<[f32; 4]>,
}

impl Atlas {
    pub(super) fn new(looks: &[DecalLook]) -> Self {
        let count = looks.len().max(1);
        let columns = (1..).find(|n| n * n >= count).unwrap_or(1);
        let rows = count.div_ceil(columns);
        let largest = looks.iter().map(|look| look.color.width.max(look.color.height)).max().unwrap_or(1);
        let cell = largest.next_power_of_two().clamp(16, MAX_CELL);
        let [width, height] = [columns, rows].map(|n| n as u32 * cell);
        let column_and_row = |number: usize| [(number % columns) as u32, (number / columns) as u32];
        let cells = (0..looks.len()).map(|number| {
            let [x, y] = column_and_row(number).map(|n| n as f32);
            let inner = 1.0 - 2.0 * BORDER;
            let [w, h] = [1.0 / columns as f32, 1.0 / rows as f32];
            [(x + BORDER) * w, (y + BORDER) * h, inner * w, inner * h]
        });
        let empty = |color: [u8; 4]| Pixels { width, height, rgba: color.repeat((width * height) as usize) };
        let mut color = empty([0; 4]);
        let mut normal = empty([0x80, 0x80, 0xff, 0xff]);
        let mut surface =
            Pixels { width: columns as u32, height: rows as u32, rgba: vec![0; columns * rows * 4] };
        for (number, look) in looks.iter().enumerate() {
            let at = column_and_row(number).map(|n| n * cell);
            fill(&mut color, at, cell, &look.color);
            look.normal.iter().for_each(|image| fill(&mut normal, at, cell, image));
            let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            surface.rgba[number * 4..number * 4 + 4].copy_from_slice(&[
                0,
                byte(look.roughness),
                byte(look.metallic),
                0xff,
            ]);
        }
        let has_normal = looks.iter().any(|look| look.normal.is_some());
        Self { color, normal: has_normal.then_some(normal), surface, cells: cells.collect() }
    }
}

/// Draws an image into a cell, with its edge repeated in the border.
fn fill(atlas: &mut Pixels, [left, top]: [u32; 2], cell: u32, image: &Pixels) {
    if image.width == 0 || image.height == 0 {
        return;
    }
    for (y, x) in (0..cell).flat_map(|y| (0..cell).map(move |x| (y, x))) {
        let share =
            |n: u32| (((n as f32 + 0.5) / cell as f32 - BORDER) / (1.0 - 2.0 * BORDER)).clamp(0.0, 1.0);
        let to = ((top + y) * atlas.width + left + x) as usize * 4;
        atlas.rgba[to..to + 4].copy_from_slice(&sample(image, [share(x), share(y)]));
    }
}

/// Bilinear sample; the image's edge goes on beyond it.
fn sample(image: &Pixels, at: [f32; 2]) -> [u8; 4] {
    let [x, y] = [(at[0], image.width), (at[1], image.height)].map(|(share, size)| {
        let position = (share * size as f32 - 0.5).clamp(0.0, (size - 1) as f32);
        (position as u32, position.fract(), size - 1)
    });
    let texel = |x: u32, y: u32, n: usize| f32::from(image.rgba[(y * image.width + x) as usize * 4 + n]);
    std::array::from_fn(|n| {
        let (right, below) = ((x.0 + 1).min(x.2), (y.0 + 1).min(y.2));
        let row = |y: u32| texel(x.0, y, n) * (1.0 - x.1) + texel(right, y, n) * x.1;
        (row(y.0) * (1.0 - y.1) + row(below) * y.1).round() as u8
    })
}
