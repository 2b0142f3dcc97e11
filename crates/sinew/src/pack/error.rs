/// Why bytes are no pack. Nothing of a pack is used before all of it was found sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// Another format.
    #[error("byte 0: this is no Sinew pack; expected it to begin with 89 53 49 4E 45 57 0D 0A")]
    NotAPack,
    /// A pack of a version that is not known here.
    #[error("byte 16: version {found}; expected {known}")]
    Version {
        /// The file's.
        found: u32,
        /// The one that is known.
        known: u32,
    },
    /// A pack that was cut off, or has something behind its end.
    #[error("byte 24: {found} bytes; expected the {stated} that the file states")]
    Length {
        /// How long it is.
        found: u64,
        /// How long it says to be.
        stated: u64,
    },
    /// A pack of which some byte is not what it was.
    #[error("byte 8: checksum {stated:016x}, but the bytes have {found:016x}; the file was damaged")]
    Checksum {
        /// Of the bytes.
        found: u64,
        /// That the file states.
        stated: u64,
    },
    /// Something in it that cannot be.
    #[error("byte {byte}, {place}: {message}")]
    Broken {
        /// Where in the file.
        byte: usize,
        /// What lies there, such as `clip 3 "Walk", segment 0, channel 12`.
        place: String,
        /// What is there, and what was expected.
        message: String,
    },
}

impl PackError {
    /// The byte of the file that it is about.
    pub fn byte(&self) -> usize {
        match self {
            Self::NotAPack => 0,
            Self::Checksum { .. } => 8,
            Self::Version { .. } => 16,
            Self::Length { .. } => 24,
            Self::Broken { byte, .. } => *byte,
        }
    }

    /// The same, in a part of the place that it names.
    pub(super) fn within(mut self, part: &str, number: usize) -> Self {
        if let Self::Broken { place, .. } = &mut self {
            place.push_str(&format!(", {part} {number}"));
        }
        self
    }
}
