//! The list of recent files, kept in temporary folders.

use super::{MAX_BYTES, MAX_PATHS, RecentFiles};
use std::path::PathBuf;

/// Temporary folder with characters and the list.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-recent-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Path of the list, in a folder that does not exist yet.
    fn list(&self) -> PathBuf {
        self.0.join("state/sinew/recent")
    }

    fn character(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, b"glTF").unwrap();
        path
    }

    /// Writes the list.
    fn write(&self, content: &[u8]) {
        std::fs::create_dir_all(self.list().parent().unwrap()).unwrap();
        std::fs::write(self.list(), content).unwrap();
    }

    /// Opens the list as another run does.
    fn read(&self) -> RecentFiles {
        RecentFiles::read(Some(self.list()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_next_run_lists_what_was_opened_newest_first() {
    let folder = Folder::new("round");
    let [a, b] = ["a.glb", "b ü.glb"].map(|name| folder.character(name));
    let mut recent = folder.read();
    assert!(recent.earlier().is_empty());
    recent.add(&a);
    recent.add(&b);
    assert!(recent.earlier().is_empty(), "this run lists them as open");
    assert_eq!(folder.read().earlier(), [b.clone(), a.clone()]);
    let text = std::fs::read_to_string(folder.list()).unwrap();
    assert_eq!(text, format!("{}\n{}\n", b.display(), a.display()));
    let files = std::fs::read_dir(folder.list().parent().unwrap()).unwrap();
    assert_eq!(files.count(), 1, "no temporary file is left");
}

#[test]
fn a_file_opened_again_moves_up() {
    let folder = Folder::new("again");
    let [a, b, c] = ["a.glb", "b.glb", "c.glb"].map(|name| folder.character(name));
    let mut recent = folder.read();
    [&a, &b, &c].into_iter().for_each(|path| recent.add(path));
    let mut recent = folder.read();
    recent.add(&a);
    assert_eq!(recent.earlier(), [c.clone(), b.clone()]);
    assert_eq!(folder.read().earlier(), [a, c, b]);
}

#[test]
fn the_list_is_limited() {
    let folder = Folder::new("limit");
    let mut recent = folder.read();
    let paths: Vec<_> = (0..MAX_PATHS + 3).map(|i| folder.character(&format!("{i}.glb"))).collect();
    paths.iter().for_each(|path| recent.add(path));
    let newest: Vec<_> = paths.into_iter().rev().take(MAX_PATHS).collect();
    assert_eq!(folder.read().earlier(), newest);
}

#[test]
fn windows_open_at_once_keep_both_their_files() {
    let folder = Folder::new("windows");
    let [a, b] = ["a.glb", "b.glb"].map(|name| folder.character(name));
    let (mut one, mut other) = (folder.read(), folder.read());
    one.add(&a);
    other.add(&b);
    assert_eq!(folder.read().earlier(), [b, a]);
}

#[test]
fn files_that_are_gone_are_not_listed() {
    let folder = Folder::new("gone");
    let [a, b] = ["a.glb", "b.glb"].map(|name| folder.character(name));
    let mut recent = folder.read();
    recent.add(&a);
    recent.add(&b);
    std::fs::remove_file(&b).unwrap();
    assert_eq!(folder.read().earlier(), [a]);
    let before = std::fs::read(folder.list()).unwrap();
    // Neither a missing file nor a folder is kept.
    recent.add(&folder.0.join("none.glb"));
    recent.add(&folder.0);
    assert_eq!(std::fs::read(folder.list()).unwrap(), before);
}

#[test]
fn a_damaged_list_is_harmless() {
    let folder = Folder::new("damaged");
    let a = folder.character("a.glb");
    let line = a.to_str().unwrap().as_bytes();
    let mixed = [&b"\xff\xfe\0\nrelative.glb\n\n"[..], line, b"\r\n", line, b"\n/tmp/\x07\n\xc3"].concat();
    folder.write(&mixed);
    assert_eq!(folder.read().earlier(), std::slice::from_ref(&a));

    folder.write(&vec![b'/'; 3 * MAX_BYTES as usize]);
    assert!(folder.read().earlier().is_empty());
    // What lies beyond the limit is not read, and a path across it is not taken for a shorter one.
    let blank = vec![b'\n'; MAX_BYTES as usize - line.len()];
    let longer = [&blank[..], line, b".backup\n", line, b"\n"].concat();
    folder.write(&longer);
    assert!(folder.read().earlier().is_empty());
    folder.read().add(&a);
    assert_eq!(std::fs::read(folder.list()).unwrap(), [line, b"\n"].concat(), "it is written anew");
}

#[test]
fn a_list_that_cannot_be_kept_is_silent() {
    let folder = Folder::new("silent");
    let a = folder.character("a.glb");
    RecentFiles::read(None).add(&a);
    // A folder at its path, and a file at the path of its folder.
    for path in [folder.0.clone(), a.join("recent")] {
        let mut recent = RecentFiles::read(Some(path));
        recent.add(&a);
        assert!(recent.earlier().is_empty());
    }
    assert_eq!(std::fs::read(&a).unwrap(), b"glTF");
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn the_list_is_in_the_state_folder() {
    use super::path_among;
    use std::path::Path;
    let home = || Some(PathBuf::from("/home/me"));
    let path = |state: Option<&str>, home| path_among(|_| state.map(Into::into), home);
    assert_eq!(path(Some("/state"), home()).as_deref(), Some(Path::new("/state/sinew/recent")));
    let at_home = Some(Path::new("/home/me/.local/state/sinew/recent"));
    assert_eq!(path(None, home()).as_deref(), at_home);
    assert_eq!(path(Some("relative"), home()).as_deref(), at_home, "only absolute paths count");
    assert_eq!(path(Some(""), home()).as_deref(), at_home);
    assert_eq!(path(None, None), None);
}
