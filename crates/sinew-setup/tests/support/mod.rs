//! Set-ups of texts for tests.

use sinew_setup::{Setup, SetupFile, SetupFiles};
use std::path::{Path, PathBuf};

/// A file of the folder `data` of the repository.
pub(crate) fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path)
}

/// A set-up of a text whose files are those of `data`.
pub(crate) fn from_text(text: &str) -> Result<Setup, String> {
    let folder = data("");
    let files = move |path: &str| std::fs::read(folder.join(path)).map_err(|error| error.to_string());
    let file = SetupFile::new("test.ron", text, SetupFiles::new(files)).map_err(|error| error.to_string())?;
    Setup::from_file(&file).map_err(|error| error.to_string())
}
