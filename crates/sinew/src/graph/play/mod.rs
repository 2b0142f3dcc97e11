//! Playback of graphs: the state of a graph, and the two passes of a frame.

mod advance;
mod clip_state;
mod evaluate;
mod machine;
mod machine_state;
mod root_motion;
mod slot;
mod state;
mod sync_group;
mod update;

pub use slot::SlotPlayback;
pub use state::{ActiveState, GraphState, GraphStateError};
