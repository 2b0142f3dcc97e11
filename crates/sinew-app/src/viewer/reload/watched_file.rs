//! File that is watched by its time of modification and its content.

use crate::asset::file_stamp::FileStamp;
use crate::asset::read_files::{ReadFile, hash};
use std::path::{Path, PathBuf};

/// Largest file that is compared by its content as long as its modification is recent, bytes.
const MAX_COMPARED: u64 = 1 << 20;

/// File that is watched by its time of modification and its content.
#[derive(Debug)]
pub(super) struct WatchedFile {
    pub(super) path: PathBuf,
    /// Hash of the content that is in use; `None` for a file that is not there.
    content: Option<u64>,
    /// False before the first comparison of a file that is there and could not be read.
    is_known: bool,
    /// Stamp with which the content was compared last, where that of the one in use is certain.
    stamp: Option<FileStamp>,
    /// Content that the last comparison found, where it is not the one in use.
    found: Option<Option<u64>>,
}

/// Result of a look at a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileLook {
    /// The content is the one in use.
    Same,
    /// It is another one, and may still be in the writing.
    Changing,
    /// It is another one, and two looks one after the other found the same.
    Changed,
}

impl WatchedFile {
    /// A file as it was read; `None` for what is neither a file nor a path where one may come to be, such as a pipe.
    pub(super) fn new(path: PathBuf, read: ReadFile) -> Option<Self> {
        if read.stamp == Some(FileStamp::Other) {
            return None;
        }
        let is_known = read.content.is_some() || read.stamp == Some(FileStamp::Missing);
        let stamp = read.stamp.filter(|stamp| is_known && !stamp.is_recent());
        Some(Self { path, content: read.content, is_known, stamp, found: None })
    }

    /// Looks at the file: it has changed once two looks one after the other found the same other content, since a
    /// file that is being written or renamed is waited for. The new content counts as in use from then on. The
    /// content is read only where the stamp is another one, or may hide a change.
    pub(super) fn look(&mut self) -> FileLook {
        let stamp = FileStamp::of(&self.path);
        let is_certain = !stamp.is_recent() || stamp.length().is_some_and(|length| length > MAX_COMPARED);
        if self.stamp == Some(stamp) && self.found.is_none() && is_certain {
            return FileLook::Same;
        }
        // Taken before the content: what is written meanwhile has another one.
        self.stamp = Some(stamp);
        let content = content_of(&self.path);
        if !std::mem::replace(&mut self.is_known, true) {
            self.content = content;
        }
        if content == self.content {
            self.found = None;
            return FileLook::Same;
        }
        if self.found.replace(content) != Some(content) {
            return FileLook::Changing;
        }
        (self.content, self.found) = (content, None);
        FileLook::Changed
    }
}

/// Hash of a file; `None` where there is none that can be read.
fn content_of(path: &Path) -> Option<u64> {
    let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file.then(|| std::fs::read(path).ok()).flatten().map(|bytes| hash(&bytes))
}

#[cfg(test)]
mod tests {
    use super::FileLook::{Changed, Changing, Same};
    use super::*;
    use crate::asset::read_files::ReadFiles;
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sinew-watched-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A file as it is read now.
    fn read(path: &Path) -> WatchedFile {
        let files = ReadFiles::default();
        files.note(path, std::fs::read(path).ok().as_deref());
        WatchedFile::new(path.to_owned(), files.files()[path]).unwrap()
    }

    fn set_age(path: &Path, modified: SystemTime) {
        File::options().write(true).open(path).unwrap().set_modified(modified).unwrap();
    }

    #[test]
    fn a_change_counts_once_it_stays() {
        let folder = folder("stays");
        let path = folder.join("a.ron");
        std::fs::write(&path, "one").unwrap();
        let mut file = read(&path);
        let mut looks = |count: usize| (0..count).map(|_| file.look()).collect::<Vec<_>>();
        assert_eq!(looks(3), [Same; 3]);
        // The same length within the same tick of the clock.
        std::fs::write(&path, "two").unwrap();
        assert_eq!(looks(4), [Changing, Changed, Same, Same]);
        // Half of a file, then the whole.
        std::fs::write(&path, "th").unwrap();
        assert_eq!(looks(1), [Changing]);
        std::fs::write(&path, "three").unwrap();
        assert_eq!(looks(3), [Changing, Changed, Same]);
        // Written anew with the same content, and by way of another name.
        std::fs::write(&path, "three").unwrap();
        assert_eq!(looks(2), [Same; 2]);
        std::fs::write(folder.join("b"), "four").unwrap();
        std::fs::rename(folder.join("b"), &path).unwrap();
        assert_eq!(looks(3), [Changing, Changed, Same]);
        // Gone for a moment, gone, and there again.
        std::fs::remove_file(&path).unwrap();
        assert_eq!(looks(1), [Changing]);
        std::fs::write(&path, "four").unwrap();
        assert_eq!(looks(2), [Same; 2]);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(looks(3), [Changing, Changed, Same]);
        std::fs::write(&path, "four").unwrap();
        assert_eq!(looks(2), [Changing, Changed]);
        let files = ReadFiles::default();
        files.note(&folder, None);
        assert!(WatchedFile::new(folder.clone(), files.files()[&folder]).is_none(), "a folder");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_written_after_the_reading_is_a_change() {
        let folder = folder("after");
        let [late, missing] = ["late.bin", "missing.png"].map(|name| folder.join(name));
        std::fs::write(&late, "half").unwrap();
        let mut files = [read(&late), read(&missing)];
        std::fs::write(&late, "half and half").unwrap();
        std::fs::write(&missing, "there").unwrap();
        for file in &mut files {
            assert_eq!([file.look(), file.look(), file.look()], [Changing, Changed, Same], "{:?}", file.path);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_old_stamp_is_believed_and_one_of_the_future_is_old() {
        let folder = folder("old");
        let path = folder.join("a.ron");
        let (day, now) = (Duration::from_secs(86_400), SystemTime::now());
        for modified in [now - day, now + day] {
            std::fs::write(&path, "one").unwrap();
            set_age(&path, modified);
            let mut file = read(&path);
            // The content is not read where the stamp is the same.
            std::fs::write(&path, "two").unwrap();
            set_age(&path, modified);
            assert_eq!([file.look(), file.look()], [Same; 2]);
            set_age(&path, now);
            assert_eq!([file.look(), file.look()], [Changing, Changed]);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
