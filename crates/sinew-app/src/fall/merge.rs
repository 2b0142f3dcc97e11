use super::posed::posed_triangles;
use sinew::character::{
    CharacterError, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod,
};
use sinew::{Actor, Character, CharacterParts, JointIndex};

/// A character with the meshes of props as they stand in the world, on a node that does not move with the joint `root`. `None` where all nodes
/// do. Textures of props are left out.
pub(crate) fn merged(
    character: &Character,
    root: JointIndex,
    props: &[Actor],
) -> Result<Option<Character>, CharacterError> {
    let skeleton = character.skeleton();
    let stands = |joint: &JointIndex| !skeleton.is_descendant_of(*joint, root) && skeleton.in_scene(*joint);
    let Some(node) = skeleton.joints().find(stands) else { return Ok(None) };
    let node_from_world = character.rest_model()[node.index()].inverse();
    let normals_from_world = node_from_world.matrix3.inverse().transpose();
    let mut parts: CharacterParts = character.clone().into_parts();
    for prop in props {
        for posed in posed_triangles(prop) {
            let material = posed.primitive.material.map(|material| {
                parts.materials.push(without_textures(&prop.character().materials()[material]));
                MaterialId(parts.materials.len() as u32 - 1)
            });
            let count = posed.positions.len();
            let positions = posed.positions.iter().map(|point| node_from_world.transform_point3(*point));
            let normals =
                posed.normals.iter().map(|normal| (normals_from_world * *normal).normalize_or_zero());
            let primitive = Primitive {
                material,
                positions: positions.collect(),
                normals: normals.collect(),
                indices: posed.primitive.indices.clone(),
                file_vertices: (0..count as u32).collect(),
                file_vertex_count: count,
                has_file_normals: true,
                ..Primitive::default()
            };
            let mesh = MeshId(parts.meshes.len() as u32);
            parts.meshes.push(Mesh {
                name: posed.mesh.name.clone(),
                primitives: vec![primitive],
                ..Mesh::default()
            });
            let (weights, skinning) = (Vec::new(), SkinningMethod::Linear);
            parts.mesh_instances.push(MeshInstance { node, mesh, skin: None, weights, skinning });
        }
    }
    Character::new(parts).map(Some)
}

/// Colours and surface of a material.
fn without_textures(material: &Material) -> Material {
    Material {
        name: material.name.clone(),
        base_color: material.base_color,
        metallic: material.metallic,
        roughness: material.roughness,
        emissive: material.emissive,
        double_sided: material.double_sided,
        unlit: material.unlit,
        ..Material::default()
    }
}
