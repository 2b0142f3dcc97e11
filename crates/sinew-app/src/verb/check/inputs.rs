//! Files that `sinew check` looks at: those that are named, and those in folders.

use crate::asset::folder_search::{CHARACTERS, FolderSearch};
use crate::report::diagnostic::DiagnosticEntry;
use std::path::{Path, PathBuf};

/// Files of a call in the order of the arguments, and folders that cannot be searched.
#[derive(Default)]
pub(super) struct Inputs {
    pub(super) files: Vec<PathBuf>,
    /// Folders that cannot be read or that hold no character file, with the finding about each.
    pub(super) faulty_folders: Vec<(PathBuf, DiagnosticEntry)>,
}

impl Inputs {
    /// The files of `arguments`. Folders are searched.
    pub(super) fn find(arguments: &[PathBuf]) -> Self {
        let mut inputs = Self::default();
        for path in arguments {
            match path.is_dir() {
                true => inputs.add_folder(path),
                false => inputs.files.push(path.clone()),
            }
        }
        inputs
    }

    fn add_folder(&mut self, folder: &Path) {
        let endings: Vec<&str> = CHARACTERS.into_iter().chain(["ron"]).collect();
        let FolderSearch { files, unreadable } = FolderSearch::new(folder, &endings);
        if files.is_empty() && unreadable.is_empty() {
            self.add_fault(folder, "empty-folder", "no character file and no text in this folder".to_owned());
        }
        for (folder, error) in unreadable {
            self.add_fault(&folder, "unreadable", format!("this folder cannot be read: {error}"));
        }
        self.files.extend(files);
    }

    fn add_fault(&mut self, folder: &Path, code: &str, message: String) {
        let location = "folder".to_owned();
        let finding = DiagnosticEntry { code: code.into(), severity: "error", location, message, count: 1 };
        self.faulty_folders.push((folder.to_owned(), finding));
    }
}
