//! Image files of normal maps: 16 bits per channel are kept.

use crate::asset::input_file;
use crate::report::failure::Failure;
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};
use sinew::character::Image;
use sinew_author::surface::tangent::NormalMap;
use sinew_import::{decode_image, limits};
use std::io::Cursor;
use std::path::Path;

/// A normal map that was read.
pub(super) struct MapFile {
    pub(super) map: NormalMap,
    /// Whether the file has 16 bits per channel.
    pub(super) is_deep: bool,
}

/// Reads a normal map: PNG with 8 or 16 bits per channel, or any image with 8 that textures may be.
pub(super) fn read(path: &Path) -> Result<MapFile, Failure> {
    let bytes = input_file::read(path)?;
    let fail = |message: String| Failure::input(path.display(), message);
    if let Some(deep) = read_deep(&bytes).map_err(fail)? {
        return Ok(MapFile { map: deep, is_deep: true });
    }
    let image = Image { name: String::new(), mime: String::new(), encoded: Some(bytes.into()) };
    let pixels = decode_image(&image).map_err(|error| fail(error.message))?;
    let map = NormalMap::from_rgba8(pixels.width, pixels.height, &pixels.rgba);
    Ok(MapFile { map: map.map_err(|error| fail(error.to_string()))?, is_deep: false })
}

/// The map of a PNG with 16 bits per channel; none for another file.
fn read_deep(bytes: &[u8]) -> Result<Option<NormalMap>, String> {
    if !bytes.starts_with(b"\x89PNG") {
        return Ok(None);
    }
    let limits = png::Limits { bytes: limits::MAX_IMAGE_BYTES as usize };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let info = reader.info();
    if info.bit_depth != BitDepth::Sixteen {
        return Ok(None);
    }
    let (width, height) = (info.width, info.height);
    let size = reader.output_buffer_size().filter(|size| *size as u64 <= limits::MAX_IMAGE_BYTES);
    let mut data = vec![0; size.ok_or("the image exceeds the memory limit")?];
    let frame = reader.next_frame(&mut data).map_err(|error| error.to_string())?;
    let channels = match frame.color_type {
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
        _ => return Err("a grey image is no normal map; expected colours".into()),
    };
    let values: Vec<u16> = data.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect();
    let texel = |texel: &[u16]| match texel {
        [r, g, b, ..] => [*r, *g, *b, u16::MAX],
        _ => [0; 4],
    };
    let rgba: Vec<u16> = values.chunks_exact(channels).flat_map(texel).collect();
    NormalMap::from_rgba16(width, height, &rgba).map(Some).map_err(|error| error.to_string())
}

/// PNG of a normal map with 16 or 8 bits per channel.
pub(super) fn encode(map: &NormalMap, is_deep: bool) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, map.width(), map.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(if is_deep { BitDepth::Sixteen } else { BitDepth::Eight });
    encoder.set_compression(Compression::Balanced);
    let bytes: Vec<u8> = if is_deep {
        let rgba = map.to_rgba16();
        rgba.as_chunks::<4>()
            .0
            .iter()
            .flat_map(|[r, g, b, _]| [r, g, b].map(|c| c.to_be_bytes()))
            .flatten()
            .collect()
    } else {
        map.to_rgba8().as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect()
    };
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&bytes)?;
        writer.finish()
    });
    written.map_err(|error| Failure::Machine(format!("the image cannot be encoded: {error}")))?;
    Ok(out)
}
