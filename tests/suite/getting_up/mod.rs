//! Bodies that are pushed over, lie and get up, measured frame by frame.

mod body;
mod figures;
mod surface;
mod trial;

pub use body::{BODIES, FallingBody};
pub use figures::{Bounds, GetUpFigures};
pub use surface::Surface;
pub use trial::{Push, Trial, pushes};
