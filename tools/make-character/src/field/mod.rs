//! Signed distance fields: the volumes that every modelled part is drawn with.

mod bound;
mod ops;
mod shape;

pub(crate) use ops::{Field, smoothstep};
pub(crate) use shape::{Section, Shape};
