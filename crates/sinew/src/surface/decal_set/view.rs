use super::LiveDecal;
use crate::surface::PosedPoint;
use glam::{Mat4, Vec3, Vec4};

/// Camera by which decals are removed; a split screen has several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecalView {
    /// Eye in model space.
    pub eye: Vec3,
    /// Clip space from model space: depth 0 to 1, either way round.
    pub clip_from_model: Mat4,
}

impl DecalView {
    /// View of a camera, for a character that stands at `world_from_model`.
    #[must_use]
    pub fn new(eye: Vec3, clip_from_world: Mat4, world_from_model: &glam::Affine3A) -> Self {
        Self {
            eye: world_from_model.inverse().transform_point3(eye),
            clip_from_model: clip_from_world * Mat4::from(*world_from_model),
        }
    }

    /// Whether a decal is out of every view.
    pub(super) fn all_miss(views: &[Self], decal: &LiveDecal, center: &PosedPoint) -> bool {
        views.iter().all(|view| view.misses(decal, center))
    }

    /// Whether a decal is out of view: outside of the camera's pyramid, or on a side that faces away. What
    /// hides it is not asked.
    fn misses(&self, decal: &LiveDecal, center: &PosedPoint) -> bool {
        let radius = decal.decal.settings.radius;
        let to_eye = self.eye - center.position;
        // A decal bends around the body: its rim may still be seen.
        if center.normal.dot(to_eye) < -radius * 2.0 {
            return true;
        }
        let clip = self.clip_from_model * center.position.extend(1.0);
        let rows = [0, 1, 3].map(|row| self.clip_from_model.row(row));
        let reach = |row: Vec4| radius * row.truncate().length();
        let beside = |axis: usize| clip[axis].abs() > clip.w + reach(rows[axis]) + reach(rows[2]);
        clip.w < -reach(rows[2]) || beside(0) || beside(1)
    }
}
