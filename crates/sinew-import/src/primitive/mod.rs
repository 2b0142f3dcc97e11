//! Operations on primitives shared by all importers.

mod gather;
pub(crate) mod tangent;

pub(crate) use gather::{gather, offset_bytes};
