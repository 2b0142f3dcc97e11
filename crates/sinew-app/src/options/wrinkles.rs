//! `--wrinkles`: wrinkle maps from a file, or made for the head.

use crate::asset::{input_file, wrinkle_files};
use crate::report::failure::Failure;
use clap::Args;
use sinew::Actor;
use sinew::character::Image;
use sinew::surface::wrinkle::{WrinkleMap, wrinkles_from_ron};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Value of `--wrinkles` for synthetic wrinkles.
const AUTO: &str = "auto";

/// Wrinkles of a face.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct WrinkleOptions {
    /// Wrinkle map: a RON file beside its images (docs/skin.md; `sinew wrinkles` writes one), or auto for synthetic wrinkles
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
            false => read(path, actor)?,
        };
        actor.set_wrinkles(Some(Arc::new(map)));
        Ok(())
    }
}

/// Map of a RON file, whose images lie beside it.
fn read(path: &Path, actor: &Actor) -> Result<WrinkleMap, Failure> {
    let text = input_file::read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut image = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).map_err(|error| error.to_string())?;
        Ok(Image { name: name.to_owned(), mime: String::new(), encoded: Some(bytes.into()) })
    };
    let description = wrinkles_from_ron(&text).map_err(|error| Failure::input(path.display(), error))?;
    let map = description.wrinkle_map(actor.character(), &mut image);
    map.map_err(|error| Failure::input(path.display(), error.in_text(&text)))
}
