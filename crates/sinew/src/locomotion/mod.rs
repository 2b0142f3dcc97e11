//! Locomotion: feet of an animated character on uneven ground.
//!
//! [`FootIk`] describes a character's feet and is made once; a [`FootIkState`] holds what changes from frame
//! to frame: gait, stride, the landing point of a swinging foot, planted feet, the height of the hips. Ground
//! is anything that implements [`Ground`](crate::ground::Ground).

pub(crate) mod advance_foot;
pub(crate) mod ankle_distance;
pub(crate) mod foot_ik;
pub(crate) mod foot_settings;
pub(crate) mod foot_state;
pub(crate) mod foothold;
pub(crate) mod frame_context;
pub(crate) mod gait;
pub(crate) mod heel;
pub(crate) mod heel_lift;
pub(crate) mod hips;
pub(crate) mod input;
pub(crate) mod landing;
pub(crate) mod report;
pub(crate) mod riser;
pub(crate) mod sole;
pub(crate) mod space;
pub(crate) mod standing_length;
pub(crate) mod state;
pub(crate) mod stride;

pub use foot_ik::FootIk;
pub use foot_settings::FootSettings;
pub use input::FootIkInput;
pub use report::FootIkReport;
pub use state::FootIkState;
