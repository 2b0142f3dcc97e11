//! Props of scenes: stairs, boxes, slope, door, ladder, rifle, target. Each is a character of rigid parts,
//! with functions for the positions of feet and hands on it.

pub(crate) mod boxes;
mod build;
pub(crate) mod door;
mod door_parts;
pub(crate) mod ladder;
#[cfg(test)]
mod probe;
pub(crate) mod rifle;
pub(crate) mod slope;
pub(crate) mod stairs;
mod surface;
pub(crate) mod target;
#[cfg(test)]
mod tests;
pub(crate) mod wall;
