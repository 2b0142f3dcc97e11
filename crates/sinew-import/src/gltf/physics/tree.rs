use crate::gltf::json::Node;
use sinew::Transform;
use sinew::glam::{Affine3A, Mat4, Quat, Vec3};

/// Bodies of nodes: each node belongs to the body of its nearest ancestor with one, or its own.
pub(super) struct Tree {
    nodes: Vec<TreeNode>,
    /// All nodes, parents first. Nodes of circles are not among them.
    order: Vec<usize>,
}

#[derive(Clone, Copy)]
struct TreeNode {
    parent: Option<usize>,
    body: Option<usize>,
    /// Body of the parent.
    body_above: Option<usize>,
    /// Matrix and rotation from the space of the node to that of its body.
    body_from_node: Affine3A,
    rotation: Quat,
    local: Affine3A,
}

impl Tree {
    /// Approximate memory per node, in bytes.
    pub(super) const NODE_BYTES: usize = size_of::<TreeNode>() + 32;

    /// The tree of nodes; `moves` tells which ones have bodies.
    pub(super) fn new(nodes: &[Node], moves: impl Fn(usize) -> bool) -> Self {
        let empty = TreeNode {
            parent: None,
            body: None,
            body_above: None,
            body_from_node: Affine3A::IDENTITY,
            rotation: Quat::IDENTITY,
            local: Affine3A::IDENTITY,
        };
        let mut tree = Self { nodes: vec![empty; nodes.len()], order: Vec::with_capacity(nodes.len()) };
        for (n, node) in nodes.iter().enumerate() {
            for &child in node.children.iter() {
                if let Some(child) = tree.nodes.get_mut(child) {
                    child.parent = child.parent.or(Some(n));
                }
            }
        }
        tree.order.extend(
            (0..nodes.len()).filter(|n| tree.nodes.get(*n).is_some_and(|node| node.parent.is_none())),
        );
        let mut next = 0;
        while let Some(&n) = tree.order.get(next) {
            next += 1;
            let Some(node) = nodes.get(n) else { continue };
            let (local, rotation) = local(node);
            let above = tree
                .nodes
                .get(n)
                .and_then(|tree_node| tree_node.parent)
                .and_then(|above| tree.nodes.get(above));
            let above = above.copied().unwrap_or(empty);
            if let Some(tree_node) = tree.nodes.get_mut(n) {
                tree_node.local = local;
                tree_node.body_above = above.body;
                if moves(n) {
                    tree_node.body = Some(n);
                } else {
                    tree_node.body = above.body;
                    tree_node.body_from_node = above.body_from_node * local;
                    tree_node.rotation = above.rotation * rotation;
                }
            }
            // A node that several others list as a child belongs to the first one.
            let is_child =
                |child: &&usize| tree.nodes.get(**child).is_some_and(|child| child.parent == Some(n));
            let children: Vec<usize> = node.children.iter().filter(is_child).copied().collect();
            for child in children {
                // Twice in one list.
                if tree.order.len() < nodes.len() {
                    tree.order.push(child);
                }
            }
        }
        tree
    }

    /// Body of a node.
    pub(super) fn body(&self, node: usize) -> Option<usize> {
        self.nodes.get(node)?.body
    }

    /// Body above that of a body's node.
    pub(super) fn body_above(&self, body: usize) -> Option<usize> {
        self.nodes.get(body)?.body_above
    }

    /// Parent of a node.
    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes.get(node)?.parent
    }

    /// Matrix and rotation from the space of a node to that of its body.
    pub(super) fn body_from_node(&self, node: usize) -> (Affine3A, Quat) {
        self.nodes.get(node).map_or((Affine3A::IDENTITY, Quat::IDENTITY), |tree_node| {
            (tree_node.body_from_node, tree_node.rotation)
        })
    }

    /// Matrix of a node in its parent.
    pub(super) fn local(&self, node: usize) -> Affine3A {
        self.nodes.get(node).map_or(Affine3A::IDENTITY, |tree_node| tree_node.local)
    }

    /// Nodes of the bodies that hang on one another, parents first, in the order of their first nodes.
    pub(super) fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut group_of = vec![None; self.nodes.len()];
        let bodies = self.order.iter().copied().filter(|&n| self.body(n) == Some(n));
        for body in bodies {
            let above = self.body_above(body).and_then(|above| group_of.get(above).copied().flatten());
            let group = above.unwrap_or(groups.len());
            match groups.get_mut(group) {
                Some(group) => group.push(body),
                None => groups.push(vec![body]),
            }
            if let Some(slot) = group_of.get_mut(body) {
                *slot = Some(group);
            }
        }
        groups
    }
}

/// Matrix and rotation of a node in its parent.
fn local(node: &Node) -> (Affine3A, Quat) {
    if let Some(columns) = &node.matrix {
        let affine = Affine3A::from_mat4(Mat4::from_cols_array(columns));
        return (affine, Transform::from_affine(&affine).rotation);
    }
    let translation = node.translation.map_or(Vec3::ZERO, Vec3::from_array);
    let scale = node.scale.map_or(Vec3::ONE, Vec3::from_array);
    let rotation = node.rotation.map_or(Quat::IDENTITY, Quat::from_array);
    let rotation = Quat::from_vec4(sinew::glam::Vec4::from(rotation).normalize_or(sinew::glam::Vec4::W));
    (Affine3A::from_scale_rotation_translation(scale, rotation, translation), rotation)
}
