use super::error::ModelError;
use super::reduced_image::ReducedImage;
use super::texture_refs::texture_refs;
use super::texture_upload::{checker, create_sampler, is_complete, shrink, upload};
use crate::gpu::{Gpu, ShadingModel};
use sinew::Character;
use sinew::character::{Image, ImageId, Material, Pixels, Texture, TextureFilter, TextureRef, TextureWrap};

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
    /// Uploads every image that one of the `materials` uses, one after the other, so that only one is decoded at a time.
    /// Images of the same bytes are decoded and uploaded once.
    ///
    /// # Errors
    /// When the device cannot hold a texture.
    pub(super) fn new(
        gpu: &Gpu,
        character: &Character,
        materials: &[Material],
        decode: &mut dyn FnMut(&Image) -> Option<Pixels>,
    ) -> Result<Self, ModelError> {
        let distinct = character.distinct_images();
        let first_image = |texture: &Texture| texture.image.map(|image| distinct[image.index()]);
        // Per image: whether materials read it as colours and as data.
        let mut uses = vec![[false; 2]; distinct.len()];
        for material in materials {
            for (texture, slot) in
                texture_refs(material).iter().zip(ShadingModel::of(material).texture_slots())
            {
                if let Some(image) = texture.and_then(|t| first_image(&character.textures()[t.texture])) {
                    uses[image.index()][usize::from(!slot.is_color)] = true;
                }
            }
        }
        let max_side = gpu.device.limits().max_texture_dimension_2d;
        let (mut images, mut reduced) = (Vec::with_capacity(uses.len()), Vec::new());
        for ((image, id), &[as_color, as_data]) in character.images().iter().zip(0..).zip(&uses) {
            let pixels = (as_color || as_data).then(|| decode(image)).flatten();
            let Some(pixels) = pixels.filter(is_complete) else {
                images.push(UploadedImage::default());
                continue;
            };
            let size = [pixels.width, pixels.height];
            let pixels = shrink(pixels, max_side);
            let [width, height] = [pixels.width, pixels.height];
            if [width, height] != size {
                reduced.push(ReducedImage { image: ImageId(id), size, uploaded_size: [width, height] });
            }
            let uploaded = gpu.catch(|| UploadedImage {
                color: as_color.then(|| upload(gpu, &pixels, true, &image.name)),
                data: as_data.then(|| upload(gpu, &pixels, false, &image.name)),
                has_alpha: pixels.rgba.as_chunks::<4>().0.iter().any(|p| p[3] < 255),
            });
            let fail = |error| ModelError::Texture { image: ImageId(id), width, height, error };
            images.push(uploaded.map_err(fail)?);
        }
        let textures =
            character.textures().iter().map(|t| (first_image(t), create_sampler(gpu, t))).collect();
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
