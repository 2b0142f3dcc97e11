//! Files in use, and the errors of those that changed.

use super::file_looker::LookOrder;
use super::file_use::FileUse;
use super::look_thread::LookThread;
use super::watched_file::WatchedFile;
use crate::asset::read_files::ReadFiles;
use crate::report::plural::count;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two looks at the files.
pub(crate) const INTERVAL: Duration = Duration::from_millis(250);
/// Time after which the result of a look is asked for.
const LOOK: Duration = Duration::from_millis(10);

/// Files in use, and the errors of those that changed.
#[derive(Debug)]
pub(crate) struct FileWatch {
    uses: Vec<Watched>,
    /// Time between two looks at the files.
    pub(crate) interval: Duration,
    /// True where looks are waited for, as tests do.
    pub(crate) waits: bool,
    looked: Instant,
    thread: LookThread,
    /// Number of the next use.
    next: u64,
    /// Names of the files that were read anew last.
    last: Option<String>,
    /// True where files or errors have changed since the window showed them.
    has_news: bool,
}

/// Files of a use.
#[derive(Debug)]
struct Watched {
    of: FileUse,
    number: u64,
    paths: BTreeSet<PathBuf>,
    /// Message about the latest change; the state before it stays.
    error: Option<String>,
}

impl Default for FileWatch {
    fn default() -> Self {
        Self {
            uses: Vec::new(),
            interval: INTERVAL,
            waits: false,
            looked: Instant::now(),
            thread: LookThread::default(),
            next: 0,
            last: None,
            has_news: false,
        }
    }
}

impl FileWatch {
    /// Watches the files of a use, in place of those that it had before.
    pub(crate) fn set(&mut self, of: FileUse, read: &ReadFiles) {
        self.has_news = true;
        self.retain(|other, _| !other.is_replaced_by(&of));
        let files = watched(read);
        if !files.is_empty() {
            let (number, paths) = (self.next, files.iter().map(|file| file.path.clone()).collect());
            self.next += 1;
            self.uses.push(Watched { of, number, paths, error: None });
            self.thread.order(LookOrder::Begin(number, files));
        }
    }

    /// Sets the error of a use whose files changed. Those that were read now are watched along with those before.
    pub(in crate::viewer) fn fail(&mut self, of: &FileUse, read: &ReadFiles, error: String) {
        let Some(use_of) = self.uses.iter_mut().find(|watched| watched.of == *of) else { return };
        let files = watched(read);
        use_of.paths.extend(files.iter().map(|file| file.path.clone()));
        (use_of.error, self.has_news) = (Some(error), true);
        self.thread.order(LookOrder::Extend(use_of.number, files));
    }

    /// Ends the error of a use that was read without one, and is to be read once more.
    pub(in crate::viewer) fn mend(&mut self, of: &FileUse) {
        self.has_news = true;
        self.uses.iter_mut().filter(|watched| watched.of == *of).for_each(|watched| watched.error = None);
    }

    /// True once after files or errors have changed.
    pub(in crate::viewer) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// Ends the uses for which `is_kept` is false. It gets the use, and whether its files have an error.
    pub(in crate::viewer) fn retain(&mut self, is_kept: impl Fn(&FileUse, bool) -> bool) {
        let before = self.uses.len();
        self.uses.retain(|watched| is_kept(&watched.of, watched.error.is_some()));
        if self.uses.len() < before {
            let numbers = self.uses.iter().map(|watched| watched.number).collect();
            self.thread.order(LookOrder::Keep(numbers));
        }
    }

    /// Uses whose files have changed, as far as is known at a time. Another look begins once the interval has passed.
    pub(super) fn poll(&mut self, now: Instant) -> Vec<FileUse> {
        let mut found = self.thread.finish(self.waits);
        let is_due = now.saturating_duration_since(self.looked) >= self.interval;
        if is_due && !self.uses.is_empty() && !self.thread.is_looking() {
            self.looked = now;
            self.thread.begin((!self.waits).then_some(self.interval));
            if self.waits {
                found.extend(self.thread.finish(true));
            }
        }
        let (mut changed, mut names) = (Vec::new(), BTreeSet::new());
        for files in found {
            // A use that has ended meanwhile has no number.
            let of = self.uses.iter().find(|watched| watched.number == files.number);
            if let Some(watched) = of {
                changed.push(watched.of.clone());
                names.extend(files.names);
            }
        }
        if !names.is_empty() {
            self.last = Some(names.into_iter().collect::<Vec<_>>().join(", "));
        }
        changed
    }

    /// Time of the next look or of its result; `None` where nothing is watched.
    pub(crate) fn next_look(&self) -> Option<Instant> {
        let now = Instant::now();
        let next = if self.thread.is_looking() { now + LOOK } else { self.looked + self.interval };
        (!self.uses.is_empty()).then(|| next.max(now))
    }

    /// True where files of this use are watched.
    pub(crate) fn has(&self, of: &FileUse) -> bool {
        self.uses().any(|other| other == of)
    }

    /// Uses with files, in the order in which they began.
    pub(in crate::viewer) fn uses(&self) -> impl Iterator<Item = &FileUse> {
        self.uses.iter().map(|watched| &watched.of)
    }

    /// Paths of the files, sorted.
    pub(crate) fn paths(&self) -> BTreeSet<&Path> {
        self.uses.iter().flat_map(|watched| &watched.paths).map(PathBuf::as_path).collect()
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

fn watched(read: &ReadFiles) -> Vec<WatchedFile> {
    let files = read.files().into_iter();
    files.filter_map(|(path, read)| WatchedFile::new(path, read)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_known_within_a_second() {
        let folder = std::env::temp_dir().join(format!("sinew-watch-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.ron");
        let read = ReadFiles::default();
        std::fs::write(&path, "one").unwrap();
        read.note(&path, Some(b"one"));
        let mut watch = FileWatch { waits: true, ..FileWatch::default() };
        assert_eq!(watch.interval, INTERVAL);
        watch.set(FileUse::Graph(path.clone()), &read);
        let frame = |n: u32| Duration::from_secs(1) * n / 60;
        let start = watch.looked;
        // In whatever frame between two looks it is saved.
        let mut changed_at = 0;
        for saved in [31, 100, 163] {
            for n in changed_at..saved {
                assert_eq!(watch.poll(start + frame(n)), [], "{n}");
            }
            std::fs::write(&path, saved.to_string()).unwrap();
            let found = (saved..saved + 60).find(|n| !watch.poll(start + frame(*n)).is_empty());
            let found = found.expect("it is known within a second, with time left to show it");
            assert!(frame(found - saved) <= INTERVAL * 5 / 2, "{found} {saved}");
            changed_at = found + 1;
        }
        watch.retain(|_, _| false);
        assert!(watch.next_look().is_none(), "the window sleeps where nothing is watched");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
