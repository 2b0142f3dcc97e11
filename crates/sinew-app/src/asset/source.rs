//! Opening of character files, with the files they refer to, and the built-in character.

use crate::asset::input_file;
use crate::report::failure::Failure;
use sinew_import::{ImportError, Imported, Resolver};
use std::cell::Cell;
use std::path::{Path, PathBuf};

/// File of the built-in character.
const BUILT_IN: &[u8] = include_bytes!("../../../../data/sinew.vrm");

/// Bytes of a character file with their origin.
pub(crate) struct Source {
    /// The file as the user wrote it, for messages.
    pub(crate) name: String,
    /// None for the built-in character; `-` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// The whole file.
    pub(crate) bytes: Vec<u8>,
}

/// Imported file.
pub(crate) struct Loaded {
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) imported: Imported,
}

impl Source {
    /// The built-in character.
    pub(crate) fn built_in() -> Self {
        Self { name: "built-in".into(), path: None, bytes: BUILT_IN.to_vec() }
    }

    /// Reads `path`; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let (name, bytes) = match input_file::is_standard_input(path) {
            true => (input_file::STANDARD_INPUT.to_owned(), input_file::read_standard_input()?),
            false => (path.display().to_string(), input_file::read(path)?),
        };
        Ok(Self { name, path: Some(path.to_owned()), bytes })
    }

    /// Imports the bytes. Files that they refer to are read from the same folder.
    pub(crate) fn import(&self) -> Result<Imported, ImportError> {
        let folder = match &self.path {
            None => Err("the built-in character refers to no files"),
            Some(path) if input_file::is_standard_input(path) => {
                Err("standard input has no folder; give the file by its name")
            }
            Some(path) => Ok(path.parent().unwrap_or(Path::new("")).to_owned()),
        };
        sinew_import::import(&self.bytes, &Folder::new(folder))
    }

    /// [`Source::import`], with the file's name in the error.
    pub(crate) fn load(self) -> Result<Loaded, Failure> {
        let imported = self.import().map_err(|e| Failure::input(&self.name, e))?;
        Ok(Loaded { name: self.name, path: self.path, imported })
    }
}

/// Opens `path`; without one, the built-in character.
pub(crate) fn open(path: Option<&Path>) -> Result<Loaded, Failure> {
    path.map_or_else(|| Ok(Source::built_in()), Source::read)?.load()
}

/// Resolver for files below the folder of the referring file. Links that lead elsewhere are refused, so that an untrusted
/// file cannot read private ones.
struct Folder {
    /// The folder, or why there is none.
    folder: Result<PathBuf, &'static str>,
    /// Number of bytes that may still be read.
    left: Cell<u64>,
}

impl Folder {
    fn new(folder: Result<PathBuf, &'static str>) -> Self {
        Self { folder, left: Cell::new(input_file::MAX_FILE_BYTES) }
    }
}

impl Resolver for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let folder = self.folder.as_deref().map_err(|why| (*why).to_owned())?;
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let folder = folder.canonicalize().map_err(|e| e.to_string())?;
        let file = folder.join(path).canonicalize();
        let file = file.or_else(|e| in_any_case(&folder, path).ok_or(e)?.canonicalize());
        let file = file.map_err(|e| format!("{path}: {e}"))?;
        if !file.starts_with(&folder) {
            return Err("it is outside of the folder of the file that refers to it".into());
        }
        let bytes = input_file::read_neighbour(&file, self.left.get()).map_err(|e| format!("{path}: {e}"))?;
        self.left.set(self.left.get().saturating_sub(bytes.len() as u64));
        Ok(bytes)
    }
}

/// File at `path` below `folder` in any letter case, since files made on Windows often differ in case.
fn in_any_case(folder: &Path, path: &str) -> Option<PathBuf> {
    path.split('/').try_fold(folder.to_owned(), |at, part| {
        let exact = at.join(part);
        if exact.exists() {
            return Some(exact);
        }
        let names = std::fs::read_dir(&at).ok()?.flatten().map(|entry| entry.file_name());
        let alike = names.filter(|name| name.to_str().is_some_and(|n| n.eq_ignore_ascii_case(part)));
        alike.min().map(|name| at.join(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        let folder = std::env::temp_dir().join(format!("sinew-case-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("Tex")).unwrap();
        std::fs::write(folder.join("Tex/Skin.PNG"), "pixels").unwrap();
        let files = Folder::new(Ok(folder.clone()));
        for path in ["Tex/Skin.PNG", "tex/skin.png", "TEX/SKIN.png"] {
            assert_eq!(files.read(path).as_deref(), Ok(&b"pixels"[..]), "{path}");
        }
        assert!(files.read("tex/other.png").is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
