//! Transfer of shapes: the morph targets of one face, such as visemes and ARKit shapes, given to a head that
//! has none.
//!
//! Landmarks of both faces ([`FaceLandmarks`]) define a smooth warp from one to the other. Each vertex of the
//! head takes the motion of the nearest point on the warped face. Lips that are one surface are cut apart
//! first, and teeth and tongue are copied.

mod add_shape;
mod crease;
mod depth_map;
mod detect;
mod error;
mod face_part;
mod fit;
mod inner_mouth;
mod landmarks;
#[cfg(feature = "ron")]
mod landmarks_text;
mod lip_sides;
mod material_copies;
mod nearest;
mod paths;
mod profile;
mod shapes;
mod surface;
#[cfg(test)]
mod tests;
mod transfer;
mod warp;

pub use error::FaceTransferError;
pub use landmarks::FaceLandmarks;
pub use transfer::{FaceTransfer, FaceTransferReport};
