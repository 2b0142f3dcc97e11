//! Trained networks: log-mel energies to probabilities of phones, closed lips and opening, and from those to
//! visemes. Plain loops in 32-bit floats.

mod container;
mod decode;
mod error;
mod layer;
mod live_network;
mod normaliser;
mod posterior;
mod size;
mod speech_networks;
mod states;
#[cfg(test)]
mod tests;
mod whole_network;

pub(crate) use decode::{RunningMean, shown_openness};
pub use error::WeightsError;
pub(crate) use live_network::{HEADS, LiveState};
pub(crate) use normaliser::Normaliser;
pub(crate) use posterior::STATES;
pub use speech_networks::SpeechNetworks;
pub(crate) use states::States;
