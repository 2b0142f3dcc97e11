//! The box around a mesh in any pose, without touching its vertices: each joint carries the box of the vertices it
//! influences, in its own space. A linearly blended vertex is a convex mix of its places under each joint alone, so
//! the union of the moved boxes holds it. Morphs widen the boxes by their largest offsets times their weights.

use super::{Mesh, MeshInstance, Skin, SkinningMethod};
use crate::math::Bounds;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Vec3};

/// Boxes of one mesh instance, one per joint that moves some of its vertices.
#[derive(Clone, Debug, Default)]
pub struct JointBounds {
    boxes: Vec<JointBox>,
    /// Pairs of boxes whose joints share vertices, needed by dual quaternions alone.
    pairs: Vec<(u32, u32, Bounds)>,
}

#[derive(Clone, Debug)]
struct JointBox {
    joint: JointIndex,
    /// Joint from mesh.
    bind: Affine3A,
    /// Vertices at rest, in the joint's space.
    rest: Bounds,
    /// For each morph target that moves some of them: its number and the box of its offsets.
    morphs: Vec<(u32, Bounds)>,
}

impl JointBounds {
    /// Measures a mesh on a node with or without a skin.
    pub(super) fn new(instance: &MeshInstance, mesh: &Mesh, skin: Option<&Skin>) -> Self {
        // One slot per joint of the skin and one, the last, for what follows the node.
        let joints = skin.map_or(0, |s| s.joints.len());
        let mut slots: Vec<JointBox> = (0..=joints)
            .map(|slot| JointBox {
                joint: skin.and_then(|s| s.joints.get(slot)).copied().unwrap_or(instance.node),
                bind: skin.and_then(|s| s.inverse_binds.get(slot)).copied().unwrap_or(Affine3A::IDENTITY),
                rest: Bounds::EMPTY,
                morphs: Vec::new(),
            })
            .collect();
        let mut pairs: Vec<(u32, u32, Bounds)> = Vec::new();
        for primitive in &mesh.primitives {
            let influences = primitive.influences.as_ref().filter(|_| skin.is_some());
            let slots_of = |vertex: usize| -> Vec<usize> {
                let used: Vec<_> = influences.map_or(Vec::new(), |i| i.of(vertex).map(|(j, _)| j).collect());
                if used.is_empty() { vec![joints] } else { used }
            };
            for (vertex, &position) in primitive.positions.iter().enumerate() {
                let used = slots_of(vertex);
                for (i, &a) in used.iter().enumerate() {
                    let slot = &mut slots[a];
                    slot.rest = slot.rest.including(slot.bind.transform_point3(position));
                    if instance.skinning == SkinningMethod::DualQuaternion {
                        for &b in &used[i + 1..] {
                            widen_pair(&mut pairs, a.min(b) as u32, a.max(b) as u32, position);
                        }
                    }
                }
            }
            for (number, target) in primitive.morph_targets.iter().enumerate() {
                for (&vertex, &offset) in target.vertices().iter().zip(target.positions()) {
                    for slot in slots_of(vertex as usize) {
                        let slot = &mut slots[slot];
                        let offset = slot.bind.transform_vector3(offset);
                        // Zero belongs in, for the joint's vertices that the target leaves alone.
                        let none = Bounds { min: Vec3::ZERO, max: Vec3::ZERO };
                        let at = slot.morphs.binary_search_by_key(&(number as u32), |(n, _)| *n);
                        let at = at.unwrap_or_else(|at| {
                            slot.morphs.insert(at, (number as u32, none));
                            at
                        });
                        slot.morphs[at].1 = slot.morphs[at].1.including(offset);
                    }
                }
            }
        }
        let mut kept = vec![u32::MAX; slots.len()];
        let mut boxes = Vec::new();
        for (slot, bounds) in slots.into_iter().enumerate() {
            if !bounds.rest.is_empty() {
                kept[slot] = boxes.len() as u32;
                boxes.push(bounds);
            }
        }
        let pairs = pairs.into_iter().map(|(a, b, v)| (kept[a as usize], kept[b as usize], v)).collect();
        Self { boxes, pairs }
    }

    /// The box around every vertex in the pose `model` (model from joint) with morph `weights`.
    /// Exact for linear skinning to within the boxes' corners; with dual quaternions it is widened by how far two
    /// joints carry the vertices they share apart, since those travel along arcs between the two.
    pub fn posed(&self, model: &[Affine3A], weights: &[f32], method: SkinningMethod) -> Bounds {
        let mut all = Bounds::EMPTY;
        for joint in &self.boxes {
            let mut bounds = joint.rest;
            for (target, offsets) in &joint.morphs {
                let weight = weights.get(*target as usize).copied().unwrap_or(0.0);
                let (a, b) = (offsets.min * weight, offsets.max * weight);
                bounds = Bounds { min: bounds.min + a.min(b), max: bounds.max + a.max(b) };
            }
            all = all.union(bounds.transformed(&model[joint.joint.index()]));
        }
        if method == SkinningMethod::DualQuaternion {
            all = all.grown(0.75 * self.widest_gap(model));
        }
        all
    }

    /// How far apart two joints carry a vertex that both influence.
    fn widest_gap(&self, model: &[Affine3A]) -> f32 {
        let palette = |i: u32| {
            let joint = &self.boxes[i as usize];
            model[joint.joint.index()] * joint.bind
        };
        let mut widest = 0.0f32;
        for (a, b, shared) in &self.pairs {
            let (a, b) = (palette(*a), palette(*b));
            for corner in 0..8 {
                let pick =
                    |axis: usize| if corner >> axis & 1 == 0 { shared.min[axis] } else { shared.max[axis] };
                let p = Vec3::new(pick(0), pick(1), pick(2));
                widest = widest.max(a.transform_point3(p).distance(b.transform_point3(p)));
            }
        }
        widest
    }
}

fn widen_pair(pairs: &mut Vec<(u32, u32, Bounds)>, a: u32, b: u32, position: Vec3) {
    match pairs.iter_mut().rev().find(|(x, y, _)| (*x, *y) == (a, b)) {
        Some((_, _, bounds)) => *bounds = bounds.including(position),
        None => pairs.push((a, b, Bounds::EMPTY.including(position))),
    }
}
