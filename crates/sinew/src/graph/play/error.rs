use crate::graph::parameter::ParameterId;
use crate::playback::ClipSetError;

/// Error of the use of a graph: of [`GraphState`](super::GraphState), and of the calls of an
/// [`Actor`](crate::Actor) about its graph. A description has a [`GraphError`](crate::graph::GraphError).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphStateError {
    /// The graph was made for other clips.
    #[error("the graph was made for other clips: {message}")]
    OtherClips {
        /// The difference.
        message: String,
    },
    /// The actor plays no graph.
    #[error("the actor plays no graph")]
    NoGraph,
    /// No parameter has that name.
    #[error("no parameter called {name:?}; {known}")]
    UnknownParameter {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and all parameters with their kinds.
        known: String,
    },
    /// No parameter has that id: it belongs to another graph.
    #[error("no parameter with id {}; the graph has {count}", id.0)]
    UnknownParameterId {
        /// The id.
        id: ParameterId,
        /// The number of parameters.
        count: usize,
    },
    /// The parameter cannot hold the value: it is of another kind, or not finite.
    #[error("parameter {name:?} is {kind}; it got {value}")]
    WrongParameterKind {
        /// The parameter.
        name: String,
        /// Its kind.
        kind: &'static str,
        /// The value and its kind.
        value: String,
    },
    /// No slot has that name.
    #[error("no slot called {name:?}; {known}")]
    UnknownSlot {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// No snapshot has that name.
    #[error("no snapshot called {name:?}; {known}")]
    UnknownSnapshot {
        /// The name looked for.
        name: String,
        /// A similar name, if there is one, and the known names.
        known: String,
    },
    /// The actor has no such clip.
    #[error(transparent)]
    Clip(#[from] ClipSetError),
}
