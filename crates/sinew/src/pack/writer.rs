//! Writer of a section's numbers and texts.

#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn u16(&mut self, number: u16) {
        self.bytes(&number.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    pub(crate) fn numbers(&mut self, numbers: &[f32]) {
        numbers.iter().for_each(|number| self.bytes(&number.to_le_bytes()));
    }

    /// A number of entries. A count beyond `u32` is cut off, and a reader then reports leftover bytes.
    pub(crate) fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).unwrap_or(u32::MAX));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes(text.as_bytes());
        self.align(4);
    }

    /// Appends zeros up to a multiple of `size`.
    pub(crate) fn align(&mut self, size: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(size), 0);
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
