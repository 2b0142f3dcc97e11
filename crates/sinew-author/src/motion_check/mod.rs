//! Check of motion: finds the faults of a clip that a viewer sees, such as sliding feet, jumps, flipped joints,
//! noise, frozen frames and loops that do not close.
//!
//! [`MotionCheck`] measures a character once; [`MotionCheck::clip`] checks one clip and gives a
//! [`MotionReport`]: [`MotionFinding`]s with joint, time, size and a [fix](MotionFinding::fix), and the
//! [`MotionSeries`] that they come from, for a picture with time lines. All lengths are judged relative to the
//! height of the body, all speeds relative to time, so that neither the unit of a file nor its frame rate
//! matters. Methods, bounds and measured rates of errors are in
//! [`docs/motion_check.md`](https://github.com/sinew-rs/sinew/blob/main/docs/motion_check.md).
//!
//! ```
//! use sinew::{Character, RawClip};
//! use sinew_author::motion_check::{MotionCheck, MotionCheckSettings};
//!
//! fn print_faults(character: &Character, clips: &[RawClip]) {
//!     let check = MotionCheck::new(character);
//!     for clip in clips {
//!         for finding in check.clip(clip, &MotionCheckSettings::default()).findings {
//!             println!("{}: {finding}", clip.name());
//!         }
//!     }
//! }
//! ```

mod body;
mod check;
mod clip_feet;
mod detect;
mod feet;
mod finding;
mod frames;
mod ground;
mod motion;
mod outcome;
mod poses;
mod report;
mod series;
mod settings;
mod spans;

pub(crate) use clip_feet::{ClipFeet, ClipFoot};
pub(crate) use detect::jump::{AT_END, Jump, jumps};
pub(crate) use detect::noise::noise_of_track;

pub use check::MotionCheck;
pub use finding::{MotionFault, MotionFinding, MotionFix, MotionUnit};
pub use report::MotionReport;
pub use series::MotionSeries;
pub use settings::MotionCheckSettings;
