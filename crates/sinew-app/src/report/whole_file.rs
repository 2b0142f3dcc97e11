//! Output files: they appear only when complete.

use crate::report::failure::{Failure, Outcome};
use crate::report::{job, output, unfinished};
use std::fs::{File, Metadata, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// File that appears only when complete: it is written under a temporary name and renamed at the end. Behind
/// a symbolic link it is the link's target. A pipe or device has nothing to replace and is written directly. The
/// output of `-o -` is written to a temporary file too, and printed at the end.
pub(crate) struct WholeFile {
    path: PathBuf,
    /// Temporary file; none for a pipe or device.
    beside: Option<PathBuf>,
    /// The file that is replaced.
    old: Option<Metadata>,
    /// Whether the file is printed on stdout.
    is_printed: bool,
}

/// Path and content of a file to write.
pub(crate) type OutputFile = (PathBuf, Vec<u8>);

/// Writer of a [`WholeFile`]; flush it before the end.
pub(crate) type Writer = BufWriter<File>;

impl WholeFile {
    /// Creates the temporary file for `path`.
    pub(crate) fn create(path: &Path) -> Result<(Self, Writer), Failure> {
        let fail = |e: io::Error| cannot_write(path, e);
        if job::is_standard_output(path) {
            return Self::create_printed(path).map_err(fail);
        }
        let old = std::fs::metadata(path).ok();
        match &old {
            Some(old) if old.is_dir() => return Err(fail(io::ErrorKind::IsADirectory.into())),
            Some(old) if !old.is_file() => {
                let file = OpenOptions::new().write(true).open(path).map_err(fail)?;
                let whole = Self { path: path.to_owned(), beside: None, old: None, is_printed: false };
                return Ok((whole, BufWriter::new(file)));
            }
            _ => {}
        }
        let path = follow_links(path).map_err(fail)?;
        let mut unfinished = unfinished::lock();
        let (beside, file) = create_beside(&path, old.is_some(), random_name).map_err(fail)?;
        unfinished.add(&beside);
        Ok((Self { path, beside: Some(beside), old, is_printed: false }, BufWriter::new(file)))
    }

    /// Creates the temporary file for an output that is printed.
    fn create_printed(path: &Path) -> io::Result<(Self, Writer)> {
        let mut unfinished = unfinished::lock();
        let (beside, file) = create_beside(&std::env::temp_dir().join("-"), true, random_name)?;
        unfinished.add(&beside);
        let path = path.to_owned();
        Ok((Self { path, beside: Some(beside), old: None, is_printed: true }, BufWriter::new(file)))
    }

    /// Renames the file to its final path, once the disk has its content.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        Self::finish_all(vec![self])
    }

    /// Renames files that belong together to their final paths in this order, once the disk has the content
    /// of all of them. A signal that ends the process comes before or after.
    pub(crate) fn finish_all(files: Vec<Self>) -> Result<(), Failure> {
        if let [file] = &*files
            && file.is_printed
        {
            return file.print().map(drop);
        }
        if files.iter().any(|file| file.is_printed) {
            let message = "-o -: there are several files to write; standard output takes one";
            return Err(Failure::Call(message.into()));
        }
        files.iter().try_for_each(|file| file.store().map_err(|e| cannot_write(&file.path, e)))?;
        {
            let mut unfinished = unfinished::lock();
            for Self { path, beside, .. } in &files {
                let Some(beside) = beside else { continue };
                std::fs::rename(beside, path).map_err(|e| cannot_write(path, e))?;
                unfinished.forget(beside);
            }
        }
        for Self { path, beside, .. } in &files {
            if beside.is_some() {
                sync_folder_of(path);
                job::note_written(path, std::fs::metadata(path).map_or(0, |file| file.len()));
            }
        }
        Ok(())
    }

    /// Prints the content on stdout.
    fn print(&self) -> Outcome {
        let Some(beside) = &self.beside else { return Ok(ExitCode::SUCCESS) };
        let mut file = File::open(beside).map_err(|e| cannot_write(&self.path, e))?;
        output::print_data(|out| io::copy(&mut file, out).map(|bytes| job::note_written(&self.path, bytes)))
    }

    /// Has the disk store the content.
    fn store(&self) -> io::Result<()> {
        let Some(beside) = &self.beside else { return Ok(()) };
        let file = OpenOptions::new().write(true).open(beside)?;
        if let Some(old) = &self.old {
            keep_mode(&file, old);
        }
        file.sync_all()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // After `finish` the temporary name is gone.
        if let Some(beside) = &self.beside {
            let _ = std::fs::remove_file(beside);
            unfinished::lock().forget(beside);
        }
    }
}

