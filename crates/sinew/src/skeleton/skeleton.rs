//! Skeleton of a character: the hierarchy of all its nodes, with names, rest pose and reference pose.

use super::reference::{Reference, ReferenceOrigin, ReferencePoseError};
use super::{Joint, JointId};
use crate::fingerprint::Fingerprint;
use crate::math::Transform;

const NO_PARENT: u32 = u32::MAX;

/// Skeleton: hierarchy of all nodes of a character (skin joints, mesh nodes, others), parents before
/// children. The order of the file is kept as [`file_index`](Self::file_index).
///
/// ```
/// use sinew::skeleton::{Joint, Skeleton};
/// use sinew::Transform;
///
/// let joint = |name: &str, parent| Joint {
///     name: name.into(),
///     parent,
///     rest: Transform::IDENTITY,
///     in_scene: true,
/// };
/// // Files may list children before their parents.
/// let skeleton = Skeleton::new(vec![joint("hand", Some(1)), joint("arm", None)])?;
/// let hand = skeleton.find("hand").unwrap();
/// assert_eq!(skeleton.parent(hand), skeleton.find("arm"));
/// assert_eq!((hand.index(), skeleton.file_index(hand)), (1, 0));
/// # Ok::<(), sinew::skeleton::SkeletonError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Skeleton {
    names: Vec<String>,
    parents: Vec<u32>,
    rest: Vec<Transform>,
    /// The reference pose where it is not the rest pose.
    reference: Option<Box<Reference>>,
    in_scene: Vec<bool>,
    file_index: Vec<u32>,
    by_file_index: Vec<JointId>,
    fingerprint: u64,
}

/// Error of [`Skeleton::new`]. Nodes are identified by their index in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// The parent does not exist.
    #[error("node {node}: the parent {parent} does not exist ({count} nodes)")]
    ParentOutOfRange {
        /// Index of the node.
        node: usize,
        /// Index of the parent.
        parent: u32,
        /// Number of nodes.
        count: usize,
    },
    /// A node is its own ancestor.
    #[error("node {node} is its own ancestor")]
    Cycle {
        /// Index of a node on the cycle.
        node: usize,
    },
    /// A rest transform is NaN or infinite.
    #[error("node {node}: the rest transform is not finite")]
    NotFinite {
        /// Index of the node.
        node: usize,
    },
}

impl Skeleton {
    /// Skeleton from nodes in file order.
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
        // By depth, so that neighbours in memory are independent of each other in local → model.
        let mut file_index: Vec<u32> = (0..count as u32).collect();
        file_index.sort_by_key(|&node| depth[node as usize]);
        let mut by_file_index = vec![JointId(0); count];
        for (index, &node) in file_index.iter().enumerate() {
            by_file_index[node as usize] = JointId(index as u32);
        }

