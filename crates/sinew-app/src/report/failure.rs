use std::fmt::Display;
use std::process::ExitCode;

/// Why a verb could not do its work; the kind decides the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is bad: file, place, what was expected. Exit 1.
    Input(String),
    /// The call is wrong. Exit 2.
    Call(String),
    /// The machine lacks something: what, and the line that installs it. Exit 3.
    Machine(String),
}

/// What a verb ends with.
pub(crate) type Outcome = Result<ExitCode, Failure>;

impl Failure {
    /// Bad input in `file`.
    pub(crate) fn input(file: impl Display, message: impl Display) -> Self {
        Self::Input(format!("{file}: {message}"))
    }

    /// Tells the user, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        eprintln!("sinew: {}", self.message());
        ExitCode::from(match self {
            Self::Input(_) => 1,
            Self::Call(_) => 2,
            Self::Machine(_) => 3,
        })
    }

    /// The message alone.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Input(message) | Self::Call(message) | Self::Machine(message) => message,
        }
    }
}
