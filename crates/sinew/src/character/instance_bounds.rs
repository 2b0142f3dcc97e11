use super::joint_bounds::JointBounds;
use super::rest_boxes::{BoundsUnion, RestBoxes};
use super::{CharacterParts, MeshInstance, MeshInstanceId, SkinningMethod};
use crate::math::Bounds;
use crate::morph::MorphWeights;
use crate::skeleton::JointId;
use glam::Affine3A;
use std::collections::HashMap;

/// Bounds of mesh instances in any pose.
#[derive(Clone, Debug)]
pub(super) struct InstanceBounds {
    /// One for every pair of mesh and skin.
    joint_bounds: Vec<JointBounds>,
    /// Index into `joint_bounds` per instance.
    of: Vec<usize>,
    /// Boxes of the instances that are visible by default, without those that morph targets or dual
    /// quaternions change.
    default_boxes: RestBoxes,
    /// The instances among them that have other boxes too.
    default_others: Vec<MeshInstanceId>,
}

impl InstanceBounds {
    pub(super) fn new(parts: &CharacterParts, visible_by_default: impl Fn(MeshInstanceId) -> bool) -> Self {
        let mut known = HashMap::new();
        let mut joint_bounds = Vec::new();
        let of = parts.mesh_instances.iter().map(|i| {
            *known.entry((i.mesh, i.skin)).or_insert_with(|| {
                joint_bounds.push(JointBounds::new(&parts.meshes[i.mesh], i.skin.map(|s| &parts.skins[s])));
                joint_bounds.len() - 1
            })
        });
        let of: Vec<usize> = of.collect();
        let (mut still, mut default_others) = (Vec::new(), Vec::new());
        let instances = (0..).map(MeshInstanceId).zip(&parts.mesh_instances);
        for (id, instance) in instances.filter(|(id, _)| visible_by_default(*id)) {
            let bounds = &joint_bounds[of[id.index()]];
            let is_linear = method(instance, instance.skinning) == SkinningMethod::Linear;
            if is_linear {
                still.extend(bounds.still_boxes(instance.node));
            }
            if !is_linear || bounds.has_morphs() {
                default_others.push(id);
            }
        }
        let default_boxes = RestBoxes::new(still);
        Self { joint_bounds, of, default_boxes, default_others }
    }

    /// Box of an instance.
    pub(super) fn posed(
        &self,
        parts: &CharacterParts,
        instance: MeshInstanceId,
        model: &[Affine3A],
        weights: &[f32],
        skinning: SkinningMethod,
    ) -> Bounds {
        let mut union = BoundsUnion::EMPTY;
        let mesh_instance = &parts.mesh_instances[instance];
        let bounds = &self.joint_bounds[self.of[instance.index()]];
        bounds.add_posed(mesh_instance.node, model, weights, method(mesh_instance, skinning), &mut union);
        union.bounds()
    }

    /// Boxes of an instance's joints, at rest.
    pub(super) fn joint_boxes(
        &self,
        parts: &CharacterParts,
        instance: MeshInstanceId,
    ) -> impl Iterator<Item = (JointId, Bounds)> + '_ {
        self.joint_bounds[self.of[instance.index()]].rest_boxes(parts.mesh_instances[instance].node)
    }

    /// Box of all instances that are visible by default, with the skinning methods of their files.
    pub(super) fn posed_by_default(
        &self,
        parts: &CharacterParts,
        model: &[Affine3A],
        weights: &MorphWeights,
    ) -> Bounds {
        let mut union = BoundsUnion::EMPTY;
        self.default_boxes.add_posed(model, &mut union);
        for &id in &self.default_others {
            let instance = &parts.mesh_instances[id];
            let (bounds, weights) = (&self.joint_bounds[self.of[id.index()]], weights.row(id));
            match method(instance, instance.skinning) {
                SkinningMethod::Linear => bounds.add_morphed(instance.node, model, weights, &mut union),
                method => bounds.add_posed(instance.node, model, weights, method, &mut union),
            }
        }
        union.bounds()
    }
}

/// The skinning method of an instance: linear without a skin.
fn method(instance: &MeshInstance, method: SkinningMethod) -> SkinningMethod {
    if instance.skin.is_some() { method } else { SkinningMethod::Linear }
}
