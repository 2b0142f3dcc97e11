use crate::report::message::print_error;
use std::fmt::Display;
use std::process::ExitCode;

/// Error of a verb. The kind sets the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input: file, location, and the expected content. Exit 1.
    Input(String),
    /// A file with nothing for the verb, such as one without clips. Exit 1; a batch skips the input of this name.
    Unsuited { file: String, message: String },
    /// Wrong call. Exit 2.
    Call(String),
    /// Something is missing on this machine, with the command that installs it. Exit 3.
    Machine(String),
}

/// Result of a verb.
pub(crate) type Outcome = Result<ExitCode, Failure>;

impl Failure {
    /// Bad input in `file`.
    pub(crate) fn input(file: impl Display, message: impl Display) -> Self {
        Self::Input(format!("{file}: {message}"))
    }

    /// `file` has nothing for the verb.
    pub(crate) fn unsuited(file: impl Display, message: impl Display) -> Self {
        Self::Unsuited { message: format!("{file}: {message}"), file: file.to_string() }
    }

    /// Prints the message on stderr and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        print_error(&format!("sinew: {}", self.message()));
        ExitCode::from(self.exit_code())
    }

    /// The exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) | Self::Unsuited { .. } => 1,
            Self::Call(_) => 2,
            Self::Machine(_) => 3,
        }
    }

    /// The message without prefix.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Input(message)
            | Self::Unsuited { message, .. }
            | Self::Call(message)
            | Self::Machine(message) => message,
        }
    }
}
