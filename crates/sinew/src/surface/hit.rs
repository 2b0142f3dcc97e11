use super::SurfacePoint;
use crate::character::MaterialId;
use crate::skeleton::JointId;
use glam::{Vec2, Vec3};

/// Intersection of a ray with a posed surface, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceHit {
    /// Point of the surface, which stays with the skin.
    pub point: SurfacePoint,
    /// Distance along the ray, in lengths of its direction.
    pub distance: f32,
    /// Position.
    pub position: Vec3,
    /// Unit normal of the triangle, towards the outside; zero for a triangle without area.
    pub normal: Vec3,
    /// Whether the ray came from outside. A bullet leaves a body through a back face.
    pub is_front: bool,
    /// Joint with the largest weight at the point; the node of a mesh without a skin.
    pub joint: JointId,
    /// Material; `None` for the default material.
    pub material: Option<MaterialId>,
    /// First set of texture coordinates at the point; zero without one.
    pub uv: Vec2,
}

/// Faces that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum HitFaces {
    /// Front and back faces.
    #[default]
    Both,
    /// Faces whose outside the ray meets.
    Front,
    /// Faces whose inside the ray meets: where it leaves a closed body.
    Back,
}

impl HitFaces {
    /// Whether faces of this side are hit.
    #[must_use]
    pub(super) fn include(self, is_front: bool) -> bool {
        match self {
            Self::Both => true,
            Self::Front => is_front,
            Self::Back => !is_front,
        }
    }
}
