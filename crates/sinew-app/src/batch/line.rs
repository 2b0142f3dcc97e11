//! Lines of `--report` and `--json`: the result of each output.

use crate::asset::clip_choice::FileAndClip;
use crate::report::diagnostic::DiagnosticEntry;
use crate::report::failure::{Failure, Outcome};
use crate::report::file_name;
use crate::report::job::Job;
use crate::report::verbosity::Verbosity;
use serde::Serialize;
use serde_json::Value;
use sinew_import::Severity;
use std::path::Path;
use std::time::Duration;

/// Status of an input that has nothing for the verb.
pub(super) const SKIPPED: &str = "skipped";

/// Status of a job that failed.
pub(super) const FAILED: &str = "failed";

/// Line about an output.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    /// File of the input; `built-in` for the built-in character.
    input: String,
    /// Clip of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<String>,
    output: Option<String>,
    /// Whether the input could be read.
    opened: bool,
    /// Whether the output was written.
    written: bool,
    status: &'static str,
    /// Message of a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Why an input was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    findings: Vec<Finding>,
    seconds: f64,
    /// Size of all files that were written.
    bytes: u64,
}

/// Finding about a file.
#[derive(Debug, Serialize)]
struct Finding {
    /// The file, where it is not the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(flatten)]
    entry: DiagnosticEntry,
}

impl Line {
    /// Line about the job that made `output` of an argument.
    pub(super) fn new(
        argument: Option<&Path>,
        output: Option<&Path>,
        job: &Job,
        done: &Outcome,
        elapsed: Duration,
    ) -> Self {
        match done {
            Ok(_) => Self::of(argument, output, job, elapsed),
            Err(failure) => Self::failed(argument, output, job, failure, elapsed),
        }
    }

    /// Line about a job that succeeded.
    fn of(argument: Option<&Path>, output: Option<&Path>, job: &Job, elapsed: Duration) -> Self {
        let FileAndClip { file, clip } = FileAndClip::parse(argument);
        let input = file.as_deref().map_or_else(|| "built-in".to_owned(), file_name::text);
        let finding = |(file, entry): &(String, DiagnosticEntry)| {
            let entry = entry.clone();
            Finding { file: (*file != input).then(|| file.clone()), entry }
        };
        Self {
            findings: job.findings.iter().map(finding).collect(),
            input,
            clip,
            output: output.map(file_name::text),
            opened: !job.files.is_empty(),
            written: !job.written.is_empty(),
            status: if output.is_some() { "written" } else { "read" },
            error: None,
            reason: None,
            seconds: (elapsed.as_secs_f64() * 1e4).round() / 1e4,
            bytes: job.written.iter().map(|(_, bytes)| bytes).sum(),
        }
    }

    /// Line about a job that failed.
    pub(super) fn failed(
        argument: Option<&Path>,
        output: Option<&Path>,
        job: &Job,
        failure: &Failure,
        elapsed: Duration,
    ) -> Self {
        let error = Some(failure.message().to_owned());
        Self { status: FAILED, written: false, error, ..Self::of(argument, output, job, elapsed) }
    }

    /// True for the name of the input.
    pub(super) fn is_about(&self, file: &str) -> bool {
        self.input == file
    }

    /// The same about a job whose input has nothing for the verb.
    pub(super) fn skipped(self, reason: String) -> Self {
        Self { status: SKIPPED, error: None, reason: Some(reason), ..self }
    }

    /// The line in JSON.
    pub(super) fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// The line without findings that `--min-severity` hides.
pub(super) fn shown(mut line: Value) -> Value {
    let least = Verbosity::get().min_severity;
    if let Some(findings) = line.get_mut("findings").and_then(Value::as_array_mut) {
        findings.retain(|finding| least.shows(finding["severity"].as_str().unwrap_or_default()));
    }
    line
}

/// The line about an output that is up to date, of the line that was written with it.
pub(super) fn up_to_date(mut line: Value) -> Value {
    if let Some(line) = line.as_object_mut() {
        line.insert("written".into(), false.into());
        if line["status"] != SKIPPED {
            line.insert("status".into(), "up-to-date".into());
        }
        line.insert("seconds".into(), 0.0.into());
    }
    line
}

/// Severities of the findings of a line.
pub(super) fn severities(line: &Value) -> impl Iterator<Item = Severity> + use<'_> {
    let findings = line["findings"].as_array().into_iter().flatten();
    findings.filter_map(|finding| {
        let all = [Severity::Info, Severity::Warning, Severity::Error];
        all.into_iter().find(|severity| finding["severity"] == severity.as_str())
    })
}
