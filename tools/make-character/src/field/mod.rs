//! Signed distance fields: the volumes that every modelled part is drawn with.

mod ops;
mod shape;

pub(crate) use ops::{Field, smooth_max, smooth_min, smoothstep};
pub(crate) use shape::{Section, Shape};
