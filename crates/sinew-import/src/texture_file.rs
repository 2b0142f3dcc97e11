//! Texture files referenced by paths of the machine on which a model was made.

use crate::Resolver;
use crate::budget::Budget;
use std::collections::HashMap;
use std::sync::Arc;

/// Texture files of one import. Each is read once, however many textures show it.
pub(crate) struct TextureFiles<'a> {
    resolver: &'a dyn Resolver,
    /// Content by path; `None` for files that cannot be read.
    files: HashMap<String, Option<Arc<[u8]>>>,
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
    /// the same names directly in that folder.
    pub(crate) fn load(&mut self, paths: &[&str], budget: &mut Budget) -> Option<Arc<[u8]>> {
        let normalized: Vec<String> =
            paths.iter().map(|path| path.trim().replace('\\', "/").replace("//", "/")).collect();
        let leaves_folder = |path: &str| {
            path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..")
        };
        let below =
            normalized.iter().filter(|path| path.contains('/') && !leaves_folder(path)).map(String::as_str);
        let in_folder = normalized.iter().map(|path| file_name(path));
        below.chain(in_folder).filter(|path| !path.is_empty()).find_map(|path| self.read(path, budget))
    }

    fn read(&mut self, path: &str, budget: &mut Budget) -> Option<Arc<[u8]>> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let bytes: Option<Arc<[u8]>> = self.resolver.read(path).ok().map(Into::into);
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
            if path == "skin.png" { Ok(vec![1]) } else { Err(String::new()) }
        };
        let mut files = TextureFiles::new(&resolver);
        let mut load = |paths: &[&str]| files.load(paths, &mut Budget::new(0));
        let found = load(&["C:\\\\art\\\\skin.png", "tex/skin.png", "../skin.png"]);
        assert_eq!(found.as_deref(), Some(&[1u8][..]));
        assert!(load(&["", "/etc/other.png"]).is_none());
        let again = load(&["/home/art/skin.png"]);
        assert!(Arc::ptr_eq(&found.unwrap(), &again.unwrap()));
        assert_eq!(*requested.borrow(), ["tex/skin.png", "skin.png", "other.png"], "each is read once");
    }
}
