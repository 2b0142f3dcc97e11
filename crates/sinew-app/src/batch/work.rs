//! Work on an item: the verb is run on it as a job of its own.

use super::item::Item;
use super::line::{FAILED, Line, SKIPPED, severities, up_to_date};
use super::names::{Names, clip_file_names};
use super::outputs::Outputs;
use super::record::{Record, options_hash};
use super::target::Target;
use super::verb::{BatchVerb, ItemFiles};
use crate::asset::input_file;
use crate::asset::read_files::ReadFiles;
use crate::asset::source;
use crate::options::input::InputOptions;
use crate::report::fail_on;
use crate::report::failure::{Failure, Outcome};
use crate::report::job::{self, Job};
use crate::report::whole_file::cannot_write;
use clap::{ArgMatches, FromArgMatches};
use serde_json::Value;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Everything that the jobs of a call share.
pub(super) struct Work<'a> {
    matches: &'a ArgMatches,
    target: Target,
    /// Inputs of one output that is made of several.
    merged: Vec<PathBuf>,
    /// Outputs of clips so far, which have to differ.
    outputs: Mutex<Outputs>,
    /// The record of `--newer`.
    record: Option<Mutex<Record>>,
}

/// Result of the work on an item.
#[derive(Default)]
pub(super) struct Done {
    /// Lines of the report, one for each output.
    pub(super) lines: Vec<Value>,
    /// Lines for stderr.
    pub(super) messages: Vec<String>,
    /// Bytes for stdout.
    pub(super) data: Vec<u8>,
    /// Names of the files other than the input that are open, such as that of `--onto`.
    pub(super) other_files: BTreeSet<String>,
    pub(super) failure: Option<Failure>,
    pub(super) is_up_to_date: bool,
    written: Vec<PathBuf>,
}

/// Status of an item that is worked off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DoneResult {
    Written,
    UpToDate,
    /// It has nothing for the verb.
    Skipped,
    Failed,
}

impl<'a> Work<'a> {
    /// Work on a call with these arguments. With `newer` outputs that are up to date are left as they are.
    pub(super) fn new(matches: &'a ArgMatches, target: Target, newer: bool) -> Result<Self, Failure> {
        let record = newer.then(|| Record::open(&target.folder()).map(Mutex::new)).transpose()?;
        Ok(Self { matches, target, merged: Vec::new(), outputs: Mutex::default(), record })
    }

    /// The same with these outputs, which those of clips must not replace.
    pub(super) fn with_outputs(self, outputs: Outputs) -> Self {
        Self { outputs: Mutex::new(outputs), ..self }
    }

    /// The same for one output that is made of all these inputs.
    pub(super) fn with_merged(self, merged: Vec<PathBuf>) -> Self {
        Self { merged, ..self }
    }

    /// Makes the output of an item, or the outputs of its clips. Messages and data are held back if `is_captured`.
    pub(super) fn run<V: BatchVerb>(&self, item: &Item, is_captured: bool) -> Done {
        let made_of = (&item.argument, &self.merged, &item.names.folder);
        let key = format!("{} {:?}", V::NAME, (&self.target, &item.output, made_of));
        let options = options_hash(self.matches, &[V::INPUT, V::MERGED.unwrap_or(V::INPUT)]);
        if let Some(record) = &self.record
            && let Some(entry) = record.lock().unwrap_or_else(PoisonError::into_inner).entry(&key)
            && entry.is_up_to_date(&options)
        {
            let lines: Vec<Value> = entry.into_lines().into_iter().map(up_to_date).collect();
            lines.iter().flat_map(severities).for_each(fail_on::note_severity);
            let reasons = lines.iter().filter_map(|line| line["reason"].as_str());
            let messages = reasons.map(skipped).collect();
            return Done { lines, messages, is_up_to_date: true, ..Done::default() };
        }
        let read = ReadFiles::default();
        let mut done = Done::default();
        read.during(|| match &item.output {
            None if self.target.has_clip() => self.make_of_clips::<V>(item, is_captured, &mut done),
            output => {
                let argument = item.argument.as_deref();
                self.make::<V>(argument, output.as_deref(), &item.names, is_captured, &mut done);
            }
        });
        let is_kept =
            done.failure.is_none() && !item.argument.as_deref().is_some_and(input_file::is_standard_input);
        if let Some(record) = self.record.as_ref().filter(|_| is_kept) {
            let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
            let added = record.add(key, options, &read.files(), &done.written, done.lines.clone());
            done.failure = added.err();
        }
        done
    }

