//! Signed distance fields, the volumes from which every part is modelled.

mod bound;
mod ops;
mod shape;

pub(crate) use ops::{Field, smoothstep};
pub(crate) use shape::{Section, Shape};
