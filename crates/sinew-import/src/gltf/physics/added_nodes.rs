use super::json::{AddedRange, BodiesExtras};
use super::reader::Reader;
use crate::gltf::bounded_json::read_part;
use crate::gltf::json::Root;

/// Nodes and meshes at the end of a file that Sinew added for its bodies alone: without them the character is
/// as it was.
pub(super) struct AddedNodes {
    first_node: usize,
    first_mesh: usize,
    /// Size of the ragdoll, and the number of its units that are a metre.
    pub(super) size: Option<f32>,
    pub(super) units_per_metre: Option<f32>,
}

/// The nodes and meshes that a file states as added. `None` where something else uses one of them.
pub(super) fn find(reader: &Reader<'_, '_>) -> Option<AddedNodes> {
    let mut left = reader.source.budget.left();
    let extras: BodiesExtras = read_part(reader.bodies.extras.as_ref()?.get(), &mut left).ok()?;
    let AddedRange { first_node, first_mesh, size, units_per_metre } = extras.sinew?;
    let json = &reader.source.json;
    let is_kept = |node: &usize| *node < first_node;
    let added = json.nodes.get(first_node..)?;
    let plain = added.iter().all(|node| {
        node.children.is_empty() && node.skin.is_none() && node.mesh.is_none_or(|mesh| mesh >= first_mesh)
    });
    let bodies = reader.nodes.get(first_node..)?.iter().all(|node| node.motion.is_none());
    let meshes =
        json.nodes.iter().take(first_node).all(|node| node.mesh.is_none_or(|mesh| mesh < first_mesh));
    let skins = json.skins.iter().flat_map(|skin| skin.joints.iter().chain(&skin.skeleton)).all(is_kept);
    let channels = json.animations.iter().flat_map(|animation| animation.channels.iter());
    let targets = channels.filter_map(|channel| channel.target.as_ref()?.node.as_ref());
    let is_alone = plain && bodies && meshes && skins && targets.into_iter().all(is_kept);
    let added = AddedNodes { first_node, first_mesh, size, units_per_metre };
    (is_alone && first_mesh <= json.meshes.len()).then_some(added)
}

impl AddedNodes {
    /// Removes the nodes and meshes from the JSON.
    pub(super) fn leave_out(self, json: &mut Root) {
        json.nodes.truncate(self.first_node);
        json.meshes.truncate(self.first_mesh);
        let is_kept = |node: &usize| *node < self.first_node;
        json.nodes.iter_mut().for_each(|node| node.children.retain(is_kept));
        json.scenes.iter_mut().for_each(|scene| scene.nodes.retain(is_kept));
    }
}
