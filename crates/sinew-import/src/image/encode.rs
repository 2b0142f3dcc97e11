use super::ImageError;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use sinew::character::{Image, Pixels};

/// Encodes pixels as a PNG image, such as for a texture that a program has painted: a character's images are
/// encoded, so that exports and packs keep them as they are.
///
/// ```
/// use sinew::character::Pixels;
/// let dot = Pixels { width: 1, height: 1, rgba: vec![255, 0, 0, 255] };
/// let image = sinew_import::encode_image("dot", &dot)?;
/// assert_eq!(sinew_import::decode_image(&image)?, dot);
/// # Ok::<(), sinew_import::ImageError>(())
/// ```
///
/// # Errors
/// If there are not `width * height * 4` bytes, or no pixels.
pub fn encode_image(name: impl Into<String>, pixels: &Pixels) -> Result<Image, ImageError> {
    let name = name.into();
    match encode_png(&pixels.rgba, ExtendedColorType::Rgba8, [pixels.width, pixels.height]) {
        Ok(png) => Ok(Image { name, mime: "image/png".into(), encoded: Some(png.into()) }),
        Err(message) => Err(ImageError::new(name, message)),
    }
}

/// Encodes 8-bit pixels of a colour type as PNG.
pub(crate) fn encode_png(
    bytes: &[u8],
    color: ExtendedColorType,
    [width, height]: [u32; 2],
) -> Result<Vec<u8>, String> {
    let expected = u64::from(width) * u64::from(height) * u64::from(color.channel_count());
    if bytes.len() as u64 != expected || expected == 0 {
        return Err(format!("{width} × {height} pixels of {} bytes; expected {expected}", bytes.len()));
    }
    let mut png = Vec::new();
    PngEncoder::new(&mut png).write_image(bytes, width, height, color).map_err(|error| error.to_string())?;
    Ok(png)
}
