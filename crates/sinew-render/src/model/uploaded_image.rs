//! Images of materials on the device.

use super::texture_refs::texture_refs;
use super::texture_upload::{create_texture, finish, write_rows};
use crate::gpu::{DeviceError, Gpu, ShadingModel};
use sinew::Character;
use sinew::character::{AlphaMode, Image, ImageId, Material, Pixels, Texture};

/// Manner in which materials read an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImageUse {
    /// Whether it is read as sRGB colours.
    pub as_color: bool,
    /// Whether it is read as linear data, as normal maps are.
    pub as_data: bool,
    /// Whether it is the base colour of a material with alpha blending, which is drawn otherwise where no pixel has alpha.
    pub as_blended: bool,
}

impl ImageUse {
    /// Uses of the images of a character by its materials, by the number of the image. Images of equal bytes are one: the
    /// first ([`Character::distinct_images`]).
    #[must_use]
    pub fn of(character: &Character) -> Vec<Self> {
        Self::by(character.materials(), character)
    }

    /// Uses of the images of a character by `materials`.
    pub(super) fn by(materials: &[Material], character: &Character) -> Vec<Self> {
        let distinct = character.distinct_images();
        let mut uses = vec![Self::default(); distinct.len()];
        for material in materials {
            for (texture, slot) in
                texture_refs(material).iter().zip(ShadingModel::of(material).texture_slots())
            {
                let texture = texture.map(|texture| &character.textures()[texture.texture]);
                let Some(image) = texture.and_then(|texture| first_image(&distinct, texture)) else {
                    continue;
                };
                let image = &mut uses[image.index()];
                image.as_color |= slot.is_color;
                image.as_data |= !slot.is_color;
            }
            let base = material.base_color_texture.filter(|_| material.alpha_mode == AlphaMode::Blend);
            let base = base.map(|texture| &character.textures()[texture.texture]);
            if let Some(image) = base.and_then(|texture| first_image(&distinct, texture)) {
                uses[image.index()].as_blended = true;
            }
        }
        uses
    }

    /// Whether any material reads it.
    #[must_use]
    pub fn is_read(self) -> bool {
        self.as_color || self.as_data
    }
}

/// Image on the device with its mipmaps, in the manners in which materials read it.
///
/// Models upload the images that their [source](super::ImageSource) decodes by themselves. A program that uploads them before,
/// one at a time or as its platform decodes them, hands them over by [`ImageSource::uploaded`](super::ImageSource::uploaded).
#[derive(Clone, Debug, Default)]
pub struct UploadedImage {
    pub(super) color: Option<wgpu::TextureView>,
    pub(super) data: Option<wgpu::TextureView>,
    pub(super) has_alpha: bool,
}

impl UploadedImage {
    /// Uploads the pixels of an image: sRGB colours or linear data, with alpha that the colours are not multiplied by.
    ///
    /// # Errors
    /// When the device cannot hold them.
    pub fn new(gpu: &Gpu, image: &Image, pixels: &Pixels, image_use: ImageUse) -> Result<Self, DeviceError> {
        let size = [pixels.width, pixels.height];
        let has_alpha = pixels.rgba.as_chunks::<4>().0.iter().any(|p| p[3] < 255);
        Self::filled(gpu, image, size, image_use, has_alpha, |texture| write_rows(gpu, texture, pixels))
    }

    /// Uploads what a browser has decoded of an image: an `ImageBitmap` made with `premultiplyAlpha: "none"`, no larger than
    /// the device's textures. `has_alpha` says whether any pixel has alpha below 1, which counts where `image_use` has
    /// [`as_blended`](ImageUse::as_blended).
    ///
    /// # Errors
    /// As of [`new`](Self::new).
    #[cfg(target_arch = "wasm32")]
    pub fn from_external(
        gpu: &Gpu,
        image: &Image,
        source: &wgpu::ExternalImageSource,
        image_use: ImageUse,
        has_alpha: bool,
    ) -> Result<Self, DeviceError> {
        let size = [source.width(), source.height()];
        let copy = |texture: &wgpu::Texture| {
            let from = wgpu::CopyExternalImageSourceInfo {
                source: source.clone(),
                origin: wgpu::Origin2d::ZERO,
                flip_y: false,
            };
            let to = wgpu::CopyExternalImageDestInfo {
                texture,
                mip_level: 0,
                origin: wgpu::Origin3d::ZERO,
                aspect: wgpu::TextureAspect::All,
                color_space: wgpu::PredefinedColorSpace::Srgb,
                premultiplied_alpha: false,
            };
            gpu.queue.copy_external_image_to_texture(&from, to, texture.size());
        };
        Self::filled(gpu, image, size, image_use, has_alpha, copy)
    }

    /// Makes the textures, whose first level `fill` writes.
    fn filled(
        gpu: &Gpu,
        image: &Image,
        size: [u32; 2],
        image_use: ImageUse,
        has_alpha: bool,
        fill: impl Fn(&wgpu::Texture),
    ) -> Result<Self, DeviceError> {
        gpu.catch(|| {
            let upload = |is_color| {
                let texture = create_texture(gpu, size, is_color, &image.name);
                fill(&texture);
                finish(gpu, &texture)
            };
            Self {
                color: image_use.as_color.then(|| upload(true)),
                data: image_use.as_data.then(|| upload(false)),
                has_alpha,
            }
        })
    }

    /// Whether it has what materials read of it.
    pub(super) fn serves(&self, image_use: ImageUse) -> bool {
        self.color.is_some() >= image_use.as_color && self.data.is_some() >= image_use.as_data
    }
}

/// Image of a texture: the first of those with the same bytes.
pub(super) fn first_image(distinct: &[ImageId], texture: &Texture) -> Option<ImageId> {
    texture.image.map(|image| distinct[image.index()])
}
