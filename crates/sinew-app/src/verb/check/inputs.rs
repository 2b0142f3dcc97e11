//! Files that `sinew check` looks at: those that are named, and those in folders.

use crate::report::diagnostic::DiagnosticEntry;
use std::io;
use std::path::{Path, PathBuf};

/// File extensions that are searched for in folders.
const EXTENSIONS: [&str; 12] =
    ["glb", "gltf", "vrm", "vrma", "fbx", "x", "bvh", "asf", "amc", "c3d", "sinew", "ron"];

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
            if !path.is_dir() {
                inputs.files.push(path.clone());
                continue;
            }
            let before = (inputs.files.len(), inputs.faulty_folders.len());
            inputs.search(path);
            if (inputs.files.len(), inputs.faulty_folders.len()) == before {
                inputs.add_folder(
                    path,
                    "empty-folder",
                    "no character file and no text in this folder".to_owned(),
                );
            }
        }
        inputs
    }

    /// Adds the character files below `folder`, sorted by path. Links to folders are not followed, since they
    /// may form cycles.
    fn search(&mut self, folder: &Path) {
        let (mut entries, mut error) = (Vec::new(), None);
        match folder.read_dir() {
            Ok(all) => {
                for entry in all {
                    match entry {
                        Ok(entry) => entries.push(entry),
                        Err(e) => error = Some(e),
                    }
                }
            }
            Err(e) => error = Some(e),
        }
        if let Some(error) = error {
            self.add_unreadable(folder, &error);
        }
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.search(&path);
            } else if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
                // A pipe without a writer would keep the command waiting.
            } else if path.extension().is_some_and(|e| EXTENSIONS.iter().any(|x| e.eq_ignore_ascii_case(x))) {
                self.files.push(path);
            }
        }
    }

    fn add_unreadable(&mut self, folder: &Path, error: &io::Error) {
        self.add_folder(folder, "unreadable", format!("this folder cannot be read: {error}"));
    }

    fn add_folder(&mut self, folder: &Path, code: &str, message: String) {
        let location = "folder".to_owned();
        let finding = DiagnosticEntry { code: code.into(), severity: "error", location, message, count: 1 };
        self.faulty_folders.push((folder.to_owned(), finding));
    }
}