        let mut skeleton = Self { file_index, by_file_index, ..Self::default() };
        let mut joints: Vec<Option<Joint>> = joints.into_iter().map(Some).collect();
        for &node in &skeleton.file_index {
            let Some(joint) = joints[node as usize].take() else { continue };
            skeleton.names.push(joint.name);
            skeleton.parents.push(joint.parent.map_or(NO_PARENT, |p| skeleton.by_file_index[p as usize].0));
            skeleton.rest.push(joint.rest.flush_tiny());
            skeleton.in_scene.push(joint.in_scene);
        }
        skeleton.fingerprint = fingerprint(&skeleton.names, &skeleton.parents);
        Ok(skeleton)
    }

    /// Number of joints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no joint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All joints, parents first.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = JointId> + use<> {
        (0..self.names.len() as u32).map(JointId)
    }

    /// Name of a joint in the file.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[must_use]
    pub fn name(&self, joint: JointId) -> &str {
        &self.names[joint.index()]
    }

    /// Parent of a joint; `None` for a root.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[inline]
    #[must_use]
    pub fn parent(&self, joint: JointId) -> Option<JointId> {
        let parent = self.parents[joint.index()];
        (parent != NO_PARENT).then_some(JointId(parent))
    }

    /// Whether a joint is `root` itself or a descendant of it, at any depth.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[must_use]
    pub fn is_descendant_of(&self, joint: JointId, root: JointId) -> bool {
        std::iter::successors(Some(joint), |joint| self.parent(*joint)).any(|joint| joint == root)
    }

    /// Rest pose: transforms relative to the parents, one per joint.
    #[must_use]
    pub fn rest(&self) -> &[Transform] {
        &self.rest
    }

    /// Replaces the rest pose. A [reference pose](Self::reference) that was set stays as it is.
    ///
    /// # Panics
    /// When `rest` does not have one transform per joint.
    pub fn set_rest(&mut self, rest: Vec<Transform>) {
        assert_eq!(rest.len(), self.len(), "expected one rest transform per joint");
        self.rest = rest.into_iter().map(Transform::flush_tiny).collect();
    }

    /// Reference pose: transforms relative to the parents, one per joint, in which the character stands.
    /// Joint limits, IK, foot IK and retargeting count rotations from it and measure bodies in it. It is the
    /// rest pose unless [`set_reference`](Self::set_reference) gave another: the nodes of some files are
    /// frozen in the middle of a clip.
    #[must_use]
    pub fn reference(&self) -> &[Transform] {
        self.reference.as_ref().map_or(self.rest(), |reference| &reference.pose)
    }

    /// Origin of the [`reference`](Self::reference) pose.
    #[must_use]
    pub fn reference_origin(&self) -> ReferenceOrigin {
        self.reference.as_ref().map_or(ReferenceOrigin::RestPose, |reference| reference.origin)
    }

    /// Replaces the reference pose. With [`ReferenceOrigin::RestPose`] it is the rest pose,
    /// whatever `pose` holds.
    ///
    /// # Errors
    /// When `pose` does not have one transform per joint, or one of them is not finite or too large for poses
    /// in 32-bit floats; then nothing changes.
    pub fn set_reference(
        &mut self,
        pose: Vec<Transform>,
        origin: ReferenceOrigin,
    ) -> Result<(), ReferencePoseError> {
        if origin == ReferenceOrigin::RestPose {
            self.reference = None;
            return Ok(());
        }
        if pose.len() != self.len() {
            return Err(ReferencePoseError::Length { found: pose.len(), expected: self.len() });
        }
        if let Some(joint) = pose.iter().position(|transform| !transform.is_finite()) {
            return Err(ReferencePoseError::NotFinite { joint });
        }
        if let Some(joint) = self.unposable(&pose).next() {
            return Err(ReferencePoseError::TooLarge { joint: joint.index() });
        }
        let pose = pose.into_iter().map(Transform::flush_tiny).collect();
        self.reference = Some(Box::new(Reference { pose, origin }));
        Ok(())
    }

    /// Whether a joint is in the displayed scene.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[must_use]
    pub fn in_scene(&self, joint: JointId) -> bool {
        self.in_scene[joint.index()]
    }

    /// Index of a joint's node in the file.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[must_use]
    pub fn file_index(&self, joint: JointId) -> usize {
        self.file_index[joint.index()] as usize
    }

    /// Joint of the node with this index in the file; `None` if it does not exist.
    #[must_use]
    pub fn by_file_index(&self, file_index: usize) -> Option<JointId> {
        self.by_file_index.get(file_index).copied()
    }

    /// The first joint of this name, in file order.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<JointId> {
        self.by_file_index.iter().copied().find(|&joint| self.name(joint) == name)
    }

    /// The skeleton with other names for some joints.
    pub(crate) fn renamed(&self, name: impl Fn(JointId) -> Option<String>) -> Self {
        let names = self
            .joints()
            .zip(&self.names)
            .map(|(joint, current)| name(joint).unwrap_or_else(|| current.clone()));
        let names: Vec<String> = names.collect();
        Self { fingerprint: fingerprint(&names, &self.parents), names, ..self.clone() }
    }

    /// Hash of the names and parents of all joints, in order. Skeletons with the same fingerprint have the
    /// same joints under the same indices: rigs, ragdolls and spring bones that were made for one of them fit
    /// the other. Rest poses may differ.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

fn fingerprint(names: &[String], parents: &[u32]) -> u64 {
    let add = |all: Fingerprint, (name, parent): (&String, &u32)| all.name(name).number(u64::from(*parent));
    names.iter().zip(parents).fold(Fingerprint::default(), add).value()
}

/// Depth of each node below its root.
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
    fn parents_come_before_children() {
        let s =
            Skeleton::new(vec![joint("hand", Some(1)), joint("arm", Some(2)), joint("root", None)]).unwrap();
        for j in s.joints() {
            assert!(s.parent(j).is_none_or(|p| p < j));
            assert_eq!(s.by_file_index(s.file_index(j)), Some(j));
        }
        assert_eq!(s.name(s.by_file_index(0).unwrap()), "hand");
        assert_eq!(s.parent(s.find("hand").unwrap()), s.find("arm"));
    }

    #[test]
    fn cycles_and_missing_parents_are_errors() {
        let cycle = Skeleton::new(vec![joint("a", Some(1)), joint("b", Some(0))]);
        assert!(matches!(cycle, Err(SkeletonError::Cycle { .. })));
        let to_itself = Skeleton::new(vec![joint("a", Some(0))]);
        assert!(matches!(to_itself, Err(SkeletonError::Cycle { node: 0 })));
        let missing = Skeleton::new(vec![joint("a", Some(7))]);
        assert!(matches!(missing, Err(SkeletonError::ParentOutOfRange { node: 0, parent: 7, count: 1 })));
    }

    #[test]
    fn fingerprints_tell_names_and_parents_apart() {
        let of = |joints: Vec<Joint>| Skeleton::new(joints).unwrap().fingerprint();
        let arm = of(vec![joint("arm", None), joint("hand", Some(0))]);
        // The order of the file does not count, nor does the rest pose.
        let mut moved = vec![joint("hand", Some(1)), joint("arm", None)];
        moved[0].rest.translation.x = 1.0;
        assert_eq!(arm, of(moved));
        for other in [
            vec![joint("arm", None), joint("hand", None)],
            vec![joint("arm", None), joint("palm", Some(0))],
            vec![joint("armh", None), joint("and", Some(0))],
            vec![joint("arm", None)],
        ] {
            assert_ne!(arm, of(other));
        }
        assert_eq!(of(Vec::new()), Skeleton::default().fingerprint());
    }

    #[test]
    fn deep_hierarchies_are_supported() {
        let n = 10_000;
        let chain = (0..n).map(|i| joint("", (i + 1 < n).then_some(i + 1))).collect();
        let s = Skeleton::new(chain).unwrap();
        assert_eq!(s.file_index(JointId(0)), n as usize - 1);
    }
}
