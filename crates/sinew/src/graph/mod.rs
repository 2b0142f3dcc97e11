//! Animation graphs (animator controllers): clips, blends, layers and state machines, compiled once for a
//! character and played by many actors.
//!
//! A graph is described by a [`GraphDescription`], in code or as text (feature `ron`), compiled by
//! [`AnimationGraph::from_description`], and played by an actor
//! ([`Actor::set_graph`](crate::Actor::set_graph)) or alone ([`GraphState`]). A frame has two passes: the
//! first advances states and clips, the second evaluates the poses of the visible nodes.
//!
//! - [`NodeDescription`] has all kinds of nodes: clips, blends, blend spaces, layers, state machines, mirror
//!   and speed nodes, slots for single clips, snapshots of poses.
//! - The game sets parameters by name or by [`ParameterId`] ([`GraphState::set_parameter`]);
//!   [`ParameterKind`] lists their kinds. Conditions of transitions read them ([`Condition`]), and so may
//!   every weight and speed ([`NumberOrParameter`]).
//! - A mistake in a description is a [`GraphError`] with its location, before anything plays. Playback cannot
//!   fail.
//!
//! The text form, with all nodes and a graph that uses each, is in the repository's
//! [`docs/graphs.md`](https://github.com/sinew-rs/sinew/blob/main/docs/graphs.md). In code:
//!
//! ```
//! # use sinew::skeleton::{Joint, Skeleton};
//! # use sinew::{Actor, Character, CharacterParts, RawClip, Transform};
//! # use std::sync::Arc;
//! # let hips = Joint { name: "hips".into(), parent: None, rest: Transform::default(), in_scene: true };
//! # let parts = CharacterParts { skeleton: Skeleton::new(vec![hips])?, ..CharacterParts::default() };
//! # let clip = |name: &str| Arc::new(RawClip { name: name.into(), ..RawClip::default() });
//! # let clips = vec![clip("idle"), clip("walk"), clip("jump")];
//! # let mut actor = Actor::new(Arc::new(Character::new(parts)?), clips)?;
//! use sinew::graph::*;
//!
//! let clip = |name: &str| NodeDescription::Clip(ClipDescription::new(name));
//! let ground = NodeDescription::BlendSpace1d(BlendSpace1dDescription {
//!     x: "speed".into(),
//!     points: vec![(0.0, clip("idle")), (1.0, clip("walk"))],
//!     ..BlendSpace1dDescription::default()
//! });
//! let description = GraphDescription {
//!     parameters: [
//!         ("speed".into(), ParameterKind::Smooth(0.0, 0.3)),
//!         ("jump".into(), ParameterKind::Trigger),
//!     ]
//!     .into(),
//!     output: NodeDescription::StateMachine(StateMachineDescription {
//!         states: vec![
//!             StateDescription::new("ground", ground),
//!             StateDescription::new("jump", clip("jump")),
//!         ],
//!         transitions: vec![
//!             TransitionDescription::new("ground", "jump", Condition::Is("jump".into())),
//!             TransitionDescription::new("jump", "ground", Condition::Finished),
//!         ],
//!     }),
//!     ..GraphDescription::default()
//! };
//! let graph = AnimationGraph::from_description(&description, actor.clips())?;
//! actor.set_graph(Arc::new(graph))?;
//! if let Some(graph) = actor.graph_mut() {
//!     graph.set_parameter("speed", 1.0)?;
//!     graph.trigger("jump")?;
//! }
//! actor.update(1.0 / 60.0);
//! let playing = actor.graph().and_then(|graph| graph.active_states().next());
//! assert_eq!(playing.map(|machine| machine.state), Some("jump"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blend_space;
mod compile;
mod condition;
mod description;
mod error;
#[cfg(feature = "ron")]
mod grammar;
mod graph;
mod node;
mod parameter;
mod play;
mod sync_map;
#[cfg(feature = "ron")]
mod text;

pub use description::*;
pub use error::{GraphError, GraphProblem};
pub use graph::AnimationGraph;
pub use parameter::{ParameterId, ParameterValue};
pub use play::{ActiveState, GraphState, GraphStateError, SavedGraph, SlotPlayback};
