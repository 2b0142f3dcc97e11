//! glTF 2.0 (Khronos, ISO/IEC 12113:2022), as JSON or GLB: `import` walks the file's parts in the order in which they
//! build on each other.

mod accessor;
mod animation;
mod extension;
mod flat;
mod glb;
mod json;
mod material;
mod mesh;
mod meshopt;
mod node;
mod skin;
mod source;
mod tangent;
mod texture;
mod topology;
mod uri;

use crate::limits::Budget;
use crate::{Format, ImportError, Imported, Report, Resolver};
use sinew::{Character, CharacterParts};
use source::Source;

/// Reads glTF or GLB bytes.
pub(crate) fn import(bytes: &[u8], resolver: &dyn Resolver) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let (text, bin) = if glb::is_glb(bytes) {
        let glb = glb::read(bytes, &mut report)?;
        (glb.json, glb.bin)
    } else {
        if !looks_like_json(bytes) {
            let message = "neither GLB nor glTF JSON";
            return Err(ImportError::new("unknown-format", "byte 0", message));
        }
        (bytes, None)
    };
    let json = parse(text)?;
    let format = match (&json.extensions, bin.is_some() || glb::is_glb(bytes)) {
        (e, _) if e.vrm1.is_some() => Format::Vrm1,
        (e, _) if e.vrm0.is_some() => Format::Vrm0,
        (e, _) if e.vrma.is_some() => Format::Vrma,
        (_, true) => Format::Glb,
        (_, false) => Format::Gltf,
    };
    let mut source = Source::new(json, bin, Budget::new(bytes.len()), report, resolver)?;
    extension::check(&mut source)?;
    check_empty_arrays(&mut source);
    source.check_accessors();

    let skeleton = node::read(&mut source)?;
    let skins = skin::read(&mut source, &skeleton)?;
    let images = texture::read_images(&mut source);
    let textures = texture::read_textures(&mut source, images.len());
    let materials = material::read(&mut source, textures.len());
    let meshes = mesh::read(&mut source, &materials)?;
    let instances = node::read_instances(&mut source, &skeleton, &skins, &meshes)?;
    let clips = animation::read(&mut source, &skeleton, &meshes, &instances)?;
    let parts = CharacterParts {
        name: String::new(),
        skeleton,
        skins,
        meshes,
        instances,
        materials,
        textures,
        images,
    };
    let character =
        Character::new(parts).map_err(|e| ImportError::new("inconsistent", e.place, e.message))?;
    Ok(Imported { format, character, clips, report: source.report })
}

fn looks_like_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii_start().first() == Some(&b'{')
}

/// Reads the JSON, saying where it breaks by pointer.
fn parse(text: &[u8]) -> Result<json::Root, ImportError> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let root: json::Root = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let place = pointer(error.path());
        ImportError::new("json", place, error.into_inner().to_string())
    })?;
    deserializer.end().map_err(|e| ImportError::new("json", "/", e.to_string()))?;
    match root.asset.as_ref().map(|a| a.version.as_deref().unwrap_or_default()) {
        None => Err(ImportError::new("asset", "/asset", "it is missing; this is no glTF file")),
        Some(version) if version.starts_with("2.") => Ok(root),
        Some(version) => Err(ImportError::new(
            "asset",
            "/asset/version",
            format!("version {version:?}; only 2.x is known"),
        )),
    }
}

/// A JSON pointer (RFC 6901).
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut text = String::new();
    for segment in path {
        text.push('/');
        match segment {
            Segment::Seq { index } => text.push_str(&index.to_string()),
            Segment::Map { key } => text.push_str(key),
            Segment::Enum { variant } => text.push_str(variant),
            Segment::Unknown => text.push('?'),
        }
    }
    if text.is_empty() { "/".into() } else { text }
}

/// glTF forbids empty arrays; nothing depends on them, so they are findings.
fn check_empty_arrays(source: &mut Source<'_>) {
    let j = &source.json;
    let empty: Vec<String> = [
        ("/animations", j.animations.given && j.animations.is_empty()),
        ("/skins", j.skins.given && j.skins.is_empty()),
        ("/nodes", j.nodes.given && j.nodes.is_empty()),
        ("/meshes", j.meshes.given && j.meshes.is_empty()),
        ("/materials", j.materials.given && j.materials.is_empty()),
        ("/accessors", j.accessors.given && j.accessors.is_empty()),
    ]
    .into_iter()
    .filter(|(_, empty)| *empty)
    .map(|(place, _)| place.to_owned())
    .collect();
    for place in empty {
        source.report.error("empty-array", place, "an empty array; it should be left out");
    }
}
