//! Streams that cannot be written: /dev/full is a disk without space.

use crate::run_sinew::Folder;
use std::fs::File;
use std::process::{Command, Output, Stdio};

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

fn sinew(args: &[&str], out: Stdio, err: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
    command.args(args).stdin(Stdio::null()).stdout(out).stderr(err).output().unwrap()
}

#[test]
fn outputs_are_written_without_stderr() {
    let folder = Folder::new("full-stderr");
    let out = folder.path("out.glb");
    let run = sinew(&["convert", "-o", &out], Stdio::piped(), full());
    assert_eq!(run.status.code(), Some(0));
    assert!(std::fs::metadata(&out).unwrap().len() > 1000);
    let run = sinew(&["inspect", "missing.glb"], Stdio::piped(), full());
    assert_eq!(run.status.code(), Some(1));
    let run = sinew(&["dance"], Stdio::piped(), full());
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn drivers_do_not_write_to_the_terminal() {
    let folder = Folder::new("drivers");
    // Vulkan, OpenGL, and OpenGL that is told to look for a Wayland display.
    for environment in
        [&[][..], &[("WGPU_BACKEND", "gl")], &[("WGPU_BACKEND", "gl"), ("EGL_PLATFORM", "wayland")]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
        command.args(["render", "--size", "32x32", "-o", &folder.path("out.png")]);
        command.envs(environment.iter().copied());
        let run = command.env_remove("XDG_RUNTIME_DIR").output().unwrap();
        // 3 is a machine without a graphics device.
        let err = String::from_utf8_lossy(&run.stderr);
        let is_silent = run.status.code() == Some(3) || (run.status.success() && err.is_empty());
        assert!(is_silent && !err.contains("XDG"), "{environment:?}: {err}");
    }
}

#[test]
fn a_full_stdout_is_an_error() {
    for call in [&["inspect"][..], &["inspect", "--json"], &["check", "--json"], &["--help"], &["--version"]]
    {
        let run = sinew(call, full(), Stdio::piped());
        let err = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(3), "{call:?}: {err}");
        assert!(err.starts_with("sinew: stdout: ") && err.lines().count() == 1, "{call:?}: {err}");
        let run = sinew(call, full(), full());
        assert_eq!(run.status.code(), Some(3), "{call:?}");
    }
}
