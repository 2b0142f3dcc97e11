//! Places of output files that are more than a plain new file.

use crate::run_sinew::{Folder, sinew};
use std::fs::{Permissions, metadata, read, set_permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

/// Converts the built-in character to `out`.
fn convert(out: &str) {
    let run = sinew(&["convert", "-o", out]);
    assert_eq!(run.code, 0, "{}", run.err);
}

fn is_glb(path: &str) -> bool {
    read(path).unwrap().starts_with(b"glTF")
}

#[test]
fn the_target_of_a_link_is_replaced_and_not_the_link() {
    let folder = Folder::new("links");
    std::fs::create_dir(folder.path("far")).unwrap();
    for (target, name) in [("far/old.glb", "a.glb"), ("far/new.glb", "b.glb"), ("a.glb", "c.glb")] {
        if target == "far/old.glb" {
            folder.file(target, b"old");
        }
        symlink(target, folder.path(name)).unwrap();
        convert(&folder.path(name));
        assert!(std::fs::symlink_metadata(folder.path(name)).unwrap().is_symlink(), "{name}");
        assert!(is_glb(&folder.path(target)), "{name}");
    }
    assert_eq!(folder.names(), ["a.glb", "b.glb", "c.glb", "far"]);
    assert_eq!(std::fs::read_dir(folder.path("far")).unwrap().count(), 2);
    symlink("loop.glb", folder.path("loop.glb")).unwrap();
    sinew(&["convert", "-o", &folder.path("loop.glb")]).failed(3, &["cannot write", "link"]);
}

#[test]
fn an_overwritten_file_keeps_its_mode() {
    let folder = Folder::new("modes");
    for mode in [0o600, 0o640, 0o755, 0o444] {
        let out = folder.file(&format!("{mode:o}.glb"), b"old");
        set_permissions(&out, Permissions::from_mode(mode)).unwrap();
        convert(&out);
        assert_eq!(metadata(&out).unwrap().permissions().mode() & 0o777, mode);
        assert!(is_glb(&out));
    }
}

#[test]
fn a_pipe_is_written_and_stays() {
    let folder = Folder::new("pipe-out");
    let pipe = folder.path("pipe.glb");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()) {
        return;
    }
    let from = pipe.clone();
    let reader = std::thread::spawn(move || read(from).unwrap());
    convert(&pipe);
    let out = folder.path("file.glb");
    // A command that replaced the pipe leaves the reader waiting.
    assert!(!metadata(&pipe).unwrap().is_file());
    convert(&out);
    assert!(reader.join().unwrap() == read(&out).unwrap());
    assert_eq!(folder.names(), ["file.glb", "pipe.glb"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error_of_the_machine() {
    let folder = Folder::new("device-out");
    let out = folder.path("full.glb");
    symlink("/dev/full", &out).unwrap();
    sinew(&["convert", "-o", &out]).failed(3, &["cannot write", "full.glb", "space"]);
    assert_eq!(folder.names(), ["full.glb"]);
}

#[test]
fn an_existing_folder_gets_the_output() {
    let folder = Folder::new("folder-out");
    let out = folder.path("folder.glb");
    std::fs::create_dir(&out).unwrap();
    assert_eq!(sinew(&["convert", "#walk", "-o", &out]).code, 0);
    assert!(std::path::Path::new(&folder.path("folder.glb/built-in-walk.glb")).is_file());
    std::fs::create_dir(folder.path("taken.json")).unwrap();
    let taken = folder.path("taken.json");
    sinew(&["convert", "#walk", "-q", "-o", &folder.path("a.glb"), "--report", &taken])
        .failed(3, &["cannot write"]);
}
