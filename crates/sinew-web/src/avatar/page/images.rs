//! Images of the character, which the browser decodes: one at a time, outside of the memory of the module.

use sinew::Actor;
use sinew::character::{Image, Pixels};
use sinew_render::{ImageSource, ImageUse, UploadedImage};
use std::sync::Arc;

/// Bytes at the start of a JPEG file among which its EXIF data begins.
const EXIF_WITHIN: usize = 4096;

/// Images that the browser decodes: those that are wanted, and those that are on the device.
#[derive(Debug, Default)]
pub(super) struct PageImages {
    pub(super) wanted: Vec<(Image, ImageUse)>,
    pub(super) uploaded: Vec<(Arc<[u8]>, UploadedImage)>,
    #[cfg(feature = "complete")]
    decoder: sinew_import::ImageDecoder,
}

impl PageImages {
    /// Lists the images of an actor and of the items on it that a browser may decode.
    pub(super) fn gather(&mut self, actor: &Actor) {
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

/// Whether browsers decode a file as the importer does: PNG, WebP, and JPEG. They turn a JPEG as its EXIF data says, which
/// glTF does not.
fn is_web_format(bytes: &[u8]) -> bool {
    let has_exif = || bytes[..bytes.len().min(EXIF_WITHIN)].windows(6).any(|part| part == b"Exif\0\0");
    let is_turned = || cfg!(feature = "complete") && has_exif();
    bytes.starts_with(b"\x89PNG")
        || bytes.starts_with(b"\xFF\xD8\xFF") && !is_turned()
        || bytes.get(8..12) == Some(b"WEBP")
}
