//! Things that stand about in scenes: stairs, a slope. Each is a character of rigid parts,
//! drawn as all others are, and tells where feet belong on it.

mod build;
#[cfg(test)]
mod probe;
pub(crate) mod slope;
pub(crate) mod stairs;
mod surface;
#[cfg(test)]
mod tests;
