//! Cache of the files that a batch opens again and again, such as the character that clips are retargeted onto.

use crate::asset::file_stamp::FileStamp;
use crate::asset::read_files::ReadFiles;
use sinew_import::{ImportOptions, Imported};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of files that are kept.
const KEPT: usize = 4;

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

/// Files of a batch.
#[derive(Default)]
struct Cache {
    /// Files that were opened: one is kept from the second time on, since most are opened once.
    opened: HashMap<Option<PathBuf>, FileStamp>,
    /// The kept files, the one that was used last at the end.
    kept: Vec<(Key, Arc<Opened>)>,
}

/// File with the options of its import.
#[derive(PartialEq)]
struct Key {
    /// None for the built-in character.
    path: Option<PathBuf>,
    stamp: FileStamp,
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

/// The kept file at a path; that of the built-in character without one.
pub(super) fn find(path: Option<&Path>, options: &ImportOptions) -> Option<Arc<Opened>> {
    let stamp = stamp(path);
    let mut cache = cache();
    let kept = &mut cache.as_mut()?.kept;
    let is_it =
        |(key, _): &(Key, _)| key.path.as_deref() == path && key.stamp == stamp && key.options == *options;
    let found = kept.remove(kept.iter().position(is_it)?);
    let opened = found.1.clone();
    kept.push(found);
    Some(opened)
}

/// Offers a file that was imported, which had this [`stamp`] before.
pub(super) fn offer(
    path: Option<&Path>,
    stamp: FileStamp,
    options: &ImportOptions,
    opened: Opened,
) -> Arc<Opened> {
    let opened = Arc::new(opened);
    let mut cache = cache();
    let Some(cache) = cache.as_mut() else { return opened };
    let path = path.map(Path::to_owned);
    let is_second = cache.opened.insert(path.clone(), stamp) == Some(stamp);
    // A pipe has other content each time.
    if is_second && stamp != FileStamp::Other {
        if cache.kept.len() >= KEPT {
            cache.kept.remove(0);
        }
        cache.kept.push((Key { path, stamp, options: options.clone() }, opened.clone()));
    }
    opened
}

/// Stamp of the file at a path, and of the built-in character.
pub(super) fn stamp(path: Option<&Path>) -> FileStamp {
    path.map_or(FileStamp::Missing, FileStamp::of)
}

fn cache() -> MutexGuard<'static, Option<Cache>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}
