//! Overlay lines of a skeleton.

use super::line::Line;
use super::skeleton_joints::{has_skin, skeleton_joints};
use sinew::glam::{Vec3, Vec4};
use sinew::{Bounds, Frame};

const COLOR: Vec4 = Vec4::new(0.0, 0.8, 0.95, 1.0);

/// Appends the skeleton in its current pose: a tapering bone from each of its
/// [`skeleton_joints`](super::skeleton_joints()) to the parent, and a small cross at each joint, a larger one
/// where there are no bones.
pub fn skeleton(frame: &Frame<'_>, lines: &mut Vec<Line>) {
    let character = frame.character();
    let world = frame.world_from_model();
    let position = |joint: usize| Vec3::from(world.transform_point3a(frame.model()[joint].translation));
    let skeleton = character.skeleton();
    let has_skin = has_skin(character);
    let joints = skeleton_joints(character);
    // The root joint of a skin has a bone to its parent, though the parent deforms nothing. Without a skin, bones
    // connect drawn joints only.
    let bone_parent =
        |joint| skeleton.parent(joint).filter(|parent| has_skin || joints.binary_search(parent).is_ok());
    let has_bones = joints.iter().any(|joint| bone_parent(*joint).is_some());
    // Points alone have no other bounds.
    let least = match has_bones {
        true => 0.002 * frame.bounds().size().length(),
        false => 0.006 * Bounds::from_points(joints.iter().map(|j| position(j.index()))).size().length(),
    };
    for &joint in &joints {
        let end = position(joint.index());
        let mut length = 0.0;
        if let Some(parent) = bone_parent(joint) {
            let start = position(parent.index());
            length = start.distance(end);
            bone(start, end, lines);
        }
        let half = (length * 0.08).max(least);
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            lines.push(Line::new(end - axis * half, end + axis * half, COLOR));
        }
    }
}

/// Appends a bone: four edges that are widest near its start, as modelling programs draw it, and its axis.
fn bone(start: Vec3, end: Vec3, lines: &mut Vec<Line>) {
    let along = end - start;
    let length = along.length();
    let Some(direction) = along.try_normalize() else { return };
    let (x, y) = direction.any_orthonormal_pair();
    let widest = start + along * 0.12;
    for side in [x, y, -x, -y] {
        let corner = widest + side * (length * 0.06);
        lines.push(Line::new(start, corner, COLOR));
        lines.push(Line::new(corner, end, COLOR));
    }
    lines.push(Line::new(start, end, COLOR).with_width(1.5));
}