    /// Makes an output of each clip of an item.
    fn make_of_clips<V: BatchVerb>(&self, item: &Item, is_captured: bool, done: &mut Done) {
        let file = item.argument.as_deref();
        let started = Instant::now();
        let captured = Job { is_captured: true, ..Job::default() };
        let (clips, job) = job::during(captured, || caught(file, || self.clips(file)));
        let clips = match clips {
            Ok(clips) => clips,
            Err(failure) => {
                return done.fail(Line::failed(file, None, &job, &failure, started.elapsed()), failure, true);
            }
        };
        let ending = V::from_arg_matches(self.matches).map_or("", |verb| verb.ending());
        for ((number, _), name) in clips.iter().zip(clip_file_names(&clips)) {
            let mut argument = file.unwrap_or(Path::new("")).as_os_str().to_owned();
            argument.push(format!("#{number}"));
            let names = item.names.with_clip(name);
            let (argument, output) = (Path::new(&argument), self.target.path(&names, ending));
            let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
            let added = outputs.add(&output, argument);
            drop(outputs);
            if let Err(failure) = added {
                let line = Line::failed(Some(argument), Some(&output), &job, &failure, started.elapsed());
                done.fail(line, failure, true);
                continue;
            }
            self.make::<V>(Some(argument), Some(&output), &names, is_captured, done);
        }
    }

    /// Numbers and names of the clips of a file that move; of all, if none does.
    fn clips(&self, file: Option<&Path>) -> Result<Vec<(usize, String)>, Failure> {
        let options = InputOptions::from_arg_matches(self.matches).unwrap_or_default();
        let file = source::open(file, &options)?;
        let clips = &file.imported.clips;
        if clips.is_empty() {
            return Err(Failure::unsuited(&file.name, "the file has no clips for {clip}"));
        }
        let any_moves = clips.iter().any(|clip| clip.moves());
        let moving = clips.iter().enumerate().filter(|(_, clip)| clip.moves() || !any_moves);
        Ok(moving.map(|(number, clip)| (number, clip.name.clone())).collect())
    }

    /// Makes an output of an input.
    fn make<V: BatchVerb>(
        &self,
        argument: Option<&Path>,
        output: Option<&Path>,
        names: &Names,
        is_captured: bool,
        done: &mut Done,
    ) {
        let started = Instant::now();
        let standard_output = output.filter(|_| self.target == Target::Standard).map(Path::to_owned);
        let job = Job { is_captured, standard_output, ..Job::default() };
        let work = || caught(argument, || self.run_verb::<V>(argument, output, names));
        let (outcome, job) = job::during(job, work);
        let line = Line::new(argument, output, &job, &outcome, started.elapsed());
        done.other_files.extend(job.files.into_iter().filter(|file| !line.is_about(file)));
        done.messages.extend(job.messages);
        done.data.extend(job.data);
        done.written.extend(job.written.into_iter().map(|(path, _)| path));
        match outcome {
            Ok(_) => done.lines.push(line.value()),
            Err(failure) => done.fail(line, failure, is_captured),
        }
    }

    fn run_verb<V: BatchVerb>(
        &self,
        argument: Option<&Path>,
        output: Option<&Path>,
        names: &Names,
    ) -> Outcome {
        let mut verb = V::from_arg_matches(self.matches).map_err(|error| Failure::Call(error.to_string()))?;
        // A call with one output is what its arguments say.
        let is_as_parsed =
            matches!(self.target, Target::File(_)) || V::WRITES && self.target == Target::Nothing;
        if !is_as_parsed {
            let output = output.unwrap_or(Path::new("")).to_owned();
            if let Some(folder) = output.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, error))?;
            }
            verb.set_files(ItemFiles { input: argument.map(Path::to_owned), output, names });
        }
        if !self.merged.is_empty() {
            verb.merge(self.merged.clone());
        }
        verb.run()
    }
}

/// Does the work on an argument. A panic is a failure, so that other work goes on.
fn caught<T>(argument: Option<&Path>, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let name = argument.unwrap_or(Path::new("built-in")).display();
        Err(Failure::Machine(format!("{name}: internal error")))
    })
}

/// Message about an input that is skipped.
fn skipped(reason: &str) -> String {
    format!("sinew: skipped: {reason}")
}

impl Done {
    /// Adds a failure with its line. In a batch (`of_many`) an input with nothing for the verb does not fail.
    fn fail(&mut self, line: Line, failure: Failure, of_many: bool) {
        match failure {
            Failure::Unsuited { file, message } if of_many && line.is_about(&file) => {
                self.messages.push(skipped(&message));
                self.lines.push(line.skipped(message).value());
            }
            failure => {
                self.lines.push(line.value());
                self.failure.get_or_insert(failure);
            }
        }
    }

    /// Lines about outputs that are written or up to date, or inputs that are read.
    pub(super) fn lines_of_outputs(&self) -> impl Iterator<Item = &Value> {
        self.lines.iter().filter(|line| line["status"] != SKIPPED && line["status"] != FAILED)
    }

    /// Paths of the outputs.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| line["output"].as_str())
    }

    /// Why the item, or its first clip, was skipped.
    pub(super) fn skipped_reason(&self) -> Option<String> {
        self.lines.iter().find_map(|line| line["reason"].as_str()).map(str::to_owned)
    }

    /// Result of the item.
    pub(super) fn result(&self) -> DoneResult {
        let is_skipped = !self.lines.is_empty() && self.lines.iter().all(|line| line["status"] == SKIPPED);
        match (&self.failure, self.is_up_to_date) {
            (Some(_), _) => DoneResult::Failed,
            (None, _) if is_skipped => DoneResult::Skipped,
            (None, true) => DoneResult::UpToDate,
            (None, false) => DoneResult::Written,
        }
    }
}
