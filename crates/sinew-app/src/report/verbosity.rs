//! `--quiet` and `--min-severity`: what the call prints, set once at its start.

use clap::ValueEnum;
use sinew_import::Severity;
use std::sync::OnceLock;

static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Messages that a call prints.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verbosity {
    /// Prints errors that end the call, or a job of it, and nothing else on stderr.
    pub(crate) quiet: bool,
    /// Least severity of findings that are printed and reported.
    pub(crate) min_severity: MinSeverity,
}

/// Value of `--min-severity`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MinSeverity {
    #[default]
    Info,
    Warning,
    Error,
}

impl Verbosity {
    /// Sets the verbosity of the call; later calls change nothing.
    pub(crate) fn set(self) {
        let _ = VERBOSITY.set(self);
    }

    /// The verbosity of the call.
    pub(crate) fn get() -> Self {
        VERBOSITY.get().copied().unwrap_or_default()
    }
}

impl MinSeverity {
    /// True for findings of this severity, such as `warning`, that are shown.
    pub(crate) fn shows(self, severity: &str) -> bool {
        match self {
            Self::Info => true,
            Self::Warning => severity != Severity::Info.as_str(),
            Self::Error => severity == Severity::Error.as_str(),
        }
    }
}
