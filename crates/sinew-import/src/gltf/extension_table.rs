//! Table of glTF's extensions: those of Khronos' registry, ratified, of several vendors, of single ones and
//! archived, and VRM's.

use crate::Severity;

/// Support of an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Support {
    /// It is read.
    Read,
    /// It is not read. The file can be used without it; the severity of the finding is that of the loss.
    Ignored(Severity),
    /// It is read with a feature that is disabled. A file that requires it cannot be read without.
    #[allow(dead_code, reason = "all features are enabled by default")]
    Disabled,
}

/// Name, support, and what is read or what the loss is.
pub(super) type Entry = (&'static str, Support, &'static str);

const READ: Support = Support::Read;
const LOST: Support = Support::Ignored(Severity::Warning);
const LEFT: Support = Support::Ignored(Severity::Info);
const DRACO: Support = if cfg!(feature = "draco") { Support::Read } else { Support::Disabled };
const BASISU: Support = if cfg!(feature = "basisu") { Support::Read } else { Support::Disabled };

/// All extensions, by name. The page `docs/gltf_extensions.md` has the same.
pub(super) const EXTENSIONS: &[Entry] = &[
    (
        "ADOBE_materials_clearcoat_specular",
        LEFT,
        "the reflection of the clear coat is that of the index of refraction 1.5",
    ),
    ("ADOBE_materials_clearcoat_tint", LEFT, "clear coats are drawn without their tint"),
    (
        "ADOBE_materials_thin_transparency",
        LOST,
        "thin transparent surfaces are drawn as KHR_materials_transmission alone says",
    ),
    ("AGI_articulations", LEFT, "articulations are not read; the nodes that they move are"),
    ("AGI_stk_metadata", LEFT, "metadata are not read"),
    ("CESIUM_primitive_outline", LEFT, "outlines of primitives are not drawn"),
    ("EXT_instance_features", LEFT, "feature numbers of instances are not read"),
    ("EXT_lights_ies", LEFT, "lights are not read; the scene is lit by the program that shows it"),
    ("EXT_lights_image_based", LEFT, "lights are not read; the scene is lit by the program that shows it"),
    ("EXT_mesh_features", LEFT, "feature numbers of vertices are not read"),
    ("EXT_mesh_gpu_instancing", READ, "copies of a mesh, as nodes below its node"),
    ("EXT_mesh_manifold", LEFT, "the mesh is drawn; that it is closed is not used"),
    ("EXT_meshopt_compression", READ, "compressed buffer views, also with filters"),
    ("EXT_structural_metadata", LEFT, "metadata are not read"),
    (
        "EXT_texture_avif",
        LOST,
        "AVIF images are not decoded; textures without another image show a checker pattern",
    ),
    ("EXT_texture_webp", READ, "WebP images"),
    ("FB_geometry_metadata", LEFT, "metadata are not read"),
    ("FB_ngon_encoding", LEFT, "polygons are read as their triangles"),
    ("GODOT_single_root", LEFT, "the file has one root node, which is read as others are"),
    ("GRIFFEL_bim_data", LEFT, "metadata are not read"),
    (
        "KHR_animation_pointer",
        LOST,
        "animation of anything but nodes and morph weights is left out; it stays as at rest",
    ),
    ("KHR_audio_emitter", LEFT, "sounds are not read"),
    (
        "KHR_draco_mesh_compression",
        DRACO,
        "compressed primitives, also with other counts than their accessors (feature `draco`)",
    ),
    ("KHR_implicit_shapes", READ, "shapes of rigid bodies"),
    ("KHR_interactivity", LEFT, "behaviours are not read"),
    ("KHR_lights_punctual", READ, "lights on nodes, which renderers may use; exports keep them"),
    ("KHR_materials_anisotropy", READ, "stretched reflections with their texture"),
    ("KHR_materials_clearcoat", READ, "clear coats with textures"),
    (
        "KHR_materials_diffuse_transmission",
        LOST,
        "light that shines through, as through leaves, is left out, with its colour",
    ),
    ("KHR_materials_dispersion", READ, "colours of light that a volume splits"),
    ("KHR_materials_emissive_strength", READ, "emitted light brighter than 1"),
    ("KHR_materials_ior", READ, "index of refraction"),
    ("KHR_materials_iridescence", READ, "thin films with their textures"),
    (
        "KHR_materials_pbrSpecularGlossiness",
        READ,
        "as metallic-roughness with a specular colour; glossiness in a texture becomes one of roughness",
    ),
    ("KHR_materials_sheen", READ, "sheen with textures"),
    ("KHR_materials_specular", READ, "strength and colour of reflections, with textures"),
    ("KHR_materials_transmission", READ, "transmission with its texture"),
    ("KHR_materials_unlit", READ, "materials without lighting"),
    ("KHR_materials_variants", LEFT, "the default materials are drawn; variants cannot be selected"),
    (
        "KHR_materials_volume",
        READ,
        "colour and thickness of glass, with its texture; light is bent at the front alone",
    ),
    ("KHR_materials_volume_scatter", LEFT, "light is not scattered inside of volumes"),
    ("KHR_mesh_quantization", READ, "attributes of 8 and 16 bits"),
    ("KHR_meshopt_compression", READ, "compressed buffer views, also with filters"),
    ("KHR_node_hoverability", LEFT, "nodes are read; that they cannot be hovered over is not"),
    ("KHR_node_selectability", LEFT, "nodes are read; that they cannot be selected is not"),
    ("KHR_node_visibility", READ, "hidden meshes are loaded, off; animated visibility stays as at rest"),
    ("KHR_physics_rigid_bodies", READ, "as the description of a ragdoll"),
    (
        "KHR_techniques_webgl",
        LOST,
        "shaders are not read: the colours and textures of their materials are lost, which are drawn white",
    ),
    ("KHR_texture_basisu", BASISU, "KTX2 images with ETC1S or UASTC (feature `basisu`)"),
    ("KHR_texture_transform", READ, "offset, rotation and scale of texture coordinates"),
    ("KHR_xmp", LEFT, "metadata are not read"),
    ("KHR_xmp_json_ld", READ, "metadata, but for those of images; exports keep them"),
    ("MPEG_accessor_timed", LOST, "data that change over time are read as they are in the file"),
    ("MPEG_animation_timing", LEFT, "the timing of animations is not read"),
    ("MPEG_audio_spatial", LEFT, "sounds are not read"),
    ("MPEG_buffer_circular", LOST, "data that arrive over time are left out"),
    ("MPEG_media", LEFT, "sounds and films are not read"),
    ("MPEG_mesh_linking", LOST, "meshes that follow others are not linked"),
    ("MPEG_scene_dynamic", LEFT, "changes of the scene over time are not read"),
    ("MPEG_texture_video", LOST, "films on textures are not played"),
    ("MPEG_viewport_recommended", LEFT, "recommended views are not read"),
    (
        "MSFT_lod",
        LEFT,
        "the finest level of detail is drawn; the nodes of others are read as they stand in the scene",
    ),
    (
        "MSFT_packing_normalRoughnessMetallic",
        LEFT,
        "packed copies of textures are not read; the plain ones are",
    ),
    (
        "MSFT_packing_occlusionRoughnessMetallic",
        LEFT,
        "packed copies of textures are not read; the plain ones are",
    ),
    ("MSFT_texture_dds", LEFT, "DDS copies of textures are not read; the plain ones are"),
    (
        "NV_materials_mdl",
        LOST,
        "materials of NVIDIA's definition language are not read; their fallback is drawn",
    ),
    ("VRM", READ, "VRM 0.x avatars"),
    ("VRMC_materials_mtoon", READ, "toon materials"),
    ("VRMC_node_constraint", READ, "node constraints"),
    ("VRMC_springBone", READ, "spring bones"),
    ("VRMC_springBone_extended_collider", READ, "colliders of spring bones, also inside of which they stay"),
    ("VRMC_vrm", READ, "VRM 1.0 avatars"),
    ("VRMC_vrm_animation", READ, "motion, expressions and gaze for any avatar"),
];

/// Entry of an extension.
pub(super) fn entry(name: &str) -> Option<&'static Entry> {
    EXTENSIONS.binary_search_by(|(known, ..)| (*known).cmp(name)).ok().and_then(|n| EXTENSIONS.get(n))
}

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, Support, entry};
    use crate::Severity;
    use std::path::Path;

    #[test]
    fn the_table_is_sorted_and_the_page_has_it() {
        assert!(EXTENSIONS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(EXTENSIONS.iter().all(|extension| entry(extension.0) == Some(extension)));
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gltf_extensions.md");
        let page = std::fs::read_to_string(page).unwrap();
        for (name, support, text) in EXTENSIONS {
            let support = match support {
                Support::Read | Support::Disabled => "read",
                Support::Ignored(Severity::Warning) => "not read (warning)",
                Support::Ignored(_) => "not read",
            };
            let row = format!("| `{name}` | {support} | {text} |");
            assert!(page.contains(&row), "docs/gltf_extensions.md lacks {row}");
        }
    }
}
