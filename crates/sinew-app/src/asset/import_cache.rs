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
    opened: HashMap<PathBuf, FileStamp>,
    /// The kept files, the one that was used last at the end.
    kept: Vec<(Key, Arc<Opened>)>,
}

/// File with the options of its import.
#[derive(PartialEq)]
struct Key {
    path: PathBuf,
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

/// The kept file at a path.
pub(super) fn find(path: &Path, options: &ImportOptions) -> Option<Arc<Opened>> {
    let stamp = FileStamp::of(path);
    let mut cache = cache();
    let kept = &mut cache.as_mut()?.kept;
    let is_it = |(key, _): &(Key, _)| key.path == path && key.stamp == stamp && key.options == *options;
    let found = kept.remove(kept.iter().position(is_it)?);
    let opened = found.1.clone();
    kept.push(found);
    Some(opened)
}

/// Offers a file that was imported, whose stamp was `stamp` before.
pub(super) fn offer(path: &Path, stamp: FileStamp, options: &ImportOptions, opened: Opened) -> Arc<Opened> {
    let opened = Arc::new(opened);
    let mut cache = cache();
    let Some(cache) = cache.as_mut() else { return opened };
    let is_second = cache.opened.insert(path.to_owned(), stamp) == Some(stamp);
    if is_second && matches!(stamp, FileStamp::File { .. }) {
        if cache.kept.len() >= KEPT {
            cache.kept.remove(0);
        }
        let key = Key { path: path.to_owned(), stamp, options: options.clone() };
        cache.kept.push((key, opened.clone()));
    }
    opened
}

fn cache() -> MutexGuard<'static, Option<Cache>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}
