//! Diagnostics about RON files, and the characters that they are checked for.

use crate::report::diagnostic::DiagnosticEntry;
use sinew::ClipSet;

/// Character of the same call, which rigs, graphs and events are checked for.
pub(super) struct Target {
    pub(super) name: String,
    pub(super) clips: ClipSet,
}

/// Error of a kind of file.
pub(super) fn diagnostic(kind: &str, location: String, message: String) -> DiagnosticEntry {
    DiagnosticEntry { code: kind.to_owned(), severity: "error", location, message, count: 1 }
}

/// Diagnostic without a fault.
pub(super) fn remark(kind: &str, message: String) -> DiagnosticEntry {
    DiagnosticEntry { severity: "info", ..diagnostic(kind, "file".to_owned(), message) }
}

/// Diagnostic about a file and one of the characters.
pub(super) fn for_target(diagnostic: DiagnosticEntry, target: &Target) -> DiagnosticEntry {
    DiagnosticEntry { message: format!("for {}: {}", target.name, diagnostic.message), ..diagnostic }
}
