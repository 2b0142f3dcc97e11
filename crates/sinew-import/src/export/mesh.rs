//! Export of meshes and their primitives (glTF 2.0 specification, section 3.7.2).

use super::ExportOptions;
use super::buffer::Use;
use super::document::Document;
use super::influence::{self, Row, WeightBits};
use super::packed::Packed;
use super::plan::{MeshUse, Plan};
use super::small_mesh::{self, PosedMeshes, PosedVertices};
use super::vertex::{self, Vertices};
use super::vertex_format::VertexFormat;
use super::{morph, source_order, tangent_space, texture, uv_step};
use crate::Report;
use serde_json::{Map, Value, json};
use sinew::Character;
use sinew::character::{Material, Primitive, Topology};
use sinew::glam::Vec3;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Exported materials, as far as meshes depend on them.
pub(super) struct MeshMaterials<'a> {
    materials: &'a [Material],
    /// Number of texture coordinate sets that each material needs.
    sets_needed: Vec<usize>,
    /// Powers of two of the steps of the texture coordinates that each material needs, by set; none without
    /// compression.
    uv_steps: Vec<Vec<i8>>,
}

impl<'a> MeshMaterials<'a> {
    /// Collects the needs of all materials. `textures` are the indices of the exported textures.
    pub(super) fn new(materials: &'a [Material], textures: &[Option<usize>]) -> Self {
        let sets_needed = materials.iter().map(|m| texture::sets_needed(m, textures)).collect();
        Self { materials, sets_needed, uv_steps: Vec::new() }
    }

    /// Adds the steps of texture coordinates in textures of these sizes in pixels.
    pub(super) fn with_uv_steps(mut self, sizes: &[Option<u32>]) -> Self {
        let sets = self.materials.iter().zip(&self.sets_needed);
        self.uv_steps = sets.map(|(material, &sets)| uv_step::uv_steps(material, sets, sizes)).collect();
        self
    }
}

/// Writer of meshes, with all that it needs.
pub(super) struct MeshWriter<'a> {
    pub(super) character: &'a Character,
    pub(super) plan: &'a Plan,
    pub(super) materials: &'a MeshMaterials<'a>,
    pub(super) options: &'a ExportOptions,
    /// Poses in which the errors of vertices are measured; `None` where they have the bits that they have.
    pub(super) posed: Option<&'a PosedMeshes>,
    /// Largest distance in metres by which rounded joint weights move a vertex.
    pub(super) weight_error: f32,
}

