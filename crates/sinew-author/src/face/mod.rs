//! Making of faces: ARKit shapes that are transferred from one face to another, and weights of identity
//! shapes by a seed.
//!
//! [`FaceTransfer`] gives a face without shapes those of another one by their [`FaceLandmarks`].
//! [`FaceFactory`] draws weights of a character's shapes, for as many faces as there are seeds.

mod factory;
#[cfg(test)]
mod test_face;
mod transfer;

pub use factory::{FaceFactory, FaceFactoryError, ShapeGroup, ShapeMix, ShapeRange};
pub use transfer::{FaceLandmarks, FaceTransfer, FaceTransferError, FaceTransferReport};
