//! Bounding box of a mesh in any pose, without its vertices: each joint has the box of the vertices that it influences, in
//! its own space. A linearly blended vertex is a convex combination of its positions under each joint alone, so the union
//! of the transformed boxes contains it. Morph targets extend the boxes by their largest offsets times their weights.

use super::{Influences, Mesh, Skin, SkinningMethod};
use crate::math::Bounds;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Vec3, Vec3A};
use std::collections::BTreeMap;

/// Number of the heaviest influences of a vertex that are paired with one another; lighter ones are paired with the heaviest.
const PAIRED: usize = 4;
/// Largest deviation of a vertex blended by dual quaternions, as a share of the distance between its positions under two of
/// its joints: it moves on an arc between them, whose height is at most half of that distance for two joints.
const ARC: f32 = 0.75;

/// Boxes of a mesh with or without a skin, one per joint that moves some of its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct JointBounds {
    boxes: Vec<JointBox>,
    /// The boxes that no morph changes, side by side: all that most frames read.
    still: Vec<StillBox>,
    /// Indices of the boxes that morphs change.
    morphed: Vec<u32>,
    /// Pairs of boxes whose joints share vertices, and those vertices; needed by dual quaternions alone.
    pairs: Vec<(u32, u32, Bounds)>,
}

/// A box in the space of its joint.
#[derive(Clone, Copy, Debug)]
struct StillBox {
    center: Vec3A,
    half: Vec3A,
    /// `u32::MAX` for the mesh's node.
    joint: u32,
}

/// The union of moved boxes, in vector registers.
#[derive(Clone, Copy)]
struct Union {
    min: Vec3A,
    max: Vec3A,
}

impl Union {
    const EMPTY: Self = Self { min: Vec3A::INFINITY, max: Vec3A::NEG_INFINITY };

    /// Adds a box after `transform`, see [`Bounds::transformed`].
    #[inline]
    fn add(&mut self, center: Vec3A, half: Vec3A, transform: &Affine3A) {
        let center = transform.transform_point3a(center);
        let m = &transform.matrix3;
        let reach = m.x_axis.abs() * half.x + m.y_axis.abs() * half.y + m.z_axis.abs() * half.z;
        self.min = self.min.min(center - reach);
        self.max = self.max.max(center + reach);
    }
}

#[derive(Clone, Debug)]
struct JointBox {
    /// `None` for vertices that follow the node of the mesh.
    joint: Option<JointIndex>,
    /// Inverse bind matrix: joint from mesh.
    bind: Affine3A,
    /// Vertices at rest, in the joint's space.
    rest: Bounds,
    /// Morph targets that move some of the vertices: the index and the box of the offsets.
    morphs: Vec<(u32, Bounds)>,
}

impl JointBox {
    fn new(joint: Option<JointIndex>, bind: Affine3A) -> Self {
        Self { joint, bind, rest: Bounds::EMPTY, morphs: Vec::new() }
    }

    fn add_offset(&mut self, target: u32, offset: Vec3) {
        let offset = self.bind.transform_vector3(offset);
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
        let mut pairs: BTreeMap<(usize, usize), Bounds> = BTreeMap::new();
        for primitive in &mesh.primitives {
            let influences = primitive.influences.as_ref().filter(|_| skin.is_some());
            for (vertex, &position) in primitive.positions.iter().enumerate() {
                let used = slots_of(influences, vertex, node_slot);
                for (i, a) in used.clone().enumerate() {
                    let slot = &mut slots[a];
                    slot.rest = slot.rest.including(slot.bind.transform_point3(position));
                    for b in used.clone().take(if i < PAIRED { i } else { 1 }) {
                        let shared = pairs.entry((a.min(b), a.max(b))).or_default();
                        *shared = shared.including(position);
                    }
                }
            }
            for (number, target) in primitive.morph_targets.iter().enumerate() {
                for (&vertex, &offset) in target.vertices().iter().zip(target.positions()) {
                    for slot in slots_of(influences, vertex as usize, node_slot) {
                        slots[slot].add_offset(number as u32, offset);
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
        let pairs = pairs.into_iter().map(|((a, b), shared)| (kept[a], kept[b], shared)).collect();
        let still = boxes.iter().filter(|joint| joint.morphs.is_empty()).map(|joint| StillBox {
            center: joint.rest.center().into(),
            half: (joint.rest.size() * 0.5).into(),
            joint: joint.joint.map_or(u32::MAX, |joint| joint.0),
        });
        let still = still.collect();
        let morphed = (0..boxes.len() as u32).filter(|&n| !boxes[n as usize].morphs.is_empty()).collect();
        Self { boxes, still, morphed, pairs }
    }

    /// Box of all vertices of the mesh on `node` in the model-space pose `model` with morph weights `weights`. With dual
    /// quaternions it is extended by the largest distance at which two joints place a vertex that they share.
    pub(super) fn posed(
        &self,
        node: JointIndex,
        model: &[Affine3A],
        weights: &[f32],
        method: SkinningMethod,
    ) -> Bounds {
        let matrix = |b: &JointBox| model[b.joint.unwrap_or(node).index()];
        let mut union = Union::EMPTY;
        for &StillBox { center, half, joint } in &self.still {
            let joint = if joint == u32::MAX { node.index() } else { joint as usize };
            union.add(center, half, &model[joint]);
        }
        for &joint in &self.morphed {
            let joint = &self.boxes[joint as usize];
            let mut bounds = joint.rest;
            for (target, offsets) in &joint.morphs {
                let weight = weights.get(*target as usize).copied().unwrap_or(0.0);
                let (a, b) = (offsets.min * weight, offsets.max * weight);
                bounds = Bounds { min: bounds.min + a.min(b), max: bounds.max + a.max(b) };
            }
            if !bounds.is_empty() {
                union.add(bounds.center().into(), (bounds.size() * 0.5).into(), &matrix(joint));
            }
        }
        let mut all = Bounds { min: union.min.into(), max: union.max.into() };
        if method == SkinningMethod::DualQuaternion {
            let palette = |i: u32| matrix(&self.boxes[i as usize]) * self.boxes[i as usize].bind;
            let gaps = self.pairs.iter().map(|&(a, b, shared)| gap(&palette(a), &palette(b), &shared));
            all = all.grown(ARC * gaps.fold(0.0, f32::max));
        }
        all
    }
}

/// Slots of the joints that influence a vertex, heaviest first; that of the node where none does.
fn slots_of(
    influences: Option<&Influences>,
    vertex: usize,
    node_slot: usize,
) -> impl Iterator<Item = usize> + Clone {
    let joints = influences.into_iter().flat_map(move |i| i.of(vertex)).map(|(joint, _)| joint);
    let none = joints.clone().next().is_none();
    joints.chain(none.then_some(node_slot))
}

/// Largest distance between the images of a point of a box under two matrices; convex, so it occurs at a corner.
fn gap(a: &Affine3A, b: &Affine3A, shared: &Bounds) -> f32 {
    let corners = (0..8).map(|corner| {
        let pick = |axis: usize| if corner >> axis & 1 == 0 { shared.min[axis] } else { shared.max[axis] };
        Vec3::new(pick(0), pick(1), pick(2))
    });
    corners.map(|p| a.transform_point3(p).distance(b.transform_point3(p))).fold(0.0, f32::max)
}
