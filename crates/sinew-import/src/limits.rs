//! How much an importer takes before it refuses, so that no file can make it eat the machine. Crossing a limit is an
//! error with its place.

use crate::ImportError;

/// Decoded bytes allowed per byte of input, for one accessor or compressed view and for all together.
pub const DECODED_PER_BYTE: usize = 16;
/// Decoded bytes allowed on top, whatever the input's size.
pub const DECODED_BASE: usize = 32 << 20;
/// Bytes decoded on the way or looked at, kept or not, per byte of input: many accessors may read one view.
pub const READ_PER_BYTE: usize = 16;
/// Bytes decoded on the way or looked at on top.
pub const READ_BASE: usize = 128 << 20;
/// Entries in one array of a file's JSON; nodes, meshes, materials and the like.
pub const ENTRIES: usize = 65_536;
/// Accessors, buffer views, channels and samplers, of which long clips need many.
pub const ACCESSORS: usize = 262_144;
/// Steps that nodes ask for by showing meshes which other nodes show already: a step for each vertex and morph offset,
/// times the joints that move it.
pub const REPEATED_STEPS: usize = 32 << 20;
/// Characters of a finding's or an error's place and message; of longer ones the middle is left out.
pub const MESSAGE: usize = 400;
/// Characters of what a file says that a message quotes.
pub const QUOTED: usize = 80;
/// Steps that cutting one mesh's concave polygons into triangles may take; those left are cut as if they were convex.
pub const TRIANGULATION_STEPS: usize = 64 << 20;
/// Width or height of an image in pixels, checked before it is decoded.
pub const IMAGE_SIDE: u32 = 16_384;
/// Bytes one decoded image may take.
pub const IMAGE_BYTES: u64 = 1 << 30;

/// What is left of the memory and the work that reading one file may take.
#[derive(Debug)]
pub(crate) struct Budget {
    held: usize,
    read: usize,
    input: usize,
}

impl Budget {
    /// The budget of a file of `bytes` bytes, which are held already.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut budget = Self { held: DECODED_BASE, read: READ_BASE, input: 0 };
        budget.add_input(bytes);
        budget
    }

    /// More input, such as a file that this one names; it is held from now on.
    pub(crate) fn add_input(&mut self, bytes: usize) {
        self.input = self.input.saturating_add(bytes);
        self.held = self.held.saturating_add(bytes.saturating_mul(DECODED_PER_BYTE - 1));
        self.read = self.read.saturating_add(bytes.saturating_mul(READ_PER_BYTE));
    }

    /// Takes `count` items of `size` bytes, before they are allocated.
    pub(crate) fn take(&mut self, count: usize, size: usize, place: &str) -> Result<(), ImportError> {
        match count.checked_mul(size).and_then(|bytes| self.held.checked_sub(bytes)) {
            Some(left) => {
                self.held = left;
                Ok(())
            }
            None => Err(self.too_large(place, format!("{count} × {size} bytes do not fit"))),
        }
    }

    /// Gives back `count` items of `size` bytes that were taken and are held no longer.
    pub(crate) fn give_back(&mut self, count: usize, size: usize) {
        self.held = self.held.saturating_add(count.saturating_mul(size));
    }

    /// Counts `count` items of `size` bytes as looked at or decoded.
    pub(crate) fn read(&mut self, count: usize, size: usize, place: &str) -> Result<(), ImportError> {
        match count.checked_mul(size).and_then(|bytes| self.read.checked_sub(bytes)) {
            Some(left) => {
                self.read = left;
                Ok(())
            }
            None => Err(self.too_large(place, format!("{count} × {size} bytes are too much to read"))),
        }
    }

    /// How many bytes may still be taken.
    pub(crate) fn left(&self) -> usize {
        self.held
    }

    fn too_large(&self, place: &str, what: String) -> ImportError {
        let message = format!(
            "{what}; for {} bytes of input, {DECODED_PER_BYTE} times as many and {DECODED_BASE} may be decoded",
            self.input
        );
        ImportError::new(ImportError::TOO_LARGE, place, message)
    }
}
