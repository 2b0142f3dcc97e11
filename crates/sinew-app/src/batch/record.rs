//! Record of `--newer`: the files, options and program of which outputs were made.

use crate::asset::file_stamp::FileStamp;
use crate::asset::read_files::{ReadFile, hash};
use crate::report::failure::Failure;
use crate::report::whole_file::{cannot_write, write_file};
use clap::ArgMatches;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Name of the record, in the folder of the outputs.
const FILE_NAME: &str = ".sinew-newer.jsonl";

/// Arguments that do not change an output.
const WITHOUT_EFFECT: [&str; 9] =
    ["jobs", "newer", "keep_going", "report", "line", "json", "quiet", "fail_on", "min_severity"];

/// Record of a folder: an entry per input, a line of JSON each, the last one of which counts.
pub(super) struct Record {
    path: PathBuf,
    entries: BTreeMap<String, Entry>,
    /// The file, to which entries are added.
    file: File,
}

/// Outputs of an input, and what they were made of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Verb, target and input.
    key: String,
    /// Hash of the options and of the version of the program.
    options: String,
    /// Files that were read.
    inputs: BTreeMap<PathBuf, Seen>,
    outputs: BTreeMap<PathBuf, Seen>,
    /// Lines of the report.
    lines: Vec<Value>,
}

/// A file as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    /// Hash of the content; none for a file that was not there, and for outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Length in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// Time of modification, nanoseconds since 1970; none for a file that may have changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<u64>,
}

impl Record {
    /// Opens the record of a folder. Lines that cannot be read are left out.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(FILE_NAME);
        let bytes = std::fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut entries = BTreeMap::new();
        for entry in text.lines().filter_map(|line| serde_json::from_str::<Entry>(line).ok()) {
            entries.insert(entry.key.clone(), entry);
        }
        std::fs::create_dir_all(folder).map_err(|error| cannot_write(&path, error))?;
        if text.lines().count() > entries.len() {
            write_file(&path, entries.values().map(Entry::line).collect::<String>().as_bytes())?;
        }
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let file = file.map_err(|error| cannot_write(&path, error))?;
        Ok(Self { path, entries, file })
    }

    /// The last entry of an input.
    pub(super) fn entry(&self, key: &str) -> Option<Entry> {
        self.entries.get(key).cloned()
    }

    /// Adds the outputs of an input.
    pub(super) fn add(
        &mut self,
        key: String,
        options: String,
        read: &BTreeMap<PathBuf, ReadFile>,
        written: &[PathBuf],
        lines: Vec<Value>,
    ) -> Result<(), Failure> {
        let inputs = read.iter().map(|(path, file)| (path.clone(), Seen::of_input(file))).collect();
        let outputs = written.iter().map(|path| (path.clone(), Seen::of_output(path))).collect();
        let entry = Entry { key, options, inputs, outputs, lines };
        let written = self.file.write_all(entry.line().as_bytes());
        written.map_err(|error| cannot_write(&self.path, error))
    }
}

impl Entry {
    /// True while the outputs are those of these options, and neither they nor their inputs have changed.
    pub(super) fn is_up_to_date(&self, options: &str) -> bool {
        let are_outputs = self.outputs.iter().all(|(path, seen)| Seen::of_output(path) == *seen);
        self.options == options && are_outputs && self.inputs.iter().all(|(path, seen)| seen.is_still(path))
    }

    /// Lines of the report about the outputs.
    pub(super) fn into_lines(self) -> Vec<Value> {
        self.lines
    }

    fn line(&self) -> String {
        serde_json::to_string(self).map(|line| line + "\n").unwrap_or_default()
    }
}

impl Seen {
    fn of_input(file: &ReadFile) -> Self {
        // A file that has just changed may change again within the same time.
        let stamp = file.stamp.filter(|stamp| !stamp.is_recent());
        let (bytes, modified) = stamp.map_or((None, None), parts);
        Self { hash: file.content.map(text), bytes, modified }
    }

    fn of_output(path: &Path) -> Self {
        let (bytes, modified) = parts(FileStamp::of(path));
        Self { hash: None, bytes, modified }
    }

    /// True while an input is what it was.
    fn is_still(&self, path: &Path) -> bool {
        let stamp = FileStamp::of(path);
        let Some(content) = &self.hash else { return stamp == FileStamp::Missing };
        if self.modified.is_some() && parts(stamp) == (self.bytes, self.modified) {
            return true;
        }
        // Copies and checked out files have new times.
        let is_file = matches!(stamp, FileStamp::File { .. });
        is_file && std::fs::read(path).is_ok_and(|bytes| text(hash(&bytes)) == *content)
    }
}

/// Length and time of modification of a stamp.
fn parts(stamp: FileStamp) -> (Option<u64>, Option<u64>) {
    let FileStamp::File { modified, length } = stamp else { return (None, None) };
    let since = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    (Some(length), since.and_then(|since| u64::try_from(since.as_nanos()).ok()))
}

fn text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Hash of the arguments that have an effect on outputs, but for those called `inputs`, and of the version of the
/// program.
pub(super) fn options_hash(matches: &ArgMatches, inputs: &[&str]) -> String {
    let mut names: Vec<&str> = matches.ids().map(clap::Id::as_str).collect();
    // Groups of arguments hold the names of those that are given.
    let is_group = |name: &str| matches!(matches.try_get_many::<clap::Id>(name), Ok(Some(_)));
    names.retain(|name| !WITHOUT_EFFECT.contains(name) && !inputs.contains(name) && !is_group(name));
    names.sort_unstable();
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    for name in names {
        let Ok(Some(values)) = matches.try_get_raw(name) else { continue };
        name.hash(&mut hasher);
        values.for_each(|value| value.hash(&mut hasher));
    }
    text(hasher.finish())
}
