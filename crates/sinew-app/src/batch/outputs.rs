//! Outputs of a call, which differ from each other and from its inputs.

use crate::report::failure::Failure;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Outputs of a call so far.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    /// Inputs, which no output may replace.
    inputs: HashMap<PathBuf, PathBuf>,
    /// Inputs of the outputs.
    outputs: HashMap<PathBuf, PathBuf>,
}

impl Outputs {
    /// No outputs, of these inputs.
    pub(super) fn of(inputs: impl Iterator<Item = PathBuf>) -> Self {
        Self { inputs: inputs.map(|file| (key(&file), file)).collect(), outputs: HashMap::new() }
    }

    /// Adds an output of an input. Fails where it would replace an input or another output.
    pub(super) fn add(&mut self, output: &Path, input: &Path) -> Result<(), Failure> {
        let key = key(output);
        if let Some(input) = self.inputs.get(&key) {
            let (input, output) = (input.display(), output.display());
            return Err(Failure::Call(format!(
                "-o {output}: this is an input file ({input}); choose another folder"
            )));
        }
        match self.outputs.insert(key, input.to_owned()) {
            Some(other) => Err(Failure::Call(format!(
                "{} and {} would both be written to {}; name outputs by more of their inputs, such as -o \
                 'out/{{folder}}/{{name}}-{{ext}}.{}'",
                other.display(),
                input.display(),
                output.display(),
                output.extension().unwrap_or_default().to_string_lossy(),
            ))),
            None => Ok(()),
        }
    }

    /// Fails where a report would replace an input, an output, or a file that is no report.
    pub(super) fn check_report(&self, report: &Path) -> Result<(), Failure> {
        let key = key(report);
        let what = match (self.inputs.contains_key(&key), self.outputs.contains_key(&key)) {
            (true, _) => "an input file",
            (_, true) => "an output",
            _ if is_other_file(report) => "a file that is no report",
            _ => return Ok(()),
        };
        Err(Failure::Call(format!("--report {}: this is {what}; choose another name", report.display())))
    }
}

/// True for an existing file that does not begin as a report does.
fn is_other_file(path: &Path) -> bool {
    const START: &[u8] = b"{\"input\":";
    if !path.is_file() {
        return false;
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(START.len() as u64).read_to_end(&mut start));
    read.is_err() || !START.starts_with(&start) && !start.starts_with(START)
}

/// The path that tells whether two paths lead to the same file: links of existing folders are followed.
fn key(path: &Path) -> PathBuf {
    let whole = path.canonicalize().or_else(|_| {
        let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default());
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        folder.canonicalize().map(|folder| folder.join(name))
    });
    let path = whole.or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let path: PathBuf = path.components().filter(|component| *component != Component::CurDir).collect();
    match cfg!(any(windows, target_os = "macos")) {
        true => path.to_string_lossy().to_lowercase().into(),
        false => path,
    }
}
