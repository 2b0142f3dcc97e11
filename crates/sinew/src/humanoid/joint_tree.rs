//! Hierarchy and positions of a skeleton in a pose, prepared for detection: children, descendants, lengths of
//! limbs. Built in a few passes, so that it costs the same for a chain, a star and a body.

use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Vec3};

/// No joint.
const NONE: u32 = u32::MAX;

/// Largest distance of coinciding joints, as a share of the largest coordinate.
const COINCIDENCE_TOLERANCE: f32 = 1e-5;

/// A skeleton in a pose. Joints are indices.
pub(super) struct JointTree {
    parent: Vec<u32>,
    /// The children of joint j are `children[first[j]..first[j + 1]]`.
    first: Vec<u32>,
    children: Vec<u32>,
    /// Position in depth-first order: the descendants of a joint follow it without a gap.
    enter: Vec<u32>,
    /// Size of the subtree of a joint.
    subtree: Vec<u32>,
    position: Vec<Vec3>,
    reach: Vec<f32>,
    depth: Vec<u32>,
    /// The child on the main chain.
    main: Vec<u32>,
}

impl JointTree {
    /// Tree of a skeleton in the pose `model`, one model-space transform per joint.
    pub(super) fn new(skeleton: &Skeleton, model: &[Affine3A]) -> Self {
        let count = skeleton.len();
        let parent: Vec<u32> =
            skeleton.joints().map(|j| skeleton.parent(j).map_or(NONE, |parent| parent.0)).collect();
        let mut tree = Self {
            first: vec![0; count + 1],
            children: vec![0; count],
            enter: vec![0; count],
            subtree: vec![1; count],
            position: positions(&parent, model),
            reach: vec![0.0; count],
            depth: vec![0; count],
            main: vec![NONE; count],
            parent,
        };
        tree.list_children();
        tree.number_joints();
        tree.measure();
        tree
    }

    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    pub(super) fn parent(&self, joint: usize) -> Option<usize> {
        let parent = self.parent[joint];
        (parent != NONE).then_some(parent as usize)
    }

    pub(super) fn children(&self, joint: usize) -> impl ExactSizeIterator<Item = usize> + Clone {
        let range = self.first[joint] as usize..self.first[joint + 1] as usize;
        self.children[range].iter().map(|child| *child as usize)
    }

    /// Whether `joint` is a descendant of `ancestor`, at any depth; false for the ancestor itself.
    pub(super) fn is_below(&self, joint: usize, ancestor: usize) -> bool {
        let distance = self.enter[joint].wrapping_sub(self.enter[ancestor]);
        distance != 0 && distance < self.subtree[ancestor]
    }

    /// Position of a joint, scaled so that the largest coordinate of all joints is 1.
    pub(super) fn position(&self, joint: usize) -> Vec3 {
        self.position[joint]
    }

    pub(super) fn distance(&self, a: usize, b: usize) -> f32 {
        self.position[a].distance(self.position[b])
    }

    /// Length of the longest chain below a joint.
    pub(super) fn reach(&self, joint: usize) -> f32 {
        self.reach[joint]
    }

    /// Number of joints in the chain with the most joints below a joint.
    pub(super) fn depth(&self, joint: usize) -> u32 {
        self.depth[joint]
    }

    /// Whether a joint is no bone but a marker or the node of a mesh:
    /// without children, at the position of its parent.
    pub(super) fn is_marker(&self, joint: usize) -> bool {
        let at_parent = |parent: usize| self.distance(joint, parent) <= COINCIDENCE_TOLERANCE;
        self.children(joint).len() == 0 && self.parent(joint).is_some_and(at_parent)
    }

    /// Children that are not markers.
    pub(super) fn limbs(&self, joint: usize) -> impl Iterator<Item = usize> {
        self.children(joint).filter(|child| !self.is_marker(*child))
    }

    /// Main chain from a joint: the one that leads farthest, up to `max` joints.
    pub(super) fn chain(&self, joint: usize, max: usize) -> Vec<usize> {
        let next = |joint: &usize| (self.main[*joint] != NONE).then(|| self.main[*joint] as usize);
        std::iter::successors(Some(joint), next).take(max).collect()
    }

    /// Joints from below `ancestor` down to `joint`; `None` if it is not an ancestor,
    /// or for more than `max` joints.
    pub(super) fn path(&self, ancestor: usize, joint: usize, max: usize) -> Option<Vec<usize>> {
        let up = std::iter::successors(Some(joint), |j| self.parent(*j)).take(max + 1);
        let mut path: Vec<usize> = up.take_while(|j| *j != ancestor).collect();
        path.reverse();
        (path.len() <= max && self.is_below(joint, ancestor)).then_some(path)
    }

    fn list_children(&mut self) {
        for &parent in self.parent.iter().filter(|p| **p != NONE) {
            self.first[parent as usize + 1] += 1;
        }
        for joint in 0..self.len() {
            self.first[joint + 1] += self.first[joint];
        }
        let mut next = self.first.clone();
        for (joint, &parent) in self.parent.iter().enumerate().filter(|(_, p)| **p != NONE) {
            self.children[next[parent as usize] as usize] = joint as u32;
            next[parent as usize] += 1;
        }
    }

