//! Things that stand about in scenes: stairs, a slope, a door. Each is a character of rigid parts,
//! drawn as all others are, and tells where feet and hands belong on it.

mod build;
pub(crate) mod door;
mod door_parts;
#[cfg(test)]
mod probe;
pub(crate) mod slope;
pub(crate) mod stairs;
mod surface;
#[cfg(test)]
mod tests;
