//! Hot reload: files in use are watched, and a saved change is shown while the state goes on.

mod background_read;
mod carry_over;
mod decals;
mod face;
mod file_looker;
mod file_use;
mod file_watch;
mod hair;
mod look_thread;
mod read_anew;
mod take_over;
mod watched_file;

pub(crate) use background_read::BackgroundRead;
pub(super) use carry_over::continue_wrinkles;
pub(super) use decals::CarriedDecals;
pub(crate) use file_use::FileUse;
pub(crate) use file_watch::FileWatch;
#[cfg(test)]
pub(crate) use file_watch::INTERVAL;
pub(super) use hair::{KeptHair, continue_hair};
