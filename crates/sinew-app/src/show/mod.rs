//! Shows: scripted scenes of set-ups that play, with physics, sound and a camera.

pub(crate) mod built_in;
mod camera;
mod cues;
mod history;
mod lines;
mod loose;
mod performer;
mod player;
mod snapshot;
mod stage;
#[cfg(test)]
mod tests;

pub(crate) use history::ShowHistory;
pub(crate) use player::ShowPlayer;
