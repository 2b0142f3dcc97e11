//! Record of the files that are read while something is opened, so that they can be watched.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Content of a file as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadContent {
    /// Hash of its bytes.
    Hash(u64),
    /// The reader did not pass its bytes on, or it could not be read.
    Unknown,
}

/// Record of the files that were read, by path; copies share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadFiles(Arc<Mutex<BTreeMap<PathBuf, ReadContent>>>);

thread_local! {
    /// Record of what this thread is reading.
    static RECORD: RefCell<Option<ReadFiles>> = const { RefCell::new(None) };
}

impl ReadFiles {
    /// The record of what this thread is reading; a new one where it is reading nothing that is recorded.
    pub(crate) fn current() -> Self {
        RECORD.with_borrow(Clone::clone).unwrap_or_default()
    }

    /// Runs `read`, and notes the files that it reads in this thread.
    pub(crate) fn during<T>(&self, read: impl FnOnce() -> T) -> T {
        let outer = RECORD.replace(Some(self.clone()));
        let result = read();
        RECORD.set(outer);
        result
    }

    /// Notes a file, with its bytes where they are known.
    pub(crate) fn note(&self, path: &Path, bytes: Option<&[u8]>) {
        let content = bytes.map_or(ReadContent::Unknown, |bytes| ReadContent::Hash(hash(bytes)));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), content);
    }

    /// Takes a file out, as a record of it alone.
    pub(crate) fn take(&self, path: &Path) -> Self {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove_entry(path);
        Self(Arc::new(Mutex::new(taken.into_iter().collect())))
    }

    /// The files so far.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, ReadContent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Notes a file that this thread has read, where its reading is recorded.
pub(crate) fn note(path: &Path, bytes: Option<&[u8]>) {
    RECORD.with_borrow(|record| record.iter().for_each(|record| record.note(path, bytes)));
}

/// Hash of the bytes of a file.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_noted_while_they_are_recorded() {
        let (outer, inner) = (ReadFiles::default(), ReadFiles::default());
        note(Path::new("before"), None);
        outer.during(|| {
            note(Path::new("a"), Some(b"text"));
            inner.during(|| note(Path::new("b"), None));
            ReadFiles::current().note(Path::new("c"), None);
        });
        note(Path::new("after"), None);
        let files = outer.files();
        assert_eq!(files.keys().collect::<Vec<_>>(), [Path::new("a"), Path::new("c")]);
        assert_eq!(files[Path::new("a")], ReadContent::Hash(hash(b"text")));
        assert_eq!(inner.files().len(), 1);
    }
}