impl MeshWriter<'_> {
    /// Writes all meshes of the plan. Returns the largest distance in metres by which vertices are off on the posed
    /// body, where it is measured.
    pub(super) fn write(mut self, document: &mut Document) -> f32 {
        for (number, mesh_use) in self.plan.meshes.iter().enumerate() {
            let Some(mesh) = self.character.meshes().get(mesh_use.mesh.index()) else { continue };
            let mut json = json!({});
            if !mesh.name.is_empty() {
                json["name"] = json!(mesh.name);
            }
            if !mesh.morph_names.is_empty() {
                json["extras"] = json!({ "targetNames": mesh.morph_names });
            }
            let drawn = self.plan.drawn.get(mesh_use.mesh.index()).map(Vec::as_slice).unwrap_or_default();
            let primitives: Vec<Value> =
                drawn.iter().map(|&p| self.primitive(document, (number, mesh_use), p)).collect();
            json["primitives"] = Value::Array(primitives);
            document.meshes.push(json);
            document.buffer.close_pools();
        }
        let Some(posed) = self.posed.filter(|_| !self.plan.meshes.is_empty()) else { return 0.0 };
        let position_error = self.plan.meshes.iter().filter_map(|mesh| {
            let step =
                mesh.volume.map(|volume| volume.step()).or(mesh.step.filter(|_| self.options.meshopt))?;
            Some(posed.position_error(mesh.mesh, step))
        });
        let error = position_error.fold(0.0, f32::max) + self.weight_error;
        let message = format!("vertices are stored within {:.3} mm on the posed body", error * 1e3);
        document.report.info("export-quantized-vertices", "/meshes", message);
        error
    }

    fn primitive(
        &mut self,
        document: &mut Document,
        (number, mesh_use): (usize, &MeshUse),
        p: usize,
    ) -> Value {
        let (materials, options) = (self.materials, self.options);
        let location = format!("/meshes/{}/primitives/{p}", mesh_use.mesh.0);
        let meshes = self.character.meshes();
        let Some((mesh, original)) =
            meshes.get(mesh_use.mesh.index()).and_then(|m| Some((m, m.primitives.get(p)?)))
        else {
            return json!({});
        };
        let material = original.material.and_then(|m| materials.materials.get(m.index()));
        let needed =
            original.material.and_then(|m| materials.sets_needed.get(m.index()).copied()).unwrap_or(0);
        let keeps_normals = |m: &Material| m.clearcoat.is_some_and(|c| c.normal_texture.is_some());
        let restored = if mesh.shares_file_vertices || material.is_some_and(keeps_normals) {
            Cow::Borrowed(original)
        } else {
            source_order::restore(original)
        };
        let restored = tangent_space::add_tangents(restored, material, &location, &mut document.report);
        let packs =
            options.draco && original.topology == Topology::Triangles && original.morph_targets.is_empty();
        let format = self.format(mesh_use, original, packs);
        let written = small_mesh::smaller(restored, material, needed, &format, options);
        let primitive = &*written;
        let mut packed = self.attributes(&mut document.report, format, primitive, needed, &location);
        packed.extend(self.influences(number, mesh_use, primitive));
        if packs && let Some(json) = draco_primitive(document, &packed, primitive) {
            return json;
        }
        let buffer = &mut document.buffer;
        let attributes =
            packed.into_iter().map(|(name, packed)| (name, json!(buffer.accessor(packed, Use::Attribute))));
        let attributes: Map<String, Value> = attributes.collect();
        let count = primitive.positions.len();
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
            let targets =
                primitive.morph_targets.iter().map(|t| morph::write(&mut document.buffer, t, &base));
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

    /// Numbers in which the vertices of a primitive are stored.
    fn format(&self, mesh_use: &MeshUse, primitive: &Primitive, packs: bool) -> VertexFormat<'_> {
        let uv_steps = primitive.material.and_then(|m| self.materials.uv_steps.get(m.index()));
        // Draco streams hold integers.
        let filters = self.options.meshopt && self.posed.is_some() && !packs;
        let uv_steps = uv_steps.filter(|_| !packs);
        let exponent = |step: f32| step.log2().floor().clamp(-100.0, 60.0) as i8;
        VertexFormat {
            quantize: self.options.quantize,
            octahedral: filters,
            volume: mesh_use.volume,
            position_step: mesh_use.step.filter(|_| filters).map(exponent),
            uv_steps: uv_steps.map(Vec::as_slice).unwrap_or_default(),
        }
    }

    /// Attributes of a primitive but those of its skin. The material needs so many sets of texture
    /// coordinates.
    fn attributes(
        &self,
        report: &mut Report,
        format: VertexFormat<'_>,
        primitive: &Primitive,
        needed: usize,
        location: &str,
    ) -> Vec<(String, Packed)> {
        let mut attributes = Vec::new();
        let mut add = |name: String, packed| attributes.push((name, packed));
        let mut vertices = Vertices { format, report, location };
        add("POSITION".into(), vertex::positions(&primitive.positions, &format));
        if !primitive.normals.is_empty() {
            add("NORMAL".into(), vertices.normals(&primitive.normals));
        }
        if !primitive.normals.is_empty() && !primitive.tangents.is_empty() {
            add("TANGENT".into(), vertices.tangents(&primitive.tangents));
        }
        let used = primitive.uvs.iter().rposition(|set| !set.is_empty()).map_or(0, |last| last + 1);
        for set in 0..used.max(needed) {
            let uvs = primitive.uvs.get(set).map(Vec::as_slice).unwrap_or_default();
            add(format!("TEXCOORD_{set}"), vertices.uvs(uvs, set, primitive.positions.len()));
        }
        if !primitive.colors.is_empty() {
            add("COLOR_0".into(), vertices.colors(&primitive.colors));
        }
        attributes
    }

    /// Joints and weights, in as few bits as the options say and poses allow.
    fn influences(
        &mut self,
        number: usize,
        mesh_use: &MeshUse,
        primitive: &Primitive,
    ) -> Vec<(String, Packed)> {
        let count = primitive.positions.len();
        let Some(rows) = influence::rows(primitive.influences.as_ref(), count, mesh_use.anchor) else {
            return Vec::new();
        };
        let rows = if self.options.reorder { small_mesh::steady_slots(rows) } else { rows };
        let (rows, bits) = self.rounded(rows, number, &primitive.positions);
        influence::packed(&rows, bits)
    }

    fn rounded(&mut self, rows: Vec<Row>, number: usize, positions: &[Vec3]) -> (Vec<Row>, WeightBits) {
        if !self.options.quantize {
            return (rows, WeightBits::Full);
        }
        if let Some(posed) = self.posed {
            let instances = self.plan.instances.iter().flatten();
            let skins: BTreeSet<usize> =
                instances.filter(|placed| placed.mesh == number).filter_map(|placed| placed.skin).collect();
            let skins = skins.into_iter().filter_map(|skin| self.plan.skins.get(skin));
            let skins = skins.map(|skin| posed.poses(skin.skin)).collect();
            let vertices = PosedVertices { positions, skins };
            let (rows, bits, error) =
                vertices.small_weights(rows, posed.weight_error(), self.options.meshopt);
            self.weight_error = self.weight_error.max(error);
            return (rows, bits);
        }
        (rows.into_iter().map(influence::rounded).collect(), WeightBits::Short)
    }
}

/// The object of a primitive whose triangles and attributes are a Draco stream; `None` where they cannot be one.
#[cfg(feature = "draco-export")]
fn draco_primitive(
    document: &mut Document,
    attributes: &[(String, Packed)],
    primitive: &Primitive,
) -> Option<Value> {
    let stream = super::draco::encode(attributes, &primitive.indices)?;
    let (mut accessors, mut ids) = (Map::new(), Map::new());
    for (id, (name, packed)) in attributes.iter().enumerate() {
        accessors.insert(name.clone(), json!(document.buffer.without_data(packed, stream.vertices)));
        ids.insert(name.clone(), json!(id));
    }
    let indices = document.buffer.indices_without_data(stream.triangles * 3, stream.vertices);
    let mut json = json!({ "attributes": accessors, "indices": indices });
    if let Some(material) = primitive.material {
        json["material"] = json!(material.0);
    }
    let view = document.buffer.raw(&stream.bytes);
    let extension = json!({ "bufferView": view, "attributes": ids });
    document.extensions.add(&mut json, "KHR_draco_mesh_compression", extension);
    document.extensions.require("KHR_draco_mesh_compression");
    Some(json)
}

#[cfg(not(feature = "draco-export"))]
fn draco_primitive(_: &mut Document, _: &[(String, Packed)], _: &Primitive) -> Option<Value> {
    None
}
