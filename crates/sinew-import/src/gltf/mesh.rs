//! Meshes and their primitives (glTF 2.0 specification, section 3.7.2).

use super::attribute::{optional, optional_colors};
use super::source::Source;
use super::{flat, influence, morph, topology};
use crate::ImportError;
use crate::primitive::tangent;
use sinew::character::{Material, MaterialId, Mesh, NormalMapSpace, Primitive, Topology};
use sinew::glam::{Vec2, Vec3, Vec4};
use sinew::morph::MorphTarget;

/// Approximate memory of a morph target's name, in bytes.
const MORPH_NAME_BYTES: usize = 64;

/// Reads all meshes of the file, used or not.
pub(super) fn read(source: &mut Source<'_>, materials: &[Material]) -> Result<Vec<Mesh>, ImportError> {
    (0..source.json.meshes.len()).map(|m| read_mesh(source, materials, m)).collect()
}

fn read_mesh(source: &mut Source<'_>, materials: &[Material], m: usize) -> Result<Mesh, ImportError> {
    let location = format!("/meshes/{m}");
    let Some(mesh) = source.json.meshes.get(m) else { return Ok(Mesh::default()) };
    let count = mesh.primitives.len();
    let name = mesh.name.clone();
    let targets = mesh.primitives.iter().map(|p| p.targets.len()).max().unwrap_or(0);
    if count == 0 {
        source.report.warn("mesh-without-primitives", &*location, "the mesh has no primitives");
    }
    source.budget.take(targets, MORPH_NAME_BYTES, &location)?;
    let morph_names = morph::names(source, m, targets);
    let mut primitives = Vec::with_capacity(count);
    for p in 0..count {
        source.budget.take(1 + targets, size_of::<Primitive>().max(size_of::<MorphTarget>()), &location)?;
        primitives.push(match read_primitive(source, materials, m, p, targets) {
            Ok(primitive) => primitive,
            Err(error) => {
                source
                    .report
                    .recovered(error.unless_too_large()?, &format!("{location}/primitives/{p} is not drawn"));
                Primitive { morph_targets: vec![MorphTarget::default(); targets], ..Primitive::default() }
            }
        });
    }
    Ok(Mesh { name, primitives, morph_names, shares_file_vertices: false })
}

/// Reads a primitive, which may be compressed.
fn read_primitive(
    source: &mut Source<'_>,
    materials: &[Material],
    m: usize,
    p: usize,
    targets: usize,
) -> Result<Primitive, ImportError> {
    let triangles = match decompressed_triangles(source, m, p) {
        Err(error) if has_uncompressed_data(source, m, p) => {
            source.report.recovered(error.unless_too_large()?, "the uncompressed data is used");
            None
        }
        triangles => triangles?,
    };
    let primitive = read_accessors(source, materials, m, p, targets, triangles);
    source.drop_decoded_accessors();
    primitive
}

/// Indices of a primitive with KHR_draco_mesh_compression, which lends its elements to its accessors.
fn decompressed_triangles(
    source: &mut Source<'_>,
    m: usize,
    p: usize,
) -> Result<Option<Vec<u32>>, ImportError> {
    #[cfg(feature = "draco")]
    {
        let triangles = super::draco::decode(source, m, p);
        triangles.inspect_err(|_| source.drop_decoded_accessors())
    }
    #[cfg(not(feature = "draco"))]
    {
        let primitive = source.json.meshes.get(m).and_then(|mesh| mesh.primitives.get(p));
        if primitive.is_none_or(|primitive| primitive.extensions.draco.is_none()) {
            return Ok(None);
        }
        let message = "KHR_draco_mesh_compression needs the feature `draco`, which is disabled; enable it, \
            or convert the file \
                       first: npx @gltf-transform/cli copy IN.glb OUT.glb";
        Err(ImportError::new("required-extension", format!("/meshes/{m}/primitives/{p}"), message))
    }
}

