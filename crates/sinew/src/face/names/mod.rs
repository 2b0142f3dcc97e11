//! Names of face shapes as tools and hands write them: their spellings, and a table of what they are.

mod normalized;
mod table;
mod words;

pub(crate) use normalized::normalized;
pub(super) use table::{FaceNames, Family, Found, LONG, spelled_morphs};
pub(super) use words::Spelling;
