use sinew::character::{CharacterError, MaterialId, MeshId, MeshInstance};
use sinew::{Character, CharacterParts, JointIndex};

/// A character with the meshes of props, in the world's space, on a node that does not move with the joint `root`. `None` where all nodes
/// do. Props have neither skins nor textures.
pub(crate) fn merged<'a>(
    character: &Character,
    root: JointIndex,
    props: impl Iterator<Item = &'a Character>,
) -> Result<Option<Character>, CharacterError> {
    let skeleton = character.skeleton();
    let stands = |joint: &JointIndex| !skeleton.is_descendant_of(*joint, root) && skeleton.in_scene(*joint);
    let Some(node) = skeleton.joints().find(stands) else { return Ok(None) };
    let mut parts: CharacterParts = character.clone().into_parts();
    for prop in props {
        for instance in prop.mesh_instances() {
            let node_from_prop =
                character.rest_model()[node.index()].inverse() * prop.rest_model()[instance.node.index()];
            let normals = node_from_prop.matrix3.inverse().transpose();
            let mut mesh = prop.meshes()[instance.mesh].clone();
            for primitive in &mut mesh.primitives {
                primitive
                    .positions
                    .iter_mut()
                    .for_each(|point| *point = node_from_prop.transform_point3(*point));
                primitive
                    .normals
                    .iter_mut()
                    .for_each(|normal| *normal = (normals * *normal).normalize_or_zero());
                if let Some(material) = primitive.material {
                    primitive.material = Some(MaterialId(parts.materials.len() as u32));
                    parts.materials.push(prop.materials()[material].clone());
                }
            }
            let own = MeshInstance { node, mesh: MeshId(parts.meshes.len() as u32), ..instance.clone() };
            parts.mesh_instances.push(own);
            parts.meshes.push(mesh);
        }
    }
    Character::new(parts).map(Some)
}
