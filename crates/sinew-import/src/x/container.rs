//! Header and decompression of .x files. MSZIP (Microsoft, *[MS-MCI]: MCI Compression and Decompression*)
//! consists of deflate blocks (RFC 1951) with back-references to earlier blocks.

use crate::ImportError;
use crate::budget::Budget;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use std::borrow::Cow;

/// Encoding of the objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    Binary,
}

/// Content of a file after the header, decompressed.
pub(super) struct File<'a> {
    pub(super) encoding: Encoding,
    /// Size of floats in the binary encoding: 4 or 8.
    pub(super) float_bytes: usize,
    pub(super) data: Cow<'a, [u8]>,
    /// Bytes of the budget that are reserved for `data`.
    pub(super) held: usize,
}

const HEADER_BYTES: usize = 16;
/// Largest size of a decompressed block, in bytes.
const MAX_BLOCK_BYTES: usize = 32 << 10;

fn fail(at: usize, message: impl Into<String>) -> ImportError {
    ImportError::new("x", format!("byte {at}"), message)
}

/// Parses the header and decompresses the content.
pub(super) fn open<'a>(bytes: &'a [u8], budget: &mut Budget) -> Result<File<'a>, ImportError> {
    let Some((header, rest)) = bytes.split_at_checked(HEADER_BYTES) else {
        return Err(fail(bytes.len(), format!("the file ends within the header of {HEADER_BYTES} bytes")));
    };
    let word = |from: usize| header.get(from..from + 4).unwrap_or_default();
    let float_bytes = match word(12) {
        b"0032" => 4,
        b"0064" => 8,
        _ => return Err(fail(12, "the float size in the header is neither 0032 nor 0064")),
    };
    let uncompressed = |encoding| File { encoding, float_bytes, data: Cow::Borrowed(rest), held: 0 };
    let compressed = |encoding, budget: &mut Budget| {
        let data = decompress_blocks(rest, budget)?;
        let held = data.capacity();
        Ok(File { encoding, float_bytes, data: Cow::Owned(data), held })
    };
    match word(8) {
        b"txt " => Ok(uncompressed(Encoding::Text)),
        b"bin " => Ok(uncompressed(Encoding::Binary)),
        b"tzip" => compressed(Encoding::Text, budget),
        b"bzip" => compressed(Encoding::Binary, budget),
        _ => Err(fail(8, "the format in the header is neither txt nor bin nor tzip nor bzip")),
    }
}

/// Decompresses all blocks. Memory is reserved from the budget as the output grows, since the declared size
/// is untrusted.
fn decompress_blocks(packed: &[u8], budget: &mut Budget) -> Result<Vec<u8>, ImportError> {
    let half = |at: usize| {
        let two = packed.get(at..at + 2)?;
        Some(usize::from(u16::from_le_bytes(two.try_into().ok()?)))
    };
    let declared = packed.get(..4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let declared =
        declared.ok_or_else(|| fail(HEADER_BYTES, "the file ends before the decompressed size"))? as usize;
    let mut out: Vec<u8> = Vec::new();
    let mut at = 4;
    while at < packed.len() {
        let (size, length) = match (half(at), half(at + 2)) {
            // Some exporters pad the file with zeros.
            (Some(0), _) => break,
            (Some(size), Some(length)) => (size, length),
            _ => return Err(fail(HEADER_BYTES + at, "the file ends within a block header")),
        };
        let location = HEADER_BYTES + at;
        if size > MAX_BLOCK_BYTES {
            return Err(fail(
                location,
                format!("a block has {size} bytes; MSZIP allows at most {MAX_BLOCK_BYTES}"),
            ));
        }
        let block = packed.get(at + 4..(at + 4).saturating_add(length));
        let Some(block) = block else { return Err(fail(location, "the file ends within a block")) };
        let Some(deflated) = block.strip_prefix(b"CK") else {
            return Err(fail(location + 4, "the block does not start with CK"));
        };
        decompress_block(deflated, size, &mut out, budget, location)?;
        at += 4 + length;
    }
    // The declared size includes the header.
    if out.len() + HEADER_BYTES < declared {
        return Err(fail(
            packed.len() + HEADER_BYTES,
            format!("{} of {declared} bytes", out.len() + HEADER_BYTES),
        ));
    }
    Ok(out)
}

fn decompress_block(
    deflated: &[u8],
    size: usize,
    out: &mut Vec<u8>,
    budget: &mut Budget,
    location: usize,
) -> Result<(), ImportError> {
    let before = out.len();
    if out.capacity() < before + size {
        let more = out.capacity().max(MAX_BLOCK_BYTES);
        // Twice, since a growing list briefly exists twice.
        budget.take(2 * more, 1, &format!("byte {location}"))?;
        out.reserve_exact(more);
    }
    out.resize(before + size, 0);
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, _, written) = decompress(&mut DecompressorOxide::new(), deflated, out, before, flags);
    if !matches!(status, TINFLStatus::Done | TINFLStatus::HasMoreOutput) || written != size {
        return Err(fail(location, format!("the block cannot be decompressed: {written} of {size} bytes")));
    }
    Ok(())
}
