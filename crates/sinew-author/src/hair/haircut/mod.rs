//! Haircuts: hair that is grown on a character from all that it wears, in place of the hair of its file.

mod grow;
mod own_hair;
mod place;
mod source;

pub use grow::{BareHead, Haircut, HaircutError, HaircutNote};
pub use source::HaircutSource;
