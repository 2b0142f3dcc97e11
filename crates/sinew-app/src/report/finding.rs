use crate::report::plural::count;
use serde::Serialize;
use sinew_import::{Diagnostic, ImportError, Report, Severity};
use std::fmt;
use std::process::ExitCode;

/// Finding in the JSON of `inspect` and `check`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FindingEntry {
    pub(crate) code: String,
    pub(crate) severity: &'static str,
    pub(crate) place: String,
    pub(crate) message: String,
}

/// All findings of `report`, and one more with the number of findings that it dropped.
pub(crate) fn entries(report: &Report) -> Vec<FindingEntry> {
    let mut entries: Vec<_> = report.diagnostics().iter().map(FindingEntry::from).collect();
    if report.dropped_count() > 0 {
        entries.push(FindingEntry {
            code: "more".into(),
            severity: "info",
            place: "file".into(),
            message: format!("{} more", count(report.dropped_count(), "finding")),
        });
    }
    entries
}

/// Prints findings on stderr, with the name of their file.
pub(crate) fn print_findings(file: &str, report: &Report) {
    for finding in entries(report) {
        eprintln!("{file}: {finding}");
    }
}

/// Line and column of an error in a text, from its place. The kind of file that parses farthest is the intended one.
pub(crate) fn place_in_text(place: &str) -> Vec<usize> {
    let digits = place.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|number| number.parse().ok()).collect()
}

/// Exit code of a verb that has written its output: 1 if a finding is an error.
pub(crate) fn exit_code<'a>(reports: impl IntoIterator<Item = &'a Report>) -> ExitCode {
    let worst = reports.into_iter().filter_map(Report::max_severity).max();
    ExitCode::from(u8::from(worst == Some(Severity::Error)))
}

impl From<&Diagnostic> for FindingEntry {
    fn from(finding: &Diagnostic) -> Self {
        let (place, message) = (finding.location.clone(), finding.message.clone());
        Self { code: finding.code.to_owned(), severity: finding.severity.as_str(), place, message }
    }
}

impl From<&ImportError> for FindingEntry {
    fn from(error: &ImportError) -> Self {
        let (place, message) = (error.location.clone(), error.message.clone());
        Self { code: error.code.to_owned(), severity: "error", place, message }
    }
}

impl fmt::Display for FindingEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} [{}]", self.severity, self.place, self.message, self.code)
    }
}
