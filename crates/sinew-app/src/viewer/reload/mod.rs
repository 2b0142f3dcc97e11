//! Hot reload: files in use are watched, and a saved change is shown while the state goes on.

mod carry_over;
mod decals;
mod file_use;
mod file_watch;
mod hair;
mod reload;
mod remade;
mod remake;
mod watched_file;

pub(super) use carry_over::continue_wrinkles;
pub(crate) use file_use::FileUse;
pub(crate) use file_watch::FileWatch;
pub(super) use hair::continue_hair;
pub(crate) use remake::Remake;
