//! Parts of a pose that nodes animate.

use super::compiler::{Compiled, Compiler};
use crate::graph::node::{Mode, NodeKind};
use crate::humanoid::mirror_map;
use crate::playback::PoseMask;
use crate::pose::PoseMirror;

/// Largest number of masks of a graph: they take memory per joint.
const MAX_MASKS: usize = 1 << 10;

impl Compiler<'_> {
    /// Masks of a mirror node: of the joints that show mirrored ones, and of those that then show nothing of
    /// their own. `None` where the node animates both sides.
    pub(super) fn mirror_masks(&mut self, node: u32) -> Compiled<Option<[u32; 2]>> {
        let covered = self.coverage(node);
        let mirrored = self.mirrored(&covered);
        if mirrored == covered {
            return Ok(None);
        }
        let bared = covered.combined(&mirrored, |a, b| (a - b).max(0.0));
        Ok(Some([self.coverage_mask(mirrored)?, self.coverage_mask(bared)?]))
    }

    /// Parts that a compiled node animates; the rest of its pose is what lies below.
    pub(super) fn coverage(&self, node: u32) -> PoseMask {
        let whole = || PoseMask::uniform(self.character, 1.0);
        let union = |all: PoseMask, other: PoseMask| all.combined(&other, f32::max);
        let of = |node: &u32, mask: Option<u32>| self.within(self.coverage(*node), mask);
        match &self.graph.nodes[node as usize].kind {
            NodeKind::Rest | NodeKind::Snapshot(_) => Some(whole()),
            NodeKind::Clip(clip) if clip.write_defaults => Some(whole()),
            NodeKind::Clip(clip) => Some(self.clips.coverage(clip.clip).clone()),
            NodeKind::Blend { inputs, .. } => {
                inputs.iter().map(|input| of(&input.node, input.mask)).reduce(union)
            }
            NodeKind::BlendSpace { points, .. } => {
                points.iter().map(|point| self.coverage(*point)).reduce(union)
            }
            NodeKind::Layers { base, layers, .. } => {
                let layers = layers.iter().map(|layer| {
                    let mask = of(&layer.node, layer.mask);
                    match layer.mode {
                        Mode::Override => mask,
                        Mode::Additive(_) => PoseMask { root_motion: 0.0, ..mask },
                    }
                });
                Some(layers.fold(self.coverage(*base), union))
            }
            NodeKind::Machine(machine) => {
                machine.states.iter().map(|state| self.coverage(state.node)).reduce(union)
            }
            NodeKind::Mirror { node, .. } => {
                let covered = self.coverage(*node);
                let mirrored = self.mirrored(&covered);
                Some(union(covered, mirrored))
            }
            // What a slot will play is not known.
            NodeKind::Speed { node, .. } | NodeKind::Slot { node, .. } => Some(self.coverage(*node)),
        }
        .unwrap_or_else(whole)
    }

    /// The part of `covered` within a mask.
    fn within(&self, covered: PoseMask, mask: Option<u32>) -> PoseMask {
        match mask {
            Some(mask) => covered
                .combined(&self.graph.masks[mask as usize].1, |covered_weight, mask| covered_weight * mask),
            None => covered,
        }
    }

    /// Index of a mask among those of the graph. Those of users come first, ordered by their names.
    fn coverage_mask(&mut self, mask: PoseMask) -> Compiled<u32> {
        let first = self.description.masks.len();
        let known = self.graph.masks[first..].iter().position(|(_, known_mask)| *known_mask == mask);
        let index = first + known.unwrap_or(self.graph.masks.len() - first);
        if index >= first + MAX_MASKS {
            return self.invalid(
                "too many nodes that animate parts of the body are mirrored; expected at most 1024 masks",
            );
        }
        if known.is_none() {
            self.graph.masks.push((String::new(), mask));
        }
        Ok(index as u32)
    }

    fn mirrored(&self, mask: &PoseMask) -> PoseMask {
        let skeleton = self.character.skeleton();
        let partners = mirror_map(skeleton, self.character.humanoid().map(|humanoid| &humanoid.named_bones));
        let mirror = PoseMirror::new(skeleton, &partners);
        let mut mirrored = mask.clone();
        for joint in skeleton.joints() {
            mirrored.joints.set(joint, mask.joints.weight(mirror.mirrored_joint(joint)));
        }
        mirrored
    }
}
