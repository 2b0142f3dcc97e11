//! Shows: scripted scenes of set-ups that play, with physics, sound and a camera.

pub(crate) mod built_in;
mod camera;
mod cues;
mod lines;
mod loose;
mod performer;
mod player;
mod stage;
#[cfg(test)]
mod tests;

pub(crate) use player::ShowPlayer;
