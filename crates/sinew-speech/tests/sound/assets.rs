//! Folder of real recordings.

use std::path::PathBuf;

/// Folder of speech files: `speech` in `SINEW_ASSETS`, else in `shared/assets` beside the checkout. Tests are skipped with a message where it is
/// missing.
pub(crate) fn speech() -> Option<PathBuf> {
    let folder = match std::env::var_os("SINEW_ASSETS") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets"),
    };
    let folder = folder.join("speech");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no real files at {} (set SINEW_ASSETS)", folder.display());
    None
}
