//! What importers of all formats do with primitives.

mod gather;
pub(crate) mod tangent;

pub(crate) use gather::{OFFSET_BYTES, gather};
