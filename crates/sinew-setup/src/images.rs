//! Images of set-ups: the decoder of sinew-import, or none in builds without it.

#[cfg(feature = "decode-images")]
pub(crate) use sinew_import::{decode_image, encode_image};

#[cfg(not(feature = "decode-images"))]
pub(crate) use refused::{decode_image, encode_image};

#[cfg(not(feature = "decode-images"))]
mod refused {
    use sinew::character::{Image, Pixels};
    use sinew_import::ImageError;

    pub(crate) fn decode_image(image: &Image) -> Result<Pixels, ImageError> {
        Err(ImageError::new(&image.name, "this build reads no images"))
    }

    pub(crate) fn encode_image(name: impl Into<String>, _: &Pixels) -> Result<Image, ImageError> {
        Err(ImageError::new(name, "this build writes no images"))
    }
}
