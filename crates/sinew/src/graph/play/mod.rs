//! Playback of graphs: the state of a graph, and the passes of a frame: times and weights, poses, root
//! motion.

mod advance;
mod clip_state;
mod error;
mod evaluate;
mod machine;
mod machine_state;
mod motion;
mod node_motion;
mod saved;
mod slot;
mod state;
mod sync_group;
mod update;
mod weight;

pub use error::GraphStateError;
pub use saved::SavedGraph;
pub use slot::SlotPlayback;
pub use state::{ActiveState, GraphState};
