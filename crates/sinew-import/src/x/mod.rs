//! Import of DirectX .x files (Microsoft, *DirectX File Format*, DirectX 9 documentation; Bourke, *Direct-X
//! File Format*, 1999): text, binary, and the compressed forms of both. The file is parsed to a tree of
//! objects of any template, and the tree is converted to a character. Left-handed coordinates become
//! right-handed ones by negating Z.

mod animation;
mod binary;
mod container;
mod frame;
mod human;
mod material;
mod mesh;
mod mirror;
mod skin;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod token;
mod tree;
mod vertex_data;

use crate::assemble::assemble;
use crate::budget::Budget;
use crate::files::TextureFiles;
use crate::{Format, ImportError, ImportOptions, Imported, Report, Resolver};
use container::Encoding;
use sinew::CharacterParts;
use source::Source;
use token::Lexer;

/// Whether the bytes start with the signature of .x files.
pub(crate) fn is_x(bytes: &[u8]) -> bool {
    bytes.starts_with(b"xof ")
}

/// Imports .x bytes.
pub(crate) fn import(
    bytes: &[u8],
    resolver: &dyn Resolver,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let mut budget = Budget::new(bytes.len());
    let file = container::open(bytes, &mut budget)?;
    let tree = match file.encoding {
        Encoding::Text => {
            let mut lexer: Box<dyn Lexer> = Box::new(text::Text::new(&file.data));
            tree::read(&mut *lexer, &mut budget)?
        }
        Encoding::Binary => {
            let mut lexer: Box<dyn Lexer> = Box::new(binary::Binary::new(&file.data, file.float_bytes));
            tree::read(&mut *lexer, &mut budget)?
        }
    };
    budget.give_back(file.held, 1);
    drop(file);
    let textures = TextureFiles::new(resolver);
    let mut source = Source { tree, budget, report: Report::default(), textures };
    let mut scene = frame::read(&mut source)?;
    let (materials, textures, images) = material::Materials::read(&mut source)?.into_parts();
    let (meshes, mut skins, mut instances) = mesh::read(&mut source, &mut scene, &materials)?;
    let mut clips = animation::read(&mut source, &mut scene)?;
    let skeleton = scene.skeleton(&mut source.report)?;
    // Converts node indices of the file to joint indices.
    let nodes = instances.iter_mut().map(|instance| &mut instance.node);
    let nodes = nodes.chain(skins.iter_mut().flat_map(|skin| &mut skin.joints));
    let nodes = nodes.chain(clips.iter_mut().flat_map(|clip| &mut clip.joints).map(|track| &mut track.joint));
    nodes.for_each(|node| *node = skeleton.by_file_index(node.index()).unwrap_or(*node));
    let mut parts = CharacterParts {
        skeleton,
        skins,
        meshes,
        mesh_instances: instances,
        materials: materials.all,
        textures,
        images,
        ..CharacterParts::default()
    };
    source.report.info("handedness", "file", "left-handed coordinates are mirrored along Z");
    let is_scaled = human::settle(&mut parts, &mut clips, options, &mut source.report);
    let character = assemble(parts, &mut clips, options, &mut source.report)?;
    let [x, y, z] = character.rest_bounds().size().to_array();
    if !is_scaled && x.max(y).max(z) > 0.0 {
        let message =
            format!("the format has no unit; {x:.3} × {y:.3} × {z:.3} are taken as metres, scaled × 1");
        source.report.info("units", "file", message);
    }
    Ok(Imported {
        format: Format::X,
        character,
        clips,
        compressed_clips: Vec::new(),
        scene_extras: None,
        ragdoll: None,
        report: source.report,
    })
}
