//! Cache of the files that a batch opens again and again, such as the character that clips are retargeted onto.

use crate::asset::read_files::ReadFiles;
use sinew_import::{ImportOptions, Imported};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of files that are kept.
const KEPT: usize = 4;

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

/// Files of a batch.
#[derive(Default)]
struct Cache {
    /// Files that were opened: one is kept from the second time on, since most are opened once.
    opened: HashSet<Option<PathBuf>>,
    /// The kept files, the one that was used last at the end.
    kept: Vec<(Key, Arc<Opened>)>,
}

/// File with the options of its import.
#[derive(PartialEq)]
struct Key {
    /// None for the built-in character.
    path: Option<PathBuf>,
    options: ImportOptions,
}

/// Imported file.
pub(super) struct Opened {
    pub(super) imported: Imported,
    /// Canonical paths of the files that it refers to.
    pub(super) files: Vec<PathBuf>,
    /// All files that were read.
    pub(super) read: ReadFiles,
}

/// Keeps files from now on.
pub(crate) fn start() {
    cache().get_or_insert_default();
}

/// True where files are kept.
pub(super) fn is_on() -> bool {
    cache().is_some()
}

/// The kept file at a path, if neither it nor a file that it refers to has changed; the built-in character without a
/// path.
pub(super) fn find(path: Option<&Path>, options: &ImportOptions) -> Option<Arc<Opened>> {
    let mut cache = cache();
    let kept = &mut cache.as_mut()?.kept;
    let is_it = |(key, _): &(Key, _)| key.path.as_deref() == path && key.options == *options;
    let (key, opened) = kept.remove(kept.iter().position(is_it)?);
    if !opened.read.are_unchanged() {
        return None;
    }
    kept.push((key, opened.clone()));
    Some(opened)
}

/// Offers a file that was imported. Returns the kept one, where another job was faster.
pub(super) fn offer(path: Option<&Path>, options: &ImportOptions, opened: Opened) -> Arc<Opened> {
    let opened = Arc::new(opened);
    let mut cache = cache();
    let Some(cache) = cache.as_mut() else { return opened };
    if cache.opened.insert(path.map(Path::to_owned)) || !opened.read.are_unchanged() {
        return opened;
    }
    let key = Key { path: path.map(Path::to_owned), options: options.clone() };
    if let Some((_, kept)) = cache.kept.iter().find(|(other, _)| *other == key) {
        return kept.clone();
    }
    if cache.kept.len() >= KEPT {
        cache.kept.remove(0);
    }
    cache.kept.push((key, opened.clone()));
    opened
}

fn cache() -> MutexGuard<'static, Option<Cache>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}
