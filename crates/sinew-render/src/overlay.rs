//! Lines over the picture: skeletons, boxes, axes.

use sinew::glam::{Affine3A, Vec3, Vec4};
use sinew::{Bounds, Frame};

/// A straight line in world space, drawn over everything; weaker where something is before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// One end.
    pub from: Vec3,
    /// The other.
    pub to: Vec3,
    /// Linear colour and opacity, shown as it is.
    pub color: Vec4,
    /// Pixels.
    pub width: f32,
}

/// Colour of [`skeleton`].
const BONE: Vec4 = Vec4::new(0.0, 0.8, 0.95, 1.0);
/// Colour of [`bounds`].
const BOX: Vec4 = Vec4::new(0.1, 0.5, 1.0, 1.0);

/// Adds the skeleton in its present pose: a tapering bone from each joint that deforms a skin to its parent, and a
/// small cross at each joint. A character without skins shows all its nodes.
pub fn skeleton(frame: &Frame<'_>, lines: &mut Vec<Line>) {
    let character = frame.character();
    let world = frame.world_from_model();
    let place = |joint: usize| Vec3::from(world.transform_point3a(frame.model()[joint].translation));
    let skeleton = character.skeleton();
    let skinned = character.skins().iter().any(|s| !s.joints.is_empty());
    for joint in skeleton.joints() {
        let shown = if skinned {
            character.skins().iter().any(|s| s.joints.contains(&joint))
        } else {
            skeleton.in_scene(joint)
        };
        if !shown {
            continue;
        }
        let at = place(joint.index());
        let mut length = 0.0;
        if let Some(parent) = skeleton.parent(joint) {
            let from = place(parent.index());
            length = from.distance(at);
            bone(from, at, lines);
        }
        let half = (length * 0.08).max(frame.bounds().size().length() * 0.002);
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            lines.push(Line { from: at - axis * half, to: at + axis * half, color: BONE, width: 1.0 });
        }
    }
}

/// A bone as four edges that widen near its root, as modelling programs draw it.
fn bone(from: Vec3, to: Vec3, lines: &mut Vec<Line>) {
    let along = to - from;
    let length = along.length();
    let Some(direction) = along.try_normalize() else { return };
    let (x, y) = direction.any_orthonormal_pair();
    let belly = from + along * 0.12;
    for side in [x, y, -x, -y] {
        let corner = belly + side * (length * 0.06);
        lines.push(Line { from, to: corner, color: BONE, width: 1.0 });
        lines.push(Line { from: corner, to, color: BONE, width: 1.0 });
    }
    lines.push(Line { from, to, color: BONE, width: 1.5 });
}

/// Adds the box around the actor, turned with it.
pub fn bounds(frame: &Frame<'_>, lines: &mut Vec<Line>) {
    boxed(&frame.bounds(), &frame.world_from_model(), lines);
}

/// Adds the twelve edges of `bounds` after `transform`.
pub fn boxed(bounds: &Bounds, transform: &Affine3A, lines: &mut Vec<Line>) {
    if bounds.is_empty() {
        return;
    }
    let corner = |c: usize| {
        let pick = |axis: usize| if c >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        transform.transform_point3(Vec3::new(pick(0), pick(1), pick(2)))
    };
    for c in 0..8 {
        for axis in 0..3 {
            if c >> axis & 1 == 0 {
                let (from, to) = (corner(c), corner(c | 1 << axis));
                lines.push(Line { from, to, color: BOX, width: 1.0 });
            }
        }
    }
}

/// Adds the axes of `transform`, `length` long: x red, y green, z blue.
pub fn axes(transform: &Affine3A, length: f32, lines: &mut Vec<Line>) {
    let from = Vec3::from(transform.translation);
    let m = &transform.matrix3;
    let colors =
        [Vec4::new(0.9, 0.05, 0.05, 1.0), Vec4::new(0.05, 0.7, 0.05, 1.0), Vec4::new(0.1, 0.2, 1.0, 1.0)];
    for (axis, color) in [m.x_axis, m.y_axis, m.z_axis].into_iter().zip(colors) {
        let to = from + Vec3::from(axis.normalize_or_zero()) * length;
        lines.push(Line { from, to, color, width: 2.0 });
    }
}
