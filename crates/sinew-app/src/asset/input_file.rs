//! Reading of input files and of standard input, each within a limit.

use crate::asset::read_files;
use crate::report::failure::Failure;
use crate::report::file_name;
use sinew::character::{Image, Pixels};
use sinew::text::did_you_mean;
use sinew_import::limits::MAX_FILE_BYTES;
use sinew_import::read_limited;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Largest number of bytes of a rig, a graph or events.
const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Name of standard input in messages.
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// True for `-`, which stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads the file at `path`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_up_to(path, MAX_FILE_BYTES)
}

/// Reads the file at `path`, unless it has more than `max` bytes.
pub(crate) fn read_up_to(path: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let read = match open(path) {
        Ok((_, metadata)) if metadata.is_dir() => {
            Err(Failure::input(name, "this is a folder; expected a file"))
        }
        Ok((file, metadata)) => read_all(file, &metadata, max).map_err(|e| Failure::input(name, e)),
        Err(e) => Err(Failure::input(name, e)),
    };
    read_files::note(path, read.as_deref().ok());
    read
}

/// Reads the text file at `path`.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = open(path).and_then(|(file, metadata)| read_all(file, &metadata, MAX_TEXT_BYTES));
    read_files::note(path, bytes.as_deref().ok());
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "the text is not UTF-8".into()));
    text.map_err(|e| Failure::input(path.display(), e))
}

/// Reads standard input to its end.
pub(crate) fn read_standard_input() -> Result<Vec<u8>, Failure> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        let message = "standard input can be read only once; give the other file by its name";
        return Err(Failure::Call(message.into()));
    }
    let stdin = io::stdin().lock();
    // Files come from another program; waiting on a terminal would look like a hang.
    if stdin.is_terminal() {
        return Err(Failure::input(STANDARD_INPUT, "no input (a terminal)"));
    }
    read_stream(stdin, MAX_FILE_BYTES)
}

/// Reads a stream to its end, but no more than one byte beyond `max`: it may have no end.
fn read_stream(stream: impl io::Read, max: u64) -> Result<Vec<u8>, Failure> {
    read_limited(stream, 0, max).map_err(|e| Failure::input(STANDARD_INPUT, e))
}

/// Opens a file or pipe. Folders and devices are not opened, only described.
fn open(path: &Path) -> Result<(Option<File>, Metadata), String> {
    let metadata = std::fs::metadata(path).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => not_found(path),
        _ => e.to_string(),
    })?;
    let file = (metadata.is_file() || is_pipe(&metadata)).then(|| File::open(path));
    Ok((file.transpose().map_err(|e| e.to_string())?, metadata))
}

/// Message for a missing file, with a similar name in the same folder, or for a link that leads to nothing.
fn not_found(path: &Path) -> String {
    if let Ok(target) = std::fs::read_link(path) {
        return format!("this link leads to {:?}, which does not exist", file_name::text(&target));
    }
    /// Largest number of names that are compared.
    const MAX_NAMES: usize = 10_000;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = std::fs::read_dir(folder) else {
        return format!("No such file: there is no folder {:?}", folder.display().to_string());
    };
    let names = entries.take(MAX_NAMES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    let wrong = path.file_name().unwrap_or_default().to_string_lossy();
    let suggestion = did_you_mean(&wrong, names.iter().map(String::as_str));
    match suggestion.trim_end() {
        "" => "No such file".into(),
        suggestion => format!("No such file; {suggestion}"),
    }
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

fn read_all(file: Option<File>, metadata: &Metadata, max: u64) -> Result<Vec<u8>, String> {
    let file = file.ok_or("this is neither a file nor a pipe")?;
    if metadata.len() > max {
        return Err(format!("the file has {} bytes, more than the limit of {max}", metadata.len()));
    }
    read_limited(file, metadata.len(), max)
}

/// Pixels of an image file.
pub(crate) fn read_image(path: &Path) -> Result<Pixels, Failure> {
    let bytes = read(path)?;
    if bytes.is_empty() {
        return Err(Failure::input(path.display(), "the file is empty; expected an image"));
    }
    let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let image = Image { name, mime: String::new(), encoded: Some(bytes.into()) };
    sinew_import::decode_image(&image).map_err(|error| Failure::input(path.display(), error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::io::Read;

    /// Stream without an end, which counts what is read of it.
    struct Endless<'a>(&'a Cell<usize>);

    impl Read for Endless<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            bytes.fill(b'x');
            self.0.set(self.0.get() + bytes.len());
            Ok(bytes.len())
        }
    }

    #[test]
    fn an_endless_stream_is_refused_at_the_limit() {
        let count = Cell::new(0);
        let error = read_stream(Endless(&count), 10_000).unwrap_err();
        assert_eq!(error.message(), "standard input: there are more bytes than the limit of 10000");
        assert_eq!(count.get(), 10_001);
        assert_eq!(read_stream(Endless(&count).take(10_000), 10_000).unwrap().len(), 10_000);
    }
}
