use super::{BODY, GROOM, GroomFileError, HAIR, SKIN, STRD, body, layer, skin, strands};
use crate::character::{Character, MeshInstanceId};
use crate::hair::state::ReferenceSkin;
use crate::hair::{Groom, GroomError, HairBody};
use crate::pack::{Writer, assemble};

/// Writes the hair of a character as the bytes of a `.groom` file: its groom, the body that it stays out of,
/// and the meshes of the character that it `replaces`. The same input gives the same bytes. Points of strands
/// in the rest pose stay within a 32767th of their distance from the guides; guides stay exact.
///
/// # Errors
/// When a root is on no triangle of the character, a layer has more than 65,536 guides, or a strand has a
/// weight beyond 1.99.
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
    for groom_layer in &groom.layers {
        let mut root_positions = Vec::with_capacity(groom_layer.roots.len());
        for (guide, root) in groom_layer.roots.iter().enumerate() {
            let position = reference.position(root).ok_or_else(|| GroomError::Layer {
                layer: groom_layer.name.clone(),
                message: format!("guide {guide} grows from no triangle of the character"),
            })?;
            root_positions.push(position);
        }
        layer::write(groom_layer, &surfaces, &root_positions, &mut heads);
        strands::write(groom_layer, &mut tables)?;
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
