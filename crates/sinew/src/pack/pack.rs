use super::container::{BITS, BODY, CLIP, FACE, MAGIC, MRPH, NODE, Sections};
use super::reader::Reader;
use super::{PackError, PackedMorph, body, clip, face, nodes};
use crate::character::CharacterParts;
use crate::character::setup::{Expression, Setup};
use crate::clip::{Bytes, Clip};
use crate::humanoid::Humanoid;
use crate::skeleton::Skeleton;
use std::sync::Arc;

/// A pack in memory: a skeleton, its clips, and the names of what else they move. Immutable.
#[derive(Clone, Debug)]
pub struct Pack {
    pub(super) skeleton: Skeleton,
    pub(super) humanoid: Option<Humanoid>,
    pub(super) expressions: Vec<String>,
    pub(super) morphs: Vec<PackedMorph>,
    pub(super) clips: Vec<Arc<Clip>>,
}

/// Whether bytes begin as packs do.
pub fn is_pack(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

impl Pack {
    /// Reads a pack: a vector, a boxed slice, an `Arc`, bytes of the program itself, a mapped file. The clips' data, which
    /// is nearly all of it, is used where it lies; the rest is copied. All of it is looked after once, which takes time in
    /// proportion to the bytes, so that sampling cannot fail; memory for the rest stays below 16 times the bytes.
    ///
    /// # Errors
    /// When the bytes are no pack, of another version, damaged, or say something that cannot be.
    pub fn read(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, PackError> {
        let file = Bytes::new(bytes);
        let sections = Sections::open(&file)?;
        let section = |tag, place| sections.find(tag).map(|range| Reader::new(&file, range, place));
        let skeleton = nodes::read(Reader::new(&file, sections.need(NODE)?, "nodes"))?;
        let body = section(BODY, "human body");
        let humanoid = body.map(|from| body::read(from, &skeleton)).transpose()?;
        let face = section(FACE, "expressions");
        let expressions = face.map(face::read_expressions).transpose()?.unwrap_or_default();
        let morphs = section(MRPH, "morph targets");
        let morphs = morphs.map(|from| face::read_morphs(from, &skeleton)).transpose()?.unwrap_or_default();
        let names = clip::Names { skeleton: &skeleton, morphs: &morphs, expressions: expressions.len() };
        let from = Reader::new(&file, sections.need(CLIP)?, "clips");
        let clips = clip::read_all(from, &file, sections.need(BITS)?, &names)?;
        let clips = clips.into_iter().map(Arc::new).collect();
        Ok(Self { skeleton, humanoid, expressions, morphs, clips })
    }

    /// All nodes, with the source file's order kept.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// What makes it a human body; none for other beings.
    pub fn humanoid(&self) -> Option<&Humanoid> {
        self.humanoid.as_ref()
    }

    /// The names of all expressions of the character that the clips were made for, in its order.
    pub fn expressions(&self) -> &[String] {
        &self.expressions
    }

    /// The morph targets that the clips move.
    pub fn morphs(&self) -> &[PackedMorph] {
        &self.morphs
    }

    /// The clips, in the source file's order. They fit the character that they were made for;
    /// [`Pack::bound`] makes them fit another one.
    pub fn clips(&self) -> &[Arc<Clip>] {
        &self.clips
    }

    /// The number of the first clip called `name`.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.clips.iter().position(|clip| clip.name() == name)
    }

    /// A character without meshes that the clips move: its nodes, its body, expressions that do nothing by themselves. The
    /// clips must be [bound](Pack::bound) to it if they move morph targets, which it does not have.
    pub fn character_parts(&self) -> CharacterParts {
        let expression = |name: &String| Expression { name: name.clone(), ..Expression::default() };
        let setup =
            Setup { expressions: self.expressions.iter().map(expression).collect(), ..Setup::default() };
        CharacterParts {
            skeleton: self.skeleton.clone(),
            humanoid: self.humanoid.clone(),
            setup,
            ..CharacterParts::default()
        }
    }
}
