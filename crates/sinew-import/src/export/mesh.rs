//! Export of meshes and their primitives (glTF 2.0 specification, section 3.7.2).

use super::ExportOptions;
use super::buffer::Use;
use super::document::Document;
use super::plan::{MeshUse, Plan};
use super::vertex::{self, Vertices};
use super::{influence, morph, source_order, tangent_space, texture};
use serde_json::{Map, Value, json};
use sinew::Character;
use sinew::character::{Material, Topology};
use std::borrow::Cow;

/// Exported materials, as far as meshes depend on them.
pub(super) struct MeshMaterials<'a> {
    materials: &'a [Material],
    /// Number of texture coordinate sets that each material needs.
    sets_needed: Vec<usize>,
}

impl<'a> MeshMaterials<'a> {
    /// Collects the needs of all materials. `textures` are the indices of the exported textures.
    pub(super) fn new(materials: &'a [Material], textures: &[Option<usize>]) -> Self {
        let sets_needed = materials.iter().map(|m| texture::sets_needed(m, textures)).collect();
        Self { materials, sets_needed }
    }
}

/// Writes all meshes of the plan.
pub(super) fn write(
    document: &mut Document,
    character: &Character,
    plan: &Plan,
    materials: &MeshMaterials<'_>,
    options: &ExportOptions,
) {
    for mesh_use in &plan.meshes {
        let Some(mesh) = character.meshes().get(mesh_use.mesh.index()) else { continue };
        let mut json = json!({});
        if !mesh.name.is_empty() {
            json["name"] = json!(mesh.name);
        }
        if !mesh.morph_names.is_empty() {
            json["extras"] = json!({ "targetNames": mesh.morph_names });
        }
        let drawn = plan.drawn.get(mesh_use.mesh.index()).map(Vec::as_slice).unwrap_or_default();
        let primitives: Vec<Value> =
            drawn.iter().map(|&p| primitive(document, character, mesh_use, p, materials, options)).collect();
        json["primitives"] = Value::Array(primitives);
        document.meshes.push(json);
        document.buffer.close_pools();
    }
}

fn primitive(
    document: &mut Document,
    character: &Character,
    mesh_use: &MeshUse,
    p: usize,
    materials: &MeshMaterials<'_>,
    options: &ExportOptions,
) -> Value {
    let location = format!("/meshes/{}/primitives/{p}", mesh_use.mesh.0);
    let Some((mesh, original)) =
        character.meshes().get(mesh_use.mesh.index()).and_then(|m| Some((m, m.primitives.get(p)?)))
    else {
        return json!({});
    };
    let material = original.material.and_then(|m| materials.materials.get(m.index()));
    let keeps_normals = |m: &Material| m.clearcoat.is_some_and(|c| c.normal_texture.is_some());
    let restored = if mesh.shares_file_vertices || material.is_some_and(keeps_normals) {
        Cow::Borrowed(original)
    } else {
        source_order::restore(original)
    };
    let restored = tangent_space::add_tangents(restored, material, &location, &mut document.report);
    let primitive = &*restored;
    let count = primitive.positions.len();
    let (mut attributes, buffer) = (Map::new(), &mut document.buffer);
    let mut add = |name: String, packed| {
        attributes.insert(name, json!(buffer.accessor(packed, Use::Attribute)));
    };
    let mut vertices =
        Vertices { quantize: options.quantize, report: &mut document.report, location: &location };
    add("POSITION".into(), vertex::positions(&primitive.positions, mesh_use.volume.as_ref()));
    if !primitive.normals.is_empty() {
        add("NORMAL".into(), vertices.normals(&primitive.normals));
    }
    if !primitive.normals.is_empty() && !primitive.tangents.is_empty() {
        add("TANGENT".into(), vertices.tangents(&primitive.tangents));
    }
    let used = primitive.uvs.iter().rposition(|set| !set.is_empty()).map_or(0, |last| last + 1);
    let needed = original.material.and_then(|m| materials.sets_needed.get(m.index()).copied()).unwrap_or(0);
    for set in 0..used.max(needed) {
        let uvs = primitive.uvs.get(set).map(Vec::as_slice).unwrap_or_default();
        add(format!("TEXCOORD_{set}"), vertices.uvs(uvs, set, count));
    }
    if !primitive.colors.is_empty() {
        add("COLOR_0".into(), vertices.colors(&primitive.colors));
    }
    let influences = primitive.influences.as_ref();
    influence::write(
        &mut document.buffer,
        &mut attributes,
        influences,
        count,
        mesh_use.anchor,
        options.quantize,
    );
    let base = morph::Base {
        count,
        has_normals: attributes.contains_key("NORMAL"),
        has_tangents: attributes.contains_key("TANGENT"),
        has_colors: attributes.contains_key("COLOR_0"),
        volume: mesh_use.volume,
        quantize: options.quantize,
    };
    let mut json = json!({ "attributes": attributes });
    if !primitive.morph_targets.is_empty() {
        let targets = primitive.morph_targets.iter().map(|t| morph::write(&mut document.buffer, t, &base));
        json["targets"] = targets.collect();
    }
    if !primitive.indices.iter().copied().eq(0..count as u32) {
        let triangles = primitive.topology == Topology::Triangles;
        json["indices"] = json!(document.buffer.indices(&primitive.indices, triangles));
    }
    match primitive.topology {
        Topology::Points => json["mode"] = json!(0),
        Topology::Lines => json["mode"] = json!(1),
        Topology::Triangles => {}
    }
    if let Some(material) = primitive.material {
        json["material"] = json!(material.0);
    }
    json
}
