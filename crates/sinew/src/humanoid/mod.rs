//! Humanoids: the human bones of VRM, the map from bones to joints,
//! and its detection by joint names, else by structure.

mod anatomy;
mod body_axes;
mod bone;
mod bone_map;
mod detect;
mod detect_by_name;
mod detect_by_structure;
mod dictionary;
mod fingers;
mod head;
mod humanoid;
mod joint_tree;
mod limb_pair;
mod mirror_map;
mod name_variants;
pub(crate) mod name_words;
mod named_bones;
mod profile;
mod rest;
mod spine;
mod tables;
mod unnamed;

pub use bone::{BodySide, HumanBone, Side};
pub use bone_map::{BoneMap, BoneMapError};
pub use humanoid::Humanoid;
pub use mirror_map::mirror_map;
pub(crate) use mirror_map::mirrored_name_indices;
#[cfg(feature = "ron")]
pub use named_bones::{NamedBones, NamedBonesError};
pub(crate) use rest::rotation_from_z;
pub use rest::{RestPoseKind, forward};

pub(crate) use bone::TORSO;
pub(crate) use dictionary::profile_name;
