#![doc = include_str!("../README.md")]

mod arkit;
mod viseme;

pub use viseme::Viseme;
