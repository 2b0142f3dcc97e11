//! Files of grown hair (.groom).

use crate::report::failure::Failure;
use crate::report::whole_file::write_file;
use sinew::Character;
use sinew::character::MeshInstanceId;
use sinew::hair::{HairLook, HairState, write_groom};
use std::path::Path;

/// Writes the hair of a character with these looks in place of the layers' own, and the meshes that it
/// replaces. Returns the number of bytes.
pub(crate) fn write(
    path: &Path,
    character: &Character,
    hair: &HairState,
    looks: &[HairLook],
    replaces: &[MeshInstanceId],
) -> Result<usize, Failure> {
    let mut groom = (**hair.groom()).clone();
    groom.layers.iter_mut().zip(looks).for_each(|(layer, look)| layer.look = *look);
    let bytes = write_groom(character, &groom, hair.body(), replaces);
    let bytes = bytes.map_err(|error| Failure::input(path.display(), error))?;
    write_file(path, &bytes)?;
    Ok(bytes.len())
}
