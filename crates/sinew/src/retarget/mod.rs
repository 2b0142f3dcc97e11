//! Retargeting: motion of one rig on another, by human bones between humanoids, else by joint names; pose by pose at run
//! time, or a whole clip at load time with foot correction.
//!
//! A [`Retargeter`] is built once for two skeletons. Between humanoids use [`Retargeter::humanoid`]: each body is described
//! by a [`TPose`](crate::body::TPose), which brings both into the same pose, whatever their rest poses, and holds the soles of the
//! skin. Between other rigs use [`Retargeter::by_names`]. [`retarget_clip`] makes a clip for the target and reports its foot
//! contacts; [`Retargeter::retarget_pose`] retargets one pose, without allocation and without foot correction.
//!
//! ```
//! use sinew::body::TPose;
//! use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, retarget_clip};
//! use sinew::{Character, RawClip};
//!
//! /// Retargets a clip between two characters; `None` if one of them is not a humanoid.
//! fn retargeted(clip: &RawClip, from: &Character, to: &Character) -> Option<RawClip> {
//!     let (source, target) = from.humanoid().zip(to.humanoid())?;
//!     let source = TPose::from_clip(from.skeleton(), source, clip).with_skin(from);
//!     let target = TPose::new(to.skeleton(), target).with_skin(to);
//!     let retargeter = Retargeter::humanoid((from.skeleton(), source), (to.skeleton(), target));
//!     // Expressions and morph targets are mapped by their names.
//!     let face = FaceMap::by_names(from, to);
//!     let (clip, report) = retarget_clip(clip, &retargeter, &RetargetSettings::default(), &face).ok()?;
//!     report.unmapped_joints.iter().for_each(|bone| eprintln!("bone missing on the target: {bone}"));
//!     Some(clip)
//! }
//! ```
//!
//! The result plays without the retargeter, and can be written to a file or packed like any other clip
//! ([`docs/packs.md`](https://github.com/sinew-rs/sinew/blob/main/docs/packs.md)).

mod animated_joints;
mod clip;
mod contact;
mod face;
mod feet;
mod frames;
mod key_times;
mod leg;
mod links;
mod proportions;
mod report;
mod retargeter;
mod tracks;
mod twist;

pub use clip::{RetargetSettings, retarget_clip};
pub use contact::{ContactReport, FootContact};
pub use face::FaceMap;
pub use report::{RetargetReport, UnmappedTracks};
pub use retargeter::{RetargetError, RetargetScratch, Retargeter};
