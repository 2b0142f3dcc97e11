//! Files of a set-up: those that it names, beside it on the disk or in memory.

use sinew::text::did_you_mean;
use sinew_import::limits::MAX_FILE_BYTES;
use sinew_import::{FolderFiles, ImportError, ImportOptions, Imported, Resolver, import_with, read_limited};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Access to the files that a set-up names, by paths relative to it.
///
/// On the disk a set-up is trusted as a program's own settings are: its paths may lead out of its folder. The
/// files that a *model* refers to must lie beside the model, whoever names it.
#[derive(Clone)]
pub struct SetupFiles {
    source: FileSource,
    /// Function that is called with each file of the disk that is read.
    observer: Option<Arc<Observer>>,
}

/// Function that is called with the path of a file, and its bytes where it could be read as a whole.
type Observer = dyn Fn(&Path, Option<&[u8]>) + Send + Sync;

#[derive(Clone)]
enum FileSource {
    Folder(PathBuf),
    Resolver { files: Arc<dyn Resolver + Send + Sync>, folder: String },
}

/// Largest number of names that are compared with one that is not found.
const MAX_NAMES: usize = 10_000;

impl SetupFiles {
    /// Files of the folder that holds the file at `path`.
    #[must_use]
    pub fn beside(path: &Path) -> Self {
        Self::of(FileSource::Folder(path.parent().unwrap_or(Path::new("")).to_owned()))
    }

    /// Files that a resolver reads, as in a browser or an archive.
    #[must_use]
    pub fn new(files: impl Resolver + Send + Sync + 'static) -> Self {
        Self::of(FileSource::Resolver { files: Arc::new(files), folder: String::new() })
    }

    fn of(source: FileSource) -> Self {
        Self { source, observer: None }
    }

    /// The same files with a function that is called with the path of each file of the disk that is read, so that
    /// a program can watch them: set-ups of items, grooms, images and files that models refer to are among them.
    /// It gets the bytes of the file, or `None` for one that is not there or could not be read. Files of a resolver
    /// are not observed.
    #[must_use]
    pub fn with_observer(self, observer: impl Fn(&Path, Option<&[u8]>) + Send + Sync + 'static) -> Self {
        Self { observer: Some(Arc::new(observer)), ..self }
    }

    /// Files beside one of these files.
    pub(crate) fn beside_file(&self, path: &str) -> Self {
        let source = match &self.source {
            FileSource::Folder(folder) => Self::beside(&folder.join(path)).source,
            FileSource::Resolver { files, folder } => {
                let inner = path.rsplit_once('/').map_or("", |(inner, _)| inner);
                FileSource::Resolver { files: files.clone(), folder: joined(folder, inner) }
            }
        };
        Self { source, observer: self.observer.clone() }
    }

    /// Path of a file for messages, without `.` and `..` as far as that goes.
    pub(crate) fn name(&self, path: &str) -> String {
        match &self.source {
            FileSource::Folder(folder) => tidy(&folder.join(path)).display().to_string(),
            FileSource::Resolver { folder, .. } => joined(folder, path),
        }
    }

    /// Reads a file.
    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match &self.source {
            FileSource::Folder(folder) => {
                let path = folder.join(path);
                let bytes = read(&path);
                self.observe(&path, bytes.as_deref().ok());
                bytes
            }
            FileSource::Resolver { files, folder } => files.read(&joined(folder, path)),
        }
    }

    fn observe(&self, path: &Path, bytes: Option<&[u8]>) {
        self.observer.iter().for_each(|observer| observer(path, bytes));
    }

    /// Reads a text file.
    pub(crate) fn read_text(&self, path: &str) -> Result<String, String> {
        String::from_utf8(self.read(path)?).map_err(|_| "the text is not UTF-8".to_owned())
    }

    /// Imports a character or motion file.
    pub(crate) fn import(&self, path: &str, options: &ImportOptions) -> Result<Imported, FileError> {
        let bytes = self.read(path).map_err(FileError::Read)?;
        let imported = match &self.source {
            FileSource::Folder(folder) => {
                let observed = self.observer.clone();
                let files = FolderFiles::beside(&folder.join(path)).with_observer(move |path, bytes| {
                    observed.iter().for_each(|observer| observer(path, bytes));
                });
                import_with(&bytes, &files, options)
            }
            FileSource::Resolver { .. } => {
                import_with(&bytes, &Beside { files: self.beside_file(path), path }, options)
            }
        };
        imported.map_err(FileError::Import)
    }
}

/// Files beside one of a resolver.
struct Beside<'a> {
    files: SetupFiles,
    /// Path of that file.
    path: &'a str,
}

