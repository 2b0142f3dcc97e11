//! Autodesk FBX, text and binary, of all versions that ufbx reads (Samuli Raivio, *ufbx*). ufbx parses the file, turns
//! its axes and units into ours, folds pivots, geometric transforms and odd ways of inheriting scale into plain
//! transforms, and samples its curves; here that becomes a character and its clips.

mod animation;
mod blend;
mod material;
mod mesh;
mod node;
mod skin;
mod space;
#[cfg(test)]
mod tests;

use crate::assemble::assemble;
use crate::limits::Budget;
use crate::{Format, ImportError, Imported, Report, Resolver};
use sinew::CharacterParts;

/// Whether the bytes call themselves FBX: the binary form's first words, or a text that begins with a comment or with the
/// node that all begin with.
pub(crate) fn is_fbx(bytes: &[u8]) -> bool {
    const LOOK: usize = 4096;
    let start = bytes.get(..LOOK).unwrap_or(bytes).trim_ascii_start();
    let holds = |word: &[u8]| start.windows(word.len()).any(|w| w == word);
    bytes.starts_with(b"Kaydara FBX Binary")
        || start.starts_with(b"FBXHeaderExtension")
        || start.starts_with(b";") && (holds(b"FBX") || holds(b"Objects:"))
}

/// What the parts of one import share.
struct Source<'a> {
    scene: &'a ufbx::Scene,
    budget: Budget,
    report: Report,
    resolver: &'a dyn Resolver,
}

/// Reads FBX bytes.
pub(crate) fn import(bytes: &[u8], resolver: &dyn Resolver) -> Result<Imported, ImportError> {
    let mut budget = Budget::new(bytes.len());
    let scene = space::load(bytes)?;
    budget.take(scene.metadata.result_memory_used, 1, "byte 0")?;
    let mut source = Source { scene: &scene, budget, report: Report::default(), resolver };
    space::report(&mut source);
    let skeleton = node::read(&mut source)?;
    let materials = material::read(&mut source)?;
    let meshes = mesh::read(&mut source, &skeleton, &materials.all)?;
    let clips = animation::read(&mut source, &skeleton, &meshes)?;
    let parts = CharacterParts {
        skeleton,
        skins: meshes.skins,
        meshes: meshes.meshes,
        instances: meshes.instances,
        materials: materials.all,
        textures: materials.textures,
        images: materials.images,
        ..CharacterParts::default()
    };
    let character = assemble(parts, &clips)?;
    Ok(Imported { format: Format::Fbx, character, clips, packed: Vec::new(), report: source.report })
}

/// Where an element stands, for people: FBX has no better address than its name.
fn place(element: &ufbx::Element) -> String {
    format!("{} {:?}", kind(element), &*element.name)
}

fn kind(element: &ufbx::Element) -> String {
    format!("{:?}", element.type_)
}
