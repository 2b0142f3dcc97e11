/// Reason why bytes cannot be read as a pack. A pack is validated as a whole before any of it is used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// Bytes of another format.
    #[error("byte 0: not a Sinew pack; expected the magic bytes 89 53 49 4E 45 57 0D 0A")]
    NotAPack,
    /// A pack of an unknown version.
    #[error("byte 16: pack version {found}; expected {known}")]
    Version {
        /// Version of the file.
        found: u32,
        /// Version that can be read.
        known: u32,
    },
    /// A pack that was cut off, or is longer than its header says.
    #[error("byte 24: the file has {found} bytes; expected {stated}, the size in its header")]
    Length {
        /// Actual size, bytes.
        found: u64,
        /// Size in the header, bytes.
        stated: u64,
    },
    /// A damaged pack.
    #[error("byte 8: checksum {stated:016x} in the header, {found:016x} of the bytes; the file is damaged")]
    Checksum {
        /// Checksum of the bytes.
        found: u64,
        /// Checksum in the header.
        stated: u64,
    },
    /// Invalid content.
    #[error("byte {byte}, {location}: {message}")]
    Invalid {
        /// Byte of the file.
        byte: usize,
        /// Part of the file, such as `clip 3 "Walk", segment 0, channel 12`.
        location: String,
        /// Value found, and value expected.
        message: String,
    },
}

impl PackError {
    /// Byte of the file at which the error is.
    #[must_use]
    pub fn byte_offset(&self) -> usize {
        match self {
            Self::NotAPack => 0,
            Self::Checksum { .. } => 8,
            Self::Version { .. } => 16,
            Self::Length { .. } => 24,
            Self::Invalid { byte, .. } => *byte,
        }
    }

    /// The same error, in a numbered part of its location.
    pub(super) fn within(mut self, part: &str, number: usize) -> Self {
        if let Self::Invalid { location, .. } = &mut self {
            location.push_str(&format!(", {part} {number}"));
        }
        self
    }
}
