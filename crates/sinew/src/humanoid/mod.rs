//! Which joints are which human bones: told by names, else by structure.

mod bone;
mod bone_map;
mod detect;
mod hand;
mod head;
mod humanoid;
mod limb;
mod names;
mod partner;
mod plausible;
mod profile;
mod readings;
mod rest;
mod stance;
mod structure;
mod tables;
mod tree;
mod trunk;
mod words;

pub use bone::{HumanBone, Side};
pub use bone_map::{BoneMap, BoneMapError};
pub use detect::{detect, detect_posed};
pub use humanoid::Humanoid;
pub use partner::{mirror_map, pair_names};
pub use rest::RestKind;

pub(crate) use profile::profile_name;
