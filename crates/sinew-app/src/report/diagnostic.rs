use crate::report::message::message;
use crate::report::plural::count;
use serde::Serialize;
use sinew_import::{Diagnostic, ImportError, Report, Severity};
use std::fmt;
use std::process::ExitCode;

/// Diagnostic in the JSON of `inspect` and `check`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DiagnosticEntry {
    pub(crate) code: String,
    pub(crate) severity: &'static str,
    pub(crate) place: String,
    pub(crate) message: String,
}

/// All diagnostics of `report`, and one more with the number of diagnostics that it dropped.
pub(crate) fn entries(report: &Report) -> Vec<DiagnosticEntry> {
    let mut entries: Vec<_> = report.diagnostics().iter().map(DiagnosticEntry::from).collect();
    if report.dropped_count() > 0 {
        entries.push(DiagnosticEntry {
            code: "more".into(),
            severity: "info",
            place: "file".into(),
            message: format!("{} more", count(report.dropped_count(), "diagnostic")),
        });
    }
    entries
}

/// Prints diagnostics on stderr, with the name of their file.
pub(crate) fn print_diagnostics(file: &str, report: &Report) {
    for diagnostic in entries(report) {
        message!("{file}: {diagnostic}");
    }
}

/// Line and column of an error in a text, from its place. The kind of file that parses farthest is the intended one.
pub(crate) fn place_in_text(place: &str) -> Vec<usize> {
    let digits = place.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|number| number.parse().ok()).collect()
}

/// Exit code of a verb that has written its output: 1 if a diagnostic is an error.
pub(crate) fn exit_code<'a>(reports: impl IntoIterator<Item = &'a Report>) -> ExitCode {
    let worst = reports.into_iter().filter_map(Report::max_severity).max();
    ExitCode::from(u8::from(worst == Some(Severity::Error)))
}

impl From<&Diagnostic> for DiagnosticEntry {
    fn from(diagnostic: &Diagnostic) -> Self {
        let (place, message) = (diagnostic.location.clone(), diagnostic.message.clone());
        Self { code: diagnostic.code.to_owned(), severity: diagnostic.severity.as_str(), place, message }
    }
}

impl From<&ImportError> for DiagnosticEntry {
    fn from(error: &ImportError) -> Self {
        let (place, message) = (error.location.clone(), error.message.clone());
        Self { code: error.code.to_owned(), severity: "error", place, message }
    }
}

impl fmt::Display for DiagnosticEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} [{}]", self.severity, self.place, self.message, self.code)
    }
}
