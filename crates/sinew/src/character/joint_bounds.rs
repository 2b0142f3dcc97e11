//! Bounding box of a mesh in any pose, without its vertices: each joint has the box of the vertices that it
//! influences, in its own space. A linearly blended vertex is a convex combination of its positions under
//! each joint alone, so the union of the transformed boxes contains it. Morph targets extend the boxes by
//! their largest offsets times their weights.

use super::rest_boxes::BoundsUnion;
use super::{Mesh, Skin, SkinningMethod};
use crate::math::Bounds;
use crate::skeleton::JointId;
use glam::{Affine3A, Vec3};

/// Number of the heaviest influences of a vertex that are paired with one another; lighter ones are paired
/// with the heaviest.
const PAIRED: usize = 4;
/// Largest deviation of a vertex blended by dual quaternions, as a share of the distance between its
/// positions under two of its joints: it moves on an arc between them, whose height is at most half of that
/// distance for two joints.
const ARC: f32 = 0.75;

/// Boxes of a mesh with or without a skin, one per joint that moves some of its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct JointBounds {
    /// One box per joint; the boxes that morph targets change come last.
    boxes: Vec<JointBox>,
    /// Number of boxes that no morph target changes.
    still: usize,
    /// Pairs of boxes whose joints share vertices, and those vertices; needed by dual quaternions alone.
    pairs: Vec<(u32, u32, Bounds)>,
}

#[derive(Clone, Debug)]
struct JointBox {
    /// `None` for vertices that follow the node of the mesh.
    joint: Option<JointId>,
    /// Inverse bind matrix: joint from mesh.
    bind: Affine3A,
    /// Vertices at rest, in the joint's space.
    rest: Bounds,
    /// Morph targets that move some of the vertices: the index and the box of the offsets.
    morphs: Vec<(u32, Bounds)>,
}

impl JointBox {
    fn new(joint: Option<JointId>, bind: Affine3A) -> Self {
        Self { joint, bind, rest: Bounds::EMPTY, morphs: Vec::new() }
    }

    /// Model from joint, or from the mesh's node.
    fn matrix<'a>(&self, node: JointId, model: &'a [Affine3A]) -> &'a Affine3A {
        &model[self.joint.unwrap_or(node).index()]
    }

    /// Adds a vertex at rest, in the space of the mesh.
    fn add(&mut self, position: Vec3) {
        self.rest = self.rest.including(self.bind.transform_point3(position));
    }

    fn add_offset(&mut self, target: u32, offset: Vec3) {
        let offset = self.bind.transform_vector3(offset);
        // Offsets come target by target.
        if let Some((_, bounds)) = self.morphs.last_mut().filter(|(last, _)| *last == target) {
            *bounds = bounds.including(offset);
            return;
        }
        let at = self.morphs.binary_search_by_key(&target, |(n, _)| *n).unwrap_or_else(|at| {
            // Contains zero, for the joint's vertices that the target does not move.
            self.morphs.insert(at, (target, Bounds { min: Vec3::ZERO, max: Vec3::ZERO }));
            at
        });
        self.morphs[at].1 = self.morphs[at].1.including(offset);
    }
}

impl JointBounds {
    /// Measures a mesh with or without a skin.
    pub(super) fn new(mesh: &Mesh, skin: Option<&Skin>) -> Self {
        // One slot per joint of the skin, and a last one for vertices that follow the node.
        let mut slots: Vec<JointBox> = skin.map_or(Vec::new(), |skin| {
            let joints = skin.joints.iter().zip(&skin.inverse_binds);
            joints.map(|(&joint, &bind)| JointBox::new(Some(joint), bind)).collect()
        });
        let node_slot = slots.len();
        slots.push(JointBox::new(None, Affine3A::IDENTITY));
        // Per slot: slots of higher numbers that it shares vertices with, and those vertices.
        let mut pairs: Vec<Vec<(usize, Bounds)>> = vec![Vec::new(); node_slot];
        for primitive in &mesh.primitives {
            let skinned = primitive.influences.as_ref().filter(|_| skin.is_some());
            for (vertex, &position) in primitive.positions.iter().enumerate() {
                let joints = skinned.map_or(&[][..], |influences| influences.joints_of_vertex(vertex));
                if joints.is_empty() {
                    slots[node_slot].add(position);
                }
                for (i, a) in joints.iter().enumerate() {
                    slots[usize::from(*a)].add(position);
                    for b in &joints[..if i < PAIRED { i } else { 1 }] {
                        add_shared(&mut pairs[usize::from(*a.min(b))], usize::from(*a.max(b)), position);
                    }
                }
            }
            for (number, target) in primitive.morph_targets.iter().enumerate() {
                for (&vertex, &offset) in target.vertices().iter().zip(target.positions()) {
                    let vertex = vertex as usize;
                    let joints = skinned.map_or(&[][..], |influences| influences.joints_of_vertex(vertex));
                    if joints.is_empty() {
                        slots[node_slot].add_offset(number as u32, offset);
                    }
                    for slot in joints {
                        slots[usize::from(*slot)].add_offset(number as u32, offset);
                    }
                }
            }
        }
        let used = slots.into_iter().enumerate().filter(|(_, joint)| !joint.rest.is_empty());
        let (still, morphed): (Vec<_>, Vec<_>) = used.partition(|(_, joint)| joint.morphs.is_empty());
        let still_count = still.len();
        let mut kept = vec![u32::MAX; node_slot + 1];
        let mut boxes = Vec::new();
        for (slot, joint) in still.into_iter().chain(morphed) {
            kept[slot] = boxes.len() as u32;
            boxes.push(joint);
        }
        pairs.iter_mut().for_each(|shared| shared.sort_unstable_by_key(|(b, _)| *b));
        let pairs = pairs.iter().enumerate().flat_map(|(a, shared)| {
            let kept = &kept;
            shared.iter().map(move |(b, shared)| (kept[a], kept[*b], *shared))
        });
        Self { still: still_count, pairs: pairs.collect(), boxes }
    }

