//! Measurement of a character's body: what retargeting, joint limits, IK and foot IK know about the body that they move.
//!
//! - [`ReferencePose`]: the pose in which all humanoids are alike, with joints, rest positions, facing and the lengths of limbs. Every
//!   other measurement of a humanoid begins with it.
//! - [`Sole`] and [`FootShape`]: the underside of each foot on the skin, the ball of the foot, and the foot's rotation flat on the ground.
//! - [`Palm`]: position, axes and length of a palm. [`EyePair`]: both eyes.
//! - [`trunk_slabs`]: the shape of the trunk between hips and shoulders, as [`ColliderSlab`]s.
//! - [`skin_vertices`]: all vertices of the skin with the joints that move them, for measurements of one's own.
//!
//! Each is a function of its own instead of a part of one large measurement: only the reference pose is needed by all users. Soles and
//! trunk read every vertex of the character, which takes far longer than the rest, and a character without feet or hands still has the
//! others. They are measured when an IK rig, a retargeter or a foot IK setup is built, never in a frame; the results are plain data.

mod eyes;
mod foot_shape;
mod leg_joints;
mod measure_sole;
mod normalized;
mod palm;
mod posture;
mod reference_pose;
mod skin_point;
mod skin_vertex;
mod slab;
mod sole;
mod trunk;

pub use eyes::EyePair;
pub use foot_shape::FootShape;
pub use leg_joints::LegJoints;
pub use palm::Palm;
pub use reference_pose::ReferencePose;
pub use skin_point::SkinPoint;
pub use skin_vertex::{SkinVertex, skin_vertices};
pub use slab::ColliderSlab;
pub use sole::Sole;
pub use trunk::trunk_slabs;
