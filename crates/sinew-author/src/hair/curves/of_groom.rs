//! Curves of the strands of a groom at rest, for files.

use super::{HairCurves, HairCurvesError, MIN_HAIR_CURVE_LENGTH};
use glam::Vec3;
use sinew::hair::{Groom, GroomLayer, GuidePose};

impl HairCurves {
    /// Strands of all layers of a groom in the reference pose, layer after layer, with thickness and colour,
    /// for files. Strands without length are left out.
    ///
    /// # Errors
    /// When a point is too far away, or there are too many points.
    pub fn of_groom(groom: &Groom) -> Result<Self, HairCurvesError> {
        let (mut points, mut counts) = (Vec::new(), Vec::new());
        let (mut thickness, mut colors) = (Vec::new(), Vec::new());
        for layer in &groom.layers {
            let rest = GuidePose::at_rest(&layer.guides);
            let count = layer.strands.points_per_strand();
            for strand in 0..layer.strands.strands().len() {
                let first = points.len();
                points.extend((0..count).map(|n| layer.strands.point(strand, n, &rest)));
                let length: f32 = points[first..].windows(2).map(|pair| pair[0].distance(pair[1])).sum();
                if length < MIN_HAIR_CURVE_LENGTH * 2.0 {
                    points.truncate(first);
                    continue;
                }
                counts.push(count as u32);
                for n in 0..count {
                    let (width, color) = at(layer, n as f32 / (count - 1) as f32);
                    thickness.push(width);
                    colors.push(color);
                }
            }
        }
        Self::new(points, &counts)?.with_thickness(thickness)?.with_colors(colors)
    }
}

/// Thickness and colour of the strands of a layer at `t` from root to tip.
fn at(layer: &GroomLayer, t: f32) -> (f32, Vec3) {
    let look = &layer.look;
    let width = look.width * (1.0 + (look.tip_width - 1.0) * t);
    (width, look.color_at(t, false).clamp(Vec3::ZERO, Vec3::ONE))
}
