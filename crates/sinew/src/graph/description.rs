//! Graphs as they are written: plain data, from code or from text.

use crate::clip::ClipEventsDescription;
use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A graph as it is written. [`AnimationGraph::new`](super::AnimationGraph::new) makes it playable.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "AnimationGraph"))]
pub struct GraphDescription {
    /// What the game sets, by name.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "super::unique::unique"))]
    pub parameters: BTreeMap<String, ParameterKind>,
    /// Parts of the body, by name.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "super::unique::unique"))]
    pub masks: BTreeMap<String, MaskDescription>,
    /// Graphs to [`Use`](NodeDescription::Use) in several places, by name.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "super::unique::unique"))]
    pub nodes: BTreeMap<String, NodeDescription>,
    /// What the character does.
    pub output: NodeDescription,
}

/// A parameter and its first value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum ParameterKind {
    /// A number.
    Float(f32),
    /// A number that follows what it is set to without a jolt: nine tenths of the way within so many seconds.
    Smooth(f32, f32),
    /// A whole number, for one of several.
    Int(i32),
    /// Yes or no.
    Bool(bool),
    /// Pulled by the game, set back by the transition that waited for it.
    Trigger,
}

/// A number, or the parameter that holds it (yes is 1, no is 0).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Value {
    /// Always this.
    Constant(f32),
    /// The value of a parameter.
    Parameter(String),
}

/// A part of the body. What comes later counts where both say something.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Mask"))]
pub struct MaskDescription {
    /// Joints with all that hangs from them, and their weights. A joint is called by its name, or by its human bone
    /// (VRM 1.0's names) where no joint has that name.
    pub branches: Vec<(String, f32)>,
    /// Single joints and their weights.
    pub joints: Vec<(String, f32)>,
    /// The weight of the face: morph weights, expressions, gaze. If not said, that of the head, or 0 without one.
    pub face: Option<f32>,
}

/// Something that gives a pose.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum NodeDescription {
    /// The rest pose.
    #[default]
    Rest,
    /// A clip.
    Clip(ClipDescription),
    /// The pose last kept under this name by [`Actor::save_snapshot`](crate::Actor::save_snapshot); rest before.
    Snapshot(String),
    /// One of the graph's `nodes`.
    Use(String),
    /// The weighted mean of any number.
    Blend(Vec<BlendInput>),
    /// One on top of another.
    Layers {
        /// The lowest.
        base: Box<NodeDescription>,
        /// What lies on it, lowest first.
        layers: Vec<LayerDescription>,
    },
    /// Poses along a line; those on both sides of the value are blended.
    BlendSpace1d(BlendSpace1dDescription),
    /// Poses in a plane; those at the corners of the triangle around the value are blended.
    BlendSpace2d(BlendSpace2dDescription),
    /// One of several states at a time.
    StateMachine(MachineDescription),
    /// Left and right swapped.
    Mirror {
        /// What is mirrored.
        node: Box<NodeDescription>,
        /// How much of the mirrored pose is seen: 0 none, 1 it alone.
        #[cfg_attr(feature = "serde", serde(default = "one"))]
        weight: Value,
    },
    /// Time that runs faster or slower.
    Speed {
        /// What is played so.
        node: Box<NodeDescription>,
        /// The factor; negative runs backwards.
        speed: Value,
    },
    /// A place where the game may play single clips ([`Actor::play_in_slot`](crate::Actor::play_in_slot)).
    Slot {
        /// What the game calls it.
        name: String,
        /// What is seen while nothing plays there.
        node: Box<NodeDescription>,
        /// Which part of the body the clips take.
        #[cfg_attr(feature = "serde", serde(default))]
        mask: Option<String>,
        /// How they are put on.
        #[cfg_attr(feature = "serde", serde(default))]
        mode: LayerMode,
    },
}

/// A clip as a node.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Clip"))]
pub struct ClipDescription {
    /// Its name.
    pub clip: String,
    /// Factor on time; negative runs backwards.
    pub speed: Value,
    /// Whether it repeats.
    pub looping: bool,
    /// Where it begins, as a share of its length; a clip that runs backwards and does not loop begins at its end.
    pub start: f32,
    /// The group of clips that it keeps in step with, by sync markers or, without them, by share of length.
    pub sync: Option<String>,
    /// Shows the moment at this share of its length instead of running.
    pub position: Option<Value>,
    /// Bends its time: shares of its length as time runs, and the shares shown then, both rising from 0 to 1.
    pub warp: Vec<(f32, f32)>,
}

/// A pose that takes part in a weighted mean.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Input"))]
pub struct BlendInput {
    /// The pose.
    pub node: NodeDescription,
    /// How much it counts beside the others.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub weight: Value,
    /// Where it counts.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mask: Option<String>,
}

