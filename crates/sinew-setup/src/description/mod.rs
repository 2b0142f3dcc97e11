//! Descriptions of set-ups: plain data, from code or from text.

mod attachment;
mod clips;
mod decals;
mod face;
mod hair;
mod item_grip;
mod level;
mod mark;
mod outfit;
mod ragdoll;
mod setup;
mod text;

mod transform;

pub use attachment::{AttachmentDescription, HandDescription};
pub use clips::{ClipsDescription, RootMotionDescription};
pub use decals::{BlendDescription, DecalLookDescription, DecalsDescription};
pub use face::FaceSetupDescription;
pub use hair::HairSetupDescription;
pub use item_grip::{ItemGripDescription, SecondHandDescription};
pub use level::LevelDescription;
pub use mark::{DripsDescription, MarkDescription, MarkPointDescription};
pub use outfit::OutfitDescription;
pub use ragdoll::RagdollSetupDescription;
pub use setup::{SetupDescription, System};
pub(crate) use text::SETUP_TEXT;
pub use transform::TransformDescription;
