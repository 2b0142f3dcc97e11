//! Graph descriptions: plain data, written in code or as text.

mod clip;
mod layer_mode;
mod mask;
mod node;
mod parameter;
mod transition;

pub use clip::ClipDescription;
pub use layer_mode::{LayerMode, ReferenceDescription};
pub use mask::MaskDescription;
pub use node::{
    BlendInput, BlendSpace1dDescription, BlendSpace2dDescription, LayerDescription, NodeDescription,
    StateDescription, StateMachineDescription,
};
pub use parameter::{NumberOrParameter, ParameterKind};
pub use transition::{Condition, TransitionDescription, TransitionKind};

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Description of an animation graph.
/// [`AnimationGraph::from_description`](super::AnimationGraph::from_description) compiles it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "AnimationGraph"))]
pub struct GraphDescription {
    /// Parameters that the game sets, by name.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "crate::text::unique"))]
    pub parameters: BTreeMap<String, ParameterKind>,
    /// Masks of joints and face, by name.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "crate::text::unique"))]
    pub masks: BTreeMap<String, MaskDescription>,
    /// Sub-graphs by name, for use in several places ([`SubGraph`](NodeDescription::SubGraph)).
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "crate::text::unique"))]
    pub nodes: BTreeMap<String, NodeDescription>,
    /// Root node of the graph.
    pub output: NodeDescription,
}
