#![doc = include_str!("../README.md")]

pub mod align;
pub mod coarticulation;
pub mod format;
pub mod front_end;
pub mod network;
pub mod phone;
pub mod pronunciation;
pub mod provider;
pub mod sound;
pub mod timeline;
pub mod transcript;
