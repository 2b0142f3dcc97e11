use super::{BODY, GROOM, GroomFileError, HAIR, SKIN, STRD, body, layer, skin, strands};
use crate::character::{Character, MeshInstanceId};
use crate::hair::state::ReferenceSkin;
use crate::hair::{Groom, GroomError, HairBody};
use crate::pack::{Writer, assemble};

/// Writes the hair of a character as the bytes of a `.groom` file: its groom, the body that it stays out of, and the meshes of the
/// character that it `replaces`. The same input gives the same bytes. Points of strands in the rest pose stay within a 32767th of their
/// distance from the guides; guides stay exact.
///
/// # Errors
/// When a root is on no triangle of the character, a layer has more than 65,536 guides, or a strand has a weight beyond 1.99.
pub fn write_groom(
    character: &Character,
    groom: &Groom,
    body: &HairBody,
    replaces: &[MeshInstanceId],
) -> Result<Vec<u8>, GroomFileError> {
    let surfaces = skin::surfaces(groom);
    let mut reference = ReferenceSkin::new(character);
    let (mut heads, mut tables) = (Writer::default(), Writer::default());
    heads.text(&groom.name);
    heads.count(groom.layers.len());
    for own in &groom.layers {
        let mut places = Vec::with_capacity(own.roots.len());
        for (guide, root) in own.roots.iter().enumerate() {
            let place = reference.place(root).ok_or_else(|| GroomError::Layer {
                layer: own.name.clone(),
                message: format!("guide {guide} grows from no triangle of the character"),
            })?;
            places.push(place);
        }
        layer::write(own, &surfaces, &places, &mut heads);
        strands::write(own, &mut tables)?;
    }
    Ok(assemble(
        &GROOM,
        &[
            (SKIN, skin::write(character, &surfaces, replaces)),
            (HAIR, heads.finish()),
            (STRD, tables.finish()),
            (BODY, body::write(body, character.skeleton())),
        ],
    ))
}
