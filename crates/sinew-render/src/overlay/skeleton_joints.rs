use sinew::humanoid::HumanBone;
use sinew::{Character, JointId, Skeleton};

/// Joints of `character` that [`skeleton`](super::skeleton()) draws, parents before their children: the
/// joints that deform a skin. Without skins, the hips of the humanoid and all joints below them. Without a
/// humanoid, all joints of the scene except single ones beside a tree of joints, since motion files have
/// cameras and lights there, and except the root of many single joints, which are points, such as markers of
/// motion capture.
#[must_use]
pub fn skeleton_joints(character: &Character) -> Vec<JointId> {
    let skeleton = character.skeleton();
    let mut is_drawn = vec![false; skeleton.len()];
    let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
    if has_skin(character) {
        character.skins().iter().flat_map(|s| &s.joints).for_each(|j| is_drawn[j.index()] = true);
    } else if let Some(hips) = hips {
        // Parents come before their children.
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            is_drawn[joint.index()] = joint == hips || parent.is_some_and(|parent| is_drawn[parent.index()]);
        }
    } else {
        let is_stray = stray_joints(skeleton);
        skeleton.joints().for_each(|j| is_drawn[j.index()] = skeleton.in_scene(j) && !is_stray[j.index()]);
    }
    skeleton.joints().filter(|j| is_drawn[j.index()]).collect()
}

/// Whether any skin of `character` has joints.
pub(super) fn has_skin(character: &Character) -> bool {
    character.skins().iter().any(|s| !s.joints.is_empty())
}

/// Number of single joints below a root from which on they are points, and no bones of it.
const MANY_POINTS: usize = 8;

/// Per joint, whether it is a stray one: a joint without children directly under the scene or its only root,
/// beside a tree of at least three joints. The root is one too where it has only stray joints and one tree, or
/// only single joints and many of them.
fn stray_joints(skeleton: &Skeleton) -> Vec<bool> {
    // Number of joints in the subtree of each joint.
    let mut subtree = vec![1usize; skeleton.len()];
    for joint in (0..skeleton.len() as u32).rev().map(JointId) {
        if let Some(parent) = skeleton.parent(joint) {
            subtree[parent.index()] += subtree[joint.index()];
        }
    }
    let roots: Vec<_> = skeleton.joints().filter(|&j| skeleton.parent(j).is_none()).collect();
    let root = if let [root] = roots[..] { Some(root) } else { None };
    let branches: Vec<_> = skeleton.joints().filter(|&j| skeleton.parent(j) == root).collect();
    let (single, trees): (Vec<_>, Vec<_>) = branches.into_iter().partition(|j| subtree[j.index()] == 1);
    let mut is_stray = vec![false; skeleton.len()];
    if let Some(root) = root.filter(|_| trees.is_empty() && single.len() >= MANY_POINTS) {
        is_stray[root.index()] = true;
    }
    if trees.iter().any(|j| subtree[j.index()] >= 3) {
        single.iter().for_each(|j| is_stray[j.index()] = true);
        if let Some(root) = root.filter(|_| trees.len() == 1 && !single.is_empty()) {
            is_stray[root.index()] = true;
        }
    }
    is_stray
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::skeleton::Joint;
    use sinew::{CharacterParts, Transform};

    fn drawn_joints(tree: &[(&str, Option<u32>)]) -> Vec<String> {
        let joint = |(name, parent): &(&str, Option<u32>)| Joint {
            name: (*name).to_owned(),
            parent: *parent,
            rest: Transform::default(),
            in_scene: true,
        };
        let skeleton = Skeleton::new(tree.iter().map(joint).collect()).unwrap();
        let character = Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap();
        let name = |j: &JointId| character.skeleton().name(*j).to_owned();
        skeleton_joints(&character).iter().map(name).collect()
    }

    #[test]
    fn single_joints_beside_a_tree_are_left_out() {
        let crane = [("base", None), ("mast", Some(0)), ("arm", Some(1)), ("hook", Some(2))];
        assert_eq!(drawn_joints(&crane), ["base", "mast", "arm", "hook"]);
        let scene = [
            ("scene", None),
            ("camera", Some(0)),
            ("mast", Some(0)),
            ("light", Some(0)),
            ("arm", Some(2)),
            ("hook", Some(4)),
        ];
        assert_eq!(drawn_joints(&scene), ["mast", "arm", "hook"]);
        let roots = [("camera", None), ("mast", None), ("arm", Some(1)), ("hook", Some(2))];
        assert_eq!(drawn_joints(&roots), ["mast", "arm", "hook"]);
        let names: Vec<String> = (0..8).map(|n| format!("marker {n}")).collect();
        let markers =
            std::iter::once(("markers", None)).chain(names.iter().map(|name| (name.as_str(), Some(0))));
        assert_eq!(drawn_joints(&markers.collect::<Vec<_>>()), names);
        // Without a tree of three joints, no joint is left out.
        assert_eq!(drawn_joints(&[("scene", None), ("a", Some(0)), ("b", Some(0))]), ["scene", "a", "b"]);
    }
}
