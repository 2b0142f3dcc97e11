//! Lines over the picture: skeletons, boxes, axes.

use sinew::glam::{Affine3A, Vec3, Vec4};
use sinew::humanoid::HumanBone;
use sinew::{Bounds, Character, Frame, JointIndex, Skeleton};

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

/// Adds the skeleton in its present pose: a tapering bone from each of its [`joints`] to its parent, and a small cross at
/// each joint.
pub fn skeleton(frame: &Frame<'_>, lines: &mut Vec<Line>) {
    let character = frame.character();
    let world = frame.world_from_model();
    let place = |joint: usize| Vec3::from(world.transform_point3a(frame.model()[joint].translation));
    let skeleton = character.skeleton();
    let skinned = is_skinned(character);
    let joints = joints(character);
    for &joint in &joints {
        let at = place(joint.index());
        let mut length = 0.0;
        // A skin may hang from a joint that does not deform it; what hangs beside a body is not shown at all.
        let parent = skeleton.parent(joint).filter(|parent| skinned || joints.binary_search(parent).is_ok());
        if let Some(parent) = parent {
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

/// The joints that [`skeleton`] shows: those that deform a skin; without skins those of the human body; without a body
/// all of the scene's but single ones beside a tree of joints, since files of motion have cameras and lights there.
pub fn joints(character: &Character) -> Vec<JointIndex> {
    let skeleton = character.skeleton();
    let mut shown = vec![false; skeleton.len()];
    let hips = character.humanoid().and_then(|body| body.map.joint(HumanBone::Hips));
    if is_skinned(character) {
        character.skins().iter().flat_map(|s| &s.joints).for_each(|j| shown[j.index()] = true);
    } else if let Some(hips) = hips {
        // Parents come before their children.
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            shown[joint.index()] = joint == hips || parent.is_some_and(|parent| shown[parent.index()]);
        }
    } else {
        let aside = aside(skeleton);
        skeleton.joints().for_each(|j| shown[j.index()] = skeleton.in_scene(j) && !aside[j.index()]);
    }
    skeleton.joints().filter(|j| shown[j.index()]).collect()
}

fn is_skinned(character: &Character) -> bool {
    character.skins().iter().any(|s| !s.joints.is_empty())
}

/// Which joints stand by themselves, right under the scene or its root, where there are trees of at least three; then
/// also a root that has nothing but them and one tree.
fn aside(skeleton: &Skeleton) -> Vec<bool> {
    let mut below = vec![1usize; skeleton.len()];
    for joint in (0..skeleton.len() as u32).rev().map(JointIndex) {
        if let Some(parent) = skeleton.parent(joint) {
            below[parent.index()] += below[joint.index()];
        }
    }
    let roots: Vec<_> = skeleton.joints().filter(|&j| skeleton.parent(j).is_none()).collect();
    let root = if let [root] = roots[..] { Some(root) } else { None };
    let branches: Vec<_> = skeleton.joints().filter(|&j| skeleton.parent(j) == root).collect();
    let (alone, trees): (Vec<_>, Vec<_>) = branches.into_iter().partition(|j| below[j.index()] == 1);
    let mut aside = vec![false; skeleton.len()];
    if trees.iter().any(|j| below[j.index()] >= 3) {
        alone.iter().for_each(|j| aside[j.index()] = true);
        if let Some(root) = root.filter(|_| trees.len() == 1 && !alone.is_empty()) {
            aside[root.index()] = true;
        }
    }
    aside
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

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::skeleton::Joint;
    use sinew::{CharacterParts, Transform};

    fn shown(tree: &[(&str, Option<u32>)]) -> Vec<String> {
        let joint = |(name, parent): &(&str, Option<u32>)| Joint {
            name: (*name).to_owned(),
            parent: *parent,
            rest: Transform::default(),
            in_scene: true,
        };
        let skeleton = Skeleton::new(tree.iter().map(joint).collect()).unwrap();
        let character = Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap();
        let name = |j: &JointIndex| character.skeleton().name(*j).to_owned();
        joints(&character).iter().map(name).collect()
    }

    #[test]
    fn what_stands_beside_a_tree_is_left_out() {
        let crane = [("base", None), ("mast", Some(0)), ("arm", Some(1)), ("hook", Some(2))];
        assert_eq!(shown(&crane), ["base", "mast", "arm", "hook"]);
        let scene = [
            ("scene", None),
            ("camera", Some(0)),
            ("mast", Some(0)),
            ("light", Some(0)),
            ("arm", Some(2)),
            ("hook", Some(4)),
        ];
        assert_eq!(shown(&scene), ["mast", "arm", "hook"]);
        let roots = [("camera", None), ("mast", None), ("arm", Some(1)), ("hook", Some(2))];
        assert_eq!(shown(&roots), ["mast", "arm", "hook"]);
        // Where nothing is a tree, nothing stands beside one.
        assert_eq!(shown(&[("scene", None), ("a", Some(0)), ("b", Some(0))]), ["scene", "a", "b"]);
    }
}
