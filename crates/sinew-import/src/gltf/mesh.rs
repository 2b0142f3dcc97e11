//! Meshes and their primitives (glTF 2.0 specification, section 3.7.2).

use super::source::Source;
use super::{flat, tangent, topology};
use crate::ImportError;
use sinew::character::{Influences, Material, Mesh, Primitive, Topology};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::morph::MorphTarget;

/// How far from 1 the weights of a vertex may add up before it is reported.
const WEIGHT_SLACK: f32 = 0.005;

/// All meshes of the file, drawn or not.
pub(super) fn read(source: &mut Source<'_>, materials: &[Material]) -> Result<Vec<Mesh>, ImportError> {
    (0..source.json.meshes.len()).map(|m| read_mesh(source, materials, m)).collect()
}

fn read_mesh(source: &mut Source<'_>, materials: &[Material], m: usize) -> Result<Mesh, ImportError> {
    let place = format!("/meshes/{m}");
    let Some(mesh) = source.json.meshes.get(m) else { return Ok(Mesh::default()) };
    let count = mesh.primitives.len();
    let name = mesh.name.clone();
    let targets = mesh.primitives.iter().map(|p| p.targets.len()).max().unwrap_or(0);
    let names = std::iter::once(&mesh.extras).chain(mesh.primitives.iter().map(|p| &p.extras));
    let names = names.map(|e| &e.target_names).find(|n| !n.is_empty()).cloned().unwrap_or_default();
    if !names.is_empty() && names.len() != targets {
        let message = format!("{} names for {targets} morph targets", names.len());
        source.report.warn("morph-names", format!("{place}/extras/targetNames"), message);
    }
    if count == 0 {
        source.report.error("mesh-without-primitives", &*place, "it has no primitives");
    }
    let numbered = |t: usize| names.get(t).cloned().unwrap_or_else(|| format!("target_{t}"));
    let morph_names = (0..targets).map(numbered).collect();
    let mut primitives = Vec::with_capacity(count);
    for p in 0..count {
        primitives.push(read_primitive(source, materials, m, p, targets)?);
    }
    Ok(Mesh { name, primitives, morph_names })
}

fn read_primitive(
    source: &mut Source<'_>,
    materials: &[Material],
    m: usize,
    p: usize,
    targets: usize,
) -> Result<Primitive, ImportError> {
    let place = format!("/meshes/{m}/primitives/{p}");
    let Some(json) = source.json.meshes.get(m).and_then(|mesh| mesh.primitives.get(p)) else {
        return Ok(Primitive::default());
    };
    let at = |name: &str| format!("{place}/attributes/{name}");
    let (positions, normals) = (json.attributes.get("POSITION"), json.attributes.get("NORMAL"));
    let (tangents, colors) = (json.attributes.get("TANGENT"), json.attributes.get("COLOR_0"));
    let uv_sets = json.attributes.sets("TEXCOORD");
    let (joints, weights) = (json.attributes.sets("JOINTS"), json.attributes.sets("WEIGHTS"));
    let (indices, mode, material) = (json.indices, json.mode.unwrap_or(4), json.material);
    let draco = json.extensions.draco.is_some();

    let Some(positions) = positions else {
        source.report.error("no-positions", at("POSITION"), "without positions the primitive is not drawn");
        return Ok(Primitive {
            morph_targets: vec![MorphTarget::default(); targets],
            ..Primitive::default()
        });
    };
    let stored = source.json.accessors.get(positions).is_some_and(|a| a.buffer_view.is_some());
    if draco && !stored {
        let message = "it is stored in KHR_draco_mesh_compression only, which is not supported; convert it first: \
                       npx @gltf-transform/cli copy IN.glb OUT.glb";
        return Err(ImportError::new("required-extension", place, message));
    }
    let positions: Vec<Vec3> =
        source.vectors(positions, &at("POSITION"))?.into_iter().map(Vec3::from_array).collect();
    let count = positions.len();
    let normals =
        optional(source, normals, count, &at("NORMAL"))?.into_iter().map(Vec3::from_array).collect();
    let tangents =
        optional(source, tangents, count, &at("TANGENT"))?.into_iter().map(Vec4::from_array).collect();
    let mut uvs = Vec::new();
    for (set, accessor) in uv_sets.into_iter().enumerate() {
        let uv = optional(source, Some(accessor), count, &at(&format!("TEXCOORD_{set}")))?;
        uvs.push(uv.into_iter().map(Vec2::from_array).collect());
    }
    let colors = read_colors(source, colors, count, &at("COLOR_0"))?;
    let influences = read_influences(source, &joints, &weights, count, &place)?;

    let indices: Vec<u32> = match indices {
        None => {
            source.budget.take(count, 4, &place)?;
            (0..count as u32).collect()
        }
        Some(accessor) => {
            let here = format!("{place}/indices");
            let indices = source.integers::<1>(accessor, &here)?;
            if let Some(i) = indices.iter().position(|[v]| *v as usize >= count) {
                let message = format!(
                    "index {i} names vertex {:?} of {count}",
                    indices.get(i).copied().unwrap_or_default()
                );
                return Err(ImportError::new("index-out-of-range", here, message));
            }
            indices.into_iter().flatten().collect()
        }
    };
    let (given, mode_place) = (indices.len(), format!("{place}/mode"));
    source.budget.take(given, 12, &place)?;
    let (topology, indices) = topology::to_list(mode, indices)
        .ok_or_else(|| ImportError::new("primitive-mode", &*mode_place, format!("mode {mode} is unknown")))?;
    if mode == 4 && indices.len() != given {
        source.report.error(
            "primitive-count",
            &*place,
            format!("{given} corners do not make whole triangles"),
        );
    }
    let material = material.filter(|&n| {
        let known = n < materials.len();
        if !known {
            let message = format!("material {n} does not exist; the default one is used");
            source.report.error("out-of-range", format!("{place}/material"), message);
        }
        known
    });

    let mut primitive = Primitive {
        material,
        topology,
        positions,
        normals,
        tangents,
        uvs,
        colors,
        influences,
        indices,
        morph_targets: Vec::new(),
        source_vertex: (0..count as u32).collect(),
        source_vertex_count: count,
        source_normals: false,
    };
    primitive.source_normals = !primitive.normals.is_empty();
    make_unit(source, &mut primitive, &place);
    primitive.morph_targets = read_targets(source, m, p, count, targets)?;
    finish(source, materials, primitive, &place)
}

