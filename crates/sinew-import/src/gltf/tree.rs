use sinew::{JointId, Skeleton, Transform};

/// Ancestor queries in constant time, precomputed for all nodes, so that deep hierarchies cost no more than
/// flat ones.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    /// Topmost ancestor.
    root: JointId,
    /// Whether an ancestor has a rest transform other than identity.
    moved: bool,
    /// Range of the node and its descendants in depth-first order.
    first: usize,
    end: usize,
}

impl Tree {
    pub(super) fn new(skeleton: &Skeleton) -> Self {
        let mut nodes: Vec<Node> = Vec::with_capacity(skeleton.len());
        // Parents precede their children in the skeleton.
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            let above = parent.and_then(|p| nodes.get(p.index()));
            let parent_moves = parent
                .and_then(|p| skeleton.rest().get(p.index()))
                .is_some_and(|rest| *rest != Transform::IDENTITY);
            let root = above.map_or(joint, |a| a.root);
            let moved = parent_moves || above.is_some_and(|a| a.moved);
            // `end` temporarily counts the node and its descendants.
            nodes.push(Node { root, moved, first: 0, end: 1 });
        }
        let parent_of = |i: usize| skeleton.parent(JointId(i as u32)).map(JointId::index);
        for i in (0..nodes.len()).rev() {
            let size = nodes.get(i).map_or(0, |n| n.end);
            if let Some(parent) = parent_of(i).and_then(|p| nodes.get_mut(p)) {
                parent.end += size;
            }
        }
        // `next` is the position of each node's next child.
        let mut next: Vec<usize> = vec![0; nodes.len()];
        let mut next_root = 0;
        for i in 0..nodes.len() {
            let size = nodes.get(i).map_or(0, |n| n.end);
            let slot = match parent_of(i).and_then(|p| next.get_mut(p)) {
                Some(slot) => slot,
                None => &mut next_root,
            };
            let first = *slot;
            *slot += size;
            if let (Some(node), Some(next)) = (nodes.get_mut(i), next.get_mut(i)) {
                (node.first, node.end) = (first, first + size);
                *next = first + 1;
            }
        }
        Self { nodes }
    }

    /// Topmost ancestor of `joint`, or itself.
    pub(super) fn root(&self, joint: JointId) -> JointId {
        self.nodes.get(joint.index()).map_or(joint, |n| n.root)
    }

    /// Whether an ancestor of `joint` has a rest transform other than identity.
    pub(super) fn is_moved(&self, joint: JointId) -> bool {
        self.nodes.get(joint.index()).is_some_and(|n| n.moved)
    }

    /// Whether `joint` is `ancestor` or one of its descendants.
    pub(super) fn is_below(&self, joint: JointId, ancestor: JointId) -> bool {
        match (self.nodes.get(joint.index()), self.nodes.get(ancestor.index())) {
            (Some(joint), Some(ancestor)) => (ancestor.first..ancestor.end).contains(&joint.first),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::skeleton::Joint;

    #[test]
    fn ancestors_roots_and_transforms() {
        // 0 ── 1 ── 3, 0 ── 2, and 4 alone.
        let joint = |parent: Option<u32>, x: f32| Joint {
            name: String::new(),
            parent,
            rest: Transform::from_translation(sinew::glam::Vec3::new(x, 0.0, 0.0)),
            in_scene: true,
        };
        let joints = vec![
            joint(None, 0.0),
            joint(Some(0), 1.0),
            joint(Some(0), 0.0),
            joint(Some(1), 0.0),
            joint(None, 1.0),
        ];
        let skeleton = Skeleton::new(joints).unwrap();
        let tree = Tree::new(&skeleton);
        let at = |n| skeleton.by_file_index(n).unwrap();
        for (below, above, expected) in [
            (3, 0, true),
            (3, 1, true),
            (3, 2, false),
            (2, 1, false),
            (1, 1, true),
            (0, 1, false),
            (4, 0, false),
        ] {
            assert_eq!(tree.is_below(at(below), at(above)), expected, "{below} {above}");
        }
        assert_eq!([0, 1, 2, 3, 4].map(|n| skeleton.file_index(tree.root(at(n)))), [0, 0, 0, 0, 4]);
        assert_eq!([0, 1, 2, 3, 4].map(|n| tree.is_moved(at(n))), [false, false, false, true, false]);
    }
}
