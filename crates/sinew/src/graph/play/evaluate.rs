//! Second pass of a frame: poses and root motion of the visible nodes. A node writes its pose into the buffer of its
//! level; its children use the buffers above.

use super::root_motion::RootMotion;
use super::state::GraphState;
use crate::clip::{RootDelta, SampleCursor};
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
    /// Writes the pose of `node` into the buffer of `level`, and returns its root motion.
    pub(in crate::graph) fn node(&mut self, node: u32, level: usize) -> RootMotion {
        let graph = self.graph;
        match &graph.nodes[node as usize].kind {
            NodeKind::Rest => {
                self.buffers[level].copy_from(self.clips.rest());
                RootMotion::of(RootDelta::IDENTITY)
            }
            NodeKind::Clip(clip) => {
                let state = &self.state.clips[clip.state as usize];
                let (time, delta) = (state.playback.file_time(&self.clips[clip.clip]), state.delta);
                let below = if clip.write_defaults { Below::Rest } else { self.below };
                self.cursor.select(clip.state as usize);
                self.sample(clip.clip, time, below, level);
                self.root_motion(clip.clip, delta, below)
            }
            NodeKind::Snapshot(n) => {
                self.buffers[level].copy_from(&self.state.snapshots[*n as usize]);
                RootMotion::of(RootDelta::IDENTITY)
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
                let mut motion = self.node(*base, level);
                for (n, layer) in layers.iter().enumerate() {
                    let share = self.state.shares[shares.0 as usize + n];
                    if share == 0.0 {
                        continue;
                    }
                    let outer = std::mem::replace(&mut self.below, layer.mode.below(level));
                    let own = self.node(layer.node, level + 1);
                    self.below = outer;
                    self.blend_on(level, share, layer.mask, layer.mode);
                    if matches!(layer.mode, Mode::Override) {
                        motion = motion.under(own, share * self.root_motion_weight(layer.mask));
                    }
                }
                motion
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
                        RootMotion::mean([(1.0 - share, old), (share, new)])
                    }
                }
            }
            NodeKind::Mirror { node, masks, shares, .. } => {
                let share = self.state.shares[shares.0 as usize];
                let motion = self.node(*node, level);
                let Some(mirror) = self.mirror.filter(|_| share > 0.0) else { return motion };
                let (own, above) = self.buffers.split_at_mut(level + 1);
                mirror.apply(&own[level], &mut above[0]);
                let [shown, bared] =
                    masks.map_or([None; 2], |masks| masks.map(|n| Some(&graph.masks[n as usize].1)));
                own[level].blend_over(&above[0], share, shown);
                if bared.is_some() {
                    let (below, own) = self.over(self.below, level);
                    own.blend_over(below, share, bared);
                }
                let mirrored = RootMotion { delta: mirror.mirrored_motion(&motion.delta), ..motion };
                RootMotion::mean([(1.0 - share, motion), (share, mirrored)])
            }
            NodeKind::Speed { node, .. } => self.node(*node, level),
            NodeKind::Slot { node, slot, mask, mode } => {
                let motion = self.node(*node, level);
                let slot = *slot as usize;
                let Some((clip, time, share, own)) = self.state.slots[slot].seen(self.clips) else {
                    return motion;
                };
                self.cursor.select(self.state.clips.len() + slot);
                let below = mode.below(level);
                self.sample(clip, time, below, level + 1);
                self.blend_on(level, share, *mask, *mode);
                match mode {
                    Mode::Override => {
                        let own = self.root_motion(clip, own, below);
                        motion.under(own, share * self.root_motion_weight(*mask))
                    }
                    Mode::Additive(_) => motion,
                }
            }
        }
    }

    /// Samples a clip over the pose below it.
    fn sample(&mut self, clip: ClipId, time: f32, below: Below, level: usize) {
        let clip = &self.clips[clip];
        let (below, own) = over(self.graph, self.clips, self.buffers, below, level);
        own.sample_over(clip, time, below, self.clips.rest(), self.cursor);
    }

    /// The pose below a node, and that of its level.
    fn over(&mut self, below: Below, level: usize) -> (&FullPose, &mut FullPose) {
        over(self.graph, self.clips, self.buffers, below, level)
    }

    /// Root motion of a clip. One that moves parts of the body alone leaves it to what lies below.
    fn root_motion(&self, clip: ClipId, delta: RootDelta, below: Below) -> RootMotion {
        match below {
            Below::Rest => RootMotion::of(delta),
            _ => RootMotion { delta, weight: self.clips.coverage(clip).root_motion },
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
    fn mean(&mut self, inputs: impl Iterator<Item = (u32, usize, Option<u32>)>, level: usize) -> RootMotion {
        let mut weights = [0.0; MAX_INPUTS];
        let mut masks = [None; MAX_INPUTS];
        let mut motions = [(0.0, RootMotion::NONE); MAX_INPUTS];
        let mut count = 0;
        for (node, share, mask) in inputs {
            let share = self.state.shares[share];
            if share <= 0.0 {
                continue;
            }
            let own = self.node(node, level + count);
            (weights[count], masks[count]) = (share, mask);
            motions[count] = (share * self.root_motion_weight(mask), own);
            count += 1;
        }
        let motion = RootMotion::mean(motions[..count].iter().copied());
        if count == 0 {
            let (below, own) = self.over(self.below, level);
            own.copy_from(below);
        }
        if count == 1 && masks[0].is_none() || count == 0 {
            return motion;
        }
        let (below, free) = self.over(self.below, level + count);
        free.copy_from(below);
        let (inputs, free) = self.buffers[level..].split_at_mut(count);
        let mut inputs_masks = [None; MAX_INPUTS];
        for (own, mask) in inputs_masks.iter_mut().zip(&masks[..count]) {
            *own = mask.map(|n| &self.graph.masks[n as usize].1);
        }
        blend_full(inputs, &weights[..count], &inputs_masks[..count], &mut free[0]);
        self.buffers.swap(level, level + count);
        motion
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
    let (lower, own) = buffers.split_at_mut(level);
    let below = match below {
        Below::Rest => clips.rest(),
        Below::Level(n) => &lower[n],
        Below::Reference(n) => &graph.references[n as usize],
    };
    (below, &mut own[0])
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
