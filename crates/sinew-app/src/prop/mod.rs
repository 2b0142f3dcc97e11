//! Things that stand about in scenes: stairs, a slope, a door, a rifle, a target. Each is a character of rigid parts,
//! drawn as all others are, and tells where feet and hands belong on it.

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
