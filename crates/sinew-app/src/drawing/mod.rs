//! Preparation of pictures: view directions, camera framing, model instances on the graphics device, the
//! ground.

pub(crate) mod actor_renderer;
pub(crate) mod canvas;
pub(crate) mod driver_messages;
pub(crate) mod framing;
pub(crate) mod instances;
pub(crate) mod label;
pub(crate) mod lighting;
mod limit_lines;
pub(crate) mod look;
pub(crate) mod names;
pub(crate) mod obstacles;
pub(crate) mod overlay_lines;
pub(crate) mod placed_parts;
pub(crate) mod projection;
pub(crate) mod ragdoll_lines;
pub(crate) mod shot;
pub(crate) mod turntable;
pub(crate) mod view_direction;

/// Irradiance of the light beside the camera in the command's pictures, a third of the sun's.
pub(crate) const FILL_LIGHT: f32 = 0.8;
