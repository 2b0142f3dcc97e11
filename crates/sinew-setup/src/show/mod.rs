//! Shows: scripted scenes of set-ups, as plain data and text, and their checks.

mod cue;
mod cue_check;
mod description;
mod open;
mod prop;
mod shot;
mod text;

pub use cue::{CueAction, CueDescription, LookCue};
pub use description::{CastDescription, ShowDescription};
pub use open::{CastMember, Cue, Show};
pub use prop::{PropBox, PropDescription};
pub use shot::ShotDescription;
