use super::Encode;
use super::still_format::StillFormat;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::plural::count;
use crate::report::unfinished;
use crate::report::whole_file::{WholeFile, cannot_write};
use sinew::character::Pixels;
use std::path::{Path, PathBuf};

/// Picture per frame, numbered from 0. The files appear when all are written, and then the further ones of a
/// longer animation that was written under the same names go.
pub(super) struct Frames {
    folder: PathBuf,
    /// True if the folder was created.
    made_folder: bool,
    pattern: Pattern,
    format: StillFormat,
    written: Vec<WholeFile>,
}

/// File name pattern: `before`, a number of at least `digits` digits, `after`.
#[derive(Debug, PartialEq)]
pub(super) struct Pattern {
    before: String,
    digits: usize,
    after: String,
}

impl Pattern {
    /// Parses a name with one `%d` or `%04d`; none for other names.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (before, rest) = name.split_once('%')?;
        let (digits, after) = rest.split_once('d')?;
        let digits = if digits.is_empty() { 1 } else { digits.parse().ok().filter(|&d| d <= 9)? };
        Some(Self { before: before.into(), digits, after: after.into() })
    }

    /// Pattern of the file name of `path`.
    pub(super) fn of(path: &Path) -> Option<Self> {
        path.file_name().and_then(|name| name.to_str()).and_then(Self::parse)
    }

    /// Pictures of a longer animation in `folder` that follow the first `frames` ones without a gap.
    pub(super) fn surplus<'a>(
        &'a self,
        folder: &'a Path,
        frames: usize,
    ) -> impl Iterator<Item = PathBuf> + 'a {
        let later = (frames..).map(|number| folder.join(self.name(number)));
        later.take_while(|path| path.symlink_metadata().is_ok_and(|found| !found.is_dir()))
    }

    /// Name of a picture.
    pub(super) fn name(&self, number: usize) -> String {
        let Self { before, digits, after } = self;
        format!("{before}{number:0digits$}{after}")
    }
}

impl Frames {
    pub(super) fn create(path: &Path, format: StillFormat) -> Result<Self, Failure> {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let pattern =
            Pattern::of(path).ok_or_else(|| Failure::Call("expected a name such as %04d.png".into()))?;
        let made_folder = !folder.as_os_str().is_empty() && !folder.exists();
        if made_folder {
            std::fs::create_dir_all(&folder).map_err(|e| cannot_write(&folder, e))?;
            unfinished::add_folder(&folder);
        }
        Ok(Self { folder, made_folder, pattern, format, written: Vec::new() })
    }
}

impl Encode for Frames {
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure> {
        let path = self.folder.join(self.pattern.name(self.written.len()));
        let (file, writer) = WholeFile::create(&path)?;
        self.format.write(writer, pixels).map_err(|e| cannot_write(&path, e))?;
        self.written.push(file);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        let frames = self.written.len();
        WholeFile::finish_all(std::mem::take(&mut self.written))?;
        if std::mem::take(&mut self.made_folder) {
            unfinished::forget_folder(&self.folder);
        }
        let surplus: Vec<PathBuf> = self.pattern.surplus(&self.folder, frames).collect();
        if let [first, ..] = &surplus[..] {
            let (pictures, first) = (count(surplus.len(), "picture"), first.display());
            message!("sinew: {pictures} of a longer animation are removed, from {first}");
        }
        surplus.iter().try_for_each(|path| std::fs::remove_file(path).map_err(|e| cannot_remove(path, e)))
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        self.written.clear();
        if self.made_folder {
            // Without finished files the folder is empty.
            let _ = std::fs::remove_dir(&self.folder);
            unfinished::forget_folder(&self.folder);
        }
    }
}

/// Failure while removing `path`.
fn cannot_remove(path: &Path, error: std::io::Error) -> Failure {
    Failure::Machine(format!("cannot remove {}, which is of a longer animation: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered() {
        let name = |pattern: &str, number| Pattern::parse(pattern).map(|p| p.name(number));
        assert_eq!(name("%04d.png", 7), Some("0007.png".into()));
        assert_eq!(name("walk-%d-x.png", 12), Some("walk-12-x.png".into()));
        assert_eq!(name("%02d.png", 123), Some("123.png".into()));
        assert_eq!(name("plain.png", 1), None);
        assert_eq!(name("100%.png", 1), None);
    }
}
