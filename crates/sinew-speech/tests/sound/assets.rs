//! Folder of real recordings.

use std::path::PathBuf;

/// Folder of speech files; tests are skipped where it is missing.
pub(crate) fn speech() -> Option<PathBuf> {
    test_needs::asset("speech")
}
