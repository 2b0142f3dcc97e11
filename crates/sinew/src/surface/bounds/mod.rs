//! Boxes around the regions of a surface in any pose, without its vertices: the test before a character is
//! posed for a ray.

mod build;
mod mesh_pose;
mod pivot;
mod region;
mod region_joint;
mod surface_bounds;

pub use mesh_pose::MeshPose;
pub use surface_bounds::SurfaceBounds;