/// Adds what the file leaves to its reader: flat normals, and tangents where a normal map needs them.
fn finish(
    source: &mut Source<'_>,
    materials: &[Material],
    mut primitive: Primitive,
    place: &str,
) -> Result<Primitive, ImportError> {
    if primitive.topology != Topology::Triangles {
        return Ok(primitive);
    }
    if primitive.normals.is_empty() {
        primitive = flat::shade_flat(&primitive, &mut source.budget, place)?;
        source.report.info("flat-normals", place, "it has no normals and is shaded flat");
    }
    let map = primitive.material.and_then(|n| materials.get(n)).and_then(|m| m.normal_texture);
    if let Some(map) = map.filter(|_| primitive.tangents.is_empty()) {
        if primitive.uvs.get(map.uv_set).is_some_and(|uv| !uv.is_empty()) {
            primitive = tangent::generate(&primitive, map.uv_set, &mut source.budget, place)?;
        } else {
            let message = "its normal map has no texture coordinates and is not drawn";
            source.report.warn("normal-map-without-uvs", place, message);
        }
    }
    Ok(primitive)
}

/// An attribute that a mesh can do without: unusable, it is reported and left out.
fn optional<const N: usize>(
    source: &mut Source<'_>,
    accessor: Option<usize>,
    count: usize,
    place: &str,
) -> Result<Vec<[f32; N]>, ImportError> {
    let Some(accessor) = accessor else { return Ok(Vec::new()) };
    match source.vectors(accessor, place) {
        Ok(values) => same_count(values, count, place),
        Err(error) if error.code == "too-large" => Err(error),
        Err(error) => {
            source.report.caught(error, "the attribute is left out");
            Ok(Vec::new())
        }
    }
}

fn same_count<T>(values: Vec<T>, count: usize, place: &str) -> Result<Vec<T>, ImportError> {
    if values.len() == count {
        return Ok(values);
    }
    let message = format!("{} elements for {count} vertices", values.len());
    Err(ImportError::new("attribute-count", place, message))
}

/// Vertex colours, of three or four numbers.
fn read_colors(
    source: &mut Source<'_>,
    accessor: Option<usize>,
    count: usize,
    place: &str,
) -> Result<Vec<Vec4>, ImportError> {
    let Some(index) = accessor else { return Ok(Vec::new()) };
    if source.layout(index, place)?.width() == 3 {
        let colors = optional::<3>(source, accessor, count, place)?;
        return Ok(colors.into_iter().map(|c| Vec3::from_array(c).extend(1.0)).collect());
    }
    Ok(optional::<4>(source, accessor, count, place)?.into_iter().map(Vec4::from_array).collect())
}

