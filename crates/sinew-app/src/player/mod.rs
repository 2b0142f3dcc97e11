//! The scene player: a character with its attachments, scene, rig and goals, stepped through time.

mod attach;
#[cfg(test)]
mod attach_tests;
mod create;
mod fall;
mod fall_state;
#[cfg(test)]
mod follow_tests;
pub(crate) mod get_up;
mod goal_report;
pub(crate) mod goals;
pub(crate) mod recording;
pub(crate) mod rig;
pub(crate) mod scene_player;
pub(crate) mod script;
mod seek;
pub(crate) mod settle;
#[cfg(test)]
pub(crate) mod spring_tests;
pub(crate) mod timeline;
