//! The GLB container (glTF 2.0 specification, section 4: "GLB File Format Specification").

use crate::{ImportError, Report};

const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;

/// JSON chunk and binary chunk of a GLB.
pub(super) struct Glb<'a> {
    pub(super) json: &'a [u8],
    pub(super) bin: Option<&'a [u8]>,
}

/// Whether the bytes start with the GLB magic.
pub(super) fn is_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

/// Splits a GLB into its chunks.
pub(super) fn read<'a>(bytes: &'a [u8], report: &mut Report) -> Result<Glb<'a>, ImportError> {
    let fail = |at: usize, message: String| Err(ImportError::new("glb", format!("byte {at}"), message));
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return fail(bytes.len(), "the file ends within the GLB header of 12 bytes".into());
    };
    if version != 2 {
        return fail(4, format!("GLB version {version} is not supported; expected version 2"));
    }
    let length = length as usize;
    if length < 20 {
        return fail(8, format!("the length of {length} bytes leaves no room for a chunk"));
    }
    if length > bytes.len() {
        let size = bytes.len();
        return fail(
            size,
            format!("the file seems to be cut off: its header declares {length} bytes, it has {size}"),
        );
    }
    if length < bytes.len() {
        let extra = bytes.len() - length;
        report.warn(
            "glb-extra-data",
            format!("byte {length}"),
            format!("{extra} bytes after the end of the GLB are ignored"),
        );
    }
    let mut glb = Glb { json: &[], bin: None };
    let mut chunks = 0;
    let mut at = 12;
    while at < length {
        let location = format!("byte {at}");
        let (Some(size), Some(kind)) = (word(bytes, at), word(bytes, at + 4).filter(|_| at + 8 <= length))
        else {
            return fail(at, "the file ends within a chunk's header".into());
        };
        let size = size as usize;
        let Some(data) = bytes.get(at + 8..(at + 8).saturating_add(size)).filter(|_| size <= length - at - 8)
        else {
            return fail(at, format!("a chunk of {size} bytes extends beyond the end at byte {length}"));
        };
        if !size.is_multiple_of(4) {
            return fail(at, format!("the chunk size of {size} bytes is not a multiple of 4"));
        }
        match (chunks, kind) {
            (0, JSON) if size == 0 => return fail(at, "the JSON chunk is empty".into()),
            (0, JSON) => glb.json = data,
            (0, _) => return fail(at, "the first chunk is not JSON".into()),
            (_, JSON) => return fail(at, "the file has a second JSON chunk".into()),
            (1, BIN) => glb.bin = Some(data),
            (_, BIN) if glb.bin.is_some() => return fail(at, "the file has a second binary chunk".into()),
            (_, BIN) => return fail(at, "the binary chunk is not the second chunk".into()),
            (_, other) => {
                report.warn(
                    "glb-unknown-chunk",
                    location,
                    format!("chunk type {other:#010x} is unknown; the chunk is ignored"),
                );
            }
        }
        chunks += 1;
        at += 8 + size;
    }
    Ok(glb)
}
