//! Writing of animation packs.

use super::container::{BITS, BODY, CLIP, FACE, MRPH, NODE, PACK, REFP, REST, assemble};
use super::writer::Writer;
use super::{body, clip, face, nodes, resting};
use crate::character::{Character, MeshInstanceId};
use crate::clip::Clip;

/// A clip that cannot be written to a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("clip {clip} {name:?}: {message}")]
#[non_exhaustive]
pub struct PackWriteError {
    /// Number of the clip.
    pub clip: usize,
    /// Name of the clip.
    pub name: String,
    /// Reason.
    pub message: String,
}

/// Writes a character's skeleton and its compressed clips as the bytes of a `.sinew` file. The same input
/// gives the same bytes.
///
/// # Errors
/// When a clip was made for another character, or holds numbers beyond 10^37.
pub fn write_pack<'a>(
    character: &Character,
    clips: impl IntoIterator<Item = &'a Clip>,
) -> Result<Vec<u8>, PackWriteError> {
    let clips: Vec<&Clip> = clips.into_iter().collect();
    let (skeleton, expressions) = (character.skeleton(), character.expressions());
    let targets =
        |instance: MeshInstanceId| character.mesh_instances().get(instance.index()).map(|i| i.weights.len());
    for (number, clip) in clips.iter().enumerate() {
        let mismatch = clip.mismatch(skeleton.len(), targets, expressions.len());
        let flaw = || clip.check().err().map(|flaw| format!("{}: {}", flaw.location, flaw.message));
        if let Some(message) = mismatch.or_else(flaw) {
            return Err(PackWriteError { clip: number, name: clip.name().to_owned(), message });
        }
    }
    let morphs = face::morphs(character, clips.iter().copied());
    let names = clip::Names { skeleton, morphs: &morphs, expressions: expressions.len() };
    let (mut tables, mut bits) = (Writer::default(), Writer::default());
    tables.count(clips.len());
    for clip in &clips {
        clip::write(clip, &names, &mut tables, &mut bits);
    }
    let mut sections = vec![(NODE, nodes::write(skeleton))];
    sections.extend(nodes::write_reference(skeleton).map(|bytes| (REFP, bytes)));
    sections.extend(character.humanoid().map(|humanoid| (BODY, body::write(humanoid, skeleton))));
    if !expressions.is_empty() {
        sections.push((FACE, face::write_expressions(expressions.iter().map(|e| e.name.as_str()))));
    }
    if !morphs.is_empty() {
        sections.push((MRPH, face::write_morphs(&morphs, skeleton)));
    }
    sections.extend(resting::write(&clips, skeleton).map(|bytes| (REST, bytes)));
    sections.extend([(CLIP, tables.finish()), (BITS, bits.finish())]);
    Ok(assemble(&PACK, &sections))
}
