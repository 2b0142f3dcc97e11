//! KTX2 textures (Khronos, *KTX File Format Specification 2.0*) with Basis Universal, as KHR_texture_basisu
//! allows them: the largest mip level of a two-dimensional ETC1S or UASTC texture, transcoded to RGBA with
//! `basisu`. Colours stay encoded as they are; whether they are sRGB or linear follows from a texture's use,
//! as for all images.

use basisu::{DecodeFlags, TargetFormat, Transcoder};
use sinew::character::Pixels;

const SIGNATURE: &[u8] = b"\xABKTX 20\xBB\r\n\x1A\n";
const HEADER_BYTES: usize = 80;
const LEVEL_BYTES: usize = 24;
const MAX_LEVELS: u32 = 16;
/// Color models of Khronos data format descriptors.
const ETC1S: u32 = 163;
const UASTC: u32 = 166;
/// Supercompression schemes.
const NONE: u32 = 0;
const BASIS_LZ: u32 = 1;
const ZSTANDARD: u32 = 2;

/// Whether the bytes start with the KTX2 signature.
pub(super) fn is_ktx2(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Width and height of the largest mip level.
pub(super) fn size(bytes: &[u8]) -> Result<[u32; 2], String> {
    Ok([word(bytes, 20)?, word(bytes, 24)?])
}

/// Transcodes the largest mip level, whose size is within the limits.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    check(bytes)?;
    let [width, height] = size(bytes)?;
    let fail = |_| "the data of the KTX2 file is damaged".to_owned();
    let transcoder = Transcoder::new(bytes).map_err(fail)?;
    let rgba = transcoder.transcode(0, TargetFormat::Rgba32, DecodeFlags::NONE).map_err(fail)?;
    if rgba.len() as u64 != u64::from(width) * u64::from(height) * 4 {
        return Err(format!("the KTX2 file decodes to {} bytes for {width} × {height} pixels", rgba.len()));
    }
    Ok(Pixels { width, height, rgba })
}

/// Little-endian number at byte `at`.
fn word(bytes: &[u8], at: usize) -> Result<u32, String> {
    let four = bytes.get(at..).and_then(|b| b.first_chunk());
    four.copied().map(u32::from_le_bytes).ok_or_else(|| "the file ends within its header".to_owned())
}

/// Little-endian number of 64 bits at byte `at`.
fn long(bytes: &[u8], at: usize) -> Result<u64, String> {
    let eight = bytes.get(at..).and_then(|b| b.first_chunk());
    eight.copied().map(u64::from_le_bytes).ok_or_else(|| "the file ends within its header".to_owned())
}

/// Checks all sizes and offsets that the header states, which the transcoder trusts: the file is of an
/// allowed kind, parts lie within it, and levels decompress to what their size demands.
fn check(bytes: &[u8]) -> Result<(), String> {
    let (format, depth, layers) = (word(bytes, 12)?, word(bytes, 28)?, word(bytes, 32)?);
    let (faces, levels, scheme) = (word(bytes, 36)?, word(bytes, 40)?, word(bytes, 44)?);
    if format != 0 {
        return Err(format!("KTX2 with Vulkan format {format} is not supported; expected Basis Universal"));
    }
    if depth != 0 || layers > 1 || faces != 1 {
        return Err(format!(
            "KTX2 of depth {depth} with {layers} layers and {faces} faces; expected one flat image"
        ));
    }
    if !(1..=MAX_LEVELS).contains(&levels) {
        return Err(format!("KTX2 with {levels} mip levels; expected 1 to {MAX_LEVELS}"));
    }
    let within = |name: &str, offset: u64, length: u64| match offset.checked_add(length) {
        Some(end) if end <= bytes.len() as u64 => Ok(()),
        _ => {
            Err(format!("{name} at byte {offset}, {length} bytes, exceeds the file of {} bytes", bytes.len()))
        }
    };
    let (descriptor, descriptor_length) = (word(bytes, 48)?, word(bytes, 52)?);
    within("the data format descriptor", descriptor.into(), descriptor_length.into())?;
    let model = word(bytes, (descriptor as usize).saturating_add(12))? & 0xFF;
    match (model, scheme) {
        (ETC1S, BASIS_LZ) | (UASTC, NONE | ZSTANDARD) => {}
        (ETC1S | UASTC, _) => {
            return Err(format!("KTX2 with supercompression {scheme} is not supported by its color model"));
        }
        _ => {
            return Err(format!(
                "KTX2 with color model {model} is not supported; expected ETC1S ({ETC1S}) or UASTC ({UASTC})"
            ));
        }
    }
    let (pairs, pairs_length) = (word(bytes, 56)?, word(bytes, 60)?);
    within("key/value data", pairs.into(), pairs_length.into())?;
    check_pairs(bytes, pairs as usize, pairs_length as usize)?;
    let global = (long(bytes, 64)?, long(bytes, 72)?);
    within("global data of the supercompression", global.0, global.1)?;
    let [width, height] = size(bytes)?;
    for level in 0..levels {
        let at = HEADER_BYTES + level as usize * LEVEL_BYTES;
        let (offset, length, decompressed) = (long(bytes, at)?, long(bytes, at + 8)?, long(bytes, at + 16)?);
        within(&format!("mip level {level}"), offset, length)?;
        let blocks = |side: u32| u64::from((side >> level).max(1).div_ceil(4));
        let expected = blocks(width) * blocks(height) * 16;
        if model == UASTC && (if scheme == ZSTANDARD { decompressed } else { length }) != expected {
            return Err(format!("mip level {level} does not have the {expected} bytes of its size"));
        }
    }
    Ok(())
}

/// Checks that the entries of the key/value data fill it.
fn check_pairs(bytes: &[u8], start: usize, length: usize) -> Result<(), String> {
    let end = start + length;
    let mut at = start;
    while length > 0 && at < end {
        let pair = word(bytes, at)? as usize;
        // Entries begin at multiples of four bytes.
        let next = at.checked_add(4).and_then(|at| at.checked_add(pair)?.checked_next_multiple_of(4));
        at = next.filter(|&next| next <= end).ok_or("the key/value data of the KTX2 file is damaged")?;
    }
    Ok(())
}
