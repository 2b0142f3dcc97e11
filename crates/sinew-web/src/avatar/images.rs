//! Images of the character, which the browser decodes: one at a time, outside of the memory of the module.

use super::AvatarError;
use super::view::AvatarView;
use js_sys::Uint8Array;
use sinew::Actor;
use sinew::character::{Image, Pixels};
use sinew_render::{ImageSource, ImageUse, UploadedImage, wgpu};
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::ImageBitmap;

/// Bytes at the start of a JPEG file among which its EXIF data begins.
const EXIF_WITHIN: usize = 4096;

/// Images that the browser decodes: those that are wanted, and those that are on the device.
#[derive(Debug, Default)]
pub(super) struct PageImages {
    wanted: Vec<(Image, ImageUse)>,
    uploaded: Vec<(Arc<[u8]>, UploadedImage)>,
    #[cfg(feature = "complete")]
    decoder: sinew_import::ImageDecoder,
}

impl PageImages {
    /// Lists the images of an actor and of the items on it that a browser may decode.
    fn gather(&mut self, actor: &Actor) {
        self.clear();
        self.add(actor);
    }

    fn add(&mut self, actor: &Actor) {
        let character = actor.character();
        for (image, image_use) in character.images().iter().zip(ImageUse::of(character)) {
            let Some(encoded) = image.encoded.as_ref().filter(|_| image_use.is_read()) else { continue };
            let is_known = |(other, _): &(Image, ImageUse)| {
                other.encoded.as_ref().is_some_and(|other| Arc::ptr_eq(other, encoded))
            };
            if is_web_format(encoded) && !self.wanted.iter().any(is_known) {
                self.wanted.push((image.clone(), image_use));
            }
        }
        actor.attachments().for_each(|(_, item)| self.add(&item.actor));
    }

    /// Lets go of the images, which are in the model now.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

impl ImageSource for PageImages {
    #[cfg(feature = "complete")]
    fn pixels(&mut self, image: &Image) -> Option<Pixels> {
        self.decoder.decode(image).ok()
    }

    #[cfg(not(feature = "complete"))]
    fn pixels(&mut self, _: &Image) -> Option<Pixels> {
        None
    }

    fn uploaded(&mut self, image: &Image) -> Option<UploadedImage> {
        let encoded = image.encoded.as_ref()?;
        let found = self.uploaded.iter().find(|(known, _)| Arc::ptr_eq(known, encoded));
        found.map(|(_, uploaded)| uploaded.clone())
    }
}

#[wasm_bindgen]
impl AvatarView {
    /// Lists the images that the browser decodes before the character is uploaded, and returns how many they are.
    pub fn gather_images(&mut self) -> usize {
        if let Some(body) = self.staged.as_ref().or(self.body.as_ref()) {
            self.images.gather(body.actor());
        }
        self.images.wanted.len()
    }

    /// Bytes of an image.
    pub fn image_bytes(&self, number: usize) -> Uint8Array {
        let encoded = self.images.wanted.get(number).and_then(|(image, _)| image.encoded.as_deref());
        Uint8Array::from(encoded.unwrap_or_default())
    }

    /// Whether the character is drawn as opaque where no pixel of an image is transparent.
    pub fn image_blends(&self, number: usize) -> bool {
        self.images.wanted.get(number).is_some_and(|(_, image_use)| image_use.as_blended)
    }

    /// Largest width and height of an image.
    pub fn max_image_side(&self) -> u32 {
        self.canvas.gpu.device.limits().max_texture_dimension_2d
    }

    /// Uploads an image that the browser has decoded.
    pub fn put_image(
        &mut self,
        number: usize,
        bitmap: ImageBitmap,
        has_alpha: bool,
    ) -> Result<(), AvatarError> {
        let Some((image, image_use)) = self.images.wanted.get(number) else { return Ok(()) };
        let Some(encoded) = &image.encoded else { return Ok(()) };
        let source = wgpu::ExternalImageSource::ImageBitmap(bitmap);
        let uploaded = UploadedImage::from_external(&self.canvas.gpu, image, &source, *image_use, has_alpha);
        let uploaded = uploaded.map_err(|error| AvatarError::new("no-device", error))?;
        self.images.uploaded.push((encoded.clone(), uploaded));
        Ok(())
    }
}

/// Whether browsers decode a file as the importer does: PNG, WebP, and JPEG. They turn a JPEG as its EXIF data says, which
/// glTF does not.
fn is_web_format(bytes: &[u8]) -> bool {
    let has_exif = || bytes[..bytes.len().min(EXIF_WITHIN)].windows(6).any(|part| part == b"Exif\0\0");
    let is_turned = || cfg!(feature = "complete") && has_exif();
    bytes.starts_with(b"\x89PNG")
        || bytes.starts_with(b"\xFF\xD8\xFF") && !is_turned()
        || bytes.get(8..12) == Some(b"WEBP")
}
