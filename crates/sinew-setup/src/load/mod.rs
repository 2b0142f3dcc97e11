//! Loading of set-ups: from descriptions and files to assets.

mod attachments;
mod body_hit;
mod body_point;
mod built_in_looks;
mod clips;
mod decals;
mod dressing;
mod face;
mod hair;
#[cfg(feature = "hair")]
mod hair_cards;
mod levels;
mod marks;
mod meshes;
mod model;
mod motion;
mod outfits;
mod ragdoll;

pub(crate) use attachments::load_attachments;
pub use body_hit::body_hit;
pub use built_in_looks::BuiltInLook;
pub(crate) use decals::load_decals;
pub(crate) use dressing::load_dressing;
pub(crate) use face::load_face;
pub(crate) use hair::grow_hair;
pub(crate) use levels::load_levels;
pub use marks::{MarkedDecals, PlacedMark};
pub(crate) use meshes::find as find_meshes;
pub use model::SetupModel;
pub(crate) use model::load_model;
pub(crate) use ragdoll::load_ragdoll;