/// Whether a compressed primitive has positions outside of its stream.
fn has_uncompressed_data(source: &Source<'_>, m: usize, p: usize) -> bool {
    let primitive = source.json.meshes.get(m).and_then(|mesh| mesh.primitives.get(p));
    let positions = primitive.and_then(|primitive| primitive.attributes.get("POSITION"));
    positions.and_then(|n| source.json.accessors.get(n)).is_some_and(|a| a.buffer_view.is_some())
}

/// Reads a primitive from its accessors. `triangles` are its indices if it is compressed.
fn read_accessors(
    source: &mut Source<'_>,
    materials: &[Material],
    m: usize,
    p: usize,
    targets: usize,
    triangles: Option<Vec<u32>>,
) -> Result<Primitive, ImportError> {
    let location = format!("/meshes/{m}/primitives/{p}");
    let Some(json) = source.json.meshes.get(m).and_then(|mesh| mesh.primitives.get(p)) else {
        return Ok(Primitive::default());
    };
    let at = |name: &str| format!("{location}/attributes/{name}");
    let (positions, normals) = (json.attributes.get("POSITION"), json.attributes.get("NORMAL"));
    let (tangents, colors) = (json.attributes.get("TANGENT"), json.attributes.get("COLOR_0"));
    let uv_sets = json.attributes.sets("TEXCOORD");
    let (joints, weights) = (json.attributes.sets("JOINTS"), json.attributes.sets("WEIGHTS"));
    let (indices, mode, material) = (json.indices, json.mode.unwrap_or(4), json.material);

    let Some(positions) = positions else {
        return Err(ImportError::new("no-positions", at("POSITION"), "the primitive has no positions"));
    };
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
    let colors = optional_colors(source, colors, count, 1.0, &at("COLOR_0"))?;
    let sets = influence::Sets { joints: &joints, weights: &weights, joint_count: source.joint_count(m) };
    let influences = influence::read(source, &sets, count, &location)?;

    let mode = if triangles.is_some() { 4 } else { mode };
    let indices = read_indices(source, triangles, indices, count, &location)?;
    let (given, mode_location) = (indices.len(), format!("{location}/mode"));
    // Strips and fans become up to three indices per vertex.
    source.budget.take(given, if mode == 4 { 0 } else { 12 }, &location)?;
    let (topology, indices) = topology::to_list(mode, indices).ok_or_else(|| {
        ImportError::new("primitive-mode", &*mode_location, format!("mode {mode} is unknown"))
    })?;
    if !topology::is_whole(mode, given) {
        let message =
            format!("{given} indices do not form whole lines or triangles; the last ones are ignored");
        source.report.error("primitive-count", &*location, message);
    }
    let material = material.filter(|&n| {
        let known = n < materials.len();
        if !known {
            let message = format!("material {n} does not exist; the default material is used");
            source.report.error("out-of-range", format!("{location}/material"), message);
        }
        known
    });

    let mut primitive = Primitive {
        material: material.map(|n| MaterialId(n as u32)),
        topology,
        positions,
        normals,
        tangents,
        uvs,
        colors,
        influences,
        indices,
        morph_targets: Vec::new(),
        file_vertices: {
            source.budget.take(count, size_of::<u32>(), &location)?;
            (0..count as u32).collect()
        },
        file_vertex_count: count,
        has_file_normals: false,
    };
    primitive.has_file_normals = !primitive.normals.is_empty();
    normalize_directions(source, &mut primitive, &location);
    let has_colors = !primitive.colors.is_empty();
    primitive.morph_targets = morph::read(source, m, p, count, targets, has_colors)?;
    finish(source, materials, primitive, &location)
}

