//! A set-up that is open: its text, and access to the files that it names.

use crate::description::SETUP_TEXT;
use crate::files::{FileError, SetupFiles};
use crate::load::load_model;
use crate::{DecalsDescription, Part, SetupDescription, SetupError, SetupModel};
use sinew::internal::in_text;
use sinew::ragdoll::{RagdollDescription, RagdollError};
use std::path::Path;

/// Whether this build reads set-ups. Others open character files alone, and leave out the code of what only set-ups have.
pub(crate) const READS_SETUPS: bool = cfg!(feature = "ron");

/// Text of a set-up with access to the files that it names.
#[derive(Clone, Debug)]
pub struct SetupFile {
    name: String,
    text: String,
    description: SetupDescription,
    pub(crate) files: SetupFiles,
}

impl SetupFile {
    /// Reads the set-up at `path`. Any other file that Sinew imports is a set-up too: that of its character
    /// alone.
    ///
    /// # Errors
    /// When the file cannot be read, or is not a set-up.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SetupError> {
        let path = path.as_ref();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Self::open_in(&path.display().to_string(), &file, SetupFiles::beside(path))
    }

    /// Opens `file` of `files`, a set-up or a character file. `name` stands for it in messages.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_in(name: &str, file: &str, files: SetupFiles) -> Result<Self, SetupError> {
        if !file.to_ascii_lowercase().ends_with(".ron") {
            let description = SetupDescription { model: file.to_owned(), ..SetupDescription::default() };
            return Ok(Self { name: name.to_owned(), text: String::new(), description, files });
        }
        let failed = |message| SetupError::new(name, "", message);
        let text = files.read_text(file).map_err(failed)?;
        Self::new(name, text, files)
    }

    /// A set-up from its text. `name` stands for it in messages.
    ///
    /// # Errors
    /// When the text is not a set-up.
    pub fn new(
        name: impl Into<String>,
        text: impl Into<String>,
        files: SetupFiles,
    ) -> Result<Self, SetupError> {
        let (name, text) = (name.into(), text.into());
        if !READS_SETUPS {
            return Err(SetupError::new(&name, "", "this build reads no set-ups"));
        }
        let description = SetupDescription::from_ron(&text).map_err(|error| match error.file.as_str() {
            SETUP_TEXT => SetupError { file: name.clone(), ..error },
            _ => error,
        })?;
        Ok(Self { name, text, description, files })
    }

    /// A text of decals alone, as the set-up of a character that is there.
    pub(crate) fn of_decals(name: &str, text: String, files: SetupFiles) -> Result<Self, SetupError> {
        let decals = DecalsDescription::from_ron(&text)
            .map_err(|error| SetupError { file: name.to_owned(), ..error })?;
        let description = SetupDescription { decals: Some(decals), ..SetupDescription::default() };
        Ok(Self { name: name.to_owned(), text, description, files })
    }

    /// Name of the file in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description.
    #[must_use]
    pub fn description(&self) -> &SetupDescription {
        &self.description
    }

    /// The set-up with a changed description. Errors in what is left refer to its text.
    #[must_use]
    pub fn edited(&self, edit: impl FnOnce(&mut SetupDescription)) -> Self {
        let mut edited = self.clone();
        edit(&mut edited.description);
        edited
    }

    /// Imports the model with its outfits, and all clips.
    ///
    /// # Errors
    /// When a file cannot be read or used, or a clip does not fit the model.
    pub fn import(&self) -> Result<SetupModel, SetupError> {
        load_model(self)
    }

    /// Ragdoll that the set-up describes; `None` where it is that of the model, or fitted.
    ///
    /// # Errors
    /// When its file cannot be read or is no ragdoll.
    pub fn ragdoll_description(&self) -> Result<Option<RagdollDescription>, SetupError> {
        let described = self.description.ragdoll.as_ref().and_then(|ragdoll| ragdoll.description.as_ref());
        let Some(described) = described else { return Ok(None) };
        let read = |text: &str| {
            RagdollDescription::from_ron(text).map_err(|error| match error {
                RagdollError::Description { location, message } => Located { location, message },
                error => Located::nowhere(error),
            })
        };
        Ok(Some(self.part("ragdoll.description", described, read)?.0))
    }

    /// Error at a field of the set-up, such as `clips[0].file`.
    pub(crate) fn error(&self, field: &str, message: impl ToString) -> SetupError {
        let location = in_text(field.to_owned(), &self.text);
        SetupError::new(&self.name, location, message.to_string())
    }

    /// Error of a file that a field names.
    pub(crate) fn file_error(&self, field: &str, path: &str, error: FileError) -> SetupError {
        match error {
            FileError::Read(message) => self.error(field, format!("{}: {message}", self.files.name(path))),
            FileError::Import(error) => SetupError {
                file: self.files.name(path),
                location: error.location.clone(),
                message: format!("{} [{}]", error.message, error.code),
                code: Some(error.code),
            },
        }
    }

    /// Description of a part, and what its errors refer to.
    pub(crate) fn part<'a, T: Clone>(
        &'a self,
        field: &'a str,
        part: &Part<T>,
        read: impl FnOnce(&str) -> Result<T, Located>,
    ) -> Result<(T, PartSource<'a>), SetupError> {
        match part {
            Part::Inline(description) => Ok((description.clone(), PartSource::Field { setup: self, field })),
            Part::File(path) if !READS_SETUPS => {
                Err(self.error(field, format!("{path}: this build reads no descriptions")))
            }
            Part::File(path) => {
                let text = self.files.read_text(path);
                let text = text.map_err(|message| self.file_error(field, path, FileError::Read(message)))?;
                let source = PartSource::File { name: self.files.name(path), text };
                let description = read(source.text()).map_err(|located| source.error(located))?;
                Ok((description, source))
            }
        }
    }
}

/// Location and message of an error in a description.
pub(crate) struct Located {
    /// Line and column, or a field path; empty where there is none.
    pub(crate) location: String,
    pub(crate) message: String,
}

impl Located {
    /// An error without a location.
    pub(crate) fn nowhere(error: impl ToString) -> Self {
        Self { location: String::new(), message: error.to_string() }
    }
}

/// Source of the description of a part: a separate file, or a field of the set-up.
pub(crate) enum PartSource<'a> {
    File { name: String, text: String },
    Field { setup: &'a SetupFile, field: &'a str },
}

impl PartSource<'_> {
    fn text(&self) -> &str {
        match self {
            Self::File { text, .. } => text,
            Self::Field { .. } => "",
        }
    }

    /// Error of the part, with the file in which it stands, line and column.
    pub(crate) fn error(&self, Located { location, message }: Located) -> SetupError {
        match self {
            Self::File { name, text } => {
                let location = in_text(location, text);
                SetupError::new(name, location, message)
            }
            Self::Field { setup, field } => {
                let path = match location.is_empty() {
                    true => (*field).to_owned(),
                    false if location.starts_with('[') => format!("{field}{location}"),
                    false => format!("{field}.{location}"),
                };
                setup.error(&path, message)
            }
        }
    }
}
