#![doc = include_str!("../README.md")]

mod description;
mod equip;
mod error;
mod file;
mod files;
mod load;
mod outfit;
mod part;
mod setup;
mod template;

pub use description::{
    AttachmentDescription, BlendDescription, ClipsDescription, DecalLookDescription, DecalsDescription,
    FaceSetupDescription, HairSetupDescription, HandDescription, LevelDescription, OutfitDescription,
    RagdollSetupDescription, RootMotionDescription, SetupDescription, System, TransformDescription,
};
pub use error::SetupError;
pub use file::SetupFile;
pub use files::SetupFiles;
pub use load::SetupModel;
pub use part::Part;
pub use setup::{Finding, Setup};
pub use template::setup_template;
