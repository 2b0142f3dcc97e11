//! Nodes of a compiled animation graph.

use super::blend_space::{Line, Plane};
use super::condition::CompiledCondition;
use super::description::TransitionKind;
use super::parameter::Scalar;
use super::sync_map::SyncMap;
use crate::playback::ClipId;

/// Largest depth of nested nodes or conditions.
pub(super) const MAX_DEPTH: usize = 48;

/// Largest number of inputs of a node.
pub(super) const MAX_INPUTS: usize = 32;

/// Compiled node. Parents precede their children, so that the descendants of a node follow it without a gap.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// One past the last descendant.
    pub(super) end: u32,
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Rest,
    Clip(ClipNode),
    /// Index of the snapshot.
    Snapshot(u32),
    Blend {
        inputs: Vec<Input>,
        shares: Shares,
    },
    Layers {
        base: u32,
        layers: Vec<Layer>,
        shares: Shares,
    },
    BlendSpace {
        coordinates: BlendCoordinates,
        points: Vec<u32>,
        shares: Shares,
    },
    Machine(MachineNode),
    Mirror {
        node: u32,
        weight: Scalar,
        /// Masks of the joints that show mirrored ones, and of those that then show nothing of their own;
        /// `None` where the node animates both sides.
        masks: Option<[u32; 2]>,
        shares: Shares,
    },
    Speed {
        node: u32,
        speed: Scalar,
    },
    Slot {
        node: u32,
        slot: u32,
        mask: Option<u32>,
        mode: Mode,
    },
}

/// First of a node's input weights among those of all nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares(pub(super) u32);

#[derive(Clone, Debug)]
pub(super) struct ClipNode {
    /// Index of the clip in the actor.
    pub(super) clip: ClipId,
    /// Index of the clip state.
    pub(super) state: u32,
    pub(super) speed: Scalar,
    pub(super) looping: bool,
    /// Whether joints without tracks are at rest, and do not show what lies below.
    pub(super) write_defaults: bool,
    /// Normalized start time.
    pub(super) start: f32,
    pub(super) group: Option<u32>,
    pub(super) sync: SyncMap,
    pub(super) normalized_time: Option<Scalar>,
    pub(super) warp: Vec<(f32, f32)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    pub(super) node: u32,
    pub(super) weight: Scalar,
    pub(super) mask: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    pub(super) node: u32,
    pub(super) weight: Scalar,
    pub(super) mask: Option<u32>,
    pub(super) mode: Mode,
    /// Whether it hides the layers below: it has no mask, and moves the whole body.
    pub(super) hides: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Mode {
    Override,
    /// Index of the reference pose.
    Additive(u32),
}

#[derive(Clone, Debug)]
pub(super) enum BlendCoordinates {
    Line { x: Scalar, line: Line },
    Plane { x: Scalar, y: Scalar, plane: Plane },
}

#[derive(Clone, Debug)]
pub(super) struct MachineNode {
    /// Index of the machine state.
    pub(super) state: u32,
    /// Place in the graph, for messages.
    pub(super) location: String,
    pub(super) states: Vec<StateNode>,
    /// Transitions by descending priority.
    pub(super) transitions: Vec<Transition>,
}

#[derive(Clone, Debug)]
pub(super) struct StateNode {
    pub(super) name: String,
    pub(super) node: u32,
    pub(super) resume: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Transition {
    /// Source states; empty for any but `to`.
    pub(super) from: Vec<u32>,
    pub(super) to: u32,
    pub(super) when: Vec<CompiledCondition>,
    pub(super) exit_time: Option<f32>,
    pub(super) duration: f32,
    pub(super) kind: TransitionKind,
    pub(super) priority: i32,
    pub(super) interruptible: bool,
}
