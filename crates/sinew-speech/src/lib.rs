#![doc = include_str!("../README.md")]

pub mod front_end;
pub mod phone;
pub mod sound;
