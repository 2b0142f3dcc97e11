//! Stamp of a file, by which a change of its content is noticed.

use std::path::Path;
use std::time::{Duration, SystemTime};

/// Time in which a file may change again without another time of modification, on coarse file systems.
const COARSE: Duration = Duration::from_secs(2);

/// Time of modification and length of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileStamp {
    /// Nothing is there.
    Missing,
    File {
        modified: Option<SystemTime>,
        length: u64,
    },
    /// Something else is there, such as a folder or a pipe.
    Other,
}

impl FileStamp {
    /// Stamp of what is at a path now.
    pub(crate) fn of(path: &Path) -> Self {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                Self::File { modified: metadata.modified().ok(), length: metadata.len() }
            }
            Ok(_) => Self::Other,
            Err(_) => Self::Missing,
        }
    }

    /// True for a file that was modified so recently that it may change again without another stamp. A time in the
    /// future, as of another computer's clock, is not recent.
    pub(crate) fn is_recent(self) -> bool {
        let Self::File { modified, .. } = self else { return false };
        modified.is_none_or(|at| match at.elapsed() {
            Ok(age) => age < COARSE,
            Err(ahead) => ahead.duration() < COARSE,
        })
    }

    /// Length of a file, bytes.
    pub(crate) fn length(self) -> Option<u64> {
        match self {
            Self::File { length, .. } => Some(length),
            Self::Missing | Self::Other => None,
        }
    }
}
