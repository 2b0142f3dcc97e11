//! Painting of an atlas: triangles are rasterized, and each texel is coloured by its position on the
//! character.

use crate::surface::Surface;
use glam::{Vec2, Vec3};

/// Input of the colour functions for a texel.
pub(crate) struct Spot {
    /// Position in the authored pose.
    pub at: Vec3,
    /// Label of the part.
    pub label: u8,
    /// Openness: 1 on open surfaces, 0 in creases.
    pub open: f32,
}

/// Square image under construction.
pub(crate) struct Canvas {
    /// Texels per side.
    pub size: usize,
    /// Colours, sRGB in 0..1.
    pub texels: Vec<Vec3>,
    covered: Vec<bool>,
}

impl Canvas {
    /// Empty canvas.
    pub(crate) fn new(size: usize) -> Self {
        Self { size, texels: vec![Vec3::splat(0.5); size * size], covered: vec![false; size * size] }
    }

    /// Paints a surface with final texture coordinates.
    pub(crate) fn paint(&mut self, surface: &Surface, colour: impl Fn(&Spot) -> Vec3) {
        let n = self.size as f32;
        for t in &surface.triangles {
            let i = t.map(|i| i as usize);
            let [a, b, c] = i.map(|i| Vec2::from(surface.uvs[i]) * n);
            let area = (b - a).perp_dot(c - a);
            let low = a.min(b).min(c).floor().max(Vec2::ZERO);
            let high = a.max(b).max(c).ceil().min(Vec2::splat(n - 1.0));
            let label = i.map(|i| surface.labels[i]).into_iter().max().unwrap_or(0);
            let corners = i.map(|i| surface.painted_at[i]);
            let middle = (a + b + c) / 3.0;
            let texel = middle.y as usize * self.size + middle.x as usize;
            if !self.covered[texel] {
                // Triangles smaller than a texel.
                let at = (corners[0] + corners[1] + corners[2]) / 3.0;
                let open = i.iter().map(|i| surface.openness[*i]).sum::<f32>() / 3.0;
                self.texels[texel] = colour(&Spot { at, label, open }).clamp(Vec3::ZERO, Vec3::ONE);
                self.covered[texel] = true;
            }
            for y in low.y as usize..=high.y as usize {
                for x in low.x as usize..=high.x as usize {
                    let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                    let w =
                        Vec3::new((b - p).perp_dot(c - p), (c - p).perp_dot(a - p), (a - p).perp_dot(b - p))
                            / area;
                    if w.min_element().is_nan() || w.min_element() < -0.02 {
                        continue;
                    }
                    let mix = |v: &[Vec3]| v[i[0]] * w.x + v[i[1]] * w.y + v[i[2]] * w.z;
                    let open =
                        Vec3::new(surface.openness[i[0]], surface.openness[i[1]], surface.openness[i[2]])
                            .dot(w);
                    let spot = Spot { at: mix(&surface.painted_at), label, open };
                    let texel = y * self.size + x;
                    self.texels[texel] = colour(&spot).clamp(Vec3::ZERO, Vec3::ONE);
                    self.covered[texel] = true;
                }
            }
        }
    }

    /// Extends the painted colours outward by a few texels, so that filtering does not include the
    /// background.
    pub(crate) fn bleed(&mut self) {
        let n = self.size;
        for _ in 0..6 {
            let (from, covered) = (self.texels.clone(), self.covered.clone());
            for y in 0..n {
                for x in 0..n {
                    if covered[y * n + x] {
                        continue;
                    }
                    let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                    let found: Vec<Vec3> = near
                        .iter()
                        .filter(|(x, y)| *x < n && *y < n && covered[y * n + x])
                        .map(|(x, y)| from[y * n + x])
                        .collect();
                    if !found.is_empty() {
                        self.texels[y * n + x] = found.iter().sum::<Vec3>() / found.len() as f32;
                        self.covered[y * n + x] = true;
                    }
                }
            }
        }
    }

    /// The image as PNG bytes.
    pub(crate) fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let rgb: Vec<u8> =
            self.texels.iter().flat_map(|c| c.to_array().map(|v| (v * 255.0 + 0.5) as u8)).collect();
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.size as u32, self.size as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.write_header()?.write_image_data(&rgb)?;
        Ok(out)
    }
}
