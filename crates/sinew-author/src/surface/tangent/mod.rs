//! Tangent space: MikkTSpace tangents, and normal maps in tangent space and object space.
//!
//! ```
//! use sinew::glam::{Vec2, Vec3, Vec4};
//! use sinew_author::surface::tangent::corner_tangents;
//!
//! // A quad in the xy plane; u runs along x, v down.
//! let positions = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
//! let uvs = [Vec2::Y, Vec2::ONE, Vec2::X, Vec2::ZERO];
//! let tangents = corner_tangents(&positions, &[Vec3::Z; 4], &uvs, &[0, 1, 2, 0, 2, 3])?;
//! assert_eq!(tangents, [Vec4::new(1.0, 0.0, 0.0, 1.0); 6]);
//! # Ok::<(), sinew_author::surface::tangent::TangentError>(())
//! ```

mod convert;
pub(super) mod dilate;
#[cfg(test)]
mod handedness_tests;
mod map_surface;
mod mikktspace;
pub(super) mod normal_map;
mod split;
pub(super) mod uv_raster;

pub use convert::{ConvertedNormalMap, DEFAULT_NORMAL_MAP_MARGIN, convert_normal_map};
pub use map_surface::MapSurface;
pub(super) use map_surface::TangentFrame;
pub use mikktspace::{TangentError, corner_tangents};
pub use normal_map::NormalMap;
pub use split::{SplitVertices, generate_tangents, split_by_tangents};
