use super::blend_space::{Line, Plane};
use super::condition::Test;
use super::description::TransitionKind;
use super::sync::SyncMap;

/// A number, or the parameter that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    Constant(f32),
    Parameter(u32),
}

/// A compiled node. Nodes stand parents first, so that what hangs from one follows it without a gap.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// One past the last node that hangs from it.
    pub(super) end: u32,
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Rest,
    Clip(ClipNode),
    /// Number of the snapshot.
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
    Space {
        place: Place,
        points: Vec<u32>,
        shares: Shares,
    },
    Machine(MachineNode),
    Mirror {
        node: u32,
        weight: Scalar,
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

/// Where the shares of a node's inputs begin among those of all nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares(pub(super) u32);

#[derive(Clone, Debug)]
pub(super) struct ClipNode {
    /// Number in the actor.
    pub(super) clip: u32,
    /// Number of its state.
    pub(super) state: u32,
    pub(super) speed: Scalar,
    pub(super) looping: bool,
    /// A share of its length.
    pub(super) start: f32,
    pub(super) group: Option<u32>,
    pub(super) sync: SyncMap,
    pub(super) position: Option<Scalar>,
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
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Mode {
    Override,
    /// Number of the reference pose.
    Additive(u32),
}

#[derive(Clone, Debug)]
pub(super) enum Place {
    Line { x: Scalar, line: Line },
    Plane { x: Scalar, y: Scalar, plane: Plane },
}

#[derive(Clone, Debug)]
pub(super) struct MachineNode {
    /// Number of its state of play.
    pub(super) state: u32,
    /// Where it stands in the graph, as errors tell it.
    pub(super) place: String,
    pub(super) states: Vec<StateNode>,
    /// By falling priority.
    pub(super) transitions: Vec<Transition>,
}

#[derive(Clone, Debug)]
pub(super) struct StateNode {
    pub(super) name: String,
    pub(super) node: u32,
    pub(super) remembers: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Transition {
    /// By state; empty for any but `to`.
    pub(super) from: Vec<u32>,
    pub(super) to: u32,
    pub(super) when: Vec<Test>,
    pub(super) exit: Option<f32>,
    pub(super) seconds: f32,
    pub(super) kind: TransitionKind,
    pub(super) priority: i32,
    pub(super) interruptible: bool,
}