impl Resolver for Beside<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.files.read(path)
    }

    fn name(&self) -> Option<String> {
        self.path.rsplit('/').next().map(str::to_owned)
    }
}

/// Error of [`SetupFiles::import`].
pub(crate) enum FileError {
    /// The file cannot be read.
    Read(String),
    /// It is no usable file.
    Import(ImportError),
}

impl fmt::Debug for SetupFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            FileSource::Folder(folder) => f.debug_tuple("SetupFiles").field(folder).finish(),
            FileSource::Resolver { folder, .. } => {
                f.debug_tuple("SetupFiles").field(folder).finish_non_exhaustive()
            }
        }
    }
}

/// Path inside a folder, without `.` and `..` as far as that goes.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Path of the disk without `.` and `..` as far as that goes. It is for messages alone: behind a link to a
/// folder `..` may be another folder.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match (component, tidied.components().next_back()) {
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => drop(tidied.pop()),
            (component, _) => tidied.push(component),
        }
    }
    if tidied.as_os_str().is_empty() { PathBuf::from(".") } else { tidied }
}

/// Reads a file of the disk. A file that is not there is reported with a similar name.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(not_found(path)),
        Err(error) => return Err(error.to_string()),
    };
    if !metadata.is_file() {
        let what = if metadata.is_dir() { "this is a folder; expected a file" } else { "this is not a file" };
        return Err(what.to_owned());
    }
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    read_limited(file, metadata.len().min(MAX_FILE_BYTES), MAX_FILE_BYTES)
}

fn not_found(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = std::fs::read_dir(folder) else {
        return format!("there is no folder {:?}", tidy(folder).display().to_string());
    };
    let names = entries.take(MAX_NAMES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    let wrong = path.file_name().unwrap_or_default().to_string_lossy();
    match did_you_mean(&wrong, names.iter().map(String::as_str)).trim_end() {
        "" => "there is no such file".to_owned(),
        suggestion => format!("there is no such file; {}", suggestion.trim_end_matches(';')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_as_on_a_disk() {
        for (folder, path, expected) in [
            ("", "a.glb", "a.glb"),
            ("models", "a.glb", "models/a.glb"),
            ("models", "../grooms/./a.ron", "grooms/a.ron"),
            ("", "../a.ron", "../a.ron"),
        ] {
            assert_eq!(joined(folder, path), expected);
        }
        let files = SetupFiles::new(|path: &str| Ok(path.as_bytes().to_vec()));
        let inner = files.beside_file("models/hero/hero.gltf");
        assert_eq!(inner.read("../skin.png").unwrap(), b"models/skin.png");
    }

    #[test]
    fn paths_in_messages_have_no_detours() {
        for (folder, path, expected) in [
            ("heroes", "a.glb", "heroes/a.glb"),
            ("heroes/../items", "a.glb", "items/a.glb"),
            ("heroes", "../../b.glb", "../b.glb"),
            ("../heroes", "./../../b.glb", "../../b.glb"),
            ("heroes", "..", "."),
            ("/heroes", "../../b.glb", "/b.glb"),
            ("", "a/../../b", "../b"),
        ] {
            let files = SetupFiles::of(FileSource::Folder(PathBuf::from(folder)));
            assert_eq!(Path::new(&files.name(path)), Path::new(expected), "{folder} {path}");
        }
        let message = SetupFiles::beside(Path::new("a/b/c.ron")).read("../../no such/x.ron").unwrap_err();
        assert_eq!(message, "there is no folder \"no such\"");
    }

    #[test]
    fn an_observer_gets_all_files_of_the_disk() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
        let noted = seen.clone();
        let files = SetupFiles::beside(&here.join("Cargo.toml")).with_observer(move |path, bytes| {
            noted.lock().unwrap().push((path.to_owned(), bytes.map(<[u8]>::len)));
        });
        let length = files.read("README.md").unwrap().len();
        files.beside_file("src/lib.rs").read("nowhere.rs").unwrap_err();
        let expected = [(here.join("README.md"), Some(length)), (here.join("src/nowhere.rs"), None)];
        assert_eq!(*seen.lock().unwrap(), expected);
    }

    #[test]
    fn a_missing_file_is_reported_with_a_similar_name() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = SetupFiles::beside(&here.join("Cargo.toml"));
        let message = files.read("README.mb").unwrap_err();
        assert!(message.contains("did you mean \"README.md\"?"), "{message}");
        assert!(files.read("nowhere/x.ron").unwrap_err().contains("no folder"));
        assert!(files.read("src").unwrap_err().contains("folder"));
    }
}
