//! Writing the file.

mod buffer;
mod glb;

pub(crate) use glb::{Look, Part, write};
