use super::LiveDecal;
use crate::surface::Decal;
use glam::Vec2;

/// Look and first triangle of a decal, kept apart from it: what finds equal decals without reading the memory
/// of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Center {
    pub(super) look: u32,
    /// Triangle of the centre, counted over all parts of the surface; `None` without triangles.
    pub(super) triangle: Option<u32>,
}

impl Center {
    pub(super) fn of(live: &LiveDecal) -> Self {
        Self { look: live.look, triangle: live.decal.triangles.first().map(|triangle| triangle.triangle) }
    }
}

/// Distance along the skin between the centres of two decals, measured in the image of the first, metres;
/// `None` where the second's lies on none of the first's triangles.
pub(super) fn distance_in_image(decal: &Decal, other: &LiveDecal, triangle: u32) -> Option<f32> {
    let found = decal.triangles.iter().find(|candidate| candidate.triangle == triangle)?;
    let shares = other.decal.center.barycentric;
    let uv = found.uvs[0] * shares.x + found.uvs[1] * shares.y + found.uvs[2] * shares.z;
    Some(((uv - 0.5) * 2.0 * Vec2::from(decal.settings.half_size())).length())
}
