use super::container::{BITS, BODY, CLIP, FACE, MRPH, NODE, PACK, REFP, REST, Sections};
use super::reader::Reader;
use super::{PackError, PackedMorph, body, clip, face, nodes, resting};
use crate::character::CharacterParts;
use crate::character::Expression;
use crate::clip::{Clip, SharedBytes};
use crate::humanoid::Humanoid;
use crate::skeleton::Skeleton;
use std::sync::Arc;

/// Animation pack in memory: a skeleton, its compressed clips, and the names of the animated expressions and
/// morph targets. Immutable.
#[derive(Clone, Debug)]
pub struct Pack {
    pub(super) skeleton: Skeleton,
    pub(super) humanoid: Option<Humanoid>,
    pub(super) expressions: Vec<String>,
    pub(super) morphs: Vec<PackedMorph>,
    pub(super) clips: Vec<Arc<Clip>>,
}

/// Whether bytes start with a pack's magic bytes.
#[must_use]
pub fn is_pack(bytes: &[u8]) -> bool {
    bytes.starts_with(&PACK.magic)
}

impl Pack {
    /// Reads a pack from a vector, a boxed slice, an `Arc`, static bytes or a memory-mapped file. The clips'
    /// data, nearly all of a pack, is used in place; the rest is copied and takes less than 16 times the
    /// bytes. Everything is validated once, in time proportional to the bytes, so that sampling cannot fail.
    ///
    /// # Errors
    /// When the bytes are not a pack, of another version, damaged, or invalid.
    pub fn read(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, PackError> {
        let file = SharedBytes::new(bytes);
        let sections = Sections::open(&file, &PACK)?;
        let section = |tag, part| sections.find(tag).map(|range| Reader::new(&file, range, part));
        let mut skeleton = nodes::read(Reader::new(&file, sections.need(NODE)?, "nodes"))?;
        if let Some(from) = section(REFP, "reference pose") {
            nodes::read_reference(from, &mut skeleton)?;
        }
        let body = section(BODY, "human body");
        let humanoid = body.map(|from| body::read(from, &skeleton)).transpose()?;
        let face = section(FACE, "expressions");
        let expressions = face.map(face::read_expressions).transpose()?.unwrap_or_default();
        let morphs = section(MRPH, "morph targets");
        let morphs = morphs.map(|from| face::read_morphs(from, &skeleton)).transpose()?.unwrap_or_default();
        let names = clip::Names { skeleton: &skeleton, morphs: &morphs, expressions: expressions.len() };
        let from = Reader::new(&file, sections.need(CLIP)?, "clips");
        let mut clips = clip::read_all(from, &file, sections.need(BITS)?, &names)?;
        if let Some(from) = section(REST, "channels at rest") {
            resting::read(from, &skeleton, &mut clips)?;
        }
        let clips = clips.into_iter().map(Arc::new).collect();
        Ok(Self { skeleton, humanoid, expressions, morphs, clips })
    }

    /// All nodes, with the source file's order kept.
    #[must_use]
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Human bones; `None` for other characters.
    #[must_use]
    pub fn humanoid(&self) -> Option<&Humanoid> {
        self.humanoid.as_ref()
    }

    /// Names of all expressions of the character that the clips were made for, in its order.
    #[must_use]
    pub fn expressions(&self) -> &[String] {
        &self.expressions
    }

    /// Morph targets that the clips animate.
    #[must_use]
    pub fn morphs(&self) -> &[PackedMorph] {
        &self.morphs
    }

    /// Clips, in the source file's order. They fit the character that they were made for; [`Pack::rebind`]
    /// makes them fit another one.
    #[must_use]
    pub fn clips(&self) -> &[Arc<Clip>] {
        &self.clips
    }

    /// Number of the first clip named `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.clips.iter().position(|clip| clip.name() == name)
    }

    /// Character without meshes for the clips: nodes, human bones, and expressions without effect. Clips that
    /// animate morph targets must be [rebound](Pack::rebind) to it, since it has none.
    #[must_use]
    pub fn character_parts(&self) -> CharacterParts {
        let expression = |name: &String| Expression { name: name.clone(), ..Expression::default() };
        CharacterParts {
            skeleton: self.skeleton.clone(),
            humanoid: self.humanoid.clone(),
            expressions: self.expressions.iter().map(expression).collect(),
            ..CharacterParts::default()
        }
    }
}