    fn number_joints(&mut self) {
        for joint in (0..self.len()).rev() {
            if let Some(parent) = self.parent(joint) {
                self.subtree[parent] += self.subtree[joint];
            }
        }
        let mut next = vec![0; self.len()];
        let mut next_root = 0;
        for joint in 0..self.len() {
            let next_index = match self.parent(joint) {
                Some(parent) => &mut next[parent],
                None => &mut next_root,
            };
            self.enter[joint] = *next_index;
            *next_index += self.subtree[joint];
            next[joint] = self.enter[joint] + 1;
        }
    }

    fn measure(&mut self) {
        for joint in (0..self.len()).rev().filter(|j| !self.is_marker(*j)).collect::<Vec<_>>() {
            let Some(parent) = self.parent(joint) else { continue };
            let reach = self.distance(joint, parent) + self.reach[joint];
            self.reach[parent] = self.reach[parent].max(reach);
            self.depth[parent] = self.depth[parent].max(self.depth[joint] + 1);
        }
        for joint in 0..self.len() {
            // The main chain follows the child with more joints, up to two; among equals, the farthest one.
            let rank = |child: &usize| {
                (self.depth[*child].min(2), self.distance(*child, joint) + self.reach[*child])
            };
            let best = self.limbs(joint).fold(None, |best: Option<usize>, child| match best {
                Some(best) if rank(&best) >= rank(&child) => Some(best),
                _ => Some(child),
            });
            self.main[joint] = best.map_or(NONE, |child| child as u32);
        }
    }
}

/// Joint positions, scaled so that the largest coordinate is 1.
/// A position that is not finite is replaced by the parent's.
fn positions(parent: &[u32], model: &[Affine3A]) -> Vec<Vec3> {
    let mut position: Vec<Vec3> = Vec::with_capacity(parent.len());
    for (joint, &above) in parent.iter().enumerate() {
        let found = model.get(joint).map(|m| Vec3::from(m.translation)).filter(|p| p.is_finite());
        let inherited = || position.get(above as usize).copied().unwrap_or_default();
        position.push(found.unwrap_or_else(inherited));
    }
    let largest = position.iter().fold(0.0f32, |largest, p| largest.max(p.abs().max_element()));
    if largest > 0.0 {
        position.iter_mut().for_each(|p| *p /= largest);
    }
    position
}

/// [`JointId`] of an index.
pub(super) fn joint(index: usize) -> JointId {
    JointId(index as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::pose::ModelPose;
    use crate::skeleton::Joint;

    fn tree(joints: &[(Option<u32>, Vec3)]) -> JointTree {
        let joints = joints.iter().map(|&(parent, at)| Joint {
            name: String::new(),
            parent,
            rest: Transform::from_translation(at),
            in_scene: true,
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        JointTree::new(&skeleton, ModelPose::rest(&skeleton).as_slice())
    }

    #[test]
    fn descendants_paths_and_children() {
        // 0 has the children 1 and 2, 1 has 3, 2 has 4 and 5; 6 is a root of its own.
        let parents = [None, Some(0), Some(0), Some(1), Some(2), Some(2), None];
        let tree = tree(&parents.map(|p| (p, Vec3::X)));
        // By depth: 0, 6, 1, 2, 3, 4, 5.
        let index = [0, 2, 3, 4, 5, 6, 1];
        for a in 0..7 {
            for b in 0..7 {
                let above =
                    std::iter::successors(parents[a], |p| parents[*p as usize]).any(|p| p as usize == b);
                assert_eq!(tree.is_below(index[a], index[b]), above, "{a} below {b}");
            }
        }
        assert_eq!(tree.path(0, 5, 9), Some(vec![3, 5]));
        assert_eq!(tree.path(0, 5, 1), None);
        assert_eq!(tree.path(2, 5, 9), None);
        assert_eq!(tree.children(3).collect::<Vec<_>>(), [5, 6]);
    }

    #[test]
    fn the_main_chain_has_more_joints() {
        // A forearm with a hand and a finger, and a long ornament; a marker lies on the arm.
        let tree = tree(&[
            (None, Vec3::ZERO),
            (Some(0), Vec3::X),
            (Some(1), Vec3::X * 0.2),
            (Some(0), Vec3::Y * 9.0),
            (Some(0), Vec3::ZERO),
        ]);
        assert_eq!(tree.chain(0, 9).len(), 3);
        assert_eq!(tree.depth(0), 2);
        assert!((tree.reach(0) - 1.0).abs() < 1e-6);
        assert_eq!(tree.limbs(0).count(), 2);
    }

    #[test]
    fn positions_that_are_not_finite_are_the_parents() {
        let skeleton = Skeleton::new(
            [None, Some(0)]
                .map(|parent| Joint {
                    name: String::new(),
                    parent,
                    rest: Transform::from_translation(Vec3::X),
                    in_scene: true,
                })
                .into(),
        )
        .unwrap();
        let lost = Affine3A::from_translation(Vec3::NAN);
        let tree = JointTree::new(&skeleton, &[Affine3A::from_translation(Vec3::Y * 2.0), lost]);
        assert_eq!(tree.position(1), Vec3::Y);
        assert!(JointTree::new(&skeleton, &[lost, lost]).position.iter().all(|p| *p == Vec3::ZERO));
    }
}
