//! Record of the files that are read while something is opened, so that they can be watched.

use crate::asset::file_stamp::FileStamp;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadFile {
    /// Hash of its bytes; `None` for one that is not there or could not be read.
    pub(crate) content: Option<u64>,
    /// Its stamp when it was read; `None` where that of the bytes is not known.
    pub(crate) stamp: Option<FileStamp>,
}

/// Record of the files that were read, by path; copies share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadFiles(Arc<Mutex<BTreeMap<PathBuf, ReadFile>>>);

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

    /// Notes a file that has just been read, with its bytes where it could be read.
    pub(crate) fn note(&self, path: &Path, bytes: Option<&[u8]>) {
        let stamp = FileStamp::of(path);
        // Another length is that of a file that has changed since.
        let stamp = Some(stamp).filter(|stamp| bytes.is_none_or(|b| stamp.length() == Some(b.len() as u64)));
        self.files_mut().insert(path.to_owned(), ReadFile { content: bytes.map(hash), stamp });
    }

    /// Notes the files of another record.
    pub(crate) fn note_all(&self, other: &Self) {
        let files = other.files();
        self.files_mut().extend(files);
    }

    /// Takes a file out, as a record of it alone.
    pub(crate) fn take(&self, path: &Path) -> Self {
        let taken = self.files_mut().remove_entry(path);
        Self(Arc::new(Mutex::new(taken.into_iter().collect())))
    }

    /// True while all files are what they were when they were read.
    pub(crate) fn are_unchanged(&self) -> bool {
        let is_still = |(path, file): (&PathBuf, &ReadFile)| file.stamp == Some(FileStamp::of(path));
        self.files_mut().iter().all(is_still)
    }

    /// The files so far.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, ReadFile> {
        self.files_mut().clone()
    }

    fn files_mut(&self) -> MutexGuard<'_, BTreeMap<PathBuf, ReadFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes a file that this thread has just read, where its reading is recorded.
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
        // The file that was read is not there now.
        assert_eq!(files[Path::new("a")], ReadFile { content: Some(hash(b"text")), stamp: None });
        let missing = ReadFile { content: None, stamp: Some(FileStamp::Missing) };
        assert_eq!(files[Path::new("c")], missing);
        assert_eq!(inner.files().len(), 1);
    }
}
