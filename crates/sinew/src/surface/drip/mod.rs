//! Drops that run down the skin, and emitters of particles on it.

mod drip;
mod drips;
mod emitter;
mod settings;

pub use drip::{Drip, DripEvent, DripLocation};
pub use drips::Drips;
pub use emitter::{Emission, SurfaceEmitter};
pub use settings::DripSettings;
