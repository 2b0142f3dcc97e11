//! Textures that a file names by a path of the machine it was made on.

use crate::Resolver;
use crate::limits::Budget;
use std::sync::Arc;

/// The part of a path after its last separator, of either kind.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The bytes of the first file that is there: where one of `paths` leads below the naming file's folder, else of the
/// same name in that folder.
pub(crate) fn load(paths: &[&str], resolver: &dyn Resolver, budget: &mut Budget) -> Option<Arc<[u8]>> {
    let forward: Vec<String> =
        paths.iter().map(|path| path.trim().replace('\\', "/").replace("//", "/")).collect();
    let leads_out =
        |path: &str| path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..");
    let below = forward.iter().filter(|path| path.contains('/') && !leads_out(path)).map(String::as_str);
    let beside = forward.iter().map(|path| name(path));
    let bytes =
        below.chain(beside).filter(|path| !path.is_empty()).find_map(|path| resolver.read(path).ok())?;
    budget.add_input(bytes.len());
    Some(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn paths_of_other_machines_lead_to_files_beside() {
        let asked = RefCell::new(Vec::new());
        let resolver = |path: &str| {
            asked.borrow_mut().push(path.to_owned());
            if path == "skin.png" { Ok(vec![1]) } else { Err(String::new()) }
        };
        let found =
            load(&["C:\\\\art\\\\skin.png", "tex/skin.png", "../skin.png"], &resolver, &mut Budget::new(0));
        assert_eq!(found.as_deref(), Some(&[1u8][..]));
        assert_eq!(*asked.borrow(), ["tex/skin.png", "skin.png"]);
        assert!(load(&["", "/etc/other.png"], &resolver, &mut Budget::new(0)).is_none());
    }
}
