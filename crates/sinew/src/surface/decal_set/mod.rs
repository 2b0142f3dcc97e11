//! Decal sets: the decals on one character, kept within a budget, with their ages and fades.

mod budget;
mod center;
mod life;
mod live_decal;
mod removal;
mod set;
mod shared;
#[cfg(test)]
mod tests;
#[cfg(feature = "ron")]
mod text;
mod view;

pub use budget::{DecalBudget, DecalExit, DecalRemoval};
pub use life::DecalLife;
pub use live_decal::{DecalId, LiveDecal};
pub use set::DecalSet;
pub use shared::{CharacterDecals, SharedDecalBudget};
#[cfg(feature = "ron")]
pub use text::DecalSetError;
pub use view::DecalView;
