//! Checks of the used and required extensions (glTF 2.0 specification, section 3.12).

use super::source::Source;
use crate::ImportError;
use crate::error::quoted;

/// Supported extensions.
const SUPPORTED: &[&str] = &[
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    #[cfg(feature = "draco")]
    "KHR_draco_mesh_compression",
    "KHR_implicit_shapes",
    // Lights are not drawn, but exported again.
    "KHR_lights_punctual",
    "KHR_materials_clearcoat",
    "KHR_materials_emissive_strength",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    // Only the default materials are imported; variants cannot be selected.
    "KHR_materials_variants",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_physics_rigid_bodies",
    #[cfg(feature = "basisu")]
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "VRM",
    "VRMC_materials_mtoon",
    "VRMC_node_constraint",
    "VRMC_springBone",
    "VRMC_springBone_extended_collider",
    "VRMC_vrm",
    "VRMC_vrm_animation",
];

/// Unsupported extensions with the command that converts a file to one without them.
const CONVERTIBLE: &[(&str, &str)] = &[
    #[cfg(not(feature = "draco"))]
    ("KHR_draco_mesh_compression", "npx @gltf-transform/cli copy IN.glb OUT.glb"),
    ("KHR_materials_pbrSpecularGlossiness", "npx @gltf-transform/cli metalrough IN.glb OUT.glb"),
    #[cfg(not(feature = "basisu"))]
    ("KHR_texture_basisu", "npx @gltf-transform/cli ktxdecompress IN.glb OUT.glb"),
];

/// Whether an extension is one of VRM. An unknown VRM extension does not prevent the import of the model.
fn is_vrm(name: &str) -> bool {
    name.starts_with("VRMC_")
}

/// Fails for unsupported required extensions and reports unsupported optional ones.
pub(super) fn check(source: &mut Source<'_>) -> Result<(), ImportError> {
    for (n, name) in source.json.extensions_required.iter().enumerate() {
        if SUPPORTED.contains(&name.as_str()) || is_vrm(name) {
            continue;
        }
        let mut message = format!("required extension {} is not supported", quoted(name));
        if let Some((_, command)) = CONVERTIBLE.iter().find(|(convertible, _)| convertible == name) {
            message.push_str(&format!("; convert the file first: {command}"));
        }
        return Err(ImportError::new("required-extension", format!("/extensionsRequired/{n}"), message));
    }
    let unknown: Vec<(usize, String)> = (source.json.extensions_used.iter().enumerate())
        .filter(|(_, name)| !SUPPORTED.contains(&name.as_str()))
        .map(|(n, name)| (n, name.clone()))
        .collect();
    for (n, name) in unknown {
        let location = format!("/extensionsUsed/{n}");
        source.report.info(
            "unknown-extension",
            location,
            format!("extension {} is not supported and ignored", quoted(&name)),
        );
    }
    Ok(())
}