/// A pose on top of others.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Layer"))]
pub struct LayerDescription {
    /// The pose.
    pub node: NodeDescription,
    /// How much of it is seen, 0..1.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub weight: Value,
    /// Where it is seen.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mask: Option<String>,
    /// How it is put on.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mode: LayerMode,
}

/// How a pose is put on others.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum LayerMode {
    /// Instead of them.
    #[default]
    Override,
    /// Added to them: what it changes of the reference.
    Additive(ReferenceDescription),
}

/// The pose that an additive one is counted from.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum ReferenceDescription {
    /// The rest pose.
    #[default]
    Rest,
    /// A clip, and the share of its length.
    Frame(String, f32),
}

/// Poses along a line.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "BlendSpace1d"))]
pub struct BlendSpace1dDescription {
    /// Where on the line.
    pub x: Value,
    /// Places and what is seen there.
    pub points: Vec<(f32, NodeDescription)>,
    /// Whether clips within keep in step that name no group themselves.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub sync: bool,
}

/// Poses in a plane.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "BlendSpace2d"))]
pub struct BlendSpace2dDescription {
    /// Where across.
    pub x: Value,
    /// Where along.
    pub y: Value,
    /// Places and what is seen there.
    pub points: Vec<((f32, f32), NodeDescription)>,
    /// Whether clips within keep in step that name no group themselves.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub sync: bool,
}

/// States and what leads from one to another.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "StateMachine"))]
pub struct MachineDescription {
    /// The states; the first is the one it begins in.
    pub states: Vec<StateDescription>,
    /// Ways between them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub transitions: Vec<TransitionDescription>,
}

/// A state.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "State"))]
pub struct StateDescription {
    /// Its name, of which there is one in its machine.
    pub name: String,
    /// What is seen in it; another machine, too.
    pub node: NodeDescription,
    /// Whether it goes on from where it was left instead of from its beginning.
    #[cfg_attr(feature = "serde", serde(default))]
    pub remembers: bool,
}

/// A way from one state to another.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Transition"))]
pub struct TransitionDescription {
    /// From these states; from any but `to` where none is named.
    pub from: Vec<String>,
    /// To this state.
    pub to: String,
    /// When all of these hold.
    pub when: Vec<Condition>,
    /// Only when the state passes this share of its leading clip's length; past 1 after so many rounds of a loop.
    pub exit: Option<f32>,
    /// How long it takes.
    pub seconds: f32,
    /// How one state becomes the other.
    pub kind: TransitionKind,
    /// Of several ways open at once, the one with the highest is taken, and of those the first.
    pub priority: i32,
    /// Whether a way of the same priority may break it off; one of higher priority always may.
    pub interruptible: bool,
}

/// How one state becomes another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum TransitionKind {
    /// Only the new state plays; pose and speed of the old die away.
    #[default]
    Inertial,
    /// Both play, the new one weighing more and more. Where it breaks off another one, as [`Inertial`](Self::Inertial).
    CrossFade,
}

/// Something that may hold.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Condition {
    /// A parameter is above a number.
    Above(String, f32),
    /// A parameter is below a number.
    Below(String, f32),
    /// An integer parameter has this value.
    Equals(String, i32),
    /// A parameter is set (or a trigger pulled).
    Is(String),
    /// A parameter is not set.
    IsNot(String),
    /// The state's leading clip stands at its end, or has gone round once.
    Finished,
    /// The state has lasted so many seconds.
    After(f32),
    /// All of these hold.
    All(Vec<Condition>),
    /// One of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
}

/// What is written on clips, by the clips' names: the content of a marks file.
pub type EventsByClip = BTreeMap<String, ClipEventsDescription>;

impl ClipDescription {
    /// A clip that repeats at its own speed.
    pub fn new(clip: &str) -> Self {
        Self { clip: clip.to_owned(), ..Self::default() }
    }
}

impl Default for ClipDescription {
    fn default() -> Self {
        Self {
            clip: String::new(),
            speed: Value::Constant(1.0),
            looping: true,
            start: 0.0,
            sync: None,
            position: None,
            warp: Vec::new(),
        }
    }
}

impl Default for TransitionDescription {
    fn default() -> Self {
        Self {
            from: Vec::new(),
            to: String::new(),
            when: Vec::new(),
            exit: None,
            seconds: 0.2,
            kind: TransitionKind::Inertial,
            priority: 0,
            interruptible: true,
        }
    }
}

impl From<f32> for Value {
    fn from(value: f32) -> Self {
        Self::Constant(value)
    }
}

impl From<&str> for Value {
    fn from(parameter: &str) -> Self {
        Self::Parameter(parameter.to_owned())
    }
}

#[cfg(feature = "serde")]
fn one() -> Value {
    Value::Constant(1.0)
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}
