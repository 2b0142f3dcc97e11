//! Levels of detail of an actor: what it leaves out, by the distance of the viewer.

mod change;
mod state;

pub use state::LodLevel;
pub(super) use state::LodState;