/// All sets of joints and weights, side by side.
fn read_influences(
    source: &mut Source<'_>,
    joints: &[usize],
    weights: &[usize],
    count: usize,
    place: &str,
) -> Result<Option<Influences>, ImportError> {
    if joints.len() != weights.len() {
        let message = format!("{} sets of joints and {} of weights", joints.len(), weights.len());
        source.report.error("influence-sets", format!("{place}/attributes"), message);
    }
    let sets = joints.len().min(weights.len());
    if sets == 0 {
        return Ok(None);
    }
    source.budget.take(count, sets * 4 * 6 * 2, place)?;
    let stride = sets * 4;
    let (mut all_joints, mut all_weights) = (vec![0u16; count * stride], vec![0.0f32; count * stride]);
    for (set, (&joints, &weights)) in joints.iter().zip(weights).enumerate() {
        let here = format!("{place}/attributes/JOINTS_{set}");
        let joints = same_count(source.integers::<4>(joints, &here)?, count, &here)?;
        let there = format!("{place}/attributes/WEIGHTS_{set}");
        let weights = same_count(source.vectors::<4>(weights, &there)?, count, &there)?;
        let columns = set * 4..set * 4 + 4;
        let rows = all_joints.chunks_exact_mut(stride).zip(all_weights.chunks_exact_mut(stride));
        for ((to_joints, to_weights), (joints, weights)) in rows.zip(joints.iter().zip(&weights)) {
            let to = to_joints.get_mut(columns.clone()).into_iter().flatten();
            // A number beyond 16 bits fits no skin; it stays too large to be one.
            to.zip(joints).for_each(|(to, &joint)| *to = u16::try_from(joint).unwrap_or(u16::MAX));
            let to = to_weights.get_mut(columns.clone()).into_iter().flatten();
            to.zip(weights).for_each(|(to, &weight)| *to = weight);
        }
    }
    let sums = all_weights.chunks_exact(stride).map(|row| row.iter().sum::<f32>());
    let (mut zero, mut off) = (0, 0);
    for sum in sums {
        zero += usize::from(sum == 0.0);
        off += usize::from(sum != 0.0 && (sum - 1.0).abs() > WEIGHT_SLACK);
    }
    let here = format!("{place}/attributes/WEIGHTS_0");
    if off > 0 {
        let message = format!("the weights of {off} vertices do not add up to 1; they are scaled to");
        source.report.warn("weights-sum", &*here, message);
    }
    if zero > 0 {
        let message = format!("{zero} vertices have no weight; they follow the mesh's node");
        source.report.warn("weights-zero", &*here, message);
    }
    Influences::new(stride, &all_joints, &all_weights)
        .map(Some)
        .map_err(|error| ImportError::new("weights", here, error.to_string()))
}

/// The morph targets of a primitive, as many as its mesh has.
fn read_targets(
    source: &mut Source<'_>,
    m: usize,
    p: usize,
    count: usize,
    targets: usize,
) -> Result<Vec<MorphTarget>, ImportError> {
    let place = format!("/meshes/{m}/primitives/{p}/targets");
    let Some(json) = source.json.meshes.get(m).and_then(|mesh| mesh.primitives.get(p)) else {
        return Ok(Vec::new());
    };
    let accessors: Vec<_> = json.targets.iter().map(|t| [t.position, t.normal, t.tangent]).collect();
    if accessors.len() != targets {
        let message = format!("{} morph targets where another primitive has {targets}", accessors.len());
        source.report.error("morph-count", &*place, message);
    }
    let mut read = Vec::with_capacity(targets);
    for (t, accessors) in accessors.into_iter().enumerate() {
        let mut offsets = [const { Vec::new() }; 3];
        for ((offsets, accessor), name) in
            offsets.iter_mut().zip(accessors).zip(["POSITION", "NORMAL", "TANGENT"])
        {
            let values = optional::<3>(source, accessor, count, &format!("{place}/{t}/{name}"))?;
            *offsets = values.into_iter().map(Vec3::from_array).collect();
        }
        let [positions, normals, tangents] = &offsets;
        let target = MorphTarget::from_dense(count, positions, normals, tangents)
            .map_err(|e| ImportError::new("morph-target", format!("{place}/{t}"), e.to_string()))?;
        read.push(target);
    }
    read.resize(targets, MorphTarget::default());
    Ok(read)
}

/// Makes normals and tangents unit vectors; what has no direction gets one, and is reported.
fn make_unit(source: &mut Source<'_>, primitive: &mut Primitive, place: &str) {
    let mut lost = 0;
    for normal in &mut primitive.normals {
        *normal = normal.try_normalize().unwrap_or_else(|| {
            lost += 1;
            Vec3::Y
        });
    }
    for tangent in &mut primitive.tangents {
        let side = if tangent.w < 0.0 { -1.0 } else { 1.0 };
        *tangent = tangent.truncate().try_normalize().unwrap_or(Vec3::X).extend(side);
    }
    if lost > 0 {
        let message = format!("{lost} normals have no length; up is used instead");
        source.report.warn("normal-zero", format!("{place}/attributes/NORMAL"), message);
    }
}
