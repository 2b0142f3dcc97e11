//! Signals that end the command while it writes.

use crate::run_sinew::Folder;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Seconds that a command may take to begin or to end; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Renders a long turntable to `out`, in a shell that runs `before` first.
fn render(before: &str, out: &str) -> Child {
    let script =
        format!("{before} exec \"$0\" render --turntable --seconds 30 --fps 25 --size 512x512 -o \"$1\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_sinew"), out]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn parts(folder: &str) -> usize {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".part")).count()
}

/// Waits until `done`; false where the command ends before, as on a machine without a graphics device.
fn wait_until(child: &mut Child, done: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < PATIENCE, "the command neither writes nor ends");
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

fn ended(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < PATIENCE, "the signal does not end the command");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_signal_leaves_no_temporary_files() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        for out in ["new/%04d.png", "%d.webp", "one.gif"] {
            let folder = Folder::new(&format!("signal-{signal}-{}", out.len()));
            let old = folder.file("one.gif", b"of before");
            let output = folder.path(out);
            let within = std::path::Path::new(&output).parent().unwrap().to_str().unwrap().to_owned();
            let mut child = render("", &output);
            if !wait_until(&mut child, || parts(&within) > 0) {
                return;
            }
            send(signal, &child);
            assert_eq!(ended(&mut child).signal(), Some(number), "{signal} {out}");
            assert_eq!(folder.names(), ["one.gif"], "{signal} {out}");
            assert_eq!(std::fs::read(&old).unwrap(), b"of before");
        }
    }
}

#[test]
fn a_signal_that_is_ignored_ends_nothing() {
    let folder = Folder::new("signal-ignored");
    // As `nohup` does.
    let mut child = render("trap '' HUP;", &folder.path("one.gif"));
    if !wait_until(&mut child, || parts(&folder.path("")) > 0) {
        return;
    }
    send("HUP", &child);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none() && parts(&folder.path("")) == 1);
    send("TERM", &child);
    assert_eq!(ended(&mut child).signal(), Some(15));
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
