//! The parts of the character, a file or folder each.

pub(crate) mod brows;
pub(crate) mod eyes;
pub(crate) mod face;
pub(crate) mod hands;
pub(crate) mod head;
pub(crate) mod hoodie;
pub(crate) mod lashes;
pub(crate) mod mouth;
pub(crate) mod shapes;
pub(crate) mod shoes;
pub(crate) mod trousers;
