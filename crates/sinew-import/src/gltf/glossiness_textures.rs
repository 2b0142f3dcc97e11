//! Textures of base colour, metalness and roughness that look like those of diffuse colour, specular colour
//! and glossiness.
//!
//! With the metalness m, a base colour c reflects 0.04 (1 − m) + c m at normal incidence and scatters c (1 −
//! 0.04) (1 − m). Set equal to the specular colour s and to what it leaves of the diffuse colour, d (1 − max
//! s), they give a quadratic equation for m by brightness, and then c by channel.

use super::glossiness_values::{REFLECTANCE, SpecularGlossiness};
use super::source::Source;
use crate::ImportError;
use sinew::character::{Image, Material, Texture, TextureId, TextureRef};
use sinew::glam::Vec3;
use std::collections::HashMap;

/// Converter of the materials of a file, with what they may refer to.
pub(super) struct Converter<'a> {
    textures: &'a mut Vec<Texture>,
    images: &'a mut Vec<Image>,
    bakes: Bakes,
}

impl<'a> Converter<'a> {
    pub(super) fn new(textures: &'a mut Vec<Texture>, images: &'a mut Vec<Image>) -> Self {
        Self { textures, images, bakes: Bakes::default() }
    }
}

/// Textures made so far, by the textures and the bits of the factors that they are made of.
#[derive(Default)]
struct Bakes(HashMap<Key, Result<Baked, String>>);

type Key = ([Option<u32>; 2], [u32; 7]);

/// Result of a texture of specular colour and glossiness.
#[derive(Clone, Copy, Default)]
pub(super) struct Baked {
    /// Specular colour, if it is the same all over, or taken for it.
    specular: Option<Vec3>,
    base_color: Option<TextureId>,
    metallic_roughness: Option<TextureId>,
}

impl Baked {
    /// Gives a material these textures. `texture` is that of specular colour and glossiness.
    pub(super) fn apply(self, values: &SpecularGlossiness, texture: TextureRef, material: &mut Material) {
        if let Some(specular) = self.specular {
            material.specular_color = specular / REFLECTANCE;
        }
        if let Some(base_color) = self.base_color {
            material.base_color = Vec3::ONE.extend(values.diffuse.w);
            material.base_color_texture =
                Some(TextureRef { texture: base_color, ..values.diffuse_texture.unwrap_or(texture) });
            (material.metallic, material.specular_color) = (1.0, Vec3::ONE);
        }
        if let Some(made) = self.metallic_roughness {
            material.roughness = 1.0;
            material.metallic_roughness_texture = Some(TextureRef { texture: made, ..texture });
        }
    }
}

/// Makes the textures, or takes those that were made for another material. The inner error says why there are
/// none.
pub(super) fn bake(
    converter: &mut Converter<'_>,
    source: &mut Source<'_>,
    values: &SpecularGlossiness,
    texture: TextureRef,
    location: &str,
) -> Result<Result<Baked, String>, ImportError> {
    let [r, g, b, _] = values.diffuse.to_array().map(f32::to_bits);
    let [x, y, z] = values.specular.to_array().map(f32::to_bits);
    let textures = [values.diffuse_texture.map(|diffuse| diffuse.texture.0), Some(texture.texture.0)];
    let key = (textures, [r, g, b, x, y, z, values.glossiness.to_bits()]);
    if let Some(known) = converter.bakes.0.get(&key) {
        return Ok(known.clone());
    }
    source.budget.take(1, 8 * (size_of::<Texture>() + size_of::<Image>()), location)?;
    let made = make(converter, source, values, texture, location);
    converter.bakes.0.insert(key, made.clone());
    Ok(made)
}

#[cfg(not(feature = "decode-images"))]
fn make(
    _: &mut Converter<'_>,
    _: &mut Source<'_>,
    _: &SpecularGlossiness,
    _: TextureRef,
    _: &str,
) -> Result<Baked, String> {
    Err("the feature `decode-images` is disabled".into())
}

