//! The file of `--report`: it grows line by line, so that it can be followed, and holds what was done when the
//! call is interrupted.

use super::line::shown;
use crate::report::failure::Failure;
use crate::report::output;
use crate::report::whole_file::cannot_write;
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Report of a call.
pub(super) struct Report {
    /// File of `--report`.
    file: Option<(PathBuf, File)>,
    /// Whether the lines are printed too.
    is_printed: bool,
}

impl Report {
    /// Creates the file, if there is one, in place of an older report.
    pub(super) fn create(path: Option<&Path>, is_printed: bool) -> Result<Self, Failure> {
        let create = |path: &Path| {
            let file = File::create(path).map_err(|error| cannot_write(path, error))?;
            Ok((path.to_owned(), file))
        };
        Ok(Self { file: path.map(create).transpose()?, is_printed })
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: &Value) -> Result<(), Failure> {
        let line = &shown(line.clone());
        if let Some((path, file)) = &mut self.file {
            writeln!(file, "{line}").map_err(|error| cannot_write(path, error))?;
        }
        match self.is_printed {
            true => output::print_json(line).map(drop),
            false => Ok(()),
        }
    }
}
