//! Heads as hair needs them: their skin, their size, and the regions where hair grows.

mod beard;
mod flow;
mod head_shape;
mod nearest;
mod region;
mod skin;
mod skin_distance;
mod skin_triangle;

pub use head_shape::HeadShape;
pub use region::HairRegion;
pub use skin::HairSkin;
pub(in crate::hair) use skin_distance::SkinDistance;
pub use skin_triangle::SkinTriangle;
