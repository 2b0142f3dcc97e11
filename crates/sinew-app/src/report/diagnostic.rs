//! Printing of diagnostics about files.

use crate::report::diagnostic_entry::entries;
pub(crate) use crate::report::diagnostic_entry::{DiagnosticEntry, all_entries};
use crate::report::message::message;
use crate::report::plural::count;
use sinew_import::{Report, Severity};

/// Number of diagnostics of one code and severity from which on a text shows the first one alone, with the
/// number of all.
const GROUPED: usize = 4;

/// Prints diagnostics on stderr, with the name of their file.
pub(crate) fn print_diagnostics(file: &str, report: &Report) {
    for line in lines(&entries(report)) {
        message!("{file}: {line}");
    }
}

/// Prints the diagnostics that are errors or warnings on stderr, with the name of their file.
pub(crate) fn print_problems(file: &str, report: &Report) {
    let problems: Vec<_> = entries(report).into_iter().filter(|entry| entry.severity != "info").collect();
    for line in lines(&problems) {
        message!("{file}: {line}");
    }
}

/// Prints what is missing in a picture on stderr, with the name of the file: errors, and image files that
/// cannot be read.
pub(crate) fn print_losses(file: &str, report: &Report) {
    let errors: Vec<_> = entries(report).into_iter().filter(|entry| entry.severity == "error").collect();
    for line in lines(&errors) {
        message!("{file}: {line}");
    }
    /// Largest number of lines.
    const MAX_LINES: usize = 12;
    let missing = report.diagnostics().iter().filter(|diagnostic| diagnostic.code == "image-missing");
    let missing: Vec<_> = missing.filter(|diagnostic| diagnostic.severity != Severity::Error).collect();
    for diagnostic in missing.iter().take(MAX_LINES) {
        message!("{file}: {diagnostic}");
    }
    if let Some(more @ 1..) = missing.len().checked_sub(MAX_LINES) {
        message!("{file}: {} cannot be read", count(more, "more image"));
    }
}

/// Lines of a text about diagnostics: one for each, or for many of one code and severity the first and their
/// number.
pub(crate) fn lines(diagnostics: &[DiagnosticEntry]) -> Vec<String> {
    let mut seen = Vec::new();
    let mut line = |entry: &DiagnosticEntry| {
        if entry.count < GROUPED {
            return Some(entry.to_string());
        }
        let kind = (entry.code.clone(), entry.severity);
        if seen.contains(&kind) {
            return None;
        }
        seen.push(kind);
        let DiagnosticEntry { code, severity, location, message, count } = entry;
        Some(format!("{severity}: {count} times, first at {location}: {message} [{code}]"))
    };
    diagnostics.iter().filter_map(&mut line).collect()
}

/// Line and column of an error in a text, from its location. The kind of file that parses farthest is the
/// intended one.
pub(crate) fn line_and_column(location: &str) -> Vec<usize> {
    let digits = location.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_of_one_kind_are_one_line() {
        let entry = |code: &str, accessor: usize, count| DiagnosticEntry {
            code: code.into(),
            severity: "warning",
            location: format!("/accessors/{accessor}"),
            message: "odd".into(),
            count,
        };
        let mut all: Vec<_> = (0..5).map(|n| entry("stride", n, 1002)).collect();
        all.insert(2, entry("few", 7, 2));
        all.push(entry("few", 8, 2));
        let expected = [
            "warning: 1002 times, first at /accessors/0: odd [stride]",
            "warning: /accessors/7: odd [few]",
            "warning: /accessors/8: odd [few]",
        ];
        assert_eq!(lines(&all), expected);
    }
}
