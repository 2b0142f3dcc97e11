use super::posed::posed_triangles;
use sinew::character::{
    CharacterError, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod,
};
use sinew::skeleton::Joint;
use sinew::{Actor, Character, CharacterParts, RawClip, Transform};

/// A character and its clips with the meshes of props as they stand in the world, as one mesh on a node of
/// its own beside those of the character. Textures of props are left out.
pub(crate) fn merged(
    character: &Character,
    clips: &mut [RawClip],
    props: &[Actor],
    name: &str,
) -> Result<Character, CharacterError> {
    let mut parts: CharacterParts = character.clone().into_parts();
    let mut mesh = Mesh { name: name.to_owned(), ..Mesh::default() };
    for prop in props {
        for posed in posed_triangles(prop) {
            let material = posed.primitive.material.map(|material| {
                parts.materials.push(without_textures(&prop.character().materials()[material]));
                MaterialId(parts.materials.len() as u32 - 1)
            });
            let count = posed.positions.len();
            mesh.primitives.push(Primitive {
                material,
                positions: posed.positions,
                normals: posed.normals,
                indices: posed.primitive.indices.clone(),
                file_vertices: (0..count as u32).collect(),
                file_vertex_count: count,
                has_file_normals: true,
                ..Primitive::default()
            });
        }
    }
    if !mesh.primitives.is_empty() {
        let node = Joint { name: name.to_owned(), parent: None, rest: Transform::IDENTITY, in_scene: true };
        let map = parts.append_joints(vec![node])?;
        clips.iter_mut().for_each(|clip| map.remap_clip(clip));
        parts.mesh_instances.push(MeshInstance {
            node: map.added()[0],
            mesh: MeshId(parts.meshes.len() as u32),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        });
        parts.meshes.push(mesh);
    }
    Character::new(parts)
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
