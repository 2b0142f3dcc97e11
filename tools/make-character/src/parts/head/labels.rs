//! Labels of the vertices of the head.

/// Label of vertices inside the mouth.
pub(crate) const INSIDE: u8 = 1;
/// Label of the lids' rim at the eyeball.
pub(crate) const RIM: u8 = 3;
/// Label of the lids.
pub(crate) const LIDS: u8 = 2;
