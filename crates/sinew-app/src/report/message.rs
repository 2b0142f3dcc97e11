//! Lines on stderr.

use std::fmt;
use std::io::{self, Write};

/// Prints a line on stderr, formatted as by `eprintln!`. A line that cannot be written is dropped: messages
/// go with the output and must not stand in its way.
macro_rules! message {
    ($($part:tt)*) => { $crate::report::message::print_line(format_args!($($part)*)) };
}
pub(crate) use message;

/// Writes `line` at once, so that lines of several programs do not mix.
pub(crate) fn print_line(line: fmt::Arguments<'_>) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
