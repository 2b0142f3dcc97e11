//! Controllers: graphs of clips, blends, layers and state machines, made once for a character and played by many actors.
//!
//! A graph is written as a [`GraphDescription`], in code or as text (feature `serde`), made playable by
//! [`AnimationGraph::new`], and played by an actor ([`Actor::set_graph`](crate::Actor::set_graph)) or alone
//! ([`GraphState`]). A frame goes through it twice: once to move states and clips on, once for the poses of what is seen.

mod blend_space;
mod compile;
mod compile_machine;
mod condition;
mod description;
mod error;
mod evaluate;
#[allow(clippy::module_inception, reason = "the room is named for its main concept")]
mod graph;
mod machine;
mod mask;
mod node;
mod parameter;
mod slot;
mod state;
mod sync;
#[cfg(feature = "serde")]
mod text;
mod update;

pub use description::*;
pub use error::{GraphError, GraphProblem};
pub use graph::AnimationGraph;
pub use parameter::{ParameterId, ParameterValue};
pub use slot::SlotPlayback;
pub use state::{ActiveState, GraphState};
#[cfg(feature = "serde")]
pub use text::{graph_from_ron, graph_to_ron, marks_from_ron};
