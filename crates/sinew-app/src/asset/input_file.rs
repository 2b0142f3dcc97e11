//! Reading of input files and of standard input, each within a limit.

use crate::report::failure::Failure;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Largest number of bytes of a character file, and of all files together that it refers to.
pub(crate) const MAX_FILE_BYTES: u64 = 2 << 30;

/// Largest number of bytes of a rig, a graph or events.
const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Name of standard input in messages.
pub(crate) const STANDARD_INPUT: &str = "standard input";

/// True for `-`, which stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads the character file at `path`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    match open(path) {
        Ok((_, metadata)) if metadata.is_dir() => {
            Err(Failure::input(name, "this is a folder; expected a character file"))
        }
        Ok((file, metadata)) => {
            read_all(file, &metadata, MAX_FILE_BYTES).map_err(|e| Failure::input(name, e))
        }
        Err(e) => Err(Failure::input(name, e)),
    }
}

/// Reads the text file at `path`.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let text = open(path).and_then(|(file, metadata)| read_all(file, &metadata, MAX_TEXT_BYTES));
    let text = text.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "the text is not UTF-8".into()));
    text.map_err(|e| Failure::input(path.display(), e))
}

/// Reads the file at `path`, which another file refers to, within the `left` bytes. Pipes are refused, since they could
/// keep the command waiting.
pub(crate) fn read_neighbour(path: &Path, left: u64) -> Result<Vec<u8>, String> {
    let metadata = std::fs::metadata(path).map_err(|e| e.to_string())?;
    if !metadata.is_file() {
        return Err("this is not a file".into());
    }
    open(path).and_then(|(file, metadata)| read_all(file, &metadata, left))
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
    read_limited(stdin, 0, MAX_FILE_BYTES).map_err(|e| Failure::input(STANDARD_INPUT, e))
}

/// Opens a file or pipe. Folders and devices are not opened, only described.
fn open(path: &Path) -> Result<(Option<File>, Metadata), String> {
    let metadata = std::fs::metadata(path).map_err(|e| e.to_string())?;
    let file = (metadata.is_file() || is_pipe(&metadata)).then(|| File::open(path));
    Ok((file.transpose().map_err(|e| e.to_string())?, metadata))
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

/// Reads at most `max` bytes; more are an error. `expected` is the likely number.
fn read_limited(from: impl Read, expected: u64, max: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(expected as usize).map_err(|e| e.to_string())?;
    from.take(max.saturating_add(1)).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > max {
        return Err(format!("there are more bytes than the limit of {max}"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_bytes_than_the_limit_are_refused() {
        let read = |bytes: &[u8], max| read_limited(bytes, 0, max);
        assert_eq!(read(b"abc", 3).as_deref(), Ok(&b"abc"[..]));
        assert!(read(b"abcd", 3).unwrap_err().contains("limit of 3"));
        assert!(read_limited(io::repeat(0), 0, 1 << 16).unwrap_err().contains("limit of 65536"));
    }

    #[test]
    fn the_files_of_a_file_share_a_limit() {
        let path = std::env::temp_dir().join(format!("sinew-neighbour-{}", std::process::id()));
        std::fs::write(&path, "1234").unwrap();
        assert_eq!(read_neighbour(&path, 4).as_deref(), Ok(&b"1234"[..]));
        let error = read_neighbour(&path, 3).unwrap_err();
        assert!(error.contains("4 bytes") && error.contains("limit of 3"), "{error}");
        std::fs::remove_file(path).unwrap();
    }
}
