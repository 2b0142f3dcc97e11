//! Opening of character files, with the files they refer to, and the built-in character.

use crate::asset::import_cache::{self, Opened};
use crate::asset::input_file;
use crate::asset::read_files::ReadFiles;
use crate::asset::setup::{self, OpenSetup};
use crate::options::input::InputOptions;
use crate::report::diagnostic::DiagnosticEntry;
use crate::report::fail_on;
use crate::report::failure::Failure;
use crate::report::file_name;
use crate::report::job;
use sinew_import::{FolderFiles, ImportError, ImportOptions, Imported, NoFiles, import_with};
use sinew_setup::{SetupFile, SetupFiles};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// File of the built-in character.
pub(crate) const BUILT_IN: &[u8] = include_bytes!("../../../../data/sinew.vrm");

/// Its name in messages.
const BUILT_IN_NAME: &str = "built-in";

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
#[derive(Clone)]
pub(crate) struct Loaded {
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) imported: Imported,
    /// Options of the call, for further files.
    pub(crate) input: InputOptions,
    /// The set-up that names the character; `None` for a character file.
    pub(crate) setup: Option<Arc<OpenSetup>>,
    /// Files that it was read from.
    pub(crate) read: ReadFiles,
}

impl Source {
    /// The built-in character.
    pub(crate) fn built_in() -> Self {
        Self { name: BUILT_IN_NAME.into(), path: None, bytes: BUILT_IN.to_vec() }
    }

    /// Reads `path`; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let (name, bytes) = match input_file::is_standard_input(path) {
            true => (input_file::STANDARD_INPUT.to_owned(), input_file::read_standard_input()?),
            false => (file_name::text(path), input_file::read(path)?),
        };
        Ok(Self { name, path: Some(path.to_owned()), bytes })
    }

    /// Imports the bytes. Files that they refer to are read from the same folder.
    pub(crate) fn import(&self, options: &ImportOptions) -> Result<Imported, ImportError> {
        self.import_with_paths(options).0
    }

    /// [`Source::import`], with the canonical paths of the files that the bytes refer to.
    fn import_with_paths(&self, options: &ImportOptions) -> (Result<Imported, ImportError>, Vec<PathBuf>) {
        let none = |_: &str| Err("standard input has no folder; give the file by its name".to_owned());
        match &self.path {
            None => (import_with(&self.bytes, &NoFiles, options), Vec::new()),
            Some(path) if input_file::is_standard_input(path) => {
                (import_with(&self.bytes, &none, options), Vec::new())
            }
            Some(path) => {
                let read = ReadFiles::current();
                let files =
                    FolderFiles::beside(path).with_observer(move |path, bytes| read.note(path, bytes));
                let imported = import_with(&self.bytes, &files, options);
                (imported, files.read_paths())
            }
        }
    }

    /// [`Source::import`], with the file's name in the error.
    pub(crate) fn load(self, input: &InputOptions) -> Result<Loaded, Failure> {
        let options = input.import_options(&self.name)?;
        let (imported, files) = self.imported(&options)?;
        Ok(Loaded::noted(self.name, self.path, imported, files, input))
    }

    /// The character with the canonical paths of the files that the bytes refer to.
    fn imported(&self, options: &ImportOptions) -> Result<(Imported, Vec<PathBuf>), Failure> {
        let (imported, files) = self.import_with_paths(options);
        let imported = imported.map_err(|error| {
            job::note_finding(&self.name, DiagnosticEntry::from(&error));
            Failure::input(&self.name, error)
        })?;
        Ok((imported, files))
    }
}

impl Loaded {
    /// A character file that is open, which the options and the job note.
    fn noted(
        name: String,
        path: Option<PathBuf>,
        imported: Imported,
        files: Vec<PathBuf>,
        input: &InputOptions,
    ) -> Self {
        input.note(&name, &imported);
        fail_on::note(&name, &imported.report);
        job::note_opened(&name);
        input.note_files(&name, path.iter().filter_map(|path| path.canonicalize().ok()).chain(files));
        Self { name, path, imported, input: input.clone(), setup: None, read: ReadFiles::current() }
    }

    /// Name of the file without folder and ending; none for the built-in character and standard input.
    pub(crate) fn stem(&self) -> Option<String> {
        let path = self.path.as_deref().filter(|path| !input_file::is_standard_input(path))?;
        path.file_stem().map(|stem| file_name::text(Path::new(stem)))
    }
}

/// Opens `path`, a character file or a set-up; without one, the built-in character.
pub(crate) fn open(path: Option<&Path>, input: &InputOptions) -> Result<Loaded, Failure> {
    ReadFiles::current().during(|| match path {
        Some(path) if OpenSetup::is_setup(path) => open_setup(path, input),
        path if import_cache::is_on() && !path.is_some_and(input_file::is_standard_input) => {
            open_kept(path, input)
        }
        Some(path) => Source::read(path)?.load(input),
        None => Source::built_in().load(input),
    })
}

/// Opens a character file, or the built-in character, by way of the cache of a batch.
fn open_kept(path: Option<&Path>, input: &InputOptions) -> Result<Loaded, Failure> {
    let name = path.map_or_else(|| BUILT_IN_NAME.to_owned(), file_name::text);
    let options = input.import_options(&name)?;
    let opened = match import_cache::find(path, &options) {
        Some(opened) => opened,
        None => {
            let read = ReadFiles::default();
            let source = || path.map_or_else(|| Ok(Source::built_in()), Source::read);
            let imported = read.during(|| source()?.imported(&options));
            // A file that does not open was read, too.
            let (imported, files) = imported.inspect_err(|_| ReadFiles::current().note_all(&read))?;
            import_cache::offer(path, &options, Opened { imported, files, read })
        }
    };
    ReadFiles::current().note_all(&opened.read);
    let (imported, files) = match Arc::try_unwrap(opened) {
        Ok(opened) => (opened.imported, opened.files),
        Err(kept) => (kept.imported.clone(), kept.files.clone()),
    };
    Ok(Loaded::noted(name, path.map(Path::to_owned), imported, files, input))
}

/// The built-in character.
pub(crate) fn built_in() -> Result<Loaded, Failure> {
    Source::built_in().load(&InputOptions::default())
}

/// Opens the set-up at `path` as the character that it names.
fn open_setup(path: &Path, input: &InputOptions) -> Result<Loaded, Failure> {
    let (read, file) = (ReadFiles::current(), path.file_name().unwrap_or_default().to_string_lossy());
    let noted = read.clone();
    let files = SetupFiles::beside(path).with_observer(move |path, bytes| noted.note(path, bytes));
    let file = SetupFile::open_in(&path.display().to_string(), &file, files).map_err(setup::failure)?;
    let model = file.import().map_err(setup::failure)?;
    let (name, mut imported) = (file_name::text(path), model.imported.clone());
    if let Some(described) = file.ragdoll_description().map_err(setup::failure)? {
        imported.ragdoll = Some(described);
    }
    fail_on::note(&name, &imported.report);
    job::note_opened(&name);
    input.note(&name, &imported);
    input.note_files(&name, path.canonicalize().into_iter());
    let setup = Some(Arc::new(OpenSetup { file, model }));
    Ok(Loaded { name, path: Some(path.to_owned()), imported, input: input.clone(), setup, read })
}
