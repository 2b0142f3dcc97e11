//! Diagnostics about files, as they are printed and written as JSON.

use crate::report::plural::count;
use crate::report::verbosity::Verbosity;
use serde::Serialize;
use sinew_import::{Diagnostic, ImportError, Report};
use sinew_setup::Finding;
use std::fmt;

/// Diagnostic in the JSON of `inspect` and `check`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DiagnosticEntry {
    pub(crate) code: String,
    pub(crate) severity: &'static str,
    // The name in JSON that programs read.
    #[serde(rename = "place")]
    pub(crate) location: String,
    pub(crate) message: String,
    /// Number of diagnostics of this code and severity in the file.
    #[serde(skip)]
    pub(crate) count: usize,
}

impl DiagnosticEntry {
    /// A file that cannot be read.
    pub(crate) fn unreadable(message: &str) -> Self {
        let (code, location, message) = ("unreadable".to_owned(), "file".to_owned(), message.to_owned());
        Self { code, severity: "error", location, message, count: 1 }
    }

    /// Something that a set-up names and that is missing, or that is notable.
    pub(crate) fn of_finding(finding: &Finding) -> Self {
        let Finding { field, message, .. } = finding;
        let (location, message) = (field.clone(), message.clone());
        Self { code: "setup".to_owned(), severity: "warning", location, message, count: 1 }
    }
}

/// Diagnostics of `report` that `--min-severity` shows.
pub(crate) fn entries(report: &Report) -> Vec<DiagnosticEntry> {
    shown(all_entries(report))
}

/// The diagnostics that `--min-severity` shows.
pub(crate) fn shown(mut entries: Vec<DiagnosticEntry>) -> Vec<DiagnosticEntry> {
    let least = Verbosity::get().min_severity;
    entries.retain(|entry| least.shows(entry.severity));
    entries
}

/// All diagnostics of `report`, and one more with the number of diagnostics that it dropped.
pub(crate) fn all_entries(report: &Report) -> Vec<DiagnosticEntry> {
    let counted = |diagnostic: &Diagnostic| DiagnosticEntry {
        count: report.count(diagnostic.code, diagnostic.severity),
        ..DiagnosticEntry::from(diagnostic)
    };
    let mut entries: Vec<_> = report.diagnostics().iter().map(counted).collect();
    if report.dropped_count() > 0 {
        entries.push(DiagnosticEntry {
            code: "more".into(),
            severity: "info",
            location: "file".into(),
            message: format!("{} more", count(report.dropped_count(), "diagnostic")),
            count: 1,
        });
    }
    entries
}

impl From<&Diagnostic> for DiagnosticEntry {
    fn from(diagnostic: &Diagnostic) -> Self {
        let (location, message) = (diagnostic.location.clone(), diagnostic.message.clone());
        Self {
            code: diagnostic.code.to_owned(),
            severity: diagnostic.severity.as_str(),
            location,
            message,
            count: 1,
        }
    }
}

impl From<&ImportError> for DiagnosticEntry {
    fn from(error: &ImportError) -> Self {
        let (location, message) = (error.location.clone(), error.message.clone());
        Self { code: error.code.to_owned(), severity: "error", location, message, count: 1 }
    }
}

impl fmt::Display for DiagnosticEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} [{}]", self.severity, self.location, self.message, self.code)
    }
}
