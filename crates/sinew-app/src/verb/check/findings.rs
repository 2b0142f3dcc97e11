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

/// Diagnostics of a description that was read, or of its error. `fit` is the message about a target that it
/// fits.
pub(super) fn described<D>(
    code: &'static str,
    valid: &str,
    description: Result<D, DiagnosticEntry>,
    targets: &[Target],
    fit: impl Fn(&D, &Target) -> Result<String, DiagnosticEntry>,
) -> Vec<DiagnosticEntry> {
    let description = match description {
        Ok(description) => description,
        Err(fault) => return vec![fault],
    };
    if targets.is_empty() {
        return vec![remark(code, format!("the file {valid}; add a character to check that it fits"))];
    }
    let tried = |target: &Target| match fit(&description, target) {
        Ok(message) => remark(code, message),
        Err(fault) => for_target(fault, target),
    };
    targets.iter().map(tried).collect()
}
