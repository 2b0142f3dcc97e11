//! Levels of detail of simulated hair: fewer guides, fewer steps, none.

mod change;
#[expect(clippy::module_inception, reason = "the type that the module is named for")]
mod detail;
mod follow;
mod follower;
mod links;
mod order;
#[cfg(test)]
mod tests;

pub use detail::HairDetail;

pub(super) use follower::Follower;
pub(super) use order::along_curve;
