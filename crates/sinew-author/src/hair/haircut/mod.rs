//! Haircuts: hair that is grown on a character from all that it wears, in place of the hair of its file.

mod grow;
mod on_head;
mod own_hair;
mod source;

pub use grow::{BareHead, Haircut, HaircutError, HaircutNote};
pub use source::HaircutSource;
