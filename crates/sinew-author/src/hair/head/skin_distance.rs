//! Distance of a position from the skin in the reference pose.

use super::SkinTriangle;
use glam::Vec3;
use sinew::hair::HairField;
use sinew::internal::on_two_threads;

/// Largest number of sizes of cells that are tried, each twice the one before.
const CELL_SIZES: u32 = 4;

/// Distance from the skin in the reference pose, for hair that grows: fields of the head and of the rest of
/// the body, which may run through each other.
#[derive(Clone, Debug)]
pub(in crate::hair) struct SkinDistance {
    fields: Vec<HairField>,
}

impl SkinDistance {
    /// Distance from the triangles of the head and from those of the rest of the body, each with the edge of
    /// the cells of its field, metres.
    pub(in crate::hair) fn new<'a>(
        (head, head_cell): (impl Iterator<Item = &'a SkinTriangle>, f32),
        (body, body_cell): (impl Iterator<Item = &'a SkinTriangle> + Send, f32),
    ) -> Self {
        let fields = on_two_threads(|| Self::field(head, head_cell), || Self::field(body, body_cell));
        Self { fields: fields.0.into_iter().chain(fields.1).collect() }
    }

    /// Field of these triangles, with cells of `cell` metres, or larger ones where the field would have too
    /// many; `None` for triangles that enclose nothing.
    fn field<'a>(triangles: impl Iterator<Item = &'a SkinTriangle>, cell: f32) -> Option<HairField> {
        let positions: Vec<Vec3> = triangles.flat_map(|triangle| triangle.corners).collect();
        let corners: Vec<[u32; 3]> =
            (0..positions.len() as u32 / 3).map(|n| [0, 1, 2].map(|k| n * 3 + k)).collect();
        let made = |size| HairField::new(&positions, &corners, cell * (1 << size) as f32).ok();
        (0..CELL_SIZES).find_map(made)
    }

    /// Distance from the skin, negative inside, and the direction away from it; `None` without skin.
    pub(in crate::hair) fn at(&self, position: Vec3) -> Option<(f32, Vec3)> {
        let nearest = self.fields.iter().map(|field| (field.distance(position), field));
        let (distance, field) = nearest.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((distance, field.normal(position)))
    }

    /// The position, moved to at least `distance` from the skin where it is nearer.
    pub(in crate::hair) fn push(&self, position: Vec3, distance: f32) -> Vec3 {
        self.fields.iter().fold(position, |position, field| {
            let depth = field.distance(position);
            if depth < distance { position + field.normal(position) * (distance - depth) } else { position }
        })
    }
}