    /// Whether morph targets change some of the boxes.
    pub(super) fn has_morphs(&self) -> bool {
        self.still < self.boxes.len()
    }

    /// All boxes at rest, with their joints, for a mesh on `node`.
    pub(super) fn rest_boxes(&self, node: JointId) -> impl Iterator<Item = (JointId, Bounds)> {
        self.boxes.iter().map(move |joint| (joint.joint.unwrap_or(node), joint.rest))
    }

    /// The boxes that no morph target changes, with their joints, for a mesh on `node`.
    pub(super) fn still_boxes(&self, node: JointId) -> impl Iterator<Item = (JointId, Bounds)> {
        self.rest_boxes(node).take(self.still)
    }

    /// Adds to `union` the box of all vertices of the mesh on `node` in the model-space pose `model` with
    /// morph weights `weights`. With dual quaternions it is extended by the largest distance between the
    /// positions at which two joints put a vertex that they share.
    pub(super) fn add_posed(
        &self,
        node: JointId,
        model: &[Affine3A],
        weights: &[f32],
        method: SkinningMethod,
        union: &mut BoundsUnion,
    ) {
        if method == SkinningMethod::DualQuaternion {
            let mut linear = BoundsUnion::EMPTY;
            self.add_posed(node, model, weights, SkinningMethod::Linear, &mut linear);
            union.add(&linear.bounds().grown(ARC * self.largest_gap(node, model)));
            return;
        }
        for (joint, bounds) in self.still_boxes(node) {
            union.add(&bounds.transformed(&model[joint.index()]));
        }
        self.add_morphed(node, model, weights, union);
    }

    /// Adds those of the boxes that morph targets change.
    pub(super) fn add_morphed(
        &self,
        node: JointId,
        model: &[Affine3A],
        weights: &[f32],
        union: &mut BoundsUnion,
    ) {
        let is_morphed = weights.iter().any(|&weight| weight != 0.0);
        for joint in &self.boxes[self.still..] {
            let mut bounds = joint.rest;
            for (target, offsets) in joint.morphs.iter().filter(|_| is_morphed) {
                let weight = weights.get(*target as usize).copied().unwrap_or(0.0);
                let (a, b) = (offsets.min * weight, offsets.max * weight);
                bounds = Bounds { min: bounds.min + a.min(b), max: bounds.max + a.max(b) };
            }
            union.add(&bounds.transformed(joint.matrix(node, model)));
        }
    }

    /// Largest distance between the positions at which two joints put a vertex that they share.
    fn largest_gap(&self, node: JointId, model: &[Affine3A]) -> f32 {
        let palette = |i: u32| {
            let joint = &self.boxes[i as usize];
            *joint.matrix(node, model) * joint.bind
        };
        let gaps = self.pairs.iter().map(|&(a, b, shared)| gap(&palette(a), &palette(b), &shared));
        gaps.fold(0.0, f32::max)
    }
}

/// Adds a vertex to those that a slot shares with `other`.
fn add_shared(pairs: &mut Vec<(usize, Bounds)>, other: usize, position: Vec3) {
    let known = pairs.iter().position(|(slot, _)| *slot == other).unwrap_or_else(|| {
        pairs.push((other, Bounds::EMPTY));
        pairs.len() - 1
    });
    pairs[known].1 = pairs[known].1.including(position);
}

/// Largest distance between the images of a point of a box under two matrices; convex, so it occurs at a
/// corner.
fn gap(a: &Affine3A, b: &Affine3A, shared: &Bounds) -> f32 {
    let corners = (0..8).map(|corner| {
        let pick = |axis: usize| if corner >> axis & 1 == 0 { shared.min[axis] } else { shared.max[axis] };
        Vec3::new(pick(0), pick(1), pick(2))
    });
    corners.map(|p| a.transform_point3(p).distance(b.transform_point3(p))).fold(0.0, f32::max)
}
