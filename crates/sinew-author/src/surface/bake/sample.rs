use super::paint::{BakeChannel, DecalPaint};
use super::srgb::srgb_linear;
use glam::{Vec2, Vec3, Vec4, Vec4Swizzles};
use sinew::character::Pixels;
use std::collections::BTreeMap;

/// Images of decals by their pixels: decals of one look share theirs.
#[derive(Default)]
pub(super) struct Images {
    colors: BTreeMap<*const Pixels, Image>,
    normals: BTreeMap<*const Pixels, Image>,
}

impl Images {
    /// Adds those that a decal needs for a channel.
    pub(super) fn add(&mut self, paint: &DecalPaint<'_>, channel: BakeChannel) {
        self.colors.entry(paint.color).or_insert_with(|| Image::of_colors(paint.color));
        if let Some(normal) = paint.normal.filter(|_| channel == BakeChannel::Normal) {
            self.normals.entry(normal).or_insert_with(|| Image::of_normals(normal));
        }
    }

    pub(super) fn color(&self, paint: &DecalPaint<'_>) -> Option<&Image> {
        self.colors.get(&std::ptr::from_ref(paint.color))
    }

    pub(super) fn normal(&self, paint: &DecalPaint<'_>) -> Option<&Image> {
        self.normals.get(&std::ptr::from_ref(paint.normal?))
    }
}

/// Image of a decal as linear numbers, colours multiplied by alpha.
pub(super) struct Image {
    width: usize,
    height: usize,
    texels: Vec<Vec4>,
}

impl Image {
    /// Colours in sRGB.
    fn of_colors(pixels: &Pixels) -> Self {
        let table: Vec<f32> = (0..=255).map(srgb_linear).collect();
        Self::new(pixels, |[r, g, b, a]| {
            let alpha = f32::from(a) / 255.0;
            let color = Vec3::from_array([r, g, b].map(|byte| table[usize::from(byte)]));
            (color * alpha).extend(alpha)
        })
    }

    /// Vectors of a normal map.
    fn of_normals(pixels: &Pixels) -> Self {
        Self::new(pixels, |[x, y, z, _]| {
            Vec3::from_array([x, y, z].map(|byte| f32::from(byte) / 127.5 - 1.0)).extend(1.0)
        })
    }

    fn new(pixels: &Pixels, texel: impl Fn([u8; 4]) -> Vec4) -> Self {
        let texels = pixels.rgba.as_chunks::<4>().0.iter().map(|bytes| texel(*bytes)).collect();
        Self { width: pixels.width as usize, height: pixels.height as usize, texels }
    }

    /// Bilinear sample; the image's edge goes on beyond it. Zero for an image without texels.
    pub(super) fn at(&self, uv: Vec2) -> Vec4 {
        if self.texels.is_empty() || self.texels.len() != self.width * self.height {
            return Vec4::ZERO;
        }
        let largest = Vec2::new(self.width as f32 - 1.0, self.height as f32 - 1.0);
        let position = (uv * (largest + 1.0) - 0.5).clamp(Vec2::ZERO, largest);
        let (cell, share) = (position.floor(), position.fract());
        let texel = |dx: usize, dy: usize| {
            let [x, y] = [(cell.x as usize + dx, self.width), (cell.y as usize + dy, self.height)]
                .map(|(n, all)| n.min(all - 1));
            self.texels[y * self.width + x]
        };
        let row = |dy: usize| texel(0, dy).lerp(texel(1, dy), share.x);
        row(0).lerp(row(1), share.y)
    }

    /// Direction of a normal map.
    pub(super) fn normal_at(&self, uv: Vec2) -> Vec3 {
        self.at(uv).xyz().try_normalize().unwrap_or(Vec3::Z)
    }
}
