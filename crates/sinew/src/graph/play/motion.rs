//! Third pass of a frame: root motion of the nodes, by their mean weights over the step.

use super::node_motion::NodeMotion;
use super::state::GraphState;
use crate::clip::RootMotion;
use crate::graph::graph::AnimationGraph;
use crate::graph::node::*;
use crate::playback::{CharacterMirror, ClipId, ClipSet};

pub(super) struct Motion<'a> {
    pub(super) graph: &'a AnimationGraph,
    pub(super) clips: &'a ClipSet,
    pub(super) state: &'a GraphState,
    pub(super) mirror: Option<&'a CharacterMirror>,
}

impl Motion<'_> {
    /// Root motion of `node`. `is_above` is true where another pose lies below it.
    pub(super) fn of(&self, node: u32, is_above: bool) -> NodeMotion {
        let share = |n: usize| self.state.shares[n].mean;
        match &self.graph.nodes[node as usize].kind {
            NodeKind::Rest | NodeKind::Snapshot(_) => NodeMotion::of(RootMotion::IDENTITY),
            NodeKind::Clip(clip) => {
                let delta = self.state.clips[clip.state as usize].delta;
                self.clip(clip.clip, delta, is_above && !clip.write_defaults)
            }
            NodeKind::Blend { inputs, shares } => {
                let inputs = inputs.iter().enumerate();
                self.mean(
                    inputs.map(|(n, input)| (input.node, share(shares.0 as usize + n), input.mask)),
                    is_above,
                )
            }
            NodeKind::BlendSpace { points, shares, .. } => {
                let points = points.iter().enumerate();
                self.mean(points.map(|(n, point)| (*point, share(shares.0 as usize + n), None)), is_above)
            }
            NodeKind::Layers { base, layers, shares } => {
                let mut motion = self.of(*base, is_above);
                for (n, layer) in layers.iter().enumerate() {
                    let share = share(shares.0 as usize + n);
                    if share != 0.0 && matches!(layer.mode, Mode::Override) {
                        motion = motion.under(self.of(layer.node, true), share * self.weight(layer.mask));
                    }
                }
                motion
            }
            NodeKind::Machine(machine) => {
                let state = &self.state.machines[machine.state as usize];
                let node = |state: u32| self.of(machine.states[state as usize].node, is_above);
                let new = node(state.current);
                match state.fading.or(state.leaving) {
                    // One whose fade has ended in this step goes on as in the last one.
                    Some(old) if state.mean_share < 1.0 => {
                        NodeMotion::mean([(1.0 - state.mean_share, node(old)), (state.mean_share, new)])
                    }
                    _ => new,
                }
            }
            NodeKind::Mirror { node, shares, .. } => {
                let motion = self.of(*node, is_above);
                let share = share(shares.0 as usize);
                let Some(mirror) = self.mirror.filter(|_| share > 0.0) else { return motion };
                let mirrored = NodeMotion { delta: mirror.mirrored_motion(&motion.delta), ..motion };
                NodeMotion::mean([(1.0 - share, motion), (share, mirrored)])
            }
            NodeKind::Speed { node, .. } => self.of(*node, is_above),
            NodeKind::Slot { node, slot, mask, mode } => {
                let motion = self.of(*node, is_above);
                match (mode, self.state.slots[*slot as usize].moved()) {
                    (Mode::Override, Some((clip, share, delta))) => {
                        motion.under(self.clip(clip, delta, true), share * self.weight(*mask))
                    }
                    _ => motion,
                }
            }
        }
    }

    /// Root motion of a clip. One that moves parts of the body alone leaves it to what lies below.
    fn clip(&self, clip: ClipId, delta: RootMotion, is_above: bool) -> NodeMotion {
        match is_above {
            true => NodeMotion { delta, weight: self.clips.coverage(clip).root_motion },
            false => NodeMotion::of(delta),
        }
    }

    /// Weight of root motion in a mask.
    fn weight(&self, mask: Option<u32>) -> f32 {
        mask.map_or(1.0, |mask| self.graph.masks[mask as usize].1.root_motion)
    }

    /// Weighted mean of inputs: nodes, weights and masks.
    fn mean(&self, inputs: impl Iterator<Item = (u32, f32, Option<u32>)>, is_above: bool) -> NodeMotion {
        let visible = inputs.filter(|(_, share, _)| *share > 0.0);
        NodeMotion::mean(
            visible.map(|(node, share, mask)| (share * self.weight(mask), self.of(node, is_above))),
        )
    }
}
