//! Controllers: graphs of clips, blends, layers and state machines, made once for a character and played by many actors.
//!
//! A graph is written as a [`GraphDescription`], in code or as text (feature `serde`), made playable by
//! [`AnimationGraph::new`], and played by an actor ([`Actor::set_graph`](crate::Actor::set_graph)) or alone
//! ([`GraphState`]). A frame goes through it twice: once to move states and clips on, once for the poses of what is seen.
//!
//! - [`NodeDescription`] has every kind of node: clips, blends, blend spaces, layers, state machines, mirrored and sped-up
//!   nodes, slots for clips that the game plays at will, snapshots of poses.
//! - Parameters are what the game sets, by name ([`Actor::set`](crate::Actor::set)) or by [`ParameterId`]; their kinds are
//!   [`ParameterKind`]. Conditions of transitions ask for them ([`Condition`]), and so may every weight and speed
//!   ([`Value`]).
//! - What is wrong with a graph is a [`GraphError`] with its place, before anything plays. Playing cannot fail.
//!
//! As text, with all its nodes and a graph that uses each, it is described in the repository's
//! [`docs/graphs.md`](https://github.com/sinew-rs/sinew/blob/main/docs/graphs.md). In code:
//!
//! ```
//! # use sinew::skeleton::{Joint, Skeleton};
//! # use sinew::{Actor, Character, CharacterParts, RawClip, Transform};
//! # use std::sync::Arc;
//! # let hips = Joint { name: "hips".into(), parent: None, rest: Transform::default(), in_scene: true };
//! # let parts = CharacterParts { skeleton: Skeleton::new(vec![hips])?, ..CharacterParts::default() };
//! # let clip = |name: &str| Arc::new(RawClip { name: name.into(), ..RawClip::default() });
//! # let mut actor = Actor::new(Arc::new(Character::new(parts)?), vec![clip("idle"), clip("walk"), clip("jump")])?;
//! use sinew::graph::*;
//!
//! let clip = |name: &str| NodeDescription::Clip(ClipDescription::new(name));
//! let ground = NodeDescription::BlendSpace1d(BlendSpace1dDescription {
//!     x: "speed".into(),
//!     points: vec![(0.0, clip("idle")), (1.0, clip("walk"))],
//!     sync: true,
//! });
//! let state = |name: &str, node| StateDescription { name: name.into(), node, remembers: false };
//! let way = |from: &str, to: &str, when| TransitionDescription {
//!     from: vec![from.into()],
//!     to: to.into(),
//!     when: vec![when],
//!     ..TransitionDescription::default()
//! };
//! let description = GraphDescription {
//!     parameters: [
//!         ("speed".into(), ParameterKind::Smooth(0.0, 0.3)),
//!         ("jump".into(), ParameterKind::Trigger),
//!     ]
//!     .into(),
//!     output: NodeDescription::StateMachine(MachineDescription {
//!         states: vec![state("ground", ground), state("jump", clip("jump"))],
//!         transitions: vec![
//!             way("ground", "jump", Condition::Is("jump".into())),
//!             way("jump", "ground", Condition::Finished),
//!         ],
//!     }),
//!     ..GraphDescription::default()
//! };
//! let graph = AnimationGraph::new(&description, actor.character(), actor.clips())?;
//! actor.set_graph(Arc::new(graph))?;
//! actor.set("speed", 1.0)?;
//! actor.trigger("jump")?;
//! actor.update(1.0 / 60.0);
//! let playing = actor.graph().and_then(|graph| graph.active_states().next());
//! assert_eq!(playing.map(|machine| machine.state), Some("jump"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blend_space;
mod compile;
mod compile_machine;
mod compile_sync;
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
#[cfg(feature = "serde")]
mod told;
#[cfg(feature = "serde")]
mod told_where;
#[cfg(feature = "serde")]
mod told_words;
#[cfg(feature = "serde")]
mod unique;
mod update;

pub use description::*;
pub use error::{GraphError, GraphProblem};
pub(crate) use error::{instead, short};
pub use graph::AnimationGraph;
pub use parameter::{ParameterId, ParameterValue};
pub use slot::SlotPlayback;
pub use state::{ActiveState, GraphState};
#[cfg(feature = "serde")]
pub use text::{graph_from_ron, graph_to_ron, marks_from_ron};
#[cfg(feature = "serde")]
pub(crate) use text::{read_ron, write_ron};
#[cfg(feature = "serde")]
pub(crate) use unique::unique;
