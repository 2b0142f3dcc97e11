use sinew::character::Character;
use sinew::skeleton::JointId;
use sinew::surface::SurfacePoint;
use std::collections::BTreeMap;

/// Joint that moves a point of the skin most; the node of a mesh without a skin. `None` where the character
/// has no such triangle.
pub(super) fn anchor(character: &Character, point: &SurfacePoint) -> Option<JointId> {
    let instance = character.mesh_instances().get(point.instance.index())?;
    let primitive = character.meshes()[instance.mesh].primitives.get(point.primitive)?;
    let corners = primitive.indices.as_chunks::<3>().0.get(point.triangle as usize)?;
    let Some(skin) = instance.skin.map(|skin| &character.skins()[skin]) else { return Some(instance.node) };
    let mut weights: BTreeMap<JointId, f32> = BTreeMap::new();
    for (corner, share) in corners.iter().zip(point.barycentric.to_array()) {
        for (slot, weight) in primitive.influences_of(*corner as usize) {
            *weights.entry(skin.joints[slot]).or_default() += weight * share;
        }
    }
    let heaviest = weights.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    Some(heaviest.map_or(instance.node, |(joint, _)| joint))
}
