//! Overlay lines of a bounding box.

use super::line::Line;
use sinew::Frame;
use sinew::glam::{Vec3, Vec4};

const COLOR: Vec4 = Vec4::new(0.1, 0.5, 1.0, 1.0);

/// Appends the edges of the actor's bounding box, which is aligned with the axes of model space.
pub fn bounds(frame: &Frame<'_>, lines: &mut Vec<Line>) {
    let (bounds, world) = (frame.bounds(), frame.world_from_model());
    if bounds.is_empty() {
        return;
    }
    let corner = |c: usize| {
        let pick = |axis: usize| if c >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        world.transform_point3(Vec3::new(pick(0), pick(1), pick(2)))
    };
    for c in 0..8 {
        for axis in 0..3 {
            if c >> axis & 1 == 0 {
                lines.push(Line::new(corner(c), corner(c | 1 << axis), COLOR));
            }
        }
    }
}
