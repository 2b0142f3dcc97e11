//! Texture files referenced by paths of the machine on which a model was made.

use crate::Resolver;
use crate::budget::Budget;
use std::collections::HashMap;
use std::sync::Arc;

/// Texture files of one import. Each is read once, however many textures show it.
pub(crate) struct TextureFiles<'a> {
    resolver: &'a dyn Resolver,
    /// Content by path, or the reason why a file cannot be read.
    files: HashMap<String, Result<Arc<[u8]>, String>>,
}

/// File name of a path: the part after its last slash or backslash.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl<'a> TextureFiles<'a> {
    pub(crate) fn new(resolver: &'a dyn Resolver) -> Self {
        Self { resolver, files: HashMap::new() }
    }

    /// Content of the first readable file: first of those of `paths` that stay below the model's folder, then of files of
    /// the same names directly in that folder. The error tells why none of them can be read.
    pub(crate) fn load(&mut self, paths: &[&str], budget: &mut Budget) -> Result<Arc<[u8]>, String> {
        let normalized: Vec<String> =
            paths.iter().map(|path| path.trim().replace('\\', "/").replace("//", "/")).collect();
        let leaves_folder = |path: &str| {
            path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..")
        };
        let below =
            normalized.iter().filter(|path| path.contains('/') && !leaves_folder(path)).map(String::as_str);
        let in_folder = normalized.iter().map(|path| file_name(path));
        let mut reasons: Vec<String> = Vec::new();
        for path in below.chain(in_folder).filter(|path| !path.is_empty()) {
            match self.read(path, budget) {
                Ok(bytes) => return Ok(bytes),
                Err(reason) if reasons.contains(&reason) => {}
                Err(reason) => reasons.push(reason),
            }
        }
        Err(if reasons.is_empty() { "no file is named".into() } else { reasons.join(", ") })
    }

    fn read(&mut self, path: &str, budget: &mut Budget) -> Result<Arc<[u8]>, String> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let bytes: Result<Arc<[u8]>, String> = self.resolver.read(path).map(Into::into);
        budget.add_input(bytes.as_ref().map_or(0, |bytes| bytes.len()));
        self.files.insert(path.to_owned(), bytes.clone());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn paths_of_other_machines_fall_back_to_the_models_folder() {
        let requested = RefCell::new(Vec::new());
        let resolver = |path: &str| {
            requested.borrow_mut().push(path.to_owned());
            if path == "skin.png" { Ok(vec![1]) } else { Err(format!("no {path}")) }
        };
        let mut files = TextureFiles::new(&resolver);
        let mut load = |paths: &[&str]| files.load(paths, &mut Budget::new(0));
        let found = load(&["C:\\\\art\\\\skin.png", "tex/skin.png", "../skin.png"]);
        assert_eq!(found.as_deref(), Ok(&[1u8][..]));
        assert_eq!(load(&["", "/etc/other.png"]).unwrap_err(), "no other.png");
        assert_eq!(load(&["a/b.png", "c:/b.png"]).unwrap_err(), "no a/b.png, no b.png");
        assert_eq!(load(&[""]).unwrap_err(), "no file is named");
        let again = load(&["/home/art/skin.png"]);
        assert!(Arc::ptr_eq(&found.unwrap(), &again.unwrap()));
        assert_eq!(
            *requested.borrow(),
            ["tex/skin.png", "skin.png", "other.png", "a/b.png", "b.png"],
            "each is read once"
        );
    }
}
