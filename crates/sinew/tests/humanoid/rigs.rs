//! Rigs as common programs export them, with helper joints, and the expected profile of each.

use crate::animation_rigs::{BIOVISION, BIPED, CMU_ASF, CMU_BVH, GENERIC, GODOT, HUMANIK, RIGIFY, UNREAL};
use crate::character_rigs::{
    CATS, DAZ, MAKEHUMAN, MIXAMO, MMD, READY_PLAYER_ME, REALLUSION, SMPL, SYNTY, VROID,
};

pub(crate) const RIGS: &[(&str, &str)] = &[
    ("mixamo", MIXAMO),
    ("ready-player-me", READY_PLAYER_ME),
    ("unreal", UNREAL),
    ("rigify", RIGIFY),
    ("makehuman", MAKEHUMAN),
    ("reallusion", REALLUSION),
    ("biped", BIPED),
    ("cmu", CMU_BVH),
    ("cmu", CMU_ASF),
    ("humanik", HUMANIK),
    ("godot", GODOT),
    ("vroid", VROID),
    ("mmd", MMD),
    ("cats", CATS),
    ("synty", SYNTY),
    ("daz", DAZ),
    ("smpl", SMPL),
    ("biovision", BIOVISION),
    ("generic", GENERIC),
];
