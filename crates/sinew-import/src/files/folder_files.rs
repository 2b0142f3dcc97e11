use super::names::alike;
use crate::Resolver;
use crate::limits::{MAX_ENTRIES, MAX_FILE_BYTES};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A [`Resolver`] for the files in a folder and below it: that of the file that refers to them.
///
/// Links that lead elsewhere are refused, so that an untrusted file cannot read private ones, and pipes and
/// devices, which could be read without an end. Names are found in any letter case and Unicode normalization,
/// since files made on Windows and macOS often differ in them. All files together have at most
/// [`MAX_FILE_BYTES`] bytes.
#[derive(Clone)]
pub struct FolderFiles {
    folder: PathBuf,
    /// Name of the file that refers to them.
    name: Option<String>,
    /// Number of bytes that may still be read.
    left: Cell<u64>,
    /// Canonical paths of the files that were read.
    read_paths: RefCell<Vec<PathBuf>>,
    /// Function that is called with each file that is asked for.
    observer: Option<Arc<Observer>>,
}

/// Function that is called with the path of a file, and its bytes where it could be read.
type Observer = dyn Fn(&Path, Option<&[u8]>) + Send + Sync;

impl fmt::Debug for FolderFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FolderFiles").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl FolderFiles {
    /// Files of `folder`.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            name: None,
            left: Cell::new(MAX_FILE_BYTES),
            read_paths: RefCell::default(),
            observer: None,
        }
    }

    /// The same files with a function that is called with the path of each file that is asked for, so that a
    /// program can watch it: with its bytes, or with `None` for one that is not there or cannot be read. Files
    /// outside of the folder are not observed.
    #[must_use]
    pub fn with_observer(self, observer: impl Fn(&Path, Option<&[u8]>) + Send + Sync + 'static) -> Self {
        Self { observer: Some(Arc::new(observer)), ..self }
    }

    fn observe(&self, path: &Path, bytes: Option<&[u8]>) {
        self.observer.iter().for_each(|observer| observer(path, bytes));
    }

    /// Files of the folder that holds the file at `path`.
    #[must_use]
    pub fn beside(path: &Path) -> Self {
        let name = path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        Self { name, ..Self::new(path.parent().unwrap_or(Path::new(""))) }
    }

    /// Canonical paths of the files that were read, in the order of their reading.
    #[must_use]
    pub fn read_paths(&self) -> Vec<PathBuf> {
        self.read_paths.borrow().clone()
    }
}

impl Resolver for FolderFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let named = match folder.to_str() {
            Some(".") => "the current folder".to_owned(),
            _ => format!("the folder {}", folder.display()),
        };
        let folder = folder.canonicalize().map_err(|e| format!("{named}: {e}"))?;
        let file = folder.join(path).canonicalize();
        let file = file.or_else(|e| in_any_case(&folder, path).ok_or(e)?.canonicalize());
        let file = file.map_err(|e| {
            // A path that leads out of the folder is none to watch.
            if Path::new(path)
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
            {
                self.observe(&folder.join(path), None);
            }
            match e.kind() {
                ErrorKind::NotFound => format!("there is no {path:?} in {named}"),
                _ => format!("{path}: {e}"),
            }
        })?;
        if !file.starts_with(&folder) {
            return Err("it is outside of the folder of the file that refers to it".into());
        }
        let bytes = read_file(&file, self.left.get());
        self.observe(&file, bytes.as_deref().ok());
        let bytes = bytes.map_err(|e| format!("{path}: {e}"))?;
        self.left.set(self.left.get().saturating_sub(bytes.len() as u64));
        self.read_paths.borrow_mut().push(file);
        Ok(bytes)
    }

    fn list(&self) -> Vec<String> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let Ok(folder) = folder.canonicalize() else { return Vec::new() };
        let mut files = Vec::new();
        for (name, path) in entries(&folder) {
            if !path.is_dir() {
                files.push(name);
            } else if path.canonicalize().is_ok_and(|path| path.starts_with(&folder)) {
                let inside = entries(&path).into_iter().filter(|(_, path)| !path.is_dir());
                files.extend(inside.map(|(file, _)| format!("{name}/{file}")));
            }
            if files.len() > MAX_ENTRIES {
                break;
            }
        }
        files
    }

    fn name(&self) -> Option<String> {
        self.name.clone()
    }
}

/// Names and paths of the entries of a folder, sorted, without names that are not Unicode.
fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_ENTRIES);
    let mut entries: Vec<_> =
        entries.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path()))).collect();
    entries.sort_unstable();
    entries
}

