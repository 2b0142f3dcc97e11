//! Measurement of a character's body: what retargeting, joint limits,
//! IK and foot IK know about the body that they move.
//!
//! - [`TPose`]: the pose in which all humanoids are alike, with joints, positions, facing and the lengths of
//!   limbs. Every other measurement of a humanoid begins with it.
//! - [`reference_candidates`] and [`best_reference`]: the pose of a file in which the body stands: its rest
//!   pose, its [`bind_pose`] or a frame of a clip, by its [`Stance`].
//! - [`Sole`] and [`FootShape`]: the underside of each foot on the skin, the ball of the foot, and the foot's
//!   rotation flat on the ground.
//! - [`Palm`]: position, axes and length of a palm. [`EyePair`]: both eyes.
//! - [`ItemGrip`]: where a hand holds an item, by a node or the shape of the item.
//! - [`trunk_slabs`]: the shape of the trunk between hips and shoulders, as [`ColliderSlab`]s.
//! - [`skin_vertices`]: all vertices of the skin with the joints that move them,
//!   for measurements of one's own.
//!
//! Each is a function of its own instead of a part of one large measurement: only the T-pose is needed by all
//! users. Soles and trunk read every vertex of the character, which takes far longer than the rest, and a
//! character without feet or hands still has the others. They are measured when an IK rig, a retargeter or a
//! foot IK setup is built, never in a frame; the results are plain data.

mod bind_pose;
mod eyes;
mod foot_shape;
mod item_grip;
mod leg_joints;
mod measure_sole;
mod normalized;
mod palm;
mod posture;
mod reference_choice;
mod skin_point;
mod skin_vertex;
mod slab;
mod sole;
mod stance;
mod t_pose;
mod t_pose_local;
mod trunk;

pub use bind_pose::bind_pose;
pub use eyes::EyePair;
pub use foot_shape::FootShape;
pub use item_grip::{ItemGrip, ItemGripError, ItemGripSource};
pub use leg_joints::LegJoints;
pub use palm::Palm;
pub use reference_choice::{ReferenceCandidate, best_reference, reference_candidates};
pub use skin_point::SkinPoint;
pub use skin_vertex::{SkinVertex, skin_vertices};
pub use slab::ColliderSlab;
pub use sole::Sole;
pub use stance::Stance;
pub use t_pose::TPose;
pub use trunk::trunk_slabs;
