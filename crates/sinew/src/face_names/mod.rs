//! Names of face shapes as tools and hands write them: their spellings, and the table of what they are, which
//! users can extend.

mod arkit;
mod family;
pub(crate) mod normalized;
mod read;
mod table;
mod words;

pub(crate) use arkit::{ArKitName, ShapeSide};
pub(crate) use family::{Family, Found};
pub(crate) use normalized::normalized;
pub use read::FaceNamesError;
pub use sinew_viseme::{Viseme, VisemeFrame, VisemeTrack, VisemeTrackError};
pub use table::FaceNames;
pub(crate) use words::{Spelling, other_side, spellings};
