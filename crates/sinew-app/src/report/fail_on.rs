//! `--fail-on`: the exit code of a call whose work is done, by its findings.

use crate::report::diagnostic_entry::DiagnosticEntry;
use crate::report::job;
use crate::report::message::message;
use clap::ValueEnum;
use sinew_import::{Report, Severity};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};

/// Code of a pattern that matches no clip.
pub(crate) const CLIP_PATTERN: &str = "clip-pattern";

/// Worst severity of the call so far, see [`rank`].
static WORST: AtomicU8 = AtomicU8::new(0);

/// Severity of findings from which on a call exits with 1, although its output is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
    #[default]
    None,
}

/// Notes the findings about a file that is read or written.
pub(crate) fn note(file: &str, report: &Report) {
    job::note_findings(file, report);
    report.max_severity().into_iter().for_each(note_severity);
}

/// Prints a warning about a file, and notes it as a finding.
pub(crate) fn warn(file: &str, code: &str, message: String) {
    message!("sinew: {file}: {message}");
    job::note_finding(file, finding(code, "warning", message));
    note_severity(Severity::Warning);
}

/// Reports a pattern of an option that matches no clip of a file: as a warning, or in a batch, where it may be meant for
/// another file, as an info.
pub(crate) fn warn_of_pattern(file: &str, message: String) {
    // Jobs of batches alone are captured to their end.
    if job::is_captured() {
        job::note_finding(file, finding(CLIP_PATTERN, "info", message));
    } else {
        warn(file, CLIP_PATTERN, message);
    }
}

fn finding(code: &str, severity: &'static str, message: String) -> DiagnosticEntry {
    DiagnosticEntry { code: code.to_owned(), severity, location: "file".to_owned(), message, count: 1 }
}

/// Notes the severity of a finding.
pub(crate) fn note_severity(severity: Severity) {
    WORST.fetch_max(rank(severity), Ordering::Relaxed);
}

fn rank(severity: Severity) -> u8 {
    match severity {
        Severity::Error => 2,
        Severity::Warning => 1,
        _ => 0,
    }
}

impl FailOn {
    /// True where `severity` fails the call.
    pub(crate) fn fails(self, severity: Severity) -> bool {
        match self {
            Self::None => false,
            Self::Warning => severity >= Severity::Warning,
            Self::Error => severity >= Severity::Error,
        }
    }

    /// Exit code of a call whose work is done, by its findings.
    pub(crate) fn exit_code(self) -> ExitCode {
        let worst = match WORST.load(Ordering::Relaxed) {
            0 => Severity::Info,
            1 => Severity::Warning,
            _ => Severity::Error,
        };
        if !self.fails(worst) {
            return ExitCode::SUCCESS;
        }
        message!(
            "sinew: done, but with findings: the worst is of severity {worst} (--fail-on); `sinew check` \
             lists those of the inputs"
        );
        ExitCode::from(1)
    }
}
