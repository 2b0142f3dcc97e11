//! Motion from any rig to any rig: by human bones where both are people, else by names; live, or a clip at a time with
//! feet kept on the ground.

mod align;
mod between;
mod clip;
mod contact;
mod face;
mod face_names;
mod feet;
mod foot;
mod frames;
mod hips;
mod leg;
mod normalized;
mod played;
mod proportions;
mod reached;
mod retargeter;
mod roll;
mod slide;
mod sole;
mod spread;
mod stance;
mod times;
mod tracked;
mod tracks;
mod twist;

pub use align::StandingBody;
pub use clip::{Dropped, RetargetReport, RetargetSettings, retarget_clip};
pub use face::FaceMap;
pub use feet::FootReport;
pub use played::Stand;
pub use retargeter::{RetargetError, RetargetScratch, Retargeter};
