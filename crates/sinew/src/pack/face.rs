//! Sections `FACE` and `MRPH`: expressions and animated morph targets by name.

use super::PackError;
use super::nodes::joint;
use super::reader::Reader;
use super::writer::Writer;
use crate::character::Character;
use crate::clip::Clip;
use crate::morph::{MeshInstanceId, MorphTargetId};
use crate::skeleton::{JointId, Skeleton};
use std::collections::BTreeSet;

/// Morph target that the clips of a pack animate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PackedMorph {
    /// Mesh instance of the character that the clips were made for.
    pub instance: MeshInstanceId,
    /// Number of the morph target in that instance's mesh.
    pub target: usize,
    /// Node of the instance.
    pub node: JointId,
    /// Name of the morph target.
    pub name: String,
}

impl PackedMorph {
    /// Id of the morph target in the character that the clips were made for.
    #[must_use]
    pub fn id(&self) -> MorphTargetId {
        MorphTargetId { instance: self.instance, target: self.target }
    }
}

/// Morph targets of the character that `clips` animate.
pub(super) fn morphs<'a>(character: &Character, clips: impl Iterator<Item = &'a Clip>) -> Vec<PackedMorph> {
    let moved: BTreeSet<MorphTargetId> = clips.flat_map(Clip::morphs).collect();
    let named = moved.into_iter().filter_map(|MorphTargetId { instance, target }| {
        let shown = character.mesh_instances().get(instance.index())?;
        let name = character.meshes()[shown.mesh].morph_names.get(target)?.clone();
        Some(PackedMorph { instance, target, node: shown.node, name })
    });
    named.collect()
}

pub(super) fn write_morphs(morphs: &[PackedMorph], skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Writer::default();
    out.count(morphs.len());
    for morph in morphs {
        out.u32(morph.instance.0);
        out.u32(morph.target as u32);
        out.u32(skeleton.file_index(morph.node) as u32);
        out.text(&morph.name);
    }
    out.finish()
}

pub(super) fn read_morphs(mut from: Reader<'_>, skeleton: &Skeleton) -> Result<Vec<PackedMorph>, PackError> {
    let count = from.count(16, "morph targets")?;
    let mut morphs = Vec::with_capacity(count);
    for n in 0..count {
        from.location = format!("morph target {n}");
        let (instance, target) = (MeshInstanceId(from.u32("instance")?), from.u32("target")? as usize);
        let node = joint(&mut from, skeleton)?;
        morphs.push(PackedMorph { instance, target, node, name: from.text("name")? });
    }
    from.finish()?;
    Ok(morphs)
}

pub(super) fn write_expressions<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<u8> {
    let mut out = Writer::default();
    out.count(names.len());
    names.for_each(|name| out.text(name));
    out.finish()
}

pub(super) fn read_expressions(mut from: Reader<'_>) -> Result<Vec<String>, PackError> {
    let count = from.count(4, "expressions")?;
    let mut names = Vec::with_capacity(count);
    for n in 0..count {
        from.location = format!("expression {n}");
        names.push(from.text("name")?);
    }
    from.finish()?;
    Ok(names)
}
