//! The class that the worker of a page calls: images that the browser decodes.

use super::view::AvatarView;
use crate::avatar::AvatarError;
use js_sys::Uint8Array;
use sinew_render::{UploadedImage, wgpu};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::ImageBitmap;

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