#[cfg(feature = "decode-images")]
fn make(
    converter: &mut Converter<'_>,
    source: &mut Source<'_>,
    values: &SpecularGlossiness,
    texture: TextureRef,
    location: &str,
) -> Result<Baked, String> {
    let specular = Decoded::of(converter, source, texture, location)?;
    let diffuse = values.diffuse_texture.map(|texture| Decoded::of(converter, source, texture, location));
    let same_coordinates =
        |other: TextureRef| (other.uv_set, other.transform) == (texture.uv_set, texture.transform);
    let (uniform, mean) = specular.colors();
    let mut baked = Baked::default();
    let result = match diffuse {
        // A diffuse image that cannot be read is no reason to lose the glossiness.
        Some(Ok(diffuse)) if !uniform && values.diffuse_texture.is_some_and(same_coordinates) => {
            let base = base_colors(values, Some(&diffuse), &specular);
            diffuse.give_back(source);
            Some((base, specular.metallic_roughness(values, Some(&diffuse))))
        }
        Some(Ok(diffuse)) => {
            diffuse.give_back(source);
            None
        }
        None if !uniform => {
            Some((base_colors(values, None, &specular), specular.metallic_roughness(values, None)))
        }
        _ => None,
    };
    match result {
        Some((base, surface)) => {
            baked.base_color = Some(base.store(converter, source, texture, " (base colour)", location)?);
            baked.metallic_roughness =
                Some(surface.store(converter, source, texture, " (metallic roughness)", location)?);
        }
        None => {
            baked.specular = Some(mean * values.specular);
            if specular.has_glossiness() {
                let roughness = specular.roughness(values);
                baked.metallic_roughness =
                    Some(roughness.store(converter, source, texture, " (roughness)", location)?);
            }
        }
    }
    specular.give_back(source);
    Ok(baked)
}

/// Pixels of a texture.
#[cfg(feature = "decode-images")]
struct Decoded {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

/// Pixels to be stored, in rows of `width`, with 3 or 4 channels.
#[cfg(feature = "decode-images")]
struct Made {
    width: usize,
    channels: usize,
    bytes: Vec<u8>,
}

/// Bytes per pixel of an image: decoded, made and as PNG.
#[cfg(feature = "decode-images")]
const PIXEL_BYTES: usize = 16;

/// Largest difference of channels that count as the same, of 255.
#[cfg(feature = "decode-images")]
const SAME_COLOR: u8 = 4;

#[cfg(feature = "decode-images")]
impl Decoded {
    fn of(
        converter: &Converter<'_>,
        source: &mut Source<'_>,
        texture: TextureRef,
        location: &str,
    ) -> Result<Self, String> {
        let image = converter.textures.get(texture.texture.index()).and_then(|texture| texture.image);
        let image = image.and_then(|image| converter.images.get(image.index())).ok_or("it has no image")?;
        let [width, height] = crate::image::size(image)?.map(|side| side as usize);
        let too_large =
            |_| format!("an image of {width} × {height} pixels exceeds the memory limit of the file");
        source.budget.read(width * height, PIXEL_BYTES, location).map_err(too_large)?;
        source.budget.take(width * height, PIXEL_BYTES, location).map_err(too_large)?;
        match crate::decode_image(image) {
            Ok(pixels) => Ok(Self { width, height, rgba: pixels.rgba }),
            Err(error) => {
                source.budget.give_back(width * height, PIXEL_BYTES);
                Err(error.to_string())
            }
        }
    }

    fn give_back(&self, source: &mut Source<'_>) {
        source.budget.give_back(self.width * self.height, PIXEL_BYTES);
    }

    fn pixels(&self) -> impl Iterator<Item = [u8; 4]> + Clone {
        self.rgba.as_chunks::<4>().0.iter().copied()
    }

    /// Whether the colour is the same all over, and its mean.
    fn colors(&self) -> (bool, Vec3) {
        let (mut low, mut high, mut sum) = ([u8::MAX; 3], [0; 3], Vec3::ZERO.as_dvec3());
        for [r, g, b, _] in self.pixels() {
            let color = [r, g, b];
            for n in 0..3 {
                (low[n], high[n]) = (low[n].min(color[n]), high[n].max(color[n]));
            }
            sum += linear_color(color).as_dvec3();
        }
        let is_uniform = low.iter().zip(high).all(|(low, high)| high.saturating_sub(*low) <= SAME_COLOR);
        (is_uniform, (sum / (self.rgba.len() / 4).max(1) as f64).as_vec3())
    }

