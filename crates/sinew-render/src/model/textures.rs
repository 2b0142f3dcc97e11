use super::error::ModelError;
use super::image_source::ImageSource;
use super::reduced_image::ReducedImage;
use super::texture_upload::{checker, create_sampler, is_complete, shrink, upload};
use super::uploaded_image::{ImageUse, UploadedImage, first_image};
use crate::gpu::Gpu;
use sinew::Character;
use sinew::character::{ImageId, Material, Pixels, Texture, TextureFilter, TextureRef, TextureWrap};

/// Textures of a character on the device.
pub(super) struct ModelTextures {
    /// Images by their number; empty for those that share the bytes of an earlier one.
    images: Vec<UploadedImage>,
    /// Images that are smaller on the device than in the file.
    pub(super) reduced: Vec<ReducedImage>,
    /// Image, the first one with the same bytes, if there is one, and sampler per texture.
    textures: Vec<(Option<ImageId>, wgpu::Sampler)>,
    checker: wgpu::TextureView,
    white: wgpu::TextureView,
    default_sampler: wgpu::Sampler,
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
    /// Uploads every image that one of the `materials` uses, one after the other, so that only one is decoded at a time.
    /// Images of the same bytes are decoded and uploaded once.
    ///
    /// # Errors
    /// When the device cannot hold a texture.
    pub(super) fn new(
        gpu: &Gpu,
        character: &Character,
        materials: &[Material],
        source: &mut dyn ImageSource,
    ) -> Result<Self, ModelError> {
        let distinct = character.distinct_images();
        let uses = ImageUse::by(materials, character);
        let max_side = gpu.device.limits().max_texture_dimension_2d;
        let (mut images, mut reduced) = (Vec::with_capacity(uses.len()), Vec::new());
        for ((image, id), image_use) in character.images().iter().zip(0..).zip(uses) {
            if !image_use.is_read() {
                images.push(UploadedImage::default());
                continue;
            }
            if let Some(uploaded) = source.uploaded(image).filter(|uploaded| uploaded.serves(image_use)) {
                images.push(uploaded);
                continue;
            }
            let Some(pixels) = source.pixels(image).filter(is_complete) else {
                images.push(UploadedImage::default());
                continue;
            };
            let size = [pixels.width, pixels.height];
            let pixels = shrink(pixels, max_side);
            let [width, height] = [pixels.width, pixels.height];
            if [width, height] != size {
                reduced.push(ReducedImage { image: ImageId(id), size, uploaded_size: [width, height] });
            }
            let fail = |error| ModelError::Texture { image: ImageId(id), width, height, error };
            images.push(UploadedImage::new(gpu, image, &pixels, image_use).map_err(fail)?);
        }
        let textures = character
            .textures()
            .iter()
            .map(|t| (first_image(&distinct, t), create_sampler(gpu, t)))
            .collect();
        let default_texture = Texture {
            image: None,
            wrap_u: TextureWrap::Repeat,
            wrap_v: TextureWrap::Repeat,
            magnify: TextureFilter::Linear,
            minify: TextureFilter::Linear,
            mip: Some(TextureFilter::Linear),
        };
        let white = Pixels { width: 1, height: 1, rgba: vec![255; 4] };
        Ok(Self {
            images,
            reduced,
            textures,
            checker: upload(gpu, &checker(), true, "checker"),
            white: upload(gpu, &white, false, "white"),
            default_sampler: create_sampler(gpu, &default_texture),
        })
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
