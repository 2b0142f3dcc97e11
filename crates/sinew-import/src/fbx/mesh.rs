//! Meshes with skins and blend shapes, and their instances.

use super::blend::{self, Blends};
use super::node::vector;
use super::skin;
use super::source::{Source, location};
use super::visibility;
use crate::ImportError;
use crate::polygon::{Corners, Polygon, PolygonMesh};
use sinew::Skeleton;
use sinew::character::{Material, MaterialId, Mesh, MeshId, MeshInstance, Skin, SkinId, SkinningMethod};
use sinew::glam::{Vec2, Vec3, Vec4};

/// Meshes, skins and instances of the file.
#[derive(Default)]
pub(super) struct Meshes {
    pub(super) meshes: Vec<Mesh>,
    pub(super) skins: Vec<Skin>,
    pub(super) instances: Vec<MeshInstance>,
    /// Blend channels of each mesh.
    pub(super) blends: Vec<Blends>,
}

/// Reads all meshes. An unreadable one is reported and left out.
pub(super) fn read(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    materials: &[Material],
) -> Result<Meshes, ImportError> {
    let mut all = Meshes::default();
    let scene = source.scene;
    source.budget.take(scene.nodes.len(), 1, "file")?;
    let visible = visibility::of_nodes(source);
    for mesh in &scene.meshes {
        let result = read_one(source, skeleton, mesh, materials);
        let (shape, skin, blends) = match result {
            Ok(parts) => parts,
            Err(error) => {
                source.report.recovered(error.unless_too_large()?, "the mesh is not drawn");
                continue;
            }
        };
        let (skin, skinning) = match skin {
            Some((skin, method)) => {
                all.skins.push(skin);
                (Some(SkinId(all.skins.len() as u32 - 1)), method)
            }
            None => (None, SkinningMethod::Linear),
        };
        let mut weights = vec![0.0; blends.names.len()];
        blends.channels.iter().for_each(|channel| channel.split(channel.rest, &mut weights));
        for node in &mesh.element.instances {
            source.budget.take(1 + weights.len(), 64, &location(&mesh.element))?;
            let Some(node) = skin::joint(skeleton, node) else { continue };
            all.instances.push(MeshInstance {
                node,
                mesh: MeshId(all.meshes.len() as u32),
                skin,
                weights: weights.clone(),
                skinning,
                visible: visibility::of_joint(&visible, skeleton, node),
            });
        }
        all.meshes.push(shape);
        all.blends.push(blends);
    }
    Ok(all)
}

type MeshParts = (Mesh, Option<(Skin, SkinningMethod)>, Blends);

fn read_one(
    source: &mut Source<'_>,
    skeleton: &Skeleton,
    mesh: &ufbx::Mesh,
    materials: &[Material],
) -> Result<MeshParts, ImportError> {
    let here = location(&mesh.element);
    let corners = mesh.vertex_indices.len();
    let sets = mesh.uv_sets.len();
    source.budget.take(mesh.vertices.len(), size_of::<Vec3>(), &here)?;
    source.budget.take(corners, 48 + 8 * sets, &here)?;
    source.budget.take(mesh.faces.len(), size_of::<Polygon>(), &here)?;
    let positions: Vec<Vec3> = mesh.vertices.iter().map(vector).collect();
    if let Some(v) = positions.iter().position(|p| !p.is_finite()) {
        return Err(ImportError::new("not-finite", here, format!("vertex {v} is not finite")));
    }
    let vertices = positions.len();
    let (morph_targets, blends) = blend::read(source, mesh, vertices)?;
    let bound = skin::read(source, skeleton, mesh, vertices)?;
    let (skin, influences) = match bound {
        Some(bound) => (Some((bound.skin, bound.method)), Some(bound.influences)),
        None => (None, None),
    };
    let of_mesh = |face: usize| {
        let number = mesh.face_material.get(face).copied().unwrap_or(0) as usize;
        let material = mesh.materials.get(number)?;
        Some(MaterialId(material.element.typed_id)).filter(|id| id.index() < materials.len())
    };
    let polygons = mesh.faces.iter().enumerate().map(|(n, face)| Polygon {
        first: face.index_begin,
        count: face.num_indices,
        material: of_mesh(n),
    });
    let polygons = polygons.filter(|p| p.count > 0).collect();
    let polygon_mesh = PolygonMesh {
        positions,
        influences,
        morph_targets,
        polygons,
        corners: Corners {
            vertices: mesh.vertex_indices.to_vec(),
            normals: normals(mesh),
            // Tangents of the file are ignored: they may differ from MikkTSpace, for which normal maps are
            // baked.
            tangents: Vec::new(),
            uvs: mesh.uv_sets.iter().map(|set| uvs(&set.vertex_uv)).collect(),
            colors: colors(mesh),
        },
    };
    let primitives =
        polygon_mesh.into_primitives(materials, &mut source.budget, &mut source.report, &here)?;
    // Most FBX meshes have no name, but their nodes do.
    let node_name = mesh.element.instances.first().map(|node| node.element.name.to_string());
    let name =
        Some(mesh.element.name.to_string()).filter(|n| !n.is_empty()).or(node_name).unwrap_or_default();
    let mesh = Mesh { name, primitives, morph_names: blends.names.clone(), shares_file_vertices: true };
    Ok((mesh, skin, blends))
}

/// One value per corner; empty if the attribute does not exist.
fn by_corner<V, T>(exists: bool, values: &[V], indices: &[u32], of: impl Fn(&V) -> T, default: T) -> Vec<T>
where
    T: Copy,
{
    if !exists {
        return Vec::new();
    }
    indices.iter().map(|&i| values.get(i as usize).map_or(default, &of)).collect()
}

fn normals(mesh: &ufbx::Mesh) -> Vec<Vec3> {
    let attribute = &mesh.vertex_normal;
    let of = |n: &ufbx::Vec3| vector(n).try_normalize().unwrap_or(Vec3::Y);
    by_corner(attribute.exists, &attribute.values, &attribute.indices, of, Vec3::Y)
}

/// Texture coordinates, converted from a lower-left origin.
fn uvs(attribute: &ufbx::VertexVec2) -> Vec<Vec2> {
    let of = |uv: &ufbx::Vec2| {
        let uv = Vec2::new(uv.x as f32, 1.0 - uv.y as f32);
        if uv.is_finite() { uv } else { Vec2::ZERO }
    };
    by_corner(attribute.exists, &attribute.values, &attribute.indices, of, Vec2::ZERO)
}

fn colors(mesh: &ufbx::Mesh) -> Vec<Vec4> {
    let attribute = &mesh.vertex_color;
    let of = |c: &ufbx::Vec4| {
        let color = Vec4::new(c.x as f32, c.y as f32, c.z as f32, c.w as f32);
        if color.is_finite() { color } else { Vec4::ONE }
    };
    by_corner(attribute.exists, &attribute.values, &attribute.indices, of, Vec4::ONE)
}