/// Indices of a primitive of `count` vertices: those of its compressed triangles, else of its accessor, else
/// all vertices in order.
fn read_indices(
    source: &mut Source<'_>,
    triangles: Option<Vec<u32>>,
    accessor: Option<usize>,
    count: usize,
    location: &str,
) -> Result<Vec<u32>, ImportError> {
    Ok(match (triangles, accessor) {
        (Some(triangles), _) => match triangles.iter().find(|&&index| index as usize >= count) {
            None => triangles,
            Some(index) => {
                let message = format!("index {index} of the Draco stream exceeds the {count} vertices");
                return Err(ImportError::new("index-out-of-range", location, message));
            }
        },
        (None, None) => {
            source.budget.take(count, 4, location)?;
            (0..count as u32).collect()
        }
        (None, Some(accessor)) => {
            let here = format!("{location}/indices");
            let indices = source.integers::<1>(accessor, &here)?;
            if let Some(i) = indices.iter().position(|[v]| *v as usize >= count) {
                let message = format!(
                    "index {i} references vertex {}; the primitive has {count} vertices",
                    indices.get(i).map_or(0, |[v]| *v)
                );
                return Err(ImportError::new("index-out-of-range", here, message));
            }
            indices.into_iter().map(|[v]| v).collect()
        }
    })
}

/// Adds generated attributes: flat normals, and tangents if a normal map needs them.
fn finish(
    source: &mut Source<'_>,
    materials: &[Material],
    mut primitive: Primitive,
    location: &str,
) -> Result<Primitive, ImportError> {
    if primitive.topology != Topology::Triangles {
        return Ok(primitive);
    }
    if primitive.normals.is_empty() {
        primitive = flat::shade_flat(&primitive, &mut source.budget, location)?;
        source.report.info(
            "flat-normals",
            location,
            "the primitive has no normals; flat normals are generated",
        );
    }
    let material = primitive.material.and_then(|id| materials.get(id.index()));
    let has = |set: usize| primitive.uvs.get(set).is_some_and(|uv| !uv.is_empty());
    for (field, texture) in material.into_iter().flat_map(Material::textures) {
        if field != "normal_texture" && !has(texture.uv_set) {
            let message = format!(
                "the material's {field} uses texture coordinate set {}, which the primitive does not have",
                texture.uv_set
            );
            source.report.warn("texture-without-uvs", location, message);
        }
    }
    let in_tangent_space = material.filter(|m| m.normal_space == NormalMapSpace::Tangent);
    let map = in_tangent_space.and_then(|m| m.normal_texture);
    if let Some(map) = map.filter(|_| primitive.tangents.is_empty()) {
        if has(map.uv_set) {
            match tangent::generate(&primitive, map.uv_set, &mut source.budget, location) {
                Ok(with_tangents) => primitive = with_tangents,
                Err(error) => {
                    source.report.recovered(error.unless_too_large()?, "the normal map is not drawn")
                }
            }
        } else {
            let message =
                "the primitive has no texture coordinates for its normal map; the normal map is not drawn";
            source.report.warn("normal-map-without-uvs", location, message);
        }
    }
    Ok(primitive)
}

/// Largest deviation of a squared length from 1 that comes from rounding alone.
const UNIT_TOLERANCE: f32 = 1e-6;

/// Normalizes normals and tangents. A normal of zero length is replaced by +Y and reported.
fn normalize_directions(source: &mut Source<'_>, primitive: &mut Primitive, location: &str) {
    let mut zero = 0;
    // The last bit of a unit vector would change with every import.
    let is_unit = |direction: Vec3| (direction.length_squared() - 1.0).abs() < UNIT_TOLERANCE;
    for normal in primitive.normals.iter_mut().filter(|normal| !is_unit(**normal)) {
        *normal = normal.try_normalize().unwrap_or_else(|| {
            zero += 1;
            Vec3::Y
        });
    }
    for tangent in &mut primitive.tangents {
        let sign = if tangent.w < 0.0 { -1.0 } else { 1.0 };
        let direction = tangent.truncate();
        let unit = if is_unit(direction) { direction } else { direction.try_normalize().unwrap_or(Vec3::X) };
        *tangent = unit.extend(sign);
    }
    if zero > 0 {
        let message = format!("{zero} normals have zero length; they are replaced by +Y");
        source.report.warn("normal-zero", format!("{location}/attributes/NORMAL"), message);
    }
}
