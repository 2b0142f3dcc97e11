//! Random faces: weights of shape morphs by a seed (C. Granberg, *Character Animation with Direct3D*, 2009,
//! chapter on morphing: new faces as mixes of several).

mod factory;
mod group;
#[cfg(test)]
mod tests;

pub use factory::{FaceFactory, FaceFactoryError};
pub use group::{ShapeGroup, ShapeMix, ShapeRange};