/// Writes `bytes` to the file `path`.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    written(path, bytes)?.finish()
}

/// Writes files that belong together. They appear when all are written, the first one last: it refers to the
/// others.
pub(crate) fn write_files(files: &[OutputFile]) -> Result<(), Failure> {
    let all: Result<Vec<WholeFile>, Failure> =
        files.iter().map(|(path, bytes)| written(path, bytes)).collect();
    WholeFile::finish_all(all?.into_iter().rev().collect())
}

/// File with its whole content, not yet at its final path.
fn written(path: &Path, bytes: &[u8]) -> Result<WholeFile, Failure> {
    let (whole, mut writer) = WholeFile::create(path)?;
    writer.write_all(bytes).and_then(|()| writer.flush()).map_err(|e| cannot_write(path, e))?;
    Ok(whole)
}

/// Failure while writing `path`.
pub(crate) fn cannot_write(path: &Path, error: impl std::fmt::Display) -> Failure {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let reason = match folder {
        Some(folder) => format!("there is no folder {}", folder.display()),
        None => error.to_string(),
    };
    Failure::Machine(format!("cannot write {}: {reason}", path.display()))
}

/// The path that `path` leads to, with links followed; nothing has to exist there.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 40;
    let mut at = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !std::fs::symlink_metadata(&at).is_ok_and(|at| at.is_symlink()) {
            return Ok(at);
        }
        let target = std::fs::read_link(&at)?;
        at = at.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Creates a file in the folder of `path`, under the first of `names` (by the number of the try) that is
/// free. What has the name already, be it a link, is neither opened nor followed. A `private` file is for its
/// owner only.
fn create_beside(path: &Path, private: bool, name: impl Fn(usize) -> String) -> io::Result<(PathBuf, File)> {
    const MAX_TRIES: usize = 8;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    let mut tries = 0;
    loop {
        tries += 1;
        let beside = path.with_file_name(name(tries));
        match options.open(&beside) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && tries < MAX_TRIES => {}
            file => return Ok((beside, file?)),
        }
    }
}

/// Name of a temporary file that nobody can foresee.
fn random_name(tries: usize) -> String {
    format!(".sinew-{:016x}.part", RandomState::new().hash_one(tries))
}

/// Has the disk store the folder's entry of `path`, so that a renamed file survives a loss of power. File
/// systems that cannot do so lose nothing else.
fn sync_folder_of(path: &Path) {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Gives `file` the mode of `old`. File systems without modes refuse that, and lose nothing.
fn keep_mode(file: &File, old: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = old.permissions().mode() & 0o777;
        let _ = file.set_permissions(std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = (file, old);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("sinew-output-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.bin");
        let (given_up, mut writer) = WholeFile::create(&path).unwrap();
        writer.write_all(b"half").unwrap();
        drop((given_up, writer));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        let (finished, mut writer) = WholeFile::create(&path).unwrap();
        writer.write_all(b"whole").unwrap();
        writer.flush().unwrap();
        assert!(!path.exists());
        finished.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn taken_temporary_names_are_left_alone() {
        let folder = std::env::temp_dir().join(format!("sinew-taken-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [taken, target] = ["1", "target"].map(|name| folder.join(name));
        std::fs::write(&taken, b"of somebody else").unwrap();
        std::fs::write(&target, b"of somebody else").unwrap();
        // Name 2 is a link to a file, name 3 a link to nothing.
        #[cfg(unix)]
        for (name, target) in [("2", &target), ("3", &folder.join("nothing"))] {
            std::os::unix::fs::symlink(target, folder.join(name)).unwrap();
        }
        let path = folder.join("a.glb");
        let (beside, mut file) = create_beside(&path, false, |tries| tries.to_string()).unwrap();
        file.write_all(b"ours").unwrap();
        assert_eq!(beside, folder.join(if cfg!(unix) { "4" } else { "2" }));
        for other in [&taken, &target] {
            assert_eq!(std::fs::read(other).unwrap(), b"of somebody else");
        }
        assert!(!folder.join("nothing").exists());
        // Where every name is taken there is an error.
        let refused = create_beside(&path, false, |_| "1".into()).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn temporary_names_differ() {
        let folder = std::env::temp_dir().join(format!("sinew-names-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let files = [(); 3].map(|()| WholeFile::create(&folder.join("a.bin")).unwrap().0);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
        drop(files);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
