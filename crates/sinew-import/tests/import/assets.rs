//! Test assets; tests that need them are skipped where they are missing.

use std::fs;
use std::path::{Path, PathBuf};

/// Folder of the test assets, if it exists.
pub(crate) fn root() -> Option<PathBuf> {
    test_needs::asset("")
}

/// Resolver for the files in the folder of `file`.
pub(crate) fn files_beside(file: &Path) -> impl Fn(&str) -> Result<Vec<u8>, String> + use<> {
    let folder = file.parent().unwrap().to_owned();
    move |path: &str| fs::read(folder.join(path)).map_err(|e| e.to_string())
}

/// All valid models of the test assets.
pub(crate) fn all_models(root: &Path) -> Vec<PathBuf> {
    let mut open = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if ["gltf", "glb", "vrm", "vrma", "bvh"]
                .iter()
                .any(|e| path.extension().is_some_and(|x| x == *e))
                && !path.components().any(|c| c.as_os_str() == "validator")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
