//! Retargeting: motion of one rig on another, by human bones between humanoids, else by joint names; pose by
//! pose at run time, or a whole clip at load time with foot correction.
//!
//! A [`Retargeter`] is built once for two skeletons. Between humanoids use [`Retargeter::human`]: each
//! body is described by a [`TPose`](crate::body::TPose), which brings both into the same pose, whatever their
//! rest poses, and holds the soles of the skin. Between other rigs use [`Retargeter::by_names`].
//! [`retarget_clip`] makes a clip for the target and reports its foot contacts; [`Retargeter::retarget_pose`]
//! retargets one pose, without allocation and without foot correction.
//!
//! [`retarget_between`] does all of it for a clip and two characters:
//!
//! ```
//! use sinew::retarget::{RetargetError, RetargetSettings, retarget_between};
//! use sinew::{Character, RawClip};
//!
//! fn retargeted(clip: &RawClip, from: &Character, to: &Character) -> Result<RawClip, RetargetError> {
//!     let (clip, report) = retarget_between(clip, from, to, &RetargetSettings::default())?;
//!     report.unmapped_joints.iter().for_each(|bone| eprintln!("bone missing on the target: {bone}"));
//!     Ok(clip)
//! }
//! ```
//!
//! The result plays without the retargeter, and can be written to a file or packed like any other clip
//! ([`docs/packs.md`](https://github.com/sinew-rs/sinew/blob/main/docs/packs.md)).

mod animated_joints;
mod clip;
pub(crate) mod contact;
mod face;
mod feet;
mod footsteps;
mod frames;
mod joint_names;
mod key_times;
pub(crate) mod leg;
mod links;
mod proportions;
mod proxy_joints;
mod report;
mod retarget_between;
mod retargeter;
mod rig_mapping;
mod tracks;
mod twist;

pub use clip::{RetargetSettings, retarget_clip};
pub use contact::{ContactReport, FootContact};
pub use face::FaceMap;
pub use footsteps::add_footsteps;
pub use joint_names::{JointNameMatch, match_joint_names};
pub use proxy_joints::proxy_joints;
pub use report::{RetargetReport, UnmappedTracks};
pub use retarget_between::retarget_between;
pub use retargeter::{RetargetError, RetargetScratch, Retargeter};
pub use rig_mapping::RigMapping;
