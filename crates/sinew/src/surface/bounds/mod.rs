//! Boxes around the regions of a surface in any pose, without its vertices: the test before a character is posed for a ray.

mod build;
mod pivot;
mod region;
mod surface_bounds;

pub use surface_bounds::{MeshPose, SurfaceBounds};
