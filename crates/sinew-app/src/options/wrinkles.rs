//! `--wrinkles`: wrinkle maps from a file, or made for the head.

use crate::asset::wrinkle_files;
use crate::report::failure::Failure;
use clap::Args;
use sinew::Actor;
use std::path::PathBuf;
use std::sync::Arc;

/// Value of `--wrinkles` for synthetic wrinkles.
pub(crate) const AUTO: &str = "auto";

/// Wrinkles of a face.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct WrinkleOptions {
    /// Wrinkle map: a RON file beside its images (docs/wrinkles.md; `sinew wrinkles` writes one), or auto for
    /// synthetic wrinkles
    #[arg(long, value_name = "FILE.ron|auto", help_heading = "Face")]
    pub(crate) wrinkles: Option<PathBuf>,
}

impl WrinkleOptions {
    /// Switches the wrinkles on. `name` is the character's file.
    pub(crate) fn apply(&self, actor: &mut Actor, name: &str) -> Result<(), Failure> {
        let Some(path) = &self.wrinkles else { return Ok(()) };
        let character = actor.character();
        let map = match path.as_os_str() == AUTO {
            true => wrinkle_files::synthetic_map(character, name)?,
            false => wrinkle_files::read(path, character)?,
        };
        actor.set_wrinkles(Some(Arc::new(map))).map_err(|error| Failure::input(name, error))
    }
}
