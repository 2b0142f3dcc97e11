use super::document::Document;
use super::small_mesh::{PosedMeshes, without_unused_parts};
use super::{ExportError, ExportOptions, Exported};
use super::{
    animation, image, lights, material, mesh, node, physics, plan, scene_extras, skeleton_only,
    smaller_clips, tangent_space, texture, uv_step, vrm,
};
use crate::Report;
use sinew::{Character, RawClip};

/// Part of the key tolerance that keys have where vertices are off by more than the rest.
const LEAST_KEY_PART: f32 = 0.25;

/// Part of the key tolerance that vertices have in a file without clips.
const STILL_PART: f32 = 0.5;

/// Exports a character and its clips as GLB, valid by the glTF 2.0 specification.
///
/// Nodes and materials keep their indices. Meshes and clips keep theirs as well, unless an earlier one is
/// empty and thus left out. Vertices of a character from a glTF file are written in that file's order, those
/// of other characters in draw order. Avatars are written as VRM 1.0, whatever their VRM version was.
///
/// # Errors
/// If a clip does not match the character, VRM is requested for a character that is not a humanoid, or the
/// file would exceed the size limit of GLB, 4 GiB.
///
/// ```no_run
/// use sinew_import::{ExportOptions, NoFiles, export_glb, import};
/// let walk = import(&std::fs::read("walk.bvh")?, &NoFiles)?;
/// let exported = export_glb(&walk.character, &walk.clips, &ExportOptions::default())?;
/// std::fs::write("walk.glb", exported.bytes)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_glb(
    character: &Character,
    clips: &[RawClip],
    options: &ExportOptions,
) -> Result<Exported, ExportError> {
    let write = |options: &ExportOptions| {
        let mut document = Document::new(options.meshopt);
        fill(&mut document, character, clips, options)?;
        document.finish()
    };
    let (bytes, report) = smaller(options, write, Vec::len)?;
    Ok(Exported { bytes, report })
}

/// The file that `write` makes with the options, or without a key tolerance where that is no larger: keys of
/// their own times take more bytes than those that all tracks share.
pub(super) fn smaller<T>(
    options: &ExportOptions,
    write: impl Fn(&ExportOptions) -> Result<(T, Report), ExportError>,
    size: impl Fn(&T) -> usize,
) -> Result<(T, Report), ExportError> {
    let reduced = write(options)?;
    if options.key_tolerance.is_none() {
        return Ok(reduced);
    }
    let (whole, mut report) = write(&ExportOptions { keeps_all_keys: true, ..options.clone() })?;
    if size(&whole) > size(&reduced.0) {
        return Ok(reduced);
    }
    report.info(
        "export-reduced",
        "/clips",
        "all keys are kept: without some of them the file would be no smaller",
    );
    Ok((whole, report))
}

/// Distance by which vertices may be off; `None` where they keep the bits that they have. Without clips, they have
/// what keys would have.
fn vertex_tolerance(options: &ExportOptions, clips: &[RawClip]) -> Option<f32> {
    let tolerance = options.vertex_tolerance.filter(|_| options.quantize)?;
    let of_keys = options.key_tolerance.filter(|_| clips.is_empty()).unwrap_or(0.0);
    Some(tolerance.max(of_keys * STILL_PART))
}

/// Writes everything into an empty document.
pub(super) fn fill(
    document: &mut Document,
    character: &Character,
    clips: &[RawClip],
    options: &ExportOptions,
) -> Result<(), ExportError> {
    if options.skeleton_only {
        let bare = skeleton_only::skeleton_only(character, clips, &mut document.report);
        let rest = ExportOptions {
            skeleton_only: false,
            ragdoll: None,
            ragdoll_description: None,
            scene_extras: None,
            ..options.clone()
        };
        if let Some((bare, clips)) = bare {
            return fill(document, &bare, &clips, &rest);
        }
    }
    options.check(character)?;
    let quantized = options.clone().with_quantize(true);
    let options = if options.draco { &quantized } else { options };
    let pruned =
        options.prune.then(|| without_unused_parts(character, options, &mut document.report)).flatten();
    let (character, options) =
        pruned.as_ref().map_or((character, options), |(pruned, options)| (pruned, options));
    let original = character;
    let images = image::write(document, character, options);
    let textures = texture::write(document, character, &images, options.prune);
    let materials = tangent_space::exportable_materials(character, &mut document.report);
    material::write(document, &materials, &textures);
    let sizes = options.writes_small_vertices().then(|| uv_step::texture_sizes(character));
    animation::check(character, clips)?;
    let clips = &*animation::posable(character, clips, &mut document.report);
    let ahead = vrm::complete_humanoid(character)
        .filter(|_| options.vrm)
        .and_then(|_| vrm::facing_ahead(character, clips, &mut document.report));
    let (character, clips) = ahead.as_ref().map_or((character, clips), |(ahead, clips)| (ahead, clips));
    let posed = vrm::complete_humanoid(character)
        .filter(|_| options.vrm)
        .and_then(|body| vrm::in_t_pose(character, body, clips, &mut document.report));
    let (character, clips) = posed.as_ref().map_or((character, clips), |(posed, clips)| (posed, clips));
    let moved = match options.vrm {
        true => vrm::on_ground(character, clips, &mut document.report),
        false => None,
    };
    let (character, clips) = moved.as_ref().map_or((character, clips), |(moved, clips)| (moved, clips));
    let posed =
        vertex_tolerance(options, clips).map(|tolerance| PosedMeshes::new(character, clips, tolerance));
    let mut plan = plan::Plan::new(character, options.quantize, posed.as_ref(), &mut document.report);
    plan.check_volumes(character, clips, &mut document.report);
    let mesh_materials = mesh::MeshMaterials::new(&materials, &textures);
    let mesh_materials = match sizes {
        Some(sizes) => mesh_materials.with_uv_steps(&sizes),
        None => mesh_materials,
    };
    let vertex_error = mesh::MeshWriter {
        character,
        plan: &plan,
        materials: &mesh_materials,
        options,
        posed: posed.as_ref(),
        weight_error: 0.0,
    }
    .write(document);
    let nodes = node::write(document, character, &plan);
    let key_tolerance =
        options.key_tolerance.map(|tolerance| (tolerance - vertex_error).max(tolerance * LEAST_KEY_PART));
    let for_keys = ExportOptions { key_tolerance, ..options.clone() };
    let smaller = smaller_clips::smaller_clips(character, clips, &for_keys, &mut document.report);
    animation::write(document, character, &smaller, &nodes);
    let indices = vrm::Indices { nodes: &nodes, images: &images };
    vrm::write(document, character, &indices, options);
    let described = options.ragdoll_description.as_ref();
    physics::write_chosen(document, original, options.ragdoll.as_deref(), described);
    if let Some(kept) = &options.scene_extras {
        scene_extras::write(document, &plan, kept);
    }
    if options.scene_extras.as_ref().is_none_or(|kept| kept.light_count() == 0) {
        lights::write(document, character);
    }
    if options.quantize && !document.meshes.is_empty() {
        document.extensions.require("KHR_mesh_quantization");
    }
    Ok(())
}
