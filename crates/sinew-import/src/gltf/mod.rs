//! Import of glTF 2.0 (Khronos, ISO/IEC 12113:2022), as JSON or GLB. `import` reads the parts of the file in
//! order of their dependencies.

mod accessor;
mod animation;
mod attribute;
mod bounded_json;
mod bounds;
#[cfg(feature = "draco")]
mod draco;
mod extension;
mod extension_table;
mod extras;
mod flat;
mod glb;
mod glossiness_textures;
mod glossiness_values;
mod influence;
mod instance;
mod instancing;
#[macro_use]
mod json;
mod clip_events;
mod json_pointer;
mod layout;
mod lights;
mod material;
mod material_extras;
mod mesh;
pub(crate) mod meshopt;
mod morph;
mod node;
mod physics;
mod property;
mod scene_extras;
mod skin;
mod source;
mod specular_glossiness;
mod texture;
mod topology;
mod tree;
mod uri;
mod visibility;
mod vrm;

use crate::assemble::assemble;
use crate::budget::Budget;
use crate::error::quoted;
use crate::{Format, ImportError, ImportOptions, Imported, Report, Resolver};
use sinew::CharacterParts;
use source::Source;
use std::sync::Arc;
use tree::Tree;

/// Imports glTF or GLB bytes.
pub(crate) fn import(
    bytes: &[u8],
    resolver: &dyn Resolver,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let (text, bin) = if glb::is_glb(bytes) {
        let glb = glb::read(bytes, &mut report)?;
        (glb.json, glb.bin)
    } else {
        (without_byte_order_mark(bytes, &mut report), None)
    };
    let mut budget = Budget::new(bytes.len());
    let json = parse(text, &mut budget, &mut report)?;
    let format = match (&json.extensions, glb::is_glb(bytes)) {
        (e, _) if e.vrm1.is_some() => Format::Vrm1,
        (e, _) if e.vrm0.is_some() => Format::Vrm0,
        (e, _) if e.vrma.is_some() => Format::Vrma,
        (_, true) => Format::Glb,
        (_, false) => Format::Gltf,
    };
    let mut source = Source::new(json, bin, budget, report, resolver)?;
    extension::check(&mut source)?;
    check_empty_arrays(&mut source);
    bounds::check(&mut source);
    let physics = physics::take(&mut source)?;
    let scene_extras = scene_extras::read(&mut source);
    instancing::add_nodes(&mut source)?;

    let (skeleton, copies) = node::read(&mut source)?;
    let tree = Tree::new(&skeleton);
    let skins = skin::read(&mut source, &skeleton, &tree)?;
    let mut images = texture::read_images(&mut source)?;
    let mut textures = texture::read_textures(&mut source, images.len());
    let materials = material::read(&mut source, &mut textures, &mut images)?;
    let meshes = mesh::read(&mut source, &materials)?;
    let instances = instance::read(&mut source, &skeleton, &tree, &skins, &meshes)?;
    let lights = lights::read(&mut source, &skeleton)?;
    let mut clips = animation::read(&mut source, &skeleton, &meshes, &instances)?;
    copies.merge_tracks(&skeleton, &mut clips, &mut source.report);
    let mut parts = CharacterParts {
        skeleton,
        skins,
        meshes,
        mesh_instances: instances,
        materials,
        textures,
        images,
        lights,
        ..CharacterParts::default()
    };
    vrm::read(&mut source, &mut parts, &mut clips)?;
    let character = assemble(parts, &mut clips, options, &mut source.report)?;
    let ragdoll =
        physics.map(|physics| physics.description(&mut source, &character, format)).transpose()?.flatten();
    let scene_extras = (!scene_extras.is_empty()).then(|| Arc::new(scene_extras));
    let report = source.report;
    Ok(Imported { format, character, clips, compressed_clips: Vec::new(), ragdoll, scene_extras, report })
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Removes a byte order mark, which glTF forbids but some editors write.
fn without_byte_order_mark<'a>(bytes: &'a [u8], report: &mut Report) -> &'a [u8] {
    let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK) else { return bytes };
    report.warn(
        "byte-order-mark",
        "byte 0",
        "the file starts with a byte order mark, which glTF forbids; it is skipped",
    );
    rest
}

/// Whether the bytes are a GLB or start with a JSON object.
pub(crate) fn is_gltf(bytes: &[u8]) -> bool {
    glb::is_glb(bytes) || looks_like_json(bytes)
}

fn looks_like_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    bytes.trim_ascii_start().first() == Some(&b'{')
}

/// Parses the JSON and checks that its version is glTF 2.
fn parse(text: &[u8], budget: &mut Budget, report: &mut Report) -> Result<json::Root, ImportError> {
    let left = budget.left();
    let mut after = left;
    let root: Result<json::Root, _> =
        bounded_json::read(text, &mut after, |location| property::report_unknown(report, location));
    budget.take(left - after, 1, "/")?;
    let root = root?;
    let Some(asset) = &root.asset else {
        return Err(ImportError::new("asset", "/asset", "`asset` is missing; the file is not glTF"));
    };
    let version = asset.version.as_deref().unwrap_or_default();
    let least = asset.min_version.as_deref().unwrap_or("2.0");
    for (field, version, known) in
        [("version", version, version.starts_with("2.")), ("minVersion", least, least == "2.0")]
    {
        if !known {
            let message = format!("version {} is not supported; expected 2.0", quoted(version));
            return Err(ImportError::new("asset", format!("/asset/{field}"), message));
        }
    }
    Ok(root)
}

/// Reports empty arrays, which glTF forbids. They do not affect the import.
fn check_empty_arrays(source: &mut Source<'_>) {
    let j = &source.json;
    let empty: Vec<String> = [
        ("/animations", j.animations.is_present && j.animations.is_empty()),
        ("/skins", j.skins.is_present && j.skins.is_empty()),
        ("/nodes", j.nodes.is_present && j.nodes.is_empty()),
        ("/meshes", j.meshes.is_present && j.meshes.is_empty()),
        ("/materials", j.materials.is_present && j.materials.is_empty()),
        ("/accessors", j.accessors.is_present && j.accessors.is_empty()),
    ]
    .into_iter()
    .filter(|(_, empty)| *empty)
    .map(|(location, _)| location.to_owned())
    .collect();
    for location in empty {
        source.report.warn("empty-array", location, "the array is empty; glTF requires it to be left out");
    }
}
