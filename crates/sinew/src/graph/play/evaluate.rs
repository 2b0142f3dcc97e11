//! Second pass of a frame: poses and root motion of the visible nodes. A node writes its pose into the buffer of its
//! level; its children use the buffers above.

use super::state::GraphState;
use crate::clip::{RootDelta, SampleCursor};
use crate::graph::graph::AnimationGraph;
use crate::graph::node::MAX_INPUTS;
use crate::graph::node::*;
use crate::playback::{CharacterMirror, ClipSet, FullPose, blend_full};

pub(in crate::graph) struct Evaluation<'a> {
    pub(in crate::graph) graph: &'a AnimationGraph,
    pub(in crate::graph) clips: &'a ClipSet,
    pub(in crate::graph) state: &'a mut GraphState,
    /// A pose for each level of nodes.
    pub(in crate::graph) buffers: &'a mut [FullPose],
    pub(in crate::graph) mirror: Option<&'a CharacterMirror>,
    pub(in crate::graph) cursor: &'a mut SampleCursor,
}

impl Evaluation<'_> {
    /// Writes the pose of `node` into the buffer of `level`, and returns its root motion.
    pub(in crate::graph) fn node(&mut self, node: u32, level: usize) -> RootDelta {
        let graph = self.graph;
        match &graph.nodes[node as usize].kind {
            NodeKind::Rest => {
                self.buffers[level].copy_from(self.clips.rest());
                RootDelta::IDENTITY
            }
            NodeKind::Clip(clip) => {
                let source = &self.clips[clip.clip];
                let state = &self.state.clips[clip.state as usize];
                let time = state.playback.file_time(source);
                self.cursor.select(clip.state as usize);
                self.buffers[level].sample(source, time, self.clips.rest(), self.cursor);
                state.delta
            }
            NodeKind::Snapshot(n) => {
                self.buffers[level].copy_from(&self.state.snapshots[*n as usize]);
                RootDelta::IDENTITY
            }
            NodeKind::Blend { inputs, shares } => {
                let first = shares.0 as usize;
                let inputs = inputs.iter().enumerate();
                let inputs = inputs.map(|(n, input)| (input.node, first + n, input.mask));
                self.mean(inputs, level)
            }
            NodeKind::BlendSpace { points, shares, .. } => {
                let first = shares.0 as usize;
                let points = points.iter().enumerate().map(|(n, &point)| (point, first + n, None));
                self.mean(points, level)
            }
            NodeKind::Layers { base, layers, shares } => {
                let mut delta = self.node(*base, level);
                for (n, layer) in layers.iter().enumerate() {
                    let share = self.state.shares[shares.0 as usize + n];
                    if share == 0.0 {
                        continue;
                    }
                    let own = self.node(layer.node, level + 1);
                    self.blend_on(level, share, layer.mask, layer.mode);
                    if matches!(layer.mode, Mode::Override) {
                        delta = delta.lerp(&own, share * self.root_motion_weight(layer.mask));
                    }
                }
                delta
            }
            NodeKind::Machine(machine) => {
                let state = &self.state.machines[machine.state as usize];
                let (current, fading, share) = (state.current, state.fading, state.share);
                let node = |state: u32| machine.states[state as usize].node;
                match fading {
                    None => self.node(node(current), level),
                    Some(fading) => {
                        let old = self.node(node(fading), level);
                        let new = self.node(node(current), level + 1);
                        self.blend_on(level, share, None, Mode::Override);
                        old.lerp(&new, share)
                    }
                }
            }
            NodeKind::Mirror { node, shares, .. } => {
                let share = self.state.shares[shares.0 as usize];
                let delta = self.node(*node, level);
                let Some(mirror) = self.mirror.filter(|_| share > 0.0) else { return delta };
                let (own, above) = self.buffers.split_at_mut(level + 1);
                mirror.apply(&own[level], &mut above[0]);
                own[level].blend_over(&above[0], share, None);
                delta.lerp(&mirror.mirrored_motion(&delta), share)
            }
            NodeKind::Speed { node, .. } => self.node(*node, level),
            NodeKind::Slot { node, slot, mask, mode } => {
                let delta = self.node(*node, level);
                let slot = *slot as usize;
                let Some((clip, time, share, own)) = self.state.slots[slot].seen(self.clips) else {
                    return delta;
                };
                let pose = &mut self.buffers[level + 1];
                self.cursor.select(self.state.clips.len() + slot);
                pose.sample(&self.clips[clip], time, self.clips.rest(), self.cursor);
                self.blend_on(level, share, *mask, *mode);
                match mode {
                    Mode::Override => delta.lerp(&own, share * self.root_motion_weight(*mask)),
                    Mode::Additive(_) => delta,
                }
            }
        }
    }

    /// Blends the pose of the level above onto the pose of `level`.
    fn blend_on(&mut self, level: usize, share: f32, mask: Option<u32>, mode: Mode) {
        let graph = self.graph;
        let mask = mask.map(|mask| &graph.masks[mask as usize].1);
        let (own, above) = self.buffers.split_at_mut(level + 1);
        match mode {
            Mode::Override => own[level].blend_over(&above[0], share, mask),
            Mode::Additive(reference) => {
                let reference = &graph.references[reference as usize];
                own[level].apply_additive(&above[0], reference, share, mask);
            }
        }
    }

    /// Weight of root motion in a mask.
    fn root_motion_weight(&self, mask: Option<u32>) -> f32 {
        mask.map_or(1.0, |mask| self.graph.masks[mask as usize].1.root_motion)
    }

    /// Weighted mean of inputs: nodes, indices of their weights, and masks.
    fn mean(&mut self, inputs: impl Iterator<Item = (u32, usize, Option<u32>)>, level: usize) -> RootDelta {
        let mut weights = [0.0; MAX_INPUTS];
        let mut masks = [None; MAX_INPUTS];
        let (mut count, mut sum, mut delta) = (0, 0.0, RootDelta::IDENTITY);
        for (node, share, mask) in inputs {
            let share = self.state.shares[share];
            if share <= 0.0 {
                continue;
            }
            let own = self.node(node, level + count);
            (weights[count], masks[count]) = (share, mask);
            let root_weight = share * self.root_motion_weight(mask);
            sum += root_weight;
            if root_weight > 0.0 {
                delta = delta.lerp(&own, root_weight / sum);
            }
            count += 1;
        }
        if count == 0 {
            self.buffers[level].copy_from(self.clips.rest());
        }
        if count == 1 && masks[0].is_none() || count == 0 {
            return delta;
        }
        let (inputs, free) = self.buffers[level..].split_at_mut(count);
        let mut inputs_masks = [None; MAX_INPUTS];
        for (own, mask) in inputs_masks.iter_mut().zip(&masks[..count]) {
            *own = mask.map(|n| &self.graph.masks[n as usize].1);
        }
        free[0].copy_from(self.clips.rest());
        blend_full(inputs, &weights[..count], &inputs_masks[..count], &mut free[0]);
        self.buffers.swap(level, level + count);
        delta
    }
}
