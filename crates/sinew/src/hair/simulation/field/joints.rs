//! Distance field of the skin that some joints of a character move.

use super::field::{HairField, HairFieldError};
use crate::character::{Character, MeshInstanceId, Topology};
use crate::skeleton::JointId;
use glam::{Affine3A, Vec3};

/// Weight of the joints from which a triangle is theirs, as the sum over its three corners.
const MIN_WEIGHT: f32 = 1.5;

impl HairField {
    /// Field of the skin that some joints move mainly, such as the head and what hangs from it. Triangles
    /// count of which these joints have more than half of the weight, in the meshes that `counts` allows
    /// (hair, hats and glasses should not count), without morph targets. Where the rest of the skin was, they
    /// are closed by triangles to the middle of the border, so that fields of neighbouring parts leave no
    /// gap. `model` is the pose in which hair was combed, a matrix per joint in model space:
    /// [`Character::rest_model`] for the rest pose. A joint that has no matrix there counts as the identity.
    ///
    /// # Errors
    /// As [`HairField::new`], and when the character lacks a joint.
    ///
    /// ```no_run
    /// use sinew::hair::{HairField, HairFieldError};
    /// use sinew::{Character, JointId};
    ///
    /// /// Field of a head with cells of 4 mm.
    /// fn field_of_head(character: &Character, head: JointId) -> Result<HairField, HairFieldError> {
    ///     let skeleton = character.skeleton();
    ///     let joints = skeleton.joints().filter(|joint| skeleton.is_descendant_of(*joint, head));
    ///     let joints: Vec<_> = joints.collect();
    ///     HairField::of_joints(character, character.rest_model(), &joints, 0.004, |instance| {
    ///         let mesh = &character.meshes()[character.mesh_instances()[instance].mesh];
    ///         mesh.name != "hair"
    ///     })
    /// }
    /// ```
    pub fn of_joints(
        character: &Character,
        model: &[Affine3A],
        joints: &[JointId],
        cell: f32,
        counts: impl Fn(MeshInstanceId) -> bool,
    ) -> Result<Self, HairFieldError> {
        let count = character.skeleton().len();
        if let Some(joint) = joints.iter().find(|joint| joint.index() >= count) {
            return Err(HairFieldError::Joint { joint: joint.index(), joints: count });
        }
        let mut is_chosen = vec![false; count];
        joints.iter().for_each(|joint| is_chosen[joint.index()] = true);
        let matrix = |joint: JointId| model.get(joint.index()).copied().unwrap_or(Affine3A::IDENTITY);
        let (mut positions, mut triangles, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            if !counts(id) || !character.skeleton().in_scene(instance.node) {
                continue;
            }
            for primitive in &character.meshes()[instance.mesh].primitives {
                if primitive.topology != Topology::Triangles {
                    continue;
                }
                let first = positions.len();
                for (vertex, position) in primitive.positions.iter().enumerate() {
                    let (mut posed, mut weight, mut total) = (Vec3::ZERO, 0.0, 0.0);
                    if let Some(skin) = instance.skin.map(|skin| &character.skins()[skin]) {
                        for (slot, share) in primitive.influences_of(vertex) {
                            let joint = skin.joints[slot];
                            let bone = matrix(joint) * skin.inverse_binds[slot];
                            posed += bone.transform_point3(*position) * share;
                            weight += if is_chosen[joint.index()] { share } else { 0.0 };
                            total += share;
                        }
                    }
                    if total > 0.0 {
                        positions.push(posed / total);
                        weights.push(weight / total);
                    } else {
                        positions.push(matrix(instance.node).transform_point3(*position));
                        weights.push(if is_chosen[instance.node.index()] { 1.0 } else { 0.0 });
                    }
                }
                for corners in primitive.indices.as_chunks::<3>().0 {
                    let corners = corners.map(|vertex| vertex + first as u32);
                    if corners.iter().map(|vertex| weights[*vertex as usize]).sum::<f32>() > MIN_WEIGHT {
                        triangles.push(corners);
                    }
                }
            }
        }
        Self::new(&positions, &triangles, cell)
    }
}
