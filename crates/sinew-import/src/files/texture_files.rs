//! Texture files referenced by paths of the machine on which a model was made.

use super::missing_image;
use super::texture_search::{self, TEXTURE_FOLDERS};
use crate::budget::Budget;
use crate::{Report, Resolver};
use std::collections::HashMap;
use std::sync::Arc;

/// Texture files of one import. Each is read once, however many textures show it.
pub(crate) struct TextureFiles<'a> {
    resolver: &'a dyn Resolver,
    /// Content by path, or the reason why a file cannot be read.
    files: HashMap<String, Result<Arc<[u8]>, String>>,
    /// Paths of the files around the model, once they have been asked for.
    around: Option<Vec<String>>,
}

/// Content of a texture file.
struct Loaded {
    bytes: Arc<[u8]>,
    /// Path of the file, if it is not where the model says.
    found_at: Option<String>,
}

/// File name of a path: the part after its last slash or backslash.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl<'a> TextureFiles<'a> {
    pub(crate) fn new(resolver: &'a dyn Resolver) -> Self {
        Self { resolver, files: HashMap::new(), around: None }
    }

    /// Content of the texture called `name`, which the model names by `paths`. One that is elsewhere or
    /// missing is reported.
    pub(crate) fn load(
        &mut self,
        name: &str,
        paths: &[&str],
        budget: &mut Budget,
        report: &mut Report,
        location: &str,
    ) -> Option<Arc<[u8]>> {
        match self.find(paths, budget) {
            Ok(Loaded { bytes, found_at }) => {
                if let Some(path) = found_at {
                    report.info("image-found", location, missing_image::found_message(name, &path));
                }
                Some(bytes)
            }
            Err(why) => {
                report.warn("image-missing", location, missing_image::message(name, &why));
                None
            }
        }
    }

    /// Content of the first readable file: first of those of `paths` that stay below the model's folder, then
    /// of files of the same names directly in that folder, then of files in the folders there
    /// ([`texture_search`]). The error tells why none of them can be read.
    fn find(&mut self, paths: &[&str], budget: &mut Budget) -> Result<Loaded, String> {
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
                Ok(bytes) => return Ok(Loaded { bytes, found_at: None }),
                Err(reason) if reasons.contains(&reason) => {}
                Err(reason) => reasons.push(reason),
            }
        }
        for path in normalized.iter().filter(|path| !file_name(path).is_empty()) {
            for candidate in self.candidates(path) {
                if let Ok(bytes) = self.read(&candidate, budget) {
                    return Ok(Loaded { bytes, found_at: Some(candidate) });
                }
            }
        }
        Err(if reasons.is_empty() { "no file is named".into() } else { reasons.join(", ") })
    }

    /// Paths at which the texture at `path` may be, the likeliest first.
    fn candidates(&mut self, path: &str) -> Vec<String> {
        let resolver = self.resolver;
        let around = self.around.get_or_insert_with(|| resolver.list());
        if around.is_empty() {
            let name = file_name(path);
            return TEXTURE_FOLDERS.iter().map(|folder| format!("{folder}/{name}")).collect();
        }
        texture_search::find(around, path).into_iter().map(str::to_owned).collect()
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
            if ["skin.png", "maps/wood.png"].contains(&path) {
                Ok(vec![1])
            } else {
                Err(format!("no {path}"))
            }
        };
        let mut files = TextureFiles::new(&resolver);
        let mut load = |paths: &[&str]| files.find(paths, &mut Budget::new(0));
        let found = load(&["C:\\\\art\\\\skin.png", "tex/skin.png", "../skin.png"]);
        let found = found.unwrap();
        assert_eq!((&*found.bytes, found.found_at), (&[1u8][..], None));
        let error = |loaded: Result<Loaded, String>| loaded.map(|_| ()).unwrap_err();
        assert_eq!(error(load(&["", "/etc/other.png"])), "no other.png");
        assert_eq!(error(load(&["a/b.png", "c:/b.png"])), "no a/b.png, no b.png");
        assert_eq!(error(load(&[""])), "no file is named");
        let again = load(&["/home/art/skin.png"]).unwrap();
        assert!(Arc::ptr_eq(&found.bytes, &again.bytes));
        let wood = load(&["/home/art/wood.png"]).unwrap();
        assert_eq!(wood.found_at.as_deref(), Some("maps/wood.png"));
        let usual =
            |name: &str| ["textures", "tex", "maps", "Textures"].map(|folder| format!("{folder}/{name}"));
        let mut expected = ["tex/skin.png", "skin.png", "other.png"].map(str::to_owned).to_vec();
        expected.extend(usual("other.png"));
        expected.extend(["a/b.png", "b.png"].map(str::to_owned));
        expected.extend(usual("b.png"));
        expected.push("wood.png".into());
        expected.extend(usual("wood.png").into_iter().take(3));
        assert_eq!(*requested.borrow(), expected, "each is read once");
    }
}
