//! The header, and the compressed forms: MSZIP (Microsoft, *[MS-MCI]: MCI Compression and Decompression*), blocks of
//! deflate (RFC 1951) that may look back into those before.

use crate::ImportError;
use crate::limits::Budget;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use std::borrow::Cow;

/// How the objects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    Binary,
}

/// What follows the header, unpacked.
pub(super) struct File<'a> {
    pub(super) encoding: Encoding,
    /// 4 or 8, in the binary encoding.
    pub(super) float_bytes: usize,
    pub(super) data: Cow<'a, [u8]>,
    /// Bytes taken of the budget for `data`.
    pub(super) held: usize,
}

const HEADER: usize = 16;
/// Bytes of a block at most, unpacked.
const BLOCK: usize = 32 << 10;

fn fail(at: usize, message: impl Into<String>) -> ImportError {
    ImportError::new("x", format!("byte {at}"), message)
}

/// Understands the header and unpacks what follows.
pub(super) fn open<'a>(bytes: &'a [u8], budget: &mut Budget) -> Result<File<'a>, ImportError> {
    let Some((header, rest)) = bytes.split_at_checked(HEADER) else {
        return Err(fail(bytes.len(), format!("the file ends within its header of {HEADER} bytes")));
    };
    let word = |from: usize| header.get(from..from + 4).unwrap_or_default();
    let float_bytes = match word(12) {
        b"0032" => 4,
        b"0064" => 8,
        _ => return Err(fail(12, "the header's float size is neither 0032 nor 0064")),
    };
    let plain = |encoding| File { encoding, float_bytes, data: Cow::Borrowed(rest), held: 0 };
    let packed = |encoding, budget: &mut Budget| {
        let data = unpack(rest, budget)?;
        let held = data.capacity();
        Ok(File { encoding, float_bytes, data: Cow::Owned(data), held })
    };
    match word(8) {
        b"txt " => Ok(plain(Encoding::Text)),
        b"bin " => Ok(plain(Encoding::Binary)),
        b"tzip" => packed(Encoding::Text, budget),
        b"bzip" => packed(Encoding::Binary, budget),
        _ => Err(fail(8, "the header's format is none of txt, bin, tzip and bzip")),
    }
}

/// Unpacks all blocks. The memory they take is taken of the budget as it grows, whatever size the file states.
fn unpack(packed: &[u8], budget: &mut Budget) -> Result<Vec<u8>, ImportError> {
    let half = |at: usize| {
        let two = packed.get(at..at + 2)?;
        Some(usize::from(u16::from_le_bytes(two.try_into().ok()?)))
    };
    let stated = packed.get(..4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let stated = stated.ok_or_else(|| fail(HEADER, "the file ends before its unpacked size"))? as usize;
    let mut out: Vec<u8> = Vec::new();
    let mut at = 4;
    while at < packed.len() {
        let (size, length) = match (half(at), half(at + 2)) {
            // Some writers fill up with zeros.
            (Some(0), _) => break,
            (Some(size), Some(length)) => (size, length),
            _ => return Err(fail(HEADER + at, "the file ends within the header of a block")),
        };
        let place = HEADER + at;
        if size > BLOCK {
            return Err(fail(place, format!("a block of {size} bytes; MSZIP's have at most {BLOCK}")));
        }
        let block = packed.get(at + 4..(at + 4).saturating_add(length));
        let Some(block) = block else { return Err(fail(place, "the file ends within a block")) };
        let Some(deflated) = block.strip_prefix(b"CK") else {
            return Err(fail(place + 4, "a block does not begin with CK"));
        };
        unpack_block(deflated, size, &mut out, budget, place)?;
        at += 4 + length;
    }
    // The stated size counts the header.
    if out.len() + HEADER < stated {
        return Err(fail(
            packed.len() + HEADER,
            format!("{} bytes of {stated} are there", out.len() + HEADER),
        ));
    }
    Ok(out)
}

fn unpack_block(
    deflated: &[u8],
    size: usize,
    out: &mut Vec<u8>,
    budget: &mut Budget,
    place: usize,
) -> Result<(), ImportError> {
    let before = out.len();
    if out.capacity() < before + size {
        let more = out.capacity().max(BLOCK);
        // Twice, for the old place is held while the new one is filled.
        budget.take(2 * more, 1, &format!("byte {place}"))?;
        out.reserve_exact(more);
    }
    out.resize(before + size, 0);
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, _, written) = decompress(&mut DecompressorOxide::new(), deflated, out, before, flags);
    if !matches!(status, TINFLStatus::Done | TINFLStatus::HasMoreOutput) || written != size {
        return Err(fail(place, format!("a block cannot be unpacked: {written} bytes of {size}")));
    }
    Ok(())
}
