use super::texture_refs::texture_refs;
use super::texture_upload::{checker, create_sampler, is_complete, shrink, upload};
use crate::gpu::{Gpu, ShadingModel};
use sinew::Character;
use sinew::character::{Image, ImageId, Pixels, Texture, TextureFilter, TextureRef, TextureWrap};

/// Textures of a character on the device.
pub(super) struct ModelTextures {
    images: Vec<UploadedImage>,
    /// Image, if there is one, and sampler per texture.
    textures: Vec<(Option<ImageId>, wgpu::Sampler)>,
    checker: wgpu::TextureView,
    white: wgpu::TextureView,
    default_sampler: wgpu::Sampler,
}

/// Image on the device, as colours, as data or as both, depending on the materials that read it.
#[derive(Default)]
struct UploadedImage {
    color: Option<wgpu::TextureView>,
    data: Option<wgpu::TextureView>,
    has_alpha: bool,
}

/// Texture view and sampler for one slot of a material.
#[derive(Clone, Copy)]
pub(super) struct TextureBinding<'a> {
    pub(super) view: &'a wgpu::TextureView,
    pub(super) sampler: &'a wgpu::Sampler,
    /// Whether the shader reads the texture; it ignores the stand-in of an empty slot.
    pub(super) is_read: bool,
}

impl ModelTextures {
    /// Uploads every image that a material uses, one after the other, so that only one is decoded at a time.
    pub(super) fn new(
        gpu: &Gpu,
        character: &Character,
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Self {
        // Per image: whether materials read it as colours and as data.
        let mut uses = vec![[false; 2]; character.images().len()];
        for material in character.materials() {
            for (texture, slot) in
                texture_refs(material).iter().zip(ShadingModel::of(material).texture_slots())
            {
                if let Some(image) = texture.and_then(|t| character.textures()[t.texture].image) {
                    uses[image.index()][usize::from(!slot.is_color)] = true;
                }
            }
        }
        let images = character.images().iter().zip(&uses).map(|(image, &[as_color, as_data])| {
            if !as_color && !as_data {
                return UploadedImage::default();
            }
            let Some(pixels) = decode(image).filter(is_complete) else { return UploadedImage::default() };
            let pixels = shrink(pixels, gpu.device.limits().max_texture_dimension_2d);
            UploadedImage {
                color: as_color.then(|| upload(gpu, &pixels, true, &image.name)),
                data: as_data.then(|| upload(gpu, &pixels, false, &image.name)),
                has_alpha: pixels.rgba.as_chunks::<4>().0.iter().any(|p| p[3] < 255),
            }
        });
        let images = images.collect();
        let textures = character.textures().iter().map(|t| (t.image, create_sampler(gpu, t))).collect();
        let default_texture = Texture {
            image: None,
            wrap_u: TextureWrap::Repeat,
            wrap_v: TextureWrap::Repeat,
            magnify: TextureFilter::Linear,
            minify: TextureFilter::Linear,
            mip: Some(TextureFilter::Linear),
        };
        let white = Pixels { width: 1, height: 1, rgba: vec![255; 4] };
        Self {
            images,
            textures,
            checker: upload(gpu, &checker(), true, "checker"),
            white: upload(gpu, &white, false, "white"),
            default_sampler: create_sampler(gpu, &default_texture),
        }
    }

    /// Binding of `texture` for a slot that reads it as colours or as data.
    pub(super) fn binding(&self, texture: Option<&TextureRef>, is_color: bool) -> TextureBinding<'_> {
        let empty = TextureBinding { view: &self.white, sampler: &self.default_sampler, is_read: false };
        let Some(texture) = texture else { return empty };
        let (image, sampler) = &self.textures[texture.texture.index()];
        let image = image.map(|i| &self.images[i.index()]);
        let view = image.and_then(|i| if is_color { i.color.as_ref() } else { i.data.as_ref() });
        match view {
            Some(view) => TextureBinding { view, sampler, is_read: true },
            None if is_color => TextureBinding { view: &self.checker, sampler, is_read: true },
            None => empty,
        }
    }

    /// Whether any texel of `texture` has alpha below 1.
    pub(super) fn has_alpha(&self, texture: Option<&TextureRef>) -> bool {
        texture
            .and_then(|t| self.textures[t.texture.index()].0)
            .is_some_and(|i| self.images[i.index()].has_alpha)
    }
}
