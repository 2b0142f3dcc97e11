use crate::asset::source::Loaded;
use crate::options::playback::PlaybackOptions;
use crate::player::scene_player::Cast;
use crate::report::failure::Failure;
use crate::report::finding::{self, FindingEntry};
use std::path::PathBuf;

/// The character on screen.
pub(crate) struct OpenCharacter {
    pub(crate) name: String,
    /// None for the built-in character.
    pub(crate) path: Option<PathBuf>,
    pub(crate) format: String,
    pub(crate) cast: Cast,
    pub(crate) findings: Vec<FindingEntry>,
    /// Changes with all that stands on stage, so that its drawing knows when to start anew.
    pub(crate) serial: u64,
}

impl OpenCharacter {
    /// Puts `file` on stage as `options` say.
    pub(crate) fn new(file: Loaded, options: &PlaybackOptions, serial: u64) -> Result<Self, Failure> {
        Ok(Self {
            name: file.name.clone(),
            path: file.path.clone(),
            format: file.imported.format.to_string(),
            findings: finding::entries(&file.imported.report),
            cast: Cast::new(file, options)?,
            serial,
        })
    }
}
