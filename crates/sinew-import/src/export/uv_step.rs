//! Steps of texture coordinates by the size of the textures that they show.

use sinew::Character;
use sinew::character::{Image, Material, Texture};

/// Steps per pixel of the texture.
const STEPS_PER_PIXEL: f32 = 4.0;
/// Size in pixels of a texture that cannot be read.
const LARGE: u32 = 4096;
/// Powers of two of the largest and the smallest step: magnified pixels of small textures are seen.
const EXPONENTS: std::ops::RangeInclusive<i8> = -20..=-12;

/// Longer side of each texture in pixels; `None` for one that cannot be read.
pub(super) fn texture_sizes(character: &Character) -> Vec<Option<u32>> {
    let image = |texture: &Texture| character.images().get(texture.image?.index());
    character.textures().iter().map(|texture| image(texture).and_then(longer_side)).collect()
}

#[cfg(feature = "decode-images")]
fn longer_side(image: &Image) -> Option<u32> {
    crate::image::size(image).ok().map(|[width, height]| width.max(height))
}

#[cfg(not(feature = "decode-images"))]
fn longer_side(_: &Image) -> Option<u32> {
    None
}

/// Powers of two of the steps of the first `sets` sets of texture coordinates that a material needs. `sizes` are
/// the longer sides of the textures in pixels.
pub(super) fn uv_steps(material: &Material, sets: usize, sizes: &[Option<u32>]) -> Vec<i8> {
    let mut steps = vec![*EXPONENTS.end(); sets];
    for (_, texture) in material.textures() {
        let size = sizes.get(texture.texture.index()).copied().flatten().unwrap_or(LARGE);
        let pixels = size as f32 * texture.transform.scale.abs().max_element();
        let bits = (pixels * STEPS_PER_PIXEL).max(1.0).log2().ceil();
        let exponent = (-bits).clamp(f32::from(*EXPONENTS.start()), f32::from(*EXPONENTS.end())) as i8;
        if let Some(step) = steps.get_mut(texture.uv_set) {
            *step = exponent.min(*step);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::character::{TextureId, TextureRef, UvTransform};
    use sinew::glam::Vec2;

    #[test]
    fn steps_are_a_quarter_of_a_pixel() {
        let texture = |n, uv_set, scale| {
            let transform = UvTransform { scale: Vec2::new(scale, 1.0), ..UvTransform::IDENTITY };
            Some(TextureRef { texture: TextureId(n), uv_set, transform })
        };
        let mut material = Material { base_color_texture: texture(0, 0, 1.0), ..Material::default() };
        assert_eq!(uv_steps(&material, 1, &[Some(2048)]), [-13]);
        assert_eq!(uv_steps(&material, 1, &[Some(16)]), [-12]);
        assert_eq!(uv_steps(&material, 1, &[None]), [-14]);
        material.normal_texture = texture(1, 1, -4.0);
        assert_eq!(uv_steps(&material, 2, &[Some(2048), Some(2048)]), [-13, -15]);
        material.normal_texture = texture(1, 7, f32::NAN);
        assert_eq!(uv_steps(&material, 2, &[Some(2048)]), [-13, -12]);
    }
}
