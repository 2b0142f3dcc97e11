//! How much an importer takes before it refuses, so that no file can make it eat the machine. Crossing a limit is an
//! error with its place.

use crate::ImportError;

/// Decoded bytes allowed per byte of input.
pub const DECODED_PER_BYTE: usize = 16;
/// Decoded bytes allowed on top, whatever the input's size.
pub const DECODED_BASE: usize = 32 << 20;
/// Entries in one array of a file's JSON; nodes, meshes, materials and the like.
pub const ENTRIES: usize = 65_536;
/// Accessors and buffer views, of which long clips need many.
pub const ACCESSORS: usize = 262_144;
/// Width or height of an image in pixels, checked before it is decoded.
pub const IMAGE_SIDE: u32 = 16_384;
/// Bytes one decoded image may take.
pub const IMAGE_BYTES: u64 = 1 << 30;

/// What is left of the memory that decoding one file may take.
#[derive(Debug)]
pub(crate) struct Budget {
    left: usize,
    whole: usize,
}

impl Budget {
    /// The budget of a file of `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let whole = bytes.saturating_mul(DECODED_PER_BYTE).saturating_add(DECODED_BASE);
        Self { left: whole, whole }
    }

    /// More input, such as a file that this one names.
    pub(crate) fn add_input(&mut self, bytes: usize) {
        let more = bytes.saturating_mul(DECODED_PER_BYTE);
        self.left = self.left.saturating_add(more);
        self.whole = self.whole.saturating_add(more);
    }

    /// Takes `count` items of `size` bytes, before they are allocated.
    pub(crate) fn take(&mut self, count: usize, size: usize, place: &str) -> Result<(), ImportError> {
        match count.checked_mul(size).and_then(|bytes| self.left.checked_sub(bytes)) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ImportError::new(
                "too-large",
                place,
                format!(
                    "{count} × {size} bytes; the file's data may take {} bytes in all once decoded",
                    self.whole
                ),
            )),
        }
    }
}
