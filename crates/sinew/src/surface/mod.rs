//! The skin as a surface: rays against the posed body, decals that stay on it, drips, wrinkle maps.
//!
//! A [`CharacterSurface`] is made once per character and shared. A [`PosedSurface`] is the surface in one
//! pose: a ray finds the [`SurfaceHit`]s on it, and a [`DecalPlacer`] grows a [`Decal`] around one of them. A
//! [`DecalState`] does all that for an actor, and lets drops run.

mod bounds;
mod bvh;
pub(crate) mod character_surface;
mod decal;
mod decal_set;
mod decals;
mod drip;
mod error;
mod hit;
mod neighbors;
mod pockets;
mod point;
mod posed_surface;
mod ray;
mod skin_pose;
mod triangle_normal;
mod triangle_test;
mod walk;
mod weld;
pub mod wrinkle;

pub use bounds::{MeshPose, SurfaceBounds};
pub(crate) use character_surface::reference_positions;
pub use character_surface::{CharacterSurface, SurfacePart};
pub use decal::{
    ClippedDecal, DEFAULT_DECAL_OFFSET, Decal, DecalBlend, DecalError, DecalMap, DecalMesh, DecalPlacer,
    DecalSettings, DecalShape, DecalTriangle, MAX_DECAL_RADIUS, MIN_DECAL_ASPECT, MIN_DECAL_RADIUS, Stretch,
};
#[cfg(feature = "ron")]
pub use decal_set::DecalSetError;
pub use decal_set::{
    CharacterDecals, DecalBudget, DecalExit, DecalId, DecalLife, DecalRemoval, DecalSet, DecalView,
    LiveDecal, SharedDecalBudget,
};
pub use decals::{DecalInput, DecalMaterial, DecalState, Decals};
pub use drip::{Drip, DripEvent, DripLocation, DripSettings, Drips, Emission, SurfaceEmitter};
pub use error::SurfaceError;
pub use hit::{HitFaces, SurfaceHit};
pub use point::{PosedPoint, SurfacePoint};
pub use posed_surface::{PosedPart, PosedSurface};
pub use ray::Ray;
pub use skin_pose::SkinPose;
pub use walk::{SurfaceWalk, WalkEnd};