    fn has_glossiness(&self) -> bool {
        self.pixels().any(|pixel| pixel[3] != u8::MAX)
    }

    /// Pixel at the position of pixel `n` of an image of another size.
    fn at(&self, n: usize, [width, height]: [usize; 2]) -> [u8; 4] {
        let (x, y) = (n % width * self.width / width, n / width * self.height / height);
        self.rgba.as_chunks::<4>().0.get(y * self.width + x).copied().unwrap_or([u8::MAX; 4])
    }

    fn roughness(&self, values: &SpecularGlossiness) -> Made {
        let bytes = self.pixels().flat_map(|pixel| [u8::MAX, roughness(values, pixel[3]), u8::MAX]).collect();
        Made { width: self.width, channels: 3, bytes }
    }

    fn metallic_roughness(&self, values: &SpecularGlossiness, diffuse: Option<&Self>) -> Made {
        let size = [self.width, self.height];
        let pixels = self.pixels().enumerate().flat_map(|(n, pixel)| {
            let (metallic, _) = values.solved(diffuse.map(|diffuse| diffuse.at(n, size)), pixel);
            [u8::MAX, roughness(values, pixel[3]), (metallic * 255.0).round() as u8]
        });
        Made { width: self.width, channels: 3, bytes: pixels.collect() }
    }
}

/// Base colours in the size of the diffuse texture, with its alpha; without one in that of the specular
/// colour.
#[cfg(feature = "decode-images")]
fn base_colors(values: &SpecularGlossiness, diffuse: Option<&Decoded>, specular: &Decoded) -> Made {
    let sized = diffuse.unwrap_or(specular);
    let size = [sized.width, sized.height];
    let pixels = sized.pixels().enumerate().flat_map(|(n, pixel)| {
        let colors = diffuse.map(|_| pixel);
        let (_, base) = values.solved(colors, specular.at(n, size));
        let [r, g, b] = base.to_array().map(crate::srgb::to_byte);
        [r, g, b, colors.map_or(u8::MAX, |pixel| pixel[3])]
    });
    Made { width: sized.width, channels: 4, bytes: pixels.collect() }
}

#[cfg(feature = "decode-images")]
fn roughness(values: &SpecularGlossiness, alpha: u8) -> u8 {
    (255.0 - f32::from(alpha) * values.glossiness.clamp(0.0, 1.0)).round() as u8
}

#[cfg(feature = "decode-images")]
impl SpecularGlossiness {
    /// Metalness and base colour for a pixel of the diffuse texture and one of the specular texture.
    fn solved(&self, diffuse: Option<[u8; 4]>, [r, g, b, _]: [u8; 4]) -> (f32, Vec3) {
        let diffuse =
            diffuse.map_or(Vec3::ONE, |[r, g, b, _]| linear_color([r, g, b])) * self.diffuse.truncate();
        metallic_of(diffuse, linear_color([r, g, b]) * self.specular)
    }
}

/// Metalness and base colour for linear diffuse and specular colours.
#[cfg(feature = "decode-images")]
fn metallic_of(diffuse: Vec3, specular: Vec3) -> (f32, Vec3) {
    /// Weights of the channels in brightness (ITU-R BT.709).
    const BRIGHTNESS: Vec3 = Vec3::new(0.2126, 0.7152, 0.0722);
    const SMALL: f32 = 1e-6;
    let specular = specular.clamp(Vec3::ZERO, Vec3::ONE);
    let scattered = diffuse.clamp(Vec3::ZERO, Vec3::ONE) * (1.0 - specular.max_element());
    let (d, s) = (scattered.dot(BRIGHTNESS) / (1.0 - REFLECTANCE), specular.dot(BRIGHTNESS));
    // (s − 0.04 + 0.04 m) (1 − m) = d m
    let metallic = if s <= REFLECTANCE {
        0.0
    } else {
        let half = 0.5 * (d + s - 2.0 * REFLECTANCE) / REFLECTANCE;
        ((half * half + (s - REFLECTANCE) / REFLECTANCE).sqrt() - half).clamp(0.0, 1.0)
    };
    let by_diffuse = scattered / (1.0 - REFLECTANCE) / (1.0 - metallic).max(SMALL);
    let by_specular = (specular - REFLECTANCE * (1.0 - metallic)) / metallic.max(SMALL);
    let base = by_diffuse.lerp(by_specular, metallic * metallic);
    (metallic, base.clamp(Vec3::ZERO, Vec3::ONE))
}

#[cfg(feature = "decode-images")]
fn linear_color(color: [u8; 3]) -> Vec3 {
    crate::srgb::linear(Vec3::from_array(color.map(f32::from)) / 255.0)
}

#[cfg(feature = "decode-images")]
impl Made {
    /// Adds the pixels as an image with a texture, sampled and named as `like` is.
    fn store(
        self,
        converter: &mut Converter<'_>,
        source: &mut Source<'_>,
        like: TextureRef,
        suffix: &str,
        location: &str,
    ) -> Result<TextureId, String> {
        use image::ExtendedColorType;
        let color = if self.channels == 4 { ExtendedColorType::Rgba8 } else { ExtendedColorType::Rgb8 };
        let height = self.bytes.len() / self.channels / self.width.max(1);
        let png = crate::image::encode_png(&self.bytes, color, [self.width as u32, height as u32])?;
        source.budget.take(png.len(), 1, location).map_err(|error| error.message)?;
        let texture = converter.textures.get(like.texture.index()).cloned().ok_or("it has no image")?;
        let name =
            texture.image.and_then(|image| converter.images.get(image.index())).map(|image| &image.name);
        let name =
            name.filter(|name| !name.is_empty()).map_or(String::new(), |name| format!("{name}{suffix}"));
        let image = sinew::character::ImageId(converter.images.len() as u32);
        converter.images.push(Image { name, mime: "image/png".into(), encoded: Some(png.into()) });
        converter.textures.push(Texture { image: Some(image), ..texture });
        Ok(TextureId(converter.textures.len() as u32 - 1))
    }
}

#[cfg(all(test, feature = "decode-images"))]
mod tests {
    use super::{REFLECTANCE, metallic_of};
    use sinew::glam::Vec3;

