//! File that is watched by its time of modification and its content.

use crate::asset::read_files::{ReadContent, hash};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Time in which a file may change again without another time of modification, on coarse file systems.
const COARSE: Duration = Duration::from_secs(2);
/// Largest file that is compared by its content as long as its modification is that recent, bytes.
const MAX_COMPARED: u64 = 1 << 20;

/// File that is watched by its time of modification and its content.
#[derive(Debug)]
pub(super) struct WatchedFile {
    pub(super) path: PathBuf,
    /// Hash of the content that is in use; `None` for a file that is not there.
    content: Option<u64>,
    /// Time and length with which the content was compared last; `None` before the first comparison.
    stamp: Option<Stamp>,
    /// Content that the last comparison found, where it is not the one in use.
    found: Option<Option<u64>>,
}

/// Time of modification and length of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stamp {
    Missing,
    File { modified: Option<SystemTime>, length: u64 },
}

impl Stamp {
    fn of(path: &Path) -> Self {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                Self::File { modified: metadata.modified().ok(), length: metadata.len() }
            }
            _ => Self::Missing,
        }
    }

    /// True for a file whose content may change without a change of the stamp.
    fn is_uncertain(self) -> bool {
        let Self::File { modified, length } = self else { return false };
        let is_recent = modified.and_then(|at| at.elapsed().ok()).is_none_or(|age| age < COARSE);
        is_recent && length <= MAX_COMPARED
    }
}

impl WatchedFile {
    /// A file with the content that was read; `None` for what is neither a file nor a path where one may come to be,
    /// such as a pipe.
    pub(super) fn new(path: PathBuf, read: ReadContent) -> Option<Self> {
        let stamp = Stamp::of(&path);
        if stamp == Stamp::Missing && path.exists() {
            return None;
        }
        let content = match read {
            ReadContent::Hash(hash) => Some(hash),
            ReadContent::Unknown => content_of(&path),
        };
        Some(Self { path, content, stamp: None, found: None })
    }

    /// True where the content has changed, and two comparisons one after the other found the same: a file that is
    /// being written or renamed is waited for. The new content counts as in use from then on.
    pub(super) fn poll(&mut self) -> bool {
        let stamp = Stamp::of(&self.path);
        if self.stamp == Some(stamp) && self.found.is_none() && !stamp.is_uncertain() {
            return false;
        }
        self.stamp = Some(stamp);
        let content = content_of(&self.path);
        if content == self.content {
            self.found = None;
            return false;
        }
        if self.found.replace(content) != Some(content) {
            return false;
        }
        (self.content, self.found) = (content, None);
        true
    }
}

/// Hash of a file; `None` where there is none that can be read.
fn content_of(path: &Path) -> Option<u64> {
    let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file.then(|| std::fs::read(path).ok()).flatten().map(|bytes| hash(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_counts_once_it_stays() {
        let folder = std::env::temp_dir().join(format!("sinew-watched-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.ron");
        std::fs::write(&path, "one").unwrap();
        let mut file = WatchedFile::new(path.clone(), ReadContent::Hash(hash(b"one"))).unwrap();
        let mut polls = |count: usize| (0..count).map(|_| file.poll()).collect::<Vec<_>>();
        assert_eq!(polls(3), [false; 3]);
        // The same length within the same tick of the clock.
        std::fs::write(&path, "two").unwrap();
        assert_eq!(polls(4), [false, true, false, false]);
        // Half of a file, then the whole.
        std::fs::write(&path, "th").unwrap();
        assert_eq!(polls(1), [false]);
        std::fs::write(&path, "three").unwrap();
        assert_eq!(polls(3), [false, true, false]);
        // Written anew with the same content, and by way of another name.
        std::fs::write(&path, "three").unwrap();
        assert_eq!(polls(2), [false; 2]);
        std::fs::write(folder.join("b"), "four").unwrap();
        std::fs::rename(folder.join("b"), &path).unwrap();
        assert_eq!(polls(3), [false, true, false]);
        // Gone for a moment, gone, and there again.
        std::fs::remove_file(&path).unwrap();
        assert_eq!(polls(1), [false]);
        std::fs::write(&path, "four").unwrap();
        assert_eq!(polls(2), [false; 2]);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(polls(3), [false, true, false]);
        std::fs::write(&path, "four").unwrap();
        assert_eq!(polls(2), [false, true]);
        assert!(WatchedFile::new(folder.clone(), ReadContent::Unknown).is_none(), "a folder");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
