//! Files in use, and the errors of those that changed.

use super::file_use::FileUse;
use super::watched_file::WatchedFile;
use crate::asset::read_files::ReadFiles;
use crate::report::plural::count;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time between two looks at the files.
pub(crate) const INTERVAL: Duration = Duration::from_millis(250);

/// Files in use, and the errors of those that changed.
#[derive(Debug)]
pub(crate) struct FileWatch {
    uses: Vec<Watched>,
    /// Time between two looks at the files.
    pub(crate) interval: Duration,
    looked: Instant,
    /// Names of the files that were read anew last.
    last: Option<String>,
}

/// Files of a use.
#[derive(Debug)]
struct Watched {
    of: FileUse,
    files: Vec<WatchedFile>,
    /// Message about the latest change; the state before it stays.
    error: Option<String>,
}

impl Default for FileWatch {
    fn default() -> Self {
        Self { uses: Vec::new(), interval: INTERVAL, looked: Instant::now(), last: None }
    }
}

impl FileWatch {
    /// Watches the files of a use, in place of those that it had before.
    pub(crate) fn set(&mut self, of: FileUse, read: &ReadFiles) {
        self.uses.retain(|watched| !watched.of.is_replaced_by(&of));
        let files = read.files().into_iter();
        let files: Vec<_> = files.filter_map(|(path, content)| WatchedFile::new(path, content)).collect();
        if !files.is_empty() {
            self.uses.push(Watched { of, files, error: None });
        }
    }

    /// Sets the error of a use whose files changed. Those that were read now are watched along with those before.
    pub(in crate::viewer) fn fail(&mut self, of: &FileUse, read: &ReadFiles, error: String) {
        let Some(watched) = self.uses.iter_mut().find(|watched| watched.of == *of) else { return };
        let files = read.files();
        watched.files.retain(|file| !files.contains_key(&file.path));
        watched.files.extend(files.into_iter().filter_map(|(path, content)| WatchedFile::new(path, content)));
        watched.error = Some(error);
    }

    /// Ends the uses for which `is_in_use` is false.
    pub(in crate::viewer) fn retain(&mut self, is_in_use: impl Fn(&FileUse) -> bool) {
        self.uses.retain(|watched| is_in_use(&watched.of));
    }

    /// Uses whose files have changed; none before the interval has passed.
    pub(super) fn poll(&mut self) -> Vec<FileUse> {
        if self.looked.elapsed() < self.interval {
            return Vec::new();
        }
        self.looked = Instant::now();
        let mut changed = Vec::new();
        let mut names = BTreeSet::new();
        for watched in &mut self.uses {
            // All are looked at: several files that belong together are saved at once.
            let files = watched.files.iter_mut().filter_map(|file| file.poll().then_some(&*file));
            let found: Vec<_> = files.map(|file| short_name(&file.path)).collect();
            if !found.is_empty() {
                changed.push(watched.of.clone());
                names.extend(found);
            }
        }
        if !names.is_empty() {
            self.last = Some(names.into_iter().collect::<Vec<_>>().join(", "));
        }
        changed
    }

    /// True where files of this use are watched.
    pub(crate) fn has(&self, of: &FileUse) -> bool {
        self.uses().any(|other| other == of)
    }

    /// Uses with files, in the order in which they began.
    pub(super) fn uses(&self) -> impl Iterator<Item = &FileUse> {
        self.uses.iter().map(|watched| &watched.of)
    }

    /// Paths of the files, sorted.
    pub(crate) fn paths(&self) -> BTreeSet<&Path> {
        self.uses.iter().flat_map(|watched| &watched.files).map(|file| file.path.as_path()).collect()
    }

    /// Line about the watched files, and their paths, one a line; `None` where there are none.
    pub(crate) fn summary(&self) -> Option<(String, String)> {
        let paths = self.paths();
        let line = format!("watching {}", count(paths.len(), "file"));
        let line = self.last.iter().fold(line, |line, last| format!("{line} · read anew: {last}"));
        let all: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
        (!all.is_empty()).then(|| (line, all.join("\n")))
    }

    /// Errors of changed files.
    pub(crate) fn errors(&self) -> impl Iterator<Item = &str> {
        self.uses.iter().filter_map(|watched| watched.error.as_deref())
    }

    /// Hides error number `error` until the next change.
    pub(crate) fn dismiss(&mut self, error: usize) {
        let shown = self.uses.iter_mut().filter(|watched| watched.error.is_some());
        shown.skip(error).take(1).for_each(|watched| watched.error = None);
    }
}

fn short_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
