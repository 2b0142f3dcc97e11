#![doc = include_str!("../README.md")]

mod aim;
mod aiming;
mod clip_name;
mod description;
mod equip;
mod error;
mod file;
mod files;
mod get_up;
mod images;
mod load;
mod outfit;
mod part;
mod setup;
mod show;
mod template;

pub use clip_name::clip_name;
pub use description::{
    AttachmentDescription, BlendDescription, ClipsDescription, DecalLookDescription, DecalsDescription,
    DripsDescription, FaceSetupDescription, HairSetupDescription, HandDescription, ItemGripDescription,
    LevelDescription, MarkDescription, MarkPointDescription, OutfitDescription, RagdollSetupDescription,
    RootMotionDescription, SecondHandDescription, SetupDescription, System, TransformDescription,
};
pub use error::SetupError;
pub use file::SetupFile;
pub use files::SetupFiles;
pub use get_up::gets_up;
pub use load::{BuiltInLook, MarkedDecals, PlacedMark, SetupModel, body_hit};
pub use part::Part;
pub use setup::{Finding, Setup, wrinkle_map};
pub use show::{
    CastDescription, CastMember, Cue, CueAction, CueDescription, LookCue, PropBox, PropDescription,
    ShotDescription, Show, ShowDescription,
};
pub use template::setup_template;