/// Reads the file at `path`, of at most `max` bytes.
pub(crate) fn read_file(path: &Path, max: u64) -> Result<Vec<u8>, String> {
    let metadata = std::fs::metadata(path).map_err(|e| e.to_string())?;
    if metadata.is_dir() {
        return Err("this is a folder; expected a file".into());
    }
    if !metadata.is_file() {
        return Err("this is not a file".into());
    }
    if metadata.len() > max {
        return Err(format!("the file has {} bytes, more than the limit of {max}", metadata.len()));
    }
    let file = File::open(path).map_err(|e| e.to_string())?;
    read_limited(file, metadata.len(), max)
}

/// Reads a stream to its end, at most `max` bytes; `expected` is the likely number.
///
/// # Errors
/// A message for more bytes, or where reading fails.
pub fn read_limited(from: impl Read, expected: u64, max: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(expected as usize).map_err(|e| e.to_string())?;
    from.take(max.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > max {
        return Err(format!("there are more bytes than the limit of {max}"));
    }
    Ok(bytes)
}

/// File at `path` below `folder` in any letter case and Unicode normalization.
fn in_any_case(folder: &Path, path: &str) -> Option<PathBuf> {
    path.split('/').try_fold(folder.to_owned(), |at, part| {
        let exact = at.join(part);
        if exact.exists() {
            return Some(exact);
        }
        let names = std::fs::read_dir(&at).ok()?.flatten().map(|entry| entry.file_name());
        let alike = names.filter(|name| name.to_str().is_some_and(|n| alike(n, part)));
        alike.min().map(|name| at.join(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// A new folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sinew-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn names_are_found_in_any_case() {
        let folder = folder("case");
        std::fs::create_dir_all(folder.join("Tex")).unwrap();
        std::fs::write(folder.join("Tex/Skin.PNG"), "pixels").unwrap();
        let files = FolderFiles::new(&folder);
        for path in ["Tex/Skin.PNG", "tex/skin.png", "TEX/SKIN.png"] {
            assert_eq!(files.read(path).as_deref(), Ok(&b"pixels"[..]), "{path}");
        }
        let expected = format!("there is no \"tex/other.png\" in the folder {}", folder.display());
        assert_eq!(files.read("tex/other.png"), Err(expected));
        assert!(files.read("Tex").unwrap_err().contains("folder"));
        let skin = folder.join("Tex/Skin.PNG").canonicalize().unwrap();
        assert_eq!(files.read_paths(), [skin.clone(), skin.clone(), skin]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_observer_gets_all_files_that_are_asked_for() {
        let folder = folder("observed").canonicalize().unwrap();
        std::fs::write(folder.join("a.bin"), "1234").unwrap();
        let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
        let noted = seen.clone();
        let files = FolderFiles::new(&folder).with_observer(move |path, bytes| {
            noted.lock().unwrap().push((path.to_owned(), bytes.map(<[u8]>::len)));
        });
        files.read("A.bin").unwrap();
        files.read("later.png").unwrap_err();
        files.read("../elsewhere.png").unwrap_err();
        let expected = [(folder.join("a.bin"), Some(4)), (folder.join("later.png"), None)];
        assert_eq!(*seen.lock().unwrap(), expected);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn more_bytes_than_the_limit_are_refused() {
        let read = |bytes: &[u8], max| read_limited(bytes, 0, max);
        assert_eq!(read(b"abc", 3).as_deref(), Ok(&b"abc"[..]));
        assert!(read(b"abcd", 3).unwrap_err().contains("limit of 3"));
        assert!(read_limited(io::repeat(0), 0, 1 << 16).unwrap_err().contains("limit of 65536"));
    }

    #[test]
    fn the_files_of_a_file_share_a_limit() {
        let folder = folder("neighbours");
        std::fs::write(folder.join("a"), "1234").unwrap();
        let files = FolderFiles::new(&folder);
        files.left.set(7);
        assert_eq!(files.read("a").as_deref(), Ok(&b"1234"[..]));
        let error = files.read("a").unwrap_err();
        assert!(error.contains("4 bytes") && error.contains("limit of 3"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_is_imported_with_those_beside_it() {
        let folder = folder("beside");
        let json = r#"{ "asset": { "version": "2.0" }, "nodes": [{}], "buffers": [{ "uri": "points.BIN", "byteLength": 4 }] }"#;
        std::fs::write(folder.join("hero.gltf"), json).unwrap();
        let path = folder.join("hero.gltf");
        let missing = crate::import_file(&path).unwrap_err();
        assert!(missing.code == "missing-file" && missing.message.contains("points.BIN"), "{missing}");
        std::fs::write(folder.join("points.bin"), "1234").unwrap();
        assert_eq!(crate::import_file(&path).unwrap().character.skeleton().len(), 1);
        let error = crate::import_file(folder.join("nobody.glb")).unwrap_err();
        assert!(error.code == "unreadable" && error.location.ends_with("nobody.glb"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
