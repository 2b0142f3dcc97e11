use super::{Joint, JointIndex};
use crate::math::Transform;

const NO_PARENT: u32 = u32::MAX;

/// All nodes of a character, stored so that a parent comes before its children (ordered by depth), with the
/// file's own order kept beside.
#[derive(Clone, Debug, Default)]
pub struct Skeleton {
    names: Vec<String>,
    parents: Vec<u32>,
    rest: Vec<Transform>,
    in_scene: Vec<bool>,
    source: Vec<u32>,
    by_source: Vec<JointIndex>,
}

/// Why nodes do not form a skeleton. Numbers are the file's own node numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// A parent that does not exist.
    #[error("node {node}: its parent {parent} does not exist ({count} nodes)")]
    ParentOutOfRange {
        /// The node.
        node: usize,
        /// The parent it names.
        parent: u32,
        /// How many nodes there are.
        count: usize,
    },
    /// A node that is its own ancestor.
    #[error("node {node} is its own ancestor")]
    Cycle {
        /// A node on the cycle.
        node: usize,
    },
    /// A rest transform with NaN or infinity.
    #[error("node {node}: its rest transform is not finite")]
    NotFinite {
        /// The node.
        node: usize,
    },
}

impl Skeleton {
    /// Builds a skeleton from nodes in a file's order.
    ///
    /// # Errors
    /// When a parent does not exist, nodes form a cycle, or a rest transform is not finite.
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        let count = joints.len();
        for (node, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent.filter(|&p| p as usize >= count) {
                return Err(SkeletonError::ParentOutOfRange { node, parent, count });
            }
            if !joint.rest.is_finite() {
                return Err(SkeletonError::NotFinite { node });
            }
        }
        let depth = depths(&joints)?;
        // By depth, so that neighbours in memory do not wait for one another in local → model.
        let mut source: Vec<u32> = (0..count as u32).collect();
        source.sort_by_key(|&node| depth[node as usize]);
        let mut by_source = vec![JointIndex(0); count];
        for (place, &node) in source.iter().enumerate() {
            by_source[node as usize] = JointIndex(place as u32);
        }

        let mut skeleton = Self { source, by_source, ..Self::default() };
        let mut joints: Vec<Option<Joint>> = joints.into_iter().map(Some).collect();
        for &node in &skeleton.source {
            let Some(joint) = joints[node as usize].take() else { continue };
            skeleton.names.push(joint.name);
            skeleton.parents.push(joint.parent.map_or(NO_PARENT, |p| skeleton.by_source[p as usize].0));
            skeleton.rest.push(joint.rest.without_dust());
            skeleton.in_scene.push(joint.in_scene);
        }
        Ok(skeleton)
    }

    /// How many joints there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no joint.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All joints, parents first.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = JointIndex> + use<> {
        (0..self.names.len() as u32).map(JointIndex)
    }

    /// The joint's name in its file.
    pub fn name(&self, joint: JointIndex) -> &str {
        &self.names[joint.index()]
    }

    /// The joint's parent; none for a root.
    #[inline]
    pub fn parent(&self, joint: JointIndex) -> Option<JointIndex> {
        let parent = self.parents[joint.index()];
        (parent != NO_PARENT).then_some(JointIndex(parent))
    }

    /// Whether a joint is `root` or hangs below it, at any depth.
    pub fn is_descendant_of(&self, joint: JointIndex, root: JointIndex) -> bool {
        std::iter::successors(Some(joint), |joint| self.parent(*joint)).any(|joint| joint == root)
    }

    /// Rest transforms relative to the parents, one per joint.
    pub fn rest(&self) -> &[Transform] {
        &self.rest
    }

    /// Replaces all rest transforms.
    ///
    /// # Panics
    /// When there is not one for each joint.
    pub fn set_rest(&mut self, rest: Vec<Transform>) {
        assert_eq!(rest.len(), self.len(), "a rest transform per joint");
        self.rest = rest.into_iter().map(Transform::without_dust).collect();
    }

    /// Whether the joint belongs to the scene that is shown.
    pub fn in_scene(&self, joint: JointIndex) -> bool {
        self.in_scene[joint.index()]
    }

    /// The joint's number in its file.
    pub fn source(&self, joint: JointIndex) -> usize {
        self.source[joint.index()] as usize
    }

    /// The joint with number `source` in its file; none beyond the last.
    pub fn by_source(&self, source: usize) -> Option<JointIndex> {
        self.by_source.get(source).copied()
    }

    /// The first joint (in the file's order) called `name`.
    pub fn find(&self, name: &str) -> Option<JointIndex> {
        self.by_source.iter().copied().find(|&joint| self.name(joint) == name)
    }
}

/// Each node's distance from its root.
fn depths(joints: &[Joint]) -> Result<Vec<u32>, SkeletonError> {
    const UNKNOWN: u32 = u32::MAX;
    let mut depth = vec![UNKNOWN; joints.len()];
    let mut path = Vec::new();
    for start in 0..joints.len() {
        let mut at = start;
        let mut below = 0;
        loop {
            if depth[at] != UNKNOWN {
                below = depth[at] + 1;
                break;
            }
            path.push(at);
            if path.len() > joints.len() {
                return Err(SkeletonError::Cycle { node: start });
            }
            match joints[at].parent {
                Some(parent) => at = parent as usize,
                None => break,
            }
        }
        while let Some(node) = path.pop() {
            depth[node] = below;
            below += 1;
        }
    }
    Ok(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(name: &str, parent: Option<u32>) -> Joint {
        Joint { name: name.into(), parent, rest: Transform::IDENTITY, in_scene: true }
    }

    #[test]
    fn children_listed_before_parents_are_put_after_them() {
        let s =
            Skeleton::new(vec![joint("hand", Some(1)), joint("arm", Some(2)), joint("root", None)]).unwrap();
        for j in s.joints() {
            assert!(s.parent(j).is_none_or(|p| p < j));
            assert_eq!(s.by_source(s.source(j)), Some(j));
        }
        assert_eq!(s.name(s.by_source(0).unwrap()), "hand");
        assert_eq!(s.parent(s.find("hand").unwrap()), s.find("arm"));
    }

    #[test]
    fn cycles_and_missing_parents_are_refused() {
        let cycle = Skeleton::new(vec![joint("a", Some(1)), joint("b", Some(0))]);
        assert!(matches!(cycle, Err(SkeletonError::Cycle { .. })));
        let own = Skeleton::new(vec![joint("a", Some(0))]);
        assert!(matches!(own, Err(SkeletonError::Cycle { node: 0 })));
        let missing = Skeleton::new(vec![joint("a", Some(7))]);
        assert!(matches!(missing, Err(SkeletonError::ParentOutOfRange { node: 0, parent: 7, count: 1 })));
    }

    #[test]
    fn ten_thousand_deep_is_no_problem() {
        let n = 10_000;
        let chain = (0..n).map(|i| joint("", (i + 1 < n).then_some(i + 1))).collect();
        let s = Skeleton::new(chain).unwrap();
        assert_eq!(s.source(JointIndex(0)), n as usize - 1);
    }
}
