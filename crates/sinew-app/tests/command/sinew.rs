use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the command left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `sinew` with `args`, with no display to open a window on and nothing on standard input.
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
    /// The data of a run that went well.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    /// A run that failed with `code` and told so in one line that has `words` in it.
    pub(crate) fn failed(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}", self.err);
        words.iter().for_each(|word| assert!(self.err.contains(word), "{word:?} is not in {:?}", self.err));
        // Of a wrong call the usage is shown too.
        assert!(code == 2 || self.err.trim_end().lines().count() == 1, "{:?}", self.err);
    }
}

/// A real character file; says so and gives none where the files are missing.
pub(crate) fn asset(name: &str) -> Option<String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets");
    let folder = std::env::var_os("SINEW_ASSETS").map_or_else(beside, PathBuf::from);
    let file = folder.join(name);
    if file.exists() {
        return Some(file.display().to_string());
    }
    eprintln!("skipped: there is no {} (set SINEW_ASSETS)", file.display());
    None
}

/// A folder that is gone after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-command-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// The path of `name` in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The path of a new file in it.
    pub(crate) fn file(&self, name: &str, content: &[u8]) -> String {
        std::fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }

    /// The names of all that is in it.
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

/// Every number in `value` is finite and nothing is null: JSON has no other way to say NaN.
pub(crate) fn assert_no_nulls(value: &Value, place: &str) {
    match value {
        Value::Null => panic!("{place} is null"),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| assert_no_nulls(v, &format!("{place}[{i}]")));
        }
        Value::Object(items) => {
            items.iter().for_each(|(k, v)| assert_no_nulls(v, &format!("{place}.{k}")));
        }
        _ => {}
    }
}
