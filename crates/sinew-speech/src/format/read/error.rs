//! Errors of readers.

use crate::timeline::PhoneTrackError;

/// Error of a file that cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A line that is not as the format has it.
    #[error("line {line}: {message}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// Found and expected content.
        message: String,
    },
    /// A JSON value that is not as expected.
    #[error("{pointer:?}: {message}")]
    Value {
        /// JSON pointer; empty for the whole.
        pointer: String,
        /// Found and expected content.
        message: String,
    },
    /// Text in no known encoding.
    #[error("byte {byte}: the text is neither UTF-8 nor UTF-16 with a byte order mark")]
    Encoding {
        /// Offset of the first byte that is wrong.
        byte: usize,
    },
    /// A file of no known format.
    #[error("unrecognized format: expected {expected}")]
    UnknownFormat {
        /// Formats that are read.
        expected: &'static str,
    },
    /// A file without phones.
    #[error("no phones: {message}")]
    NoPhones {
        /// Content of the file.
        message: String,
    },
    /// Times that contradict each other.
    #[error(transparent)]
    Track(#[from] PhoneTrackError),
}

impl ReadError {
    pub(super) fn line(line: usize, message: impl Into<String>) -> Self {
        Self::Line { line, message: message.into() }
    }

    /// Error of `serde_json` with its line.
    pub(super) fn json(error: &serde_json::Error) -> Self {
        Self::line(error.line(), error.to_string())
    }
}
