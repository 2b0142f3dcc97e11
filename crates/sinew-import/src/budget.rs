use crate::ImportError;
use crate::limits::{MAX_DECODED_BASE, MAX_DECODED_PER_BYTE, MAX_READ_BASE, MAX_READ_PER_BYTE};

/// Remaining memory and work that the import of one file may use.
#[derive(Debug)]
pub(crate) struct Budget {
    held: usize,
    read: usize,
    input: usize,
    /// Bytes by which Draco streams may still raise the limits.
    #[cfg(feature = "draco")]
    draco_left: usize,
}

impl Budget {
    /// Budget of a file of `bytes` bytes, which are already held in memory.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut budget = Self {
            held: MAX_DECODED_BASE,
            read: MAX_READ_BASE,
            input: 0,
            #[cfg(feature = "draco")]
            draco_left: crate::limits::MAX_DRACO_BYTES,
        };
        budget.add_input(bytes);
        budget
    }

    /// Adds input, such as a referenced file, that is held in memory from now on.
    pub(crate) fn add_input(&mut self, bytes: usize) {
        self.input = self.input.saturating_add(bytes);
        self.held = self.held.saturating_add(bytes.saturating_mul(MAX_DECODED_PER_BYTE - 1));
        self.read = self.read.saturating_add(bytes.saturating_mul(MAX_READ_PER_BYTE));
    }

    /// Raises the limits for `bytes` bytes of the input that are a Draco stream.
    #[cfg(feature = "draco")]
    pub(crate) fn add_compressed(&mut self, bytes: usize) {
        let more = bytes.saturating_mul(crate::limits::MAX_DRACO_PER_BYTE).min(self.draco_left);
        self.draco_left -= more;
        self.held = self.held.saturating_add(more);
        self.read = self.read.saturating_add(more);
    }

    /// Reserves memory for `count` items of `size` bytes, before they are allocated.
    pub(crate) fn take(&mut self, count: usize, size: usize, location: &str) -> Result<(), ImportError> {
        match count.checked_mul(size).and_then(|bytes| self.held.checked_sub(bytes)) {
            Some(left) => {
                self.held = left;
                Ok(())
            }
            None => Err(self.too_large(location, format!("{count} × {size} bytes exceed the memory limit"))),
        }
    }

    /// Releases `count` reserved items of `size` bytes.
    pub(crate) fn give_back(&mut self, count: usize, size: usize) {
        self.held = self.held.saturating_add(count.saturating_mul(size));
    }

    /// Counts `count` items of `size` bytes as examined or decoded.
    pub(crate) fn read(&mut self, count: usize, size: usize, location: &str) -> Result<(), ImportError> {
        match count.checked_mul(size).and_then(|bytes| self.read.checked_sub(bytes)) {
            Some(left) => {
                self.read = left;
                Ok(())
            }
            None => Err(self.too_large(location, format!("{count} × {size} bytes exceed the work limit"))),
        }
    }

    /// Number of bytes that can still be reserved.
    pub(crate) fn left(&self) -> usize {
        self.held
    }

    fn too_large(&self, location: &str, problem: String) -> ImportError {
        let message = format!(
            "{problem}; an input of {} bytes may decode to {MAX_DECODED_PER_BYTE} times as many plus \
             {MAX_DECODED_BASE}",
            self.input
        );
        ImportError::new(ImportError::TOO_LARGE, location, message)
    }
}
