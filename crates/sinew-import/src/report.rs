use crate::ImportError;
use crate::error::shortened;
use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Suspicious, but usable as it is.
    Warning,
    /// Against the format's rules; something was left out or replaced, as the message says.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Something odd about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stable name for the kind of finding, one of [`CODES`](crate::CODES).
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Where: a JSON pointer such as `/nodes/3`, or `byte 12`.
    pub place: String,
    /// What is odd, and what was done about it.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} [{}]", self.severity, self.place, self.message, self.code)
    }
}

/// What an import found. At most [`Report::MAX`] findings are kept; the rest are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    findings: Vec<Finding>,
    dropped: usize,
    worst: Option<Severity>,
}

impl Report {
    /// How many findings a report keeps.
    pub const MAX: usize = 1000;

    /// The findings, in the order they were made.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// How many findings beyond [`Report::MAX`] were not kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The gravest severity, of findings that were not kept too; none for a clean file.
    pub fn worst(&self) -> Option<Severity> {
        self.worst
    }

    /// Adds a finding, or counts it where there are too many.
    pub fn push(&mut self, finding: Finding) {
        self.worst = self.worst.max(Some(finding.severity));
        if self.findings.len() < Self::MAX {
            self.findings.push(finding);
        } else {
            self.dropped += 1;
        }
    }

    pub(crate) fn error(&mut self, code: &'static str, place: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Error, code, place.into(), message.into());
    }

    pub(crate) fn warn(&mut self, code: &'static str, place: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Warning, code, place.into(), message.into());
    }

    pub(crate) fn info(&mut self, code: &'static str, place: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Info, code, place.into(), message.into());
    }

    /// Keeps what stopped one element, `then` saying what became of it.
    pub(crate) fn caught(&mut self, error: ImportError, then: &str) {
        self.add(Severity::Error, error.code, error.place, format!("{}; {then}", error.message));
    }

    fn add(&mut self, severity: Severity, code: &'static str, place: String, message: String) {
        self.push(Finding { code, severity, place: shortened(place), message: shortened(message) });
    }
}

impl<'a> IntoIterator for &'a Report {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.iter()
    }
}
