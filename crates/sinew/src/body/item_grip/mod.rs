//! Grips of items: where a hand holds a sword, a staff or a pistol, found from a node of the file or from the shape.

mod grip;
mod measures;
mod pistol;
mod section;
mod shaft;
mod slices;
mod surface;

pub use grip::{ItemGrip, ItemGripError, ItemGripSource};
