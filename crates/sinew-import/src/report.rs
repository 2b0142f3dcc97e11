//! Report of an import: diagnostics with severity, code and location.

use crate::ImportError;
use crate::error::shortened;
use std::fmt;

/// Severity of a diagnostic, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Information, such as a conversion of units.
    Info,
    /// A violation of the format's rules, or a suspicious value, by which nothing is lost.
    Warning,
    /// A part of the file that is left out or replaced; the message says which.
    Error,
}

impl Severity {
    /// Lower-case name: `info`, `warning` or `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One message of a [`Report`], with a code and a location.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Stable name of the kind of problem, one of [`DIAGNOSTIC_CODES`](crate::DIAGNOSTIC_CODES).
    pub code: &'static str,
    /// Severity of this case. One code may occur with several severities.
    pub severity: Severity,
    /// Location in the file: a JSON pointer such as `/nodes/3`, `byte 12` or `line 7`; `file` for the whole
    /// file.
    pub location: String,
    /// The problem and its consequence, in English.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} [{}]", self.severity, self.location, self.message, self.code)
    }
}

/// Diagnostics of an import or export.
///
/// A report keeps the first [`Report::MAX_DIAGNOSTICS`] diagnostics and counts the rest.
///
/// ```
/// use sinew_import::{NoFiles, Severity, import};
/// let json = r#"{ "asset": { "version": "2.0" }, "nodes": [{ "rotation": [0, 0, 0, 2] }] }"#;
/// let report = import(json.as_bytes(), &NoFiles)?.report;
/// let diagnostic = &report.diagnostics()[0];
/// assert_eq!((diagnostic.code, diagnostic.location.as_str()), ("rotation-not-unit", "/nodes/0/rotation"));
/// assert_eq!(report.max_severity(), Some(Severity::Warning));
/// # Ok::<(), sinew_import::ImportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    dropped_count: usize,
    max_severity: Option<Severity>,
    /// Number of diagnostics of each code and severity, including those that were not kept.
    counts: Vec<(&'static str, Severity, usize)>,
}

impl Report {
    /// Largest number of diagnostics that a report keeps.
    pub const MAX_DIAGNOSTICS: usize = 1000;

    /// All kept diagnostics, in the order in which they were found.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Number of diagnostics with a code and severity, including those that were not kept.
    #[must_use]
    pub fn count(&self, code: &str, severity: Severity) -> usize {
        let entry = self.counts.iter().find(|(known, of, _)| *known == code && *of == severity);
        entry.map_or(0, |(.., count)| *count)
    }

    /// Number of diagnostics beyond [`Report::MAX_DIAGNOSTICS`], which were not kept.
    #[must_use]
    pub fn dropped_count(&self) -> usize {
        self.dropped_count
    }

    /// Highest severity, including diagnostics that were not kept; `None` for an empty report.
    #[must_use]
    pub fn max_severity(&self) -> Option<Severity> {
        self.max_severity
    }

    pub(crate) fn error(
        &mut self,
        code: &'static str,
        location: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.add(Severity::Error, code, location.into(), message.into());
    }

    pub(crate) fn warn(
        &mut self,
        code: &'static str,
        location: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.add(Severity::Warning, code, location.into(), message.into());
    }

    pub(crate) fn info(
        &mut self,
        code: &'static str,
        location: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.add(Severity::Info, code, location.into(), message.into());
    }

    /// Adds an error that stopped the reading of one element; `consequence` completes the message.
    pub(crate) fn recovered(&mut self, error: ImportError, consequence: &str) {
        self.add(Severity::Error, error.code, error.location, format!("{}; {consequence}", error.message));
    }

    fn add(&mut self, severity: Severity, code: &'static str, location: String, message: String) {
        self.max_severity = self.max_severity.max(Some(severity));
        match self.counts.iter_mut().find(|(known, of, _)| *known == code && *of == severity) {
            Some((.., count)) => *count += 1,
            None => self.counts.push((code, severity, 1)),
        }
        if self.diagnostics.len() < Self::MAX_DIAGNOSTICS {
            let (location, message) = (shortened(location), shortened(message));
            self.diagnostics.push(Diagnostic { code, severity, location, message });
        } else {
            self.dropped_count += 1;
        }
    }
}

impl<'a> IntoIterator for &'a Report {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.iter()
    }
}
