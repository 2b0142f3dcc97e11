//! Output: data on stdout.

use crate::report::failure::{Failure, Outcome};
use crate::report::job;
use crate::report::message::message;
use crate::report::verbosity::Verbosity;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

/// Writes text to stdout, or to stderr where stdout is for the output; a job of a batch holds it back. A closed pipe
/// (`| head`) is not an error.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome {
    if !job::has_standard_output() {
        return print_data(write);
    }
    let mut bytes = Vec::new();
    write(&mut bytes).map_err(|e| Failure::Machine(e.to_string()))?;
    String::from_utf8_lossy(&bytes).lines().for_each(|line| message!("{line}"));
    Ok(ExitCode::SUCCESS)
}

/// Writes to stdout; a job of a batch holds the bytes back. A closed pipe is not an error.
pub(crate) fn print_data(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome {
    let written = match job::is_captured() {
        true => {
            let mut bytes = Vec::new();
            write(&mut bytes).map(|()| job::keep_data(&bytes))
        }
        false => {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out).and_then(|()| out.flush())
        }
    };
    match written {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Machine(format!("stdout: {e}"))),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Writes a text about an output to stdout, as by [`print`]; not with `--quiet`.
pub(crate) fn print_summary(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome {
    if Verbosity::get().quiet { Ok(ExitCode::SUCCESS) } else { print(write) }
}

/// Prints `value` as JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Outcome {
    print(|out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}

/// Ending of a file's name in lower case, without the point; empty for none.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// True if both paths lead to the same existing file.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
