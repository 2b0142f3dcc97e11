//! Runs of the `sinew` command in tests, with their output.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Result of a run of the command.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `sinew` with `args`, without a display and with an empty standard input.
pub(crate) fn sinew<A: AsRef<std::ffi::OsStr>>(args: &[A]) -> Run {
    sinew_reads(args, Stdio::null())
}

/// The same with `input` on standard input.
pub(crate) fn sinew_reads<A: AsRef<std::ffi::OsStr>>(args: &[A], input: impl Into<Stdio>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
    command.args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    let output = command.stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let run = Run {
        code: output.status.code().expect("not ended by a signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!run.err.contains("panicked") && !run.err.contains("stack backtrace"), "{}", run.err);
    run
}

impl Run {
    /// JSON output of a successful run.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    /// Asserts that the run failed with `code` and a one-line message that contains `words`.
    pub(crate) fn failed(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}", self.err);
        words.iter().for_each(|word| assert!(self.err.contains(word), "{word:?} is not in {:?}", self.err));
        // Wrong calls print the usage as well.
        assert!(code == 2 || self.err.trim_end().lines().count() == 1, "{:?}", self.err);
    }
}

/// Path of a real character file; none where it is missing.
pub(crate) fn asset(name: &str) -> Option<String> {
    test_needs::asset(name).map(|file| file.display().to_string())
}

/// A folder that is removed after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-command-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Path of `name` in the folder.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Path of a new file in the folder.
    pub(crate) fn file(&self, name: &str, content: &[u8]) -> String {
        std::fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }

    /// Names of all files in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Asserts that `value` contains no null, which is how JSON encodes NaN.
pub(crate) fn assert_no_nulls(value: &Value, pointer: &str) {
    match value {
        Value::Null => panic!("{pointer} is null"),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| assert_no_nulls(v, &format!("{pointer}[{i}]")));
        }
        Value::Object(items) => {
            items.iter().for_each(|(k, v)| assert_no_nulls(v, &format!("{pointer}.{k}")));
        }
        _ => {}
    }
}
