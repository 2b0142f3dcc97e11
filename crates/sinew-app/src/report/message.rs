//! Lines on stderr.

use crate::report::job;
use crate::report::verbosity::Verbosity;
use std::fmt;
use std::io::{self, Write};

/// Prints a line on stderr, formatted as by `eprintln!`; not with `--quiet`. A job of a batch holds it back. A
/// line that cannot be written is dropped: messages go with the output and must not stand in its way.
macro_rules! message {
    ($($part:tt)*) => { $crate::report::message::print_line(format_args!($($part)*)) };
}
pub(crate) use message;

/// Line of [`message!`].
pub(crate) fn print_line(line: fmt::Arguments<'_>) {
    if !Verbosity::get().quiet
        && let Some(line) = job::keep_message(line.to_string())
    {
        print_error(&line);
    }
}

/// Prints a line about an error, also with `--quiet`. It is written at once, so that lines of several programs
/// do not mix.
pub(crate) fn print_error(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
