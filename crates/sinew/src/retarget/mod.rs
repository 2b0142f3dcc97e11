//! Motion from any rig to any rig: by human bones where both are people, else by names; live, or a clip at a time with
//! feet kept on the ground.

mod align;
mod clip;
mod contact;
mod feet;
mod leg;
mod normalized;
mod retargeter;

pub use align::StandingBody;
pub use clip::{RetargetReport, RetargetSettings, retarget_clip};
pub use feet::FootReport;
pub use retargeter::{RetargetError, RetargetScratch, Retargeter};
