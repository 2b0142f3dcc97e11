use super::compile::Compiler;
use super::description::{GraphDescription, ParameterKind};
use super::error::GraphError;
use super::node::{Node, NodeKind};
use super::parameter::ParameterId;
use crate::character::Character;
use crate::clip::Motion;
use crate::playback::{FullPose, PoseMask};

/// A graph that plays, made for one character and its clips. Immutable; share it with `Arc` among all actors of that
/// character that have these clips.
#[derive(Clone, Debug)]
pub struct AnimationGraph {
    /// The first is the output.
    pub(super) nodes: Vec<Node>,
    pub(super) parameters: Vec<(String, ParameterKind)>,
    pub(super) masks: Vec<(String, PoseMask)>,
    pub(super) slots: Vec<String>,
    pub(super) snapshots: Vec<String>,
    /// Poses that additive layers are counted from.
    pub(super) references: Vec<FullPose>,
    /// The nodes that play clips, by number of state.
    pub(super) clip_nodes: Vec<u32>,
    /// The nodes that are machines, by number of state.
    pub(super) machines: Vec<u32>,
    /// The members of each sync group.
    pub(super) groups: Vec<Vec<u32>>,
    /// How many shares all nodes have.
    pub(super) shares: usize,
    /// How many poses are under way at once, at most.
    pub(super) buffers: usize,
    pub(super) needs_mirror: bool,
    /// What it was made for.
    joints: usize,
    clips: Vec<String>,
}

impl AnimationGraph {
    /// Makes a graph playable for actors of `character` with `clips` ([`Actor::clips`](crate::Actor::clips)).
    ///
    /// # Errors
    /// When a name means nothing, a parameter is of the wrong kind, a number is out of range or nodes use themselves:
    /// the error tells which node.
    pub fn new(
        description: &GraphDescription,
        character: &Character,
        clips: &[Motion],
    ) -> Result<Self, GraphError> {
        Compiler::new(description, character, clips).compile()
    }

    pub(super) fn empty(character: &Character, clips: &[Motion]) -> Self {
        Self {
            nodes: Vec::new(),
            parameters: Vec::new(),
            masks: Vec::new(),
            slots: Vec::new(),
            snapshots: Vec::new(),
            references: Vec::new(),
            clip_nodes: Vec::new(),
            machines: Vec::new(),
            groups: Vec::new(),
            shares: 0,
            buffers: 0,
            needs_mirror: false,
            joints: character.skeleton().len(),
            clips: clips.iter().map(|clip| clip.name().to_owned()).collect(),
        }
    }

    /// The parameters and how they begin.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (ParameterId, &str, ParameterKind)> {
        let all = self.parameters.iter().enumerate();
        all.map(|(n, (name, kind))| (ParameterId(n as u32), name.as_str(), *kind))
    }

    /// The parameter called `name`, to set it without looking it up every frame.
    pub fn parameter(&self, name: &str) -> Option<ParameterId> {
        self.parameters().find(|parameter| parameter.1 == name).map(|parameter| parameter.0)
    }

    /// The names of the slots for single clips.
    pub fn slots(&self) -> &[String] {
        &self.slots
    }

    /// The names of the poses it may be asked to keep.
    pub fn snapshots(&self) -> &[String] {
        &self.snapshots
    }

    /// Why it cannot play on an actor; none where it can.
    pub(crate) fn misfit(&self, character: &Character, clips: &[Motion]) -> Option<String> {
        let joints = character.skeleton().len();
        if joints != self.joints {
            return Some(format!("it was made for {} joints, the actor has {joints}", self.joints));
        }
        let names: Vec<&str> = clips.iter().map(Motion::name).collect();
        let same = self.clips.iter().zip(&names).all(|(a, b)| a == b) && self.clips.len() <= names.len();
        (!same).then(|| "it was made for other clips".to_owned())
    }

    /// How many poses are under way at once while `node` is evaluated.
    pub(super) fn depth(&self, node: u32) -> usize {
        let above = |nodes: &mut dyn Iterator<Item = u32>| {
            nodes.enumerate().map(|(n, child)| n + self.depth(child)).max().unwrap_or(0)
        };
        match &self.nodes[node as usize].kind {
            NodeKind::Rest | NodeKind::Clip(_) | NodeKind::Snapshot(_) => 1,
            NodeKind::Speed { node, .. } => self.depth(*node),
            NodeKind::Mirror { node, .. } => 1 + self.depth(*node),
            NodeKind::Slot { node, .. } => self.depth(*node).max(2),
            NodeKind::Blend { inputs, .. } => {
                let children = above(&mut inputs.iter().map(|input| input.node));
                children.max(inputs.len() + 1)
            }
            // At most three at once, in any order; the deepest may come last.
            NodeKind::Space { points, .. } => {
                let deepest = points.iter().map(|&point| self.depth(point)).max().unwrap_or(1);
                (2 + deepest).max(4)
            }
            NodeKind::Layers { base, layers, .. } => {
                let layers = layers.iter().map(|layer| 1 + self.depth(layer.node)).max();
                self.depth(*base).max(layers.unwrap_or(0))
            }
            NodeKind::Machine(machine) => {
                let deepest = machine.states.iter().map(|state| self.depth(state.node)).max();
                1 + deepest.unwrap_or(1)
            }
        }
    }
}
