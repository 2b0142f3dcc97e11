//! Search for files in folders.

use std::io;
use std::path::{Path, PathBuf};

/// Endings of the names of files of characters and motions.
pub(crate) const CHARACTERS: [&str; 11] =
    ["glb", "gltf", "vrm", "vrma", "fbx", "x", "bvh", "asf", "amc", "c3d", "sinew"];
/// Endings of the names of sounds.
pub(crate) const SOUNDS: [&str; 8] = ["wav", "aiff", "aif", "flac", "ogg", "oga", "opus", "mp3"];
/// Endings of the names of images.
pub(crate) const IMAGES: [&str; 8] = ["png", "jpg", "jpeg", "webp", "tga", "bmp", "dds", "ktx2"];

/// Files below a folder, sorted by path.
#[derive(Debug, Default)]
pub(crate) struct FolderSearch {
    pub(crate) files: Vec<PathBuf>,
    /// Folders that cannot be read.
    pub(crate) unreadable: Vec<(PathBuf, io::Error)>,
}

impl FolderSearch {
    /// Files below `folder` whose names have one of these endings, given in lower case. Links to folders are not
    /// followed, since they may form cycles.
    pub(crate) fn new(folder: &Path, endings: &[&str]) -> Self {
        let mut search = Self::default();
        search.add(folder, endings);
        search
    }

    fn add(&mut self, folder: &Path, endings: &[&str]) {
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
            self.unreadable.push((folder.to_owned(), error));
        }
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.add(&path, endings);
            } else if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
                // A pipe without a writer would keep the command waiting.
            } else if path.extension().is_some_and(|e| endings.iter().any(|x| e.eq_ignore_ascii_case(x))) {
                self.files.push(path);
            }
        }
    }
}
