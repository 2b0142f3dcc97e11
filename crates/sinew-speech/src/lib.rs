#![doc = include_str!("../README.md")]

pub mod coarticulation;
pub mod format;
pub mod front_end;
pub mod network;
pub mod phone;
pub mod provider;
pub mod sound;
pub mod timeline;