    /// Reflected and scattered light are those of the specular and diffuse colours.
    #[test]
    fn base_color_and_metalness_reflect_and_scatter_the_same() {
        for (diffuse, specular, tolerance) in [
            (Vec3::new(0.8, 0.1, 0.05), Vec3::splat(0.04), 1e-3),
            (Vec3::ZERO, Vec3::new(1.0, 0.71, 0.29), 1e-3),
            (Vec3::ZERO, Vec3::splat(0.6), 1e-3),
            (Vec3::splat(0.5), Vec3::splat(0.3), 0.02),
            (Vec3::splat(0.9), Vec3::splat(0.06), 0.02),
            (Vec3::splat(0.02), Vec3::splat(0.95), 0.02),
            (Vec3::splat(0.5), Vec3::ZERO, 0.05),
        ] {
            let (metallic, base) = metallic_of(diffuse, specular);
            let reflected = Vec3::splat(REFLECTANCE * (1.0 - metallic)) + base * metallic;
            let scattered = base * (1.0 - REFLECTANCE) * (1.0 - metallic);
            let expected = diffuse * (1.0 - specular.max_element());
            assert!(
                reflected.abs_diff_eq(specular.max(Vec3::splat(0.04)), tolerance),
                "{diffuse} {specular}: {reflected}"
            );
            assert!(scattered.abs_diff_eq(expected, tolerance), "{diffuse} {specular}: {scattered}");
        }
        assert_eq!(metallic_of(Vec3::ONE, Vec3::splat(0.04)).0, 0.0);
        assert_eq!(metallic_of(Vec3::ZERO, Vec3::ONE).0, 1.0);
    }
}
