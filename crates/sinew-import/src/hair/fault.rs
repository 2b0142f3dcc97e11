//! Faults of hair files, at byte offsets, and the checks of all headers.

use crate::ImportError;
use crate::limits::MAX_FILE_BYTES;
use sinew_author::hair::{HairCurvesError, MAX_HAIR_CURVES};

pub(super) fn fault(byte: usize, message: String) -> ImportError {
    ImportError::new("hair", format!("byte {byte}"), message)
}

pub(super) fn too_large(byte: usize, message: String) -> ImportError {
    ImportError::new(ImportError::TOO_LARGE, format!("byte {byte}"), message)
}

/// Fault of the curves as a whole.
pub(super) fn whole(error: HairCurvesError) -> ImportError {
    ImportError::new("hair", "file", error.to_string())
}

/// Checks that a file has a header of this size, and is no larger than files may be.
pub(super) fn check_size(bytes: &[u8], header: usize) -> Result<(), ImportError> {
    if bytes.len() < header {
        let message = format!("the file has {} bytes; expected a header of {header}", bytes.len());
        return Err(fault(bytes.len(), message));
    }
    match bytes.len() as u64 > MAX_FILE_BYTES {
        true => Err(too_large(0, format!("the file has more than {MAX_FILE_BYTES} bytes"))),
        false => Ok(()),
    }
}

/// Checks the number of strands, which stands at a byte of the header.
pub(super) fn check_curves(byte: usize, curves: usize) -> Result<(), ImportError> {
    match curves > MAX_HAIR_CURVES {
        true => Err(too_large(byte, format!("{curves} strands; at most {MAX_HAIR_CURVES} are allowed"))),
        false => Ok(()),
    }
}
