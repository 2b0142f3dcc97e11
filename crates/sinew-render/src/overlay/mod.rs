//! Debug lines (gizmos) for [`Scene::lines`](crate::Scene::lines): skeletons and bounding boxes.
//!
//! ```no_run
//! use sinew_render::overlay;
//!
//! # fn example(actor: &sinew::Actor, scene: sinew_render::Scene<'_>) {
//! let mut lines = Vec::new();
//! overlay::skeleton(&actor.frame(), &mut lines);
//! overlay::bounds(&actor.frame(), &mut lines);
//! let scene = scene.with_lines(&lines);
//! # }
//! ```

mod bounds;
mod line;
mod skeleton;
mod skeleton_joints;

pub use bounds::bounds;
pub use line::Line;
pub use skeleton::skeleton;
pub use skeleton_joints::skeleton_joints;
