//! Extensions a file says it uses or requires (glTF 2.0 specification, section 3.12).

use super::source::Source;
use crate::ImportError;
use crate::error::quoted;

/// Extensions that are read.
const KNOWN: &[&str] = &[
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_materials_clearcoat",
    "KHR_materials_emissive_strength",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    // The materials a file shows by default are read; choosing another variant is not offered.
    "KHR_materials_variants",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_texture_transform",
    "VRM",
    "VRMC_materials_mtoon",
    "VRMC_node_constraint",
    "VRMC_springBone",
    "VRMC_springBone_extended_collider",
    "VRMC_vrm",
    "VRMC_vrm_animation",
];

/// Extensions that are not, and the line that turns a file using them into one that can be read.
const CONVERTIBLE: &[(&str, &str)] = &[
    ("KHR_draco_mesh_compression", "npx @gltf-transform/cli copy IN.glb OUT.glb"),
    ("KHR_materials_pbrSpecularGlossiness", "npx @gltf-transform/cli metalrough IN.glb OUT.glb"),
    ("KHR_texture_basisu", "npx @gltf-transform/cli ktxdecompress IN.glb OUT.glb"),
];

/// VRM's extensions describe an avatar on top of the model, which stands without those that are unknown.
fn is_vrm(name: &str) -> bool {
    name.starts_with("VRMC_")
}

/// Refuses required extensions that are unknown; reports optional ones.
pub(super) fn check(source: &mut Source<'_>) -> Result<(), ImportError> {
    for (n, name) in source.json.extensions_required.iter().enumerate() {
        if KNOWN.contains(&name.as_str()) || is_vrm(name) {
            continue;
        }
        let mut message = format!("the file cannot be read without {}, which is not supported", quoted(name));
        if let Some((_, line)) = CONVERTIBLE.iter().find(|(convertible, _)| convertible == name) {
            message.push_str(&format!("; convert it first: {line}"));
        }
        return Err(ImportError::new("required-extension", format!("/extensionsRequired/{n}"), message));
    }
    let unknown: Vec<(usize, String)> = (source.json.extensions_used.iter().enumerate())
        .filter(|(_, name)| !KNOWN.contains(&name.as_str()))
        .map(|(n, name)| (n, name.clone()))
        .collect();
    for (n, name) in unknown {
        let place = format!("/extensionsUsed/{n}");
        source.report.info("unknown-extension", place, format!("{} is not read", quoted(&name)));
    }
    Ok(())
}
