//! Import of Autodesk FBX, text and binary, in all versions supported by ufbx (Samuli Raivio, *ufbx*). ufbx
//! parses the file, converts axes and units, resolves pivots, geometric transforms and scale inheritance to
//! plain transforms, and samples curves. This module converts the result to a character and its clips.

mod animation;
mod blend;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod c_library;
mod damage;
mod material;
mod mesh;
mod node;
mod skin;
mod source;
mod space;
#[cfg(test)]
mod tests;
mod times;
mod visibility;
mod weights;

use crate::assemble::assemble;
use crate::budget::Budget;
use crate::files::TextureFiles;
use crate::{Format, ImportError, ImportOptions, Imported, Report, Resolver};
use sinew::CharacterParts;
use source::Source;

/// Whether the bytes are FBX: the binary signature, or a text that starts with a comment or the node
/// `FBXHeaderExtension`.
pub(crate) fn is_fbx(bytes: &[u8]) -> bool {
    const LOOK: usize = 4096;
    let start = bytes.get(..LOOK).unwrap_or(bytes).trim_ascii_start();
    let holds = |word: &[u8]| start.windows(word.len()).any(|w| w == word);
    bytes.starts_with(b"Kaydara FBX Binary")
        || start.starts_with(b"FBXHeaderExtension")
        || start.starts_with(b";") && (holds(b"FBX") || holds(b"Objects:"))
}

/// Imports FBX bytes.
pub(crate) fn import(
    bytes: &[u8],
    resolver: &dyn Resolver,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let mut budget = Budget::new(bytes.len());
    let scene = space::load(bytes)?;
    budget.take(scene.metadata.result_memory_used, 1, "file")?;
    let textures = TextureFiles::new(resolver);
    let mut source = Source { scene: &scene, budget, report: Report::default(), textures };
    space::report(&mut source);
    let (skeleton, copies) = node::read(&mut source)?;
    node::report_cameras_and_lights(&mut source);
    let materials = material::read(&mut source)?;
    let meshes = mesh::read(&mut source, &skeleton, &materials.all)?;
    let mut clips = animation::read(&mut source, &skeleton, &meshes)?;
    copies.merge_tracks(&skeleton, &mut clips, &mut source.report);
    let parts = CharacterParts {
        skeleton,
        skins: meshes.skins,
        meshes: meshes.meshes,
        mesh_instances: meshes.instances,
        materials: materials.all,
        textures: materials.textures,
        images: materials.images,
        ..CharacterParts::default()
    };
    let character = assemble(parts, &mut clips, options, &mut source.report)?;
    Ok(Imported {
        format: Format::Fbx,
        character,
        clips,
        compressed_clips: Vec::new(),
        scene_extras: None,
        ragdoll: None,
        report: source.report,
    })
}
