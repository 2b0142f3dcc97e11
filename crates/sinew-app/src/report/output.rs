//! Output: data on stdout, and files that appear only when complete.

use crate::report::failure::{Failure, Outcome};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes to stdout. A closed pipe (`| head`) is not an error.
pub(crate) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Machine(format!("stdout: {e}"))),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Prints `value` as JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Outcome {
    print(|out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}

/// File that appears only when complete: it is written under a temporary name and renamed at the end.
pub(crate) struct WholeFile {
    place: PathBuf,
    beside: PathBuf,
}

/// Writer of a [`WholeFile`]; flush it before the end.
pub(crate) type Writer = BufWriter<File>;

impl WholeFile {
    /// Creates the temporary file for `place`.
    pub(crate) fn create(place: &Path) -> Result<(Self, Writer), Failure> {
        let name = place.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let beside = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let file = File::create(&beside)
            .map_err(|e| Failure::Call(format!("cannot write {}: {e}", place.display())))?;
        Ok((Self { place: place.to_owned(), beside }, BufWriter::new(file)))
    }

    /// Renames the file to its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        std::fs::rename(&self.beside, &self.place).map_err(|e| cannot_write(&self.place, e))
    }
}

/// Writes `bytes` to the file `place`.
pub(crate) fn write_file(place: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let (whole, mut writer) = WholeFile::create(place)?;
    writer.write_all(bytes).and_then(|()| writer.flush()).map_err(|e| cannot_write(place, e))?;
    drop(writer);
    whole.finish()
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // After `finish` the temporary name is gone.
        let _ = std::fs::remove_file(&self.beside);
    }
}

/// Failure while writing `place`.
pub(crate) fn cannot_write(place: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Machine(format!("cannot write {}: {error}", place.display()))
}

/// True if both paths lead to the same existing file.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("sinew-output-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let place = folder.join("a.bin");
        let (given_up, mut writer) = WholeFile::create(&place).unwrap();
        writer.write_all(b"half").unwrap();
        drop((given_up, writer));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        let (finished, mut writer) = WholeFile::create(&place).unwrap();
        writer.write_all(b"whole").unwrap();
        writer.flush().unwrap();
        assert!(!place.exists());
        finished.finish().unwrap();
        assert_eq!(std::fs::read(&place).unwrap(), b"whole");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
