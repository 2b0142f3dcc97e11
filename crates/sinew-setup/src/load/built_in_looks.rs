//! Looks of decals that come with Sinew, whose images are computed.

use crate::images::encode_image;
use sinew::character::Pixels;
use sinew::surface::{DecalBlend, DecalMaterial};
use sinew_import::ImageError;

/// Size of the images in pixels.
const SIZE: u32 = 256;

/// Look of decals that needs no image file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuiltInLook {
    /// A chequered disc with an arrow that points up, on which stretch can be seen.
    Checks,
    /// A wet, red wound.
    Blood,
    /// A dry, brown splash.
    Mud,
    /// A black scorch.
    Burn,
    /// A pale film.
    Frost,
    /// A dent in metal, with a normal map.
    Dent,
}

impl BuiltInLook {
    /// All looks.
    pub const ALL: [Self; 6] = [Self::Checks, Self::Blood, Self::Mud, Self::Burn, Self::Frost, Self::Dent];

    /// Name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Blood => "blood",
            Self::Mud => "mud",
            Self::Burn => "burn",
            Self::Frost => "frost",
            Self::Dent => "dent",
        }
    }

    /// The look of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|look| look.name() == name)
    }

    /// Description in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Checks => "A chequered disc with an arrow that points up, on which stretch can be seen",
            Self::Blood => "A wet, red wound",
            Self::Mud => "A dry, brown splash",
            Self::Burn => "A black scorch",
            Self::Frost => "A pale film",
            Self::Dent => "A dent in metal, with a normal map",
        }
    }

    /// The look with its images.
    ///
    /// # Errors
    /// When an image cannot be encoded.
    pub fn material(self) -> Result<DecalMaterial, ImageError> {
        let image = |pixels: Pixels| encode_image(self.name(), &pixels);
        Ok(DecalMaterial::new(self.name(), image(self.image())?)
            .with_normal(self.normal().map(image).transpose()?)
            .with_roughness(self.roughness())
            .with_metallic(self.metallic())
            .with_blend(self.blend()))
    }

    /// Roughness of the surface: 0 wet, 1 dry.
    #[must_use]
    pub fn roughness(self) -> f32 {
        match self {
            Self::Blood => 0.25,
            Self::Dent => 0.35,
            Self::Frost => 0.4,
            Self::Checks => 0.6,
            Self::Mud | Self::Burn => 0.95,
        }
    }

    /// Metalness of the surface: 0 skin, 1 metal.
    #[must_use]
    pub fn metallic(self) -> f32 {
        if self == Self::Dent { 1.0 } else { 0.0 }
    }

    /// Mixing with the skin.
    #[must_use]
    pub fn blend(self) -> DecalBlend {
        if self == Self::Burn { DecalBlend::Multiply } else { DecalBlend::Alpha }
    }

    /// Normal map, x to the right of the image and y to its top; `None` for looks that are flat.
    #[must_use]
    pub fn normal(self) -> Option<Pixels> {
        (self == Self::Dent).then(|| {
            pixels(|[x, y]| {
                const STEP: f32 = 1.0 / SIZE as f32;
                let slope = |dx: f32, dy: f32| {
                    (dent_height([x + dx, y + dy]) - dent_height([x - dx, y - dy])) / (2.0 * STEP)
                };
                // Rows run downwards.
                let (right, top) = (-slope(STEP, 0.0), slope(0.0, STEP));
                let length = (right * right + top * top + 1.0).sqrt();
                let byte = |n: f32| (n / length * 127.5 + 127.5).round() as u8;
                [byte(right), byte(top), byte(1.0), 0xff]
            })
        })
    }

    /// Image with straight alpha.
    #[must_use]
    pub fn image(self) -> Pixels {
        pixels(|point| self.color(point))
    }

    /// Colour at a point from (-1, -1), the top left corner, to (1, 1).
    fn color(self, point: [f32; 2]) -> [u8; 4] {
        let splash = |ragged: f32, soft: f32| {
            let [x, y] = point;
            let angle = y.atan2(x);
            let edge = 0.72
                + ragged * noise([angle.cos() * 2.0 + 7.0, angle.sin() * 2.0 + 7.0])
                + 0.5 * ragged * noise([angle.cos() * 6.0 + 31.0, angle.sin() * 6.0 + 11.0]);
            ((edge - x.hypot(y)) / soft).clamp(0.0, 1.0)
        };
        let grain = noise([point[0] * 9.0 + 40.0, point[1] * 9.0 + 40.0]);
        let mixed = |from: [f32; 3], to: [f32; 3], share: f32, alpha: f32| {
            let share = share.clamp(0.0, 1.0);
            let byte = |n: usize| (from[n] + (to[n] - from[n]) * share) as u8;
            [byte(0), byte(1), byte(2), (alpha.clamp(0.0, 1.0) * 255.0) as u8]
        };
        match self {
            Self::Checks => checks(point),
            Self::Blood => {
                let middle = 1.0 - point[0].hypot(point[1]) * 1.6;
                mixed([150.0, 8.0, 10.0], [56.0, 2.0, 4.0], middle + grain * 0.4, splash(0.26, 0.08))
            }
            Self::Mud => mixed([96.0, 72.0, 46.0], [62.0, 46.0, 30.0], grain * 0.8 + 0.4, splash(0.3, 0.1)),
            Self::Dent => {
                // Paint is gone from the bowl; scratches and a dark edge are around it.
                let from_middle = point[0].hypot(point[1]);
                let scratch = (grain * 2.0).abs();
                let edge = (-((from_middle - 0.6) / 0.07).powi(2)).exp();
                let bare = ((0.86 + 0.1 * grain - from_middle) / 0.16).clamp(0.0, 1.0);
                mixed([168.0, 166.0, 162.0], [44.0, 42.0, 42.0], edge * 0.75 + scratch * 0.18, bare)
            }
            Self::Burn => mixed(
                [90.0, 62.0, 44.0],
                [12.0, 10.0, 10.0],
                splash(0.2, 0.5) + grain * 0.2,
                splash(0.2, 0.35),
            ),
            Self::Frost => {
                let crystals = (1.0 - (grain * 3.0).abs()).max(0.0);
                mixed(
                    [206.0, 226.0, 240.0],
                    [255.0; 3],
                    crystals,
                    splash(0.24, 0.6) * (0.55 + 0.4 * crystals),
                )
            }
        }
    }
}

