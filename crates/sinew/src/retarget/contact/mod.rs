//! Foot contacts: the frames in which a foot stands on the ground, their detection in the source and their
//! measurement in the finished clip.

mod detect;
mod diameter;
mod foot;
mod ground;
mod measure;
mod report;
mod source;

pub(crate) use detect::ContactFrames;
pub(crate) use diameter::ground_diameter;
pub(crate) use foot::{Foot, foot_joints};
pub use ground::MovingGround;
pub(crate) use measure::ContactMeasure;
pub use report::{ContactReport, FootContact};
pub(crate) use source::{CORRECTED_BONES, SourceContacts};
