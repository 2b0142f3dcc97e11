//! Second pass of a frame: poses of the visible nodes. A node writes its pose into the buffer of its
//! level; its children use the buffers above.

use super::state::GraphState;
use crate::clip::SampleCursor;
use crate::graph::graph::AnimationGraph;
use crate::graph::node::MAX_INPUTS;
use crate::graph::node::*;
use crate::playback::{CharacterMirror, ClipId, ClipSet, FullPose, blend_full};

pub(in crate::graph) struct Evaluation<'a> {
    pub(in crate::graph) graph: &'a AnimationGraph,
    pub(in crate::graph) clips: &'a ClipSet,
    pub(in crate::graph) state: &'a mut GraphState,
    /// A pose for each level of nodes.
    pub(in crate::graph) buffers: &'a mut [FullPose],
    pub(in crate::graph) below: Below,
    pub(in crate::graph) mirror: Option<&'a CharacterMirror>,
    pub(in crate::graph) cursor: &'a mut SampleCursor,
}

/// Pose below a node: that of the joints for which its clips have no tracks.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) enum Below {
    /// The rest pose, at the bottom of the graph.
    Rest,
    /// The pose of a lower level.
    Level(usize),
    /// A reference pose, from which an additive layer differs.
    Reference(u32),
}

impl Evaluation<'_> {
    /// Writes the pose of `node` into the buffer of `level`.
    pub(in crate::graph) fn node(&mut self, node: u32, level: usize) {
        let graph = self.graph;
        match &graph.nodes[node as usize].kind {
            NodeKind::Rest => self.buffers[level].copy_from(self.clips.rest()),
            NodeKind::Clip(clip) => {
                let state = &self.state.clips[clip.state as usize];
                let time = state.playback.file_time(&self.clips[clip.clip]);
                let below = if clip.write_defaults { Below::Rest } else { self.below };
                self.cursor.select(clip.state as usize);
                self.sample(clip.clip, time, below, level);
            }
            NodeKind::Snapshot(n) => self.buffers[level].copy_from(&self.state.snapshots[*n as usize]),
            NodeKind::Blend { inputs, shares } => {
                let first = shares.0 as usize;
                let inputs = inputs.iter().enumerate();
                let inputs = inputs.map(|(n, input)| (input.node, first + n, input.mask));
                self.mean(inputs, level);
            }
            NodeKind::BlendSpace { points, shares, .. } => {
                let first = shares.0 as usize;
                let points = points.iter().enumerate().map(|(n, &point)| (point, first + n, None));
                self.mean(points, level);
            }
            NodeKind::Layers { base, layers, shares } => {
                self.node(*base, level);
                for (n, layer) in layers.iter().enumerate() {
                    let share = self.state.shares[shares.0 as usize + n].shown;
                    if share == 0.0 {
                        continue;
                    }
                    let outer = std::mem::replace(&mut self.below, layer.mode.below(level));
                    self.node(layer.node, level + 1);
                    self.below = outer;
                    self.blend_on(level, share, layer.mask, layer.mode);
                }
            }
            NodeKind::Machine(machine) => {
                let state = &self.state.machines[machine.state as usize];
                let (current, fading, share) = (state.current, state.fading, state.share);
                let node = |state: u32| machine.states[state as usize].node;
                match fading {
                    None => self.node(node(current), level),
                    Some(fading) => {
                        self.node(node(fading), level);
                        self.node(node(current), level + 1);
                        self.blend_on(level, share, None, Mode::Override);
                    }
                }
            }
            NodeKind::Mirror { node, masks, shares, .. } => {
                let share = self.state.shares[shares.0 as usize].shown;
                self.node(*node, level);
                let Some(mirror) = self.mirror.filter(|_| share > 0.0) else { return };
                let (lower, above) = self.buffers.split_at_mut(level + 1);
                mirror.apply(&lower[level], &mut above[0]);
                let [shown, bared] =
                    masks.map_or([None; 2], |masks| masks.map(|n| Some(&graph.masks[n as usize].1)));
                lower[level].blend_over(&above[0], share, shown);
                if bared.is_some() {
                    let (below, level_pose) = self.over(self.below, level);
                    level_pose.blend_over(below, share, bared);
                }
            }
            NodeKind::Speed { node, .. } => self.node(*node, level),
            NodeKind::Slot { node, slot, mask, mode } => {
                self.node(*node, level);
                let slot = *slot as usize;
                let Some((clip, time, share)) = self.state.slots[slot].seen(self.clips) else { return };
                self.cursor.select(self.state.clips.len() + slot);
                self.sample(clip, time, mode.below(level), level + 1);
                self.blend_on(level, share, *mask, *mode);
            }
        }
    }

    /// Samples a clip over the pose below it.
    fn sample(&mut self, clip: ClipId, time: f32, below: Below, level: usize) {
        let clip = &self.clips[clip];
        let (below, level_pose) = over(self.graph, self.clips, self.buffers, below, level);
        level_pose.sample_over(clip, time, below, self.clips.rest(), self.cursor);
    }

    /// The pose below a node, and that of its level.
    fn over(&mut self, below: Below, level: usize) -> (&FullPose, &mut FullPose) {
        over(self.graph, self.clips, self.buffers, below, level)
    }

    /// Blends the pose of the level above onto the pose of `level`.
    fn blend_on(&mut self, level: usize, share: f32, mask: Option<u32>, mode: Mode) {
        let graph = self.graph;
        let mask = mask.map(|mask| &graph.masks[mask as usize].1);
        let (lower, above) = self.buffers.split_at_mut(level + 1);
        match mode {
            Mode::Override => lower[level].blend_over(&above[0], share, mask),
            Mode::Additive(reference) => {
                let reference = &graph.references[reference as usize];
                lower[level].apply_additive(&above[0], reference, share, mask);
            }
        }
    }

    /// Weighted mean of inputs: nodes, indices of their weights, and masks.
    fn mean(&mut self, inputs: impl Iterator<Item = (u32, usize, Option<u32>)>, level: usize) {
        let mut weights = [0.0; MAX_INPUTS];
        let mut masks = [None; MAX_INPUTS];
        let mut count = 0;
        for (node, share, mask) in inputs {
            let share = self.state.shares[share].shown;
            if share <= 0.0 {
                continue;
            }
            self.node(node, level + count);
            (weights[count], masks[count]) = (share, mask);
            count += 1;
        }
        if count == 0 {
            let (below, level_pose) = self.over(self.below, level);
            level_pose.copy_from(below);
        }
        if count == 1 && masks[0].is_none() || count == 0 {
            return;
        }
        let (below, free) = self.over(self.below, level + count);
        free.copy_from(below);
        let (inputs, free) = self.buffers[level..].split_at_mut(count);
        let mut inputs_masks = [None; MAX_INPUTS];
        for (input_mask, mask) in inputs_masks.iter_mut().zip(&masks[..count]) {
            *input_mask = mask.map(|n| &self.graph.masks[n as usize].1);
        }
        blend_full(inputs, &weights[..count], &inputs_masks[..count], &mut free[0]);
        self.buffers.swap(level, level + count);
    }
}

/// A pose below `level`, and the pose of that level.
fn over<'a>(
    graph: &'a AnimationGraph,
    clips: &'a ClipSet,
    buffers: &'a mut [FullPose],
    below: Below,
    level: usize,
) -> (&'a FullPose, &'a mut FullPose) {
    let (lower, upper) = buffers.split_at_mut(level);
    let below = match below {
        Below::Rest => clips.rest(),
        Below::Level(n) => &lower[n],
        Below::Reference(n) => &graph.references[n as usize],
    };
    (below, &mut upper[0])
}

impl Mode {
    /// The pose below a layer on the pose of `level`.
    fn below(self, level: usize) -> Below {
        match self {
            Self::Override => Below::Level(level),
            Self::Additive(reference) => Below::Reference(reference),
        }
    }
}
