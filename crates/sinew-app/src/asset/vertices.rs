//! Posed vertices of a frame in world space.

use sinew::character::MeshInstanceId;
use sinew::glam::Vec3;
use sinew::skinning::SkinnedVertices;
use sinew::{Character, Frame, JointId};

/// Joint with the largest skin weight on a vertex; none for a mesh without a skin.
pub(crate) fn main_joint(
    character: &Character,
    instance: MeshInstanceId,
    primitive: usize,
    vertex: usize,
) -> Option<JointId> {
    let instance = &character.mesh_instances()[instance];
    let skin = &character.skins()[instance.skin?];
    let influences = character.meshes()[instance.mesh].primitives[primitive].influences.as_ref()?;
    // Influences are sorted by weight, largest first.
    let (slot, _) = influences.of_vertex(vertex).next()?;
    Some(skin.joints[slot])
}

/// Calls `found` with the instance, primitive, vertex and world-space position of every vertex of a visible
/// mesh that a triangle uses. Positions that are not finite are left out.
pub(crate) fn for_each_vertex(frame: &Frame<'_>, mut found: impl FnMut(MeshInstanceId, usize, usize, Vec3)) {
    let (character, world) = (frame.character(), frame.world_from_model());
    let mut posed = SkinnedVertices::default();
    for id in character.mesh_instance_ids().filter(|id| frame.is_visible(*id)) {
        let mesh = character.mesh_instances()[id].mesh;
        for (p, primitive) in character.meshes()[mesh].primitives.iter().enumerate() {
            frame.skin_vertices(id, p, &mut posed);
            // Files may hold vertices that no triangle uses.
            let mut used = vec![false; posed.positions.len()];
            primitive.indices.iter().for_each(|&v| used[v as usize] = true);
            for (v, &position) in posed.positions.iter().enumerate().filter(|(v, _)| used[*v]) {
                let world_position = world.transform_point3(position);
                if world_position.is_finite() {
                    found(id, p, v, world_position);
                }
            }
        }
    }
}
