//! Reading of groom files.

use super::layer::LayerHead;
use super::{BODY, GROOM, GroomFileError, HAIR, SKIN, STRD, body, layer, skin, strands};
use crate::character::{Character, MeshInstanceId};
use crate::hair::state::ReferenceSkin;
use crate::hair::{Groom, HairBody};
use crate::pack::{Reader, Sections};
use std::sync::Arc;

/// Largest distance of a root from the position where it was grown, in sizes of the character.
const MAX_DISTANCE: f32 = 5e-4;
/// Bytes of the smallest layer.
const LAYER: usize = 80;

/// Hair that was read from a groom file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SavedHair {
    /// The groom.
    pub groom: Arc<Groom>,
    /// The body that it stays out of.
    pub body: Arc<HairBody>,
    /// Meshes of the character that it replaces: hide them.
    pub replaces: Vec<MeshInstanceId>,
}

/// Whether bytes start with a groom file's magic bytes.
#[must_use]
pub fn is_groom_file(bytes: &[u8]) -> bool {
    bytes.starts_with(&GROOM.magic)
}

/// Reads the bytes of a `.groom` file for the character that it was written for. Everything is validated, in
/// time proportional to the bytes.
///
/// # Errors
/// When the bytes are not a groom file, of another version, damaged or invalid, or the skin at a root is not
/// where it was when the hair grew.
pub fn read_groom(bytes: &[u8], character: &Character) -> Result<SavedHair, GroomFileError> {
    let sections = Sections::open(bytes, &GROOM)?;
    let section =
        |tag, location: &str| Ok::<_, GroomFileError>(Reader::new(bytes, sections.need(tag)?, location));
    let (surfaces, replaces) = skin::read(section(SKIN, "skin")?, character)?;
    let (mut heads, mut tables) = (section(HAIR, "groom")?, section(STRD, "strands")?);
    let name = heads.text("name")?;
    let count = heads.count(LAYER, "layers")?;
    let mut reference = ReferenceSkin::new(character);
    let mut layers = Vec::with_capacity(count);
    for number in 0..count {
        heads.location = format!("layer {number}");
        tables.location = format!("strands of layer {number}");
        let head = layer::read(&mut heads, &surfaces)?;
        check_roots(&head, &mut reference, character)?;
        layers.push(strands::read(&mut tables, head)?);
    }
    heads.finish()?;
    tables.finish()?;
    let body = body::read(section(BODY, "body")?, character.skeleton())?;
    Ok(SavedHair { groom: Arc::new(Groom { name, layers }), body: Arc::new(body), replaces })
}

/// Fails where the skin of the character is not where the roots grew.
fn check_roots(
    head: &LayerHead,
    reference: &mut ReferenceSkin<'_>,
    character: &Character,
) -> Result<(), GroomFileError> {
    let largest = MAX_DISTANCE * character.reference_bounds().size().max_element();
    for (guide, (root, position)) in head.roots.iter().zip(&head.root_positions).enumerate() {
        let found = reference.position(root);
        let distance = found.map_or(f32::INFINITY, |found| found.distance(*position));
        // Not a number is no distance.
        if distance.is_nan() || distance > largest {
            let message =
                format!("layer '{}': the skin at guide {guide} is {distance:.3} m from its root", head.name);
            return Err(GroomFileError::OtherCharacter { message });
        }
    }
    Ok(())
}
