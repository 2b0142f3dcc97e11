//! The parts of the character, one file each.

pub(crate) mod brows;
pub(crate) mod eyes;
pub(crate) mod hair;
pub(crate) mod hands;
pub(crate) mod head;
pub(crate) mod hoodie;
pub(crate) mod lids;
pub(crate) mod mouth;
pub(crate) mod shoes;
pub(crate) mod trousers;
