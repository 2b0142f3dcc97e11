use super::description::ParameterKind;
use super::node::{Node, NodeKind};
use super::parameter::ParameterId;
use crate::clip::ClipSource;
use crate::playback::{ClipSet, FullPose, PoseMask};

/// Animation graph, compiled for one character and its clips. Immutable; share it with `Arc` among all actors
/// of that character with these clips.
///
/// # Examples
/// ```
/// # use sinew::skeleton::{Joint, Skeleton};
/// # use sinew::{Actor, Character, CharacterParts, RawClip, Transform};
/// # use std::sync::Arc;
/// # let hips = Joint { name: "hips".into(), parent: None, rest: Transform::default(), in_scene: true };
/// # let parts = CharacterParts { skeleton: Skeleton::new(vec![hips])?, ..CharacterParts::default() };
/// # let clip = |name: &str| Arc::new(RawClip { name: name.into(), ..RawClip::default() });
/// # let mut actor = Actor::new(Arc::new(Character::new(parts)?), vec![clip("idle"), clip("walk")])?;
/// use sinew::graph::*;
///
/// let clip = |name: &str| NodeDescription::Clip(ClipDescription::new(name));
/// let output = NodeDescription::BlendSpace1d(BlendSpace1dDescription {
///     x: "speed".into(),
///     points: vec![(0.0, clip("idle")), (1.4, clip("walk"))],
///     ..BlendSpace1dDescription::default()
/// });
/// let parameters = [("speed".into(), ParameterKind::Smooth(0.0, 0.3))].into();
/// let description = GraphDescription { parameters, output, ..GraphDescription::default() };
///
/// let graph = AnimationGraph::from_description(&description, actor.clips())?;
/// let speed = graph.find_parameter("speed");
/// assert!(speed.is_some());
/// actor.set_graph(Arc::new(graph))?;
/// actor.update(1.0 / 60.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnimationGraph {
    /// Compiled nodes; the first is the output.
    pub(super) nodes: Vec<Node>,
    pub(super) parameters: Vec<(String, ParameterKind)>,
    pub(super) masks: Vec<(String, PoseMask)>,
    pub(super) slots: Vec<String>,
    pub(super) snapshots: Vec<String>,
    /// Reference poses of additive layers.
    pub(super) references: Vec<FullPose>,
    /// Clip nodes, by index of their state.
    pub(super) clip_nodes: Vec<u32>,
    /// Their locations in the graph.
    pub(super) clip_locations: Vec<String>,
    /// State machine nodes, by index of their state.
    pub(super) machines: Vec<u32>,
    /// Clip nodes of each sync group.
    pub(super) groups: Vec<Vec<u32>>,
    /// Number of input weights over all nodes.
    pub(super) shares: usize,
    /// Number of pose buffers that an evaluation needs.
    pub(super) buffers: usize,
    pub(super) needs_mirror: bool,
    /// Number of joints and clips that it was compiled for.
    joints: usize,
    clips: Vec<ClipIdentity>,
}

/// Identity of a clip, which a graph checks before it plays it: name, first and last key, number of sync
/// markers.
#[derive(Clone, Debug, PartialEq)]
struct ClipIdentity {
    name: String,
    start: f32,
    end: f32,
    sync_markers: usize,
}

impl ClipIdentity {
    fn of(clip: &ClipSource) -> Self {
        let sync_markers = clip.events().sync_markers().len();
        Self { name: clip.name().to_owned(), start: clip.start(), end: clip.end(), sync_markers }
    }
}

impl AnimationGraph {
    pub(super) fn empty(clips: &ClipSet) -> Self {
        Self {
            nodes: Vec::new(),
            parameters: Vec::new(),
            masks: Vec::new(),
            slots: Vec::new(),
            snapshots: Vec::new(),
            references: Vec::new(),
            clip_nodes: Vec::new(),
            clip_locations: Vec::new(),
            machines: Vec::new(),
            groups: Vec::new(),
            shares: 0,
            buffers: 0,
            needs_mirror: false,
            joints: clips.character().skeleton().len(),
            clips: clips.iter().map(ClipIdentity::of).collect(),
        }
    }

    /// Parameters, with their kinds and initial values.
    #[must_use]
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (ParameterId, &str, ParameterKind)> {
        let all = self.parameters.iter().enumerate();
        all.map(|(n, (name, kind))| (ParameterId(n as u32), name.as_str(), *kind))
    }

    /// Parameter named `name`; the id saves a look-up by name every frame.
    #[must_use]
    pub fn find_parameter(&self, name: &str) -> Option<ParameterId> {
        self.parameters().find(|parameter| parameter.1 == name).map(|parameter| parameter.0)
    }

    /// Names of the slots.
    #[must_use]
    pub fn slots(&self) -> &[String] {
        &self.slots
    }

    /// Names of the snapshots.
    #[must_use]
    pub fn snapshots(&self) -> &[String] {
        &self.snapshots
    }

    /// True for the clips that the graph was compiled for, and others of the same names, durations and order on
    /// a skeleton of as many joints.
    #[must_use]
    pub fn fits(&self, clips: &ClipSet) -> bool {
        self.mismatch(clips).is_none()
    }

    /// Reason why the graph cannot play on an actor; `None` where it can.
    pub(crate) fn mismatch(&self, clips: &ClipSet) -> Option<String> {
        let joints = clips.character().skeleton().len();
        if joints != self.joints {
            return Some(format!("it was compiled for {} joints; the actor has {joints}", self.joints));
        }
        if clips.iter().len() < self.clips.len() {
            return Some(format!(
                "it was compiled for {} clips; the actor has {}",
                self.clips.len(),
                clips.iter().len()
            ));
        }
        let differs =
            self.clips.iter().zip(clips.iter()).find(|(identity, clip)| **identity != ClipIdentity::of(clip));
        differs.map(|(identity, _)| {
            format!("it was compiled for another clip {:?}, or for clips in another order", identity.name)
        })
    }

    /// Number of pose buffers that the evaluation of `node` needs.
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
            // At most three poses at once, in any order; the deepest may come last.
            NodeKind::BlendSpace { points, .. } => {
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
