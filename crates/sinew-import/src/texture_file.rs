//! Texture files referenced by paths of the machine on which a model was made.

use crate::Resolver;
use crate::budget::Budget;
use std::sync::Arc;

/// File name of a path: the part after its last slash or backslash.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Loads the first readable file: first those of `paths` that stay below the model's folder, then files of the same
/// names directly in that folder.
pub(crate) fn load(paths: &[&str], resolver: &dyn Resolver, budget: &mut Budget) -> Option<Arc<[u8]>> {
    let normalized: Vec<String> =
        paths.iter().map(|path| path.trim().replace('\\', "/").replace("//", "/")).collect();
    let leaves_folder =
        |path: &str| path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..");
    let below =
        normalized.iter().filter(|path| path.contains('/') && !leaves_folder(path)).map(String::as_str);
    let in_folder = normalized.iter().map(|path| file_name(path));
    let bytes =
        below.chain(in_folder).filter(|path| !path.is_empty()).find_map(|path| resolver.read(path).ok())?;
    budget.add_input(bytes.len());
    Some(bytes.into())
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
        let found =
            load(&["C:\\\\art\\\\skin.png", "tex/skin.png", "../skin.png"], &resolver, &mut Budget::new(0));
        assert_eq!(found.as_deref(), Some(&[1u8][..]));
        assert_eq!(*requested.borrow(), ["tex/skin.png", "skin.png"]);
        assert!(load(&["", "/etc/other.png"], &resolver, &mut Budget::new(0)).is_none());
    }
}
