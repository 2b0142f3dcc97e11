//! Loading of set-ups: from descriptions and files to assets.

mod attachments;
mod clips;
mod decals;
mod dressing;
mod face;
mod hair;
mod levels;
mod meshes;
mod model;
mod motion;
mod outfits;
mod ragdoll;

pub(crate) use attachments::load_attachments;
pub(crate) use decals::load_decals;
pub(crate) use dressing::load_dressing;
pub(crate) use face::load_face;
pub(crate) use levels::load_levels;
pub(crate) use meshes::find as find_meshes;
pub use model::SetupModel;
pub(crate) use model::load_model;
pub(crate) use ragdoll::load_ragdoll;
