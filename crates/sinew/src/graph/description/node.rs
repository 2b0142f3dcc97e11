use super::clip::ClipDescription;
use super::layer_mode::LayerMode;
use super::parameter::NumberOrParameter;
use super::parameter::one;
use super::transition::TransitionDescription;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Node of an animation graph; every node gives a pose.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub enum NodeDescription {
    /// Rest pose.
    #[default]
    Rest,
    /// Clip.
    Clip(ClipDescription),
    /// Pose saved under this name by [`Actor::save_snapshot`](crate::Actor::save_snapshot); the rest pose
    /// before.
    Snapshot(String),
    /// Sub-graph: one of the graph's `nodes`, by name; `Use` in older files.
    #[cfg_attr(feature = "serde", serde(alias = "Use"))]
    SubGraph(String),
    /// Weighted mean of its inputs.
    Blend(Vec<BlendInput>),
    /// Layers on top of a base.
    Layers {
        /// Lowest layer.
        base: Box<NodeDescription>,
        /// Layers on top of it, lowest first.
        layers: Vec<LayerDescription>,
    },
    /// 1D blend space: blends the two points next to a value.
    BlendSpace1d(BlendSpace1dDescription),
    /// 2D blend space: blends the corners of the triangle around a point.
    BlendSpace2d(BlendSpace2dDescription),
    /// State machine.
    StateMachine(StateMachineDescription),
    /// Mirror image: left and right swapped.
    Mirror {
        /// Mirrored node.
        node: Box<NodeDescription>,
        /// Weight of the mirrored pose, 0..1.
        #[cfg_attr(feature = "serde", serde(default = "one"))]
        weight: NumberOrParameter,
    },
    /// Time scale.
    Speed {
        /// Scaled node.
        node: Box<NodeDescription>,
        /// Factor; negative plays backwards.
        speed: NumberOrParameter,
    },
    /// Slot for single clips that the game plays ([`Actor::play_in_slot`](crate::Actor::play_in_slot)), such
    /// as Unreal's montages.
    Slot {
        /// Name of the slot.
        name: String,
        /// Node that is seen while the slot is empty.
        node: Box<NodeDescription>,
        /// Mask of the slot's clips.
        #[cfg_attr(feature = "serde", serde(default))]
        mask: Option<String>,
        /// Blend mode of the slot's clips.
        #[cfg_attr(feature = "serde", serde(default))]
        mode: LayerMode,
    },
}

/// Input of a blend node.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Input"))]
pub struct BlendInput {
    /// Blended node.
    pub node: NodeDescription,
    /// Weight relative to the other inputs, at least 0.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub weight: NumberOrParameter,
    /// Mask, by name; the whole body without one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mask: Option<String>,
}

impl Default for BlendInput {
    /// Rest pose at weight 1.
    fn default() -> Self {
        Self { node: NodeDescription::Rest, weight: one(), mask: None }
    }
}

/// Description of a layer of a layers node of a graph.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Layer"))]
pub struct LayerDescription {
    /// Node of the layer.
    pub node: NodeDescription,
    /// Weight, 0..1; additive layers take any.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub weight: NumberOrParameter,
    /// Mask, by name; the whole body without one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mask: Option<String>,
    /// Blend mode.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mode: LayerMode,
}

impl Default for LayerDescription {
    /// Rest pose at weight 1 over the layers below.
    fn default() -> Self {
        Self { node: NodeDescription::Rest, weight: one(), mask: None, mode: LayerMode::Override }
    }
}

/// 1D blend space.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "BlendSpace1d"))]
pub struct BlendSpace1dDescription {
    /// Coordinate.
    pub x: NumberOrParameter,
    /// Points: coordinates and their nodes.
    pub points: Vec<(f32, NodeDescription)>,
    /// Whether looping clips below without a sync group of their own play in sync. Default: `true`.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub sync: bool,
}

impl Default for BlendSpace1dDescription {
    /// No points yet, in sync, at 0.
    fn default() -> Self {
        Self { x: NumberOrParameter::Constant(0.0), points: Vec::new(), sync: true }
    }
}

/// 2D blend space.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "BlendSpace2d"))]
pub struct BlendSpace2dDescription {
    /// First coordinate.
    pub x: NumberOrParameter,
    /// Second coordinate.
    pub y: NumberOrParameter,
    /// Points: coordinates and their nodes.
    pub points: Vec<((f32, f32), NodeDescription)>,
    /// Whether looping clips below without a sync group of their own play in sync. Default: `true`.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub sync: bool,
}

impl Default for BlendSpace2dDescription {
    /// No points yet, in sync, at (0, 0).
    fn default() -> Self {
        let origin = NumberOrParameter::Constant(0.0);
        Self { x: origin.clone(), y: origin, points: Vec::new(), sync: true }
    }
}

/// State machine: states and transitions.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "StateMachine"))]
pub struct StateMachineDescription {
    /// States; the first one is the initial state.
    pub states: Vec<StateDescription>,
    /// Transitions between states.
    #[cfg_attr(feature = "serde", serde(default))]
    pub transitions: Vec<TransitionDescription>,
}

/// State of a state machine.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "State"))]
pub struct StateDescription {
    /// Name, unique in its machine.
    pub name: String,
    /// Node that plays in the state; may be another state machine.
    pub node: NodeDescription,
    /// Whether the state resumes where it was exited, instead of restarting; `remembers` in older files.
    #[cfg_attr(feature = "serde", serde(default, alias = "remembers"))]
    pub resume: bool,
}

impl StateDescription {
    /// State that restarts whenever it is entered.
    #[must_use]
    pub fn new(name: &str, node: NodeDescription) -> Self {
        Self { name: name.to_owned(), node, resume: false }
    }
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}
