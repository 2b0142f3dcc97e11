//! Motion from any rig to any rig: by human bones where both are people, else by names; live, or a clip at a time with
//! feet kept on the ground.
//!
//! A [`Retargeter`] is made once for two skeletons. Between people it is [`Retargeter::humanoid`]: each is described by a
//! [`ReferencePose`], which brings both into one stance, whatever their rest poses, and knows where the soles of a skin are.
//! Between other rigs it is [`Retargeter::by_names`]. Then [`retarget_clip`] makes a clip for the target, and tells how its
//! feet fare; [`Retargeter::transfer`] does the same for a pose at a time, without allocating, and without the feet.
//!
//! ```
//! use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, ReferencePose, retarget_clip};
//! use sinew::{Character, RawClip};
//!
//! /// The clip for another body; none where one of the two is no person's.
//! fn carried(clip: &RawClip, from: &Character, to: &Character) -> Option<RawClip> {
//!     let (theirs, ours) = from.humanoid().zip(to.humanoid())?;
//!     let source = ReferencePose::of_motion(from.skeleton(), theirs, clip).with_skin(from);
//!     let target = ReferencePose::new(to.skeleton(), ours).with_skin(to);
//!     let retargeter = Retargeter::humanoid((from.skeleton(), source), (to.skeleton(), target));
//!     // Expressions and morph targets go along by their names.
//!     let face = FaceMap::by_names(from, to);
//!     let (clip, report) = retarget_clip(clip, &retargeter, &RetargetSettings::default(), &face).ok()?;
//!     report.unmapped.iter().for_each(|bone| eprintln!("the body has no {bone}"));
//!     Some(clip)
//! }
//! ```
//!
//! The result needs no retargeter to play, and can be written to a file or packed like any other clip
//! ([`docs/packs.md`](https://github.com/sinew-rs/sinew/blob/main/docs/packs.md)).

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

pub use align::ReferencePose;
pub use clip::{Dropped, RetargetReport, RetargetSettings, retarget_clip};
pub use face::FaceMap;
pub use feet::FootReport;
pub(crate) use foot::Foot;
pub use played::Stand;
pub use retargeter::{RetargetError, RetargetScratch, Retargeter};
