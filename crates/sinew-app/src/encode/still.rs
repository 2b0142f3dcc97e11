use super::Encode;
use super::still_format::StillFormat;
use crate::report::failure::Failure;
use crate::report::whole_file::{WholeFile, Writer, cannot_write};
use sinew::character::Pixels;
use std::path::{Path, PathBuf};

/// Single picture.
pub(super) struct Still {
    path: PathBuf,
    file: WholeFile,
    writer: Option<Writer>,
    format: StillFormat,
}

impl Still {
    pub(super) fn create(path: &Path, format: StillFormat) -> Result<Self, Failure> {
        let (file, writer) = WholeFile::create(path)?;
        Ok(Self { path: path.to_owned(), file, writer: Some(writer), format })
    }
}

impl Encode for Still {
    fn frame(&mut self, pixels: &Pixels) -> Result<(), Failure> {
        let Some(writer) = self.writer.take() else { return Ok(()) };
        self.format.write(writer, pixels).map_err(|e| cannot_write(&self.path, e))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.file.finish()
    }
}
