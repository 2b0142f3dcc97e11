//! Decals of an actor: rays against its skin, marks and wounds on it, drops that run down and their trails.

mod decals;
mod input;
mod material;
mod state;

pub use decals::Decals;
pub use input::DecalInput;
pub use material::DecalMaterial;
pub use state::DecalState;
