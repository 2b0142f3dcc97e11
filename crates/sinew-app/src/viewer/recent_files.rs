//! Characters opened in earlier runs: a text file with an absolute path per line, newest first.

#[cfg(test)]
#[path = "recent_files_tests.rs"]
mod tests;

use crate::report::whole_file;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Largest number of paths in the file.
const MAX_PATHS: usize = 12;

/// Largest number of bytes read of the file.
const MAX_BYTES: u64 = 64 << 10;

/// List of characters opened lately, kept in a file. Failures of reading and writing it are silent.
#[derive(Debug, Default)]
pub(crate) struct RecentFiles {
    /// The file; without one nothing is kept.
    path: Option<PathBuf>,
    /// Existing files of earlier runs that were not opened in this one, newest first.
    earlier: Vec<PathBuf>,
}

impl RecentFiles {
    /// Reads the list kept at `path`.
    pub(super) fn read(path: Option<PathBuf>) -> Self {
        let mut earlier = path.as_deref().and_then(|path| read_list(path).ok()).unwrap_or_default();
        earlier.retain(|path| path.is_file());
        Self { path, earlier }
    }

    /// Existing files of earlier runs that were not opened in this one, newest first.
    pub(super) fn earlier(&self) -> &[PathBuf] {
        &self.earlier
    }

    /// Puts an opened file first in the kept list.
    pub(super) fn add(&mut self, path: &Path) {
        // Pipes cannot be opened again.
        let Some(path) = std::path::absolute(path).ok().filter(|path| path.is_file()) else { return };
        self.earlier.retain(|earlier| *earlier != path);
        let Some(list) = &self.path else { return };
        // Read again, since another window may have written it; a list that cannot be read is left alone.
        let Ok(mut paths) = read_list(list) else { return };
        paths.insert(0, path);
        let _ = write_list(list, &paths);
    }
}

/// The user's file of the list, in the folder where the system wants such files.
pub(super) fn default_path() -> Option<PathBuf> {
    path_among(|name| std::env::var_os(name), std::env::home_dir())
}

fn path_among(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    let folder = |name| variable(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = home.filter(|home| home.is_absolute());
    let state = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home.map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_STATE_HOME").or_else(|| home.map(|home| home.join(".local/state")))
    };
    state.map(|state| state.join("sinew").join("recent"))
}

/// The absolute paths in the file `path`, each once; none where there is no file.
fn read_list(path: &Path) -> io::Result<Vec<PathBuf>> {
    match std::fs::metadata(path) {
        // A pipe would hang.
        Ok(metadata) if !metadata.is_file() => return Err(ErrorKind::InvalidInput.into()),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        _ => {}
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == MAX_BYTES {
        // The last line may go on.
        bytes.truncate(bytes.iter().rposition(|byte| *byte == b'\n').unwrap_or(0));
    }
    let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    Ok(distinct(lines.map(|line| PathBuf::from(line.trim_end_matches('\r')))))
}

/// Writes the first of `paths` to the file `path`, whose folder need not exist.
fn write_list(path: &Path, paths: &[PathBuf]) -> Option<()> {
    let mut text = String::new();
    for path in distinct(paths.iter().cloned()) {
        text.push_str(path.to_str()?);
        text.push('\n');
    }
    std::fs::create_dir_all(path.parent()?).ok()?;
    whole_file::write_file(path, text.as_bytes()).ok()
}

/// The first of `paths` that fit in the list: absolute, a line of text, each once.
fn distinct(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        let is_line = path.to_str().is_some_and(|text| !text.contains(char::is_control));
        if found.len() < MAX_PATHS && is_line && path.is_absolute() && !found.contains(&path) {
            found.push(path);
        }
    }
    found
}