/// Image of the colours at points from (-1, -1), the top left corner, to (1, 1).
fn pixels(color: impl Fn([f32; 2]) -> [u8; 4]) -> Pixels {
    let mut rgba = Vec::with_capacity((SIZE * SIZE * 4) as usize);
    for (y, x) in (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (y, x))) {
        rgba.extend(color([x, y].map(|n| (n as f32 + 0.5) / SIZE as f32 * 2.0 - 1.0)));
    }
    Pixels { width: SIZE, height: SIZE, rgba }
}

/// Height of a dent at a point, as a share of half of the image: a bowl in a raised rim, a little uneven.
fn dent_height([x, y]: [f32; 2]) -> f32 {
    let from_middle = x.hypot(y) * (1.0 + 0.12 * noise([x * 2.0 + 17.0, y * 2.0 + 5.0]));
    let bowl = (1.0 - (from_middle / 0.62).powi(2)).max(0.0);
    let rim = (-((from_middle - 0.68) / 0.12).powi(2)).exp();
    0.06 * rim - 0.26 * bowl * bowl
}

/// Chequered disc with an arrow.
fn checks([x, y]: [f32; 2]) -> [u8; 4] {
    let distance = x.hypot(y);
    let is_arrow = y < -0.35 && y > -0.85 && x.abs() < (y + 0.85) * 0.6;
    match distance {
        _ if is_arrow => [0x20, 0x20, 0x28, 0xff],
        0.9..=1.0 => [0xa0, 0x14, 0x1c, 0xff],
        _ if distance > 1.0 => [0xa0, 0x14, 0x1c, 0],
        _ if ((x * 4.0).floor() + (y * 4.0).floor()).rem_euclid(2.0) == 0.0 => [0xe8, 0x3c, 0x32, 0xff],
        _ => [0xf4, 0xe4, 0xc8, 0xff],
    }
}

/// Smooth noise from -1 to 1 of two octaves (Perlin, *An Image Synthesizer*, 1985, with values in place of
/// gradients).
fn noise(point: [f32; 2]) -> f32 {
    let octave = |scale: f32| {
        let at = point.map(|n| n * scale);
        let cell = at.map(f32::floor);
        let [u, v] = [0, 1].map(|n| {
            let t = at[n] - cell[n];
            t * t * (3.0 - 2.0 * t)
        });
        let value = |dx: f32, dy: f32| hashed([cell[0] + dx, cell[1] + dy]);
        let row = |dy: f32| value(0.0, dy) * (1.0 - u) + value(1.0, dy) * u;
        row(0.0) * (1.0 - v) + row(1.0) * v
    };
    octave(1.0) * 0.67 + octave(2.3) * 0.33
}

/// Number from -1 to 1 of a cell.
fn hashed(cell: [f32; 2]) -> f32 {
    let [x, y] = cell.map(|n| n as i32 as u32);
    let mut bits = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    (bits >> 8) as f32 / (1 << 23) as f32 - 1.0
}
