//! What detection asks of a skeleton in a pose: who hangs below whom, where joints stand, how far limbs reach. All of it
//! is made in a few passes, so that it costs the same for a chain, a star and a body.

use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Vec3};

/// No joint.
const NONE: u32 = u32::MAX;

/// Farther apart than this share of the largest coordinate, joints stand at different places.
const APART: f32 = 1e-5;

pub(super) struct Tree {
    parent: Vec<u32>,
    /// Children of joint j: `children[first[j]..first[j + 1]]`.
    first: Vec<u32>,
    children: Vec<u32>,
    /// Places in an order in which whatever hangs below a joint follows it without a gap.
    enter: Vec<u32>,
    below: Vec<u32>,
    position: Vec<Vec3>,
    reach: Vec<f32>,
    depth: Vec<u32>,
    main: Vec<u32>,
}

impl Tree {
    /// `model` holds a transform per joint, model from joint.
    pub(super) fn new(skeleton: &Skeleton, model: &[Affine3A]) -> Self {
        let count = skeleton.len();
        let parent: Vec<u32> =
            skeleton.joints().map(|j| skeleton.parent(j).map_or(NONE, |parent| parent.0)).collect();
        let mut tree = Self {
            first: vec![0; count + 1],
            children: vec![0; count],
            enter: vec![0; count],
            below: vec![1; count],
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

    /// Whether `joint` hangs below `above`, at any depth.
    pub(super) fn is_below(&self, joint: usize, above: usize) -> bool {
        let distance = self.enter[joint].wrapping_sub(self.enter[above]);
        distance != 0 && distance < self.below[above]
    }

    /// Where the joint stands; the largest coordinate of all joints is 1.
    pub(super) fn position(&self, joint: usize) -> Vec3 {
        self.position[joint]
    }

    pub(super) fn distance(&self, a: usize, b: usize) -> f32 {
        self.position[a].distance(self.position[b])
    }

    /// Length of the longest way down from the joint.
    pub(super) fn reach(&self, joint: usize) -> f32 {
        self.reach[joint]
    }

    /// How many joints follow on the way that has most.
    pub(super) fn depth(&self, joint: usize) -> u32 {
        self.depth[joint]
    }

    /// Whether nothing hangs from the joint and it stands where its parent does: no bone, but a mesh's node or a mark.
    pub(super) fn is_mark(&self, joint: usize) -> bool {
        let at_parent = |parent: usize| self.distance(joint, parent) <= APART;
        self.children(joint).len() == 0 && self.parent(joint).is_some_and(at_parent)
    }

    /// Children that are no mere marks.
    pub(super) fn limbs(&self, joint: usize) -> impl Iterator<Item = usize> {
        self.children(joint).filter(|child| !self.is_mark(*child))
    }

    /// The joint and what follows it, on the way that leads farthest, up to `most` joints.
    pub(super) fn chain(&self, joint: usize, most: usize) -> Vec<usize> {
        let next = |joint: &usize| (self.main[*joint] != NONE).then(|| self.main[*joint] as usize);
        std::iter::successors(Some(joint), next).take(most).collect()
    }

    /// The joints from below `above` down to `joint`, both of which lie on one way; at most `most` of them, or none.
    pub(super) fn path(&self, above: usize, joint: usize, most: usize) -> Option<Vec<usize>> {
        let up = std::iter::successors(Some(joint), |j| self.parent(*j)).take(most + 1);
        let mut path: Vec<usize> = up.take_while(|j| *j != above).collect();
        path.reverse();
        (path.len() <= most && self.is_below(joint, above)).then_some(path)
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
                self.below[parent] += self.below[joint];
            }
        }
        let mut next = vec![0; self.len()];
        let mut next_root = 0;
        for joint in 0..self.len() {
            let place = match self.parent(joint) {
                Some(parent) => &mut next[parent],
                None => &mut next_root,
            };
            self.enter[joint] = *place;
            *place += self.below[joint];
            next[joint] = self.enter[joint] + 1;
        }
    }

    fn measure(&mut self) {
        for joint in (0..self.len()).rev().filter(|j| !self.is_mark(*j)).collect::<Vec<_>>() {
            let Some(parent) = self.parent(joint) else { continue };
            let reach = self.distance(joint, parent) + self.reach[joint];
            self.reach[parent] = self.reach[parent].max(reach);
            self.depth[parent] = self.depth[parent].max(self.depth[joint] + 1);
        }
        for joint in 0..self.len() {
            // A limb goes on where more joints follow; among those with joints enough, where it leads farthest.
            let onwards = |child: &usize| {
                (self.depth[*child].min(2), self.distance(*child, joint) + self.reach[*child])
            };
            let best = self.limbs(joint).fold(None, |best: Option<usize>, child| match best {
                Some(best) if onwards(&best) >= onwards(&child) => Some(best),
                _ => Some(child),
            });
            self.main[joint] = best.map_or(NONE, |child| child as u32);
        }
    }
}

/// Where joints stand, scaled so that the largest coordinate is 1. A joint that stands nowhere is put where its parent
/// stands.
fn positions(parent: &[u32], model: &[Affine3A]) -> Vec<Vec3> {
    let mut position: Vec<Vec3> = Vec::with_capacity(parent.len());
    for (joint, &above) in parent.iter().enumerate() {
        let own = model.get(joint).map(|m| Vec3::from(m.translation)).filter(|p| p.is_finite());
        let inherited = || position.get(above as usize).copied().unwrap_or_default();
        position.push(own.unwrap_or_else(inherited));
    }
    let largest = position.iter().fold(0.0f32, |largest, p| largest.max(p.abs().max_element()));
    if largest > 0.0 {
        position.iter_mut().for_each(|p| *p /= largest);
    }
    position
}

/// Joints as [`JointIndex`].
pub(super) fn joint(index: usize) -> JointIndex {
    JointIndex(index as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::pose::ModelPose;
    use crate::skeleton::Joint;

    fn tree(joints: &[(Option<u32>, Vec3)]) -> Tree {
        let joints = joints.iter().map(|&(parent, at)| Joint {
            name: String::new(),
            parent,
            rest: Transform::from_translation(at),
            in_scene: true,
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        Tree::new(&skeleton, ModelPose::rest(&skeleton).as_slice())
    }

    #[test]
    fn what_hangs_below_what() {
        // 0 has 1 and 2, 1 has 3, 2 has 4 and 5; 6 stands alone.
        let parents = [None, Some(0), Some(0), Some(1), Some(2), Some(2), None];
        let tree = tree(&parents.map(|p| (p, Vec3::X)));
        // By depth: 0, 6, 1, 2, 3, 4, 5.
        let place = [0, 2, 3, 4, 5, 6, 1];
        for a in 0..7 {
            for b in 0..7 {
                let above =
                    std::iter::successors(parents[a], |p| parents[*p as usize]).any(|p| p as usize == b);
                assert_eq!(tree.is_below(place[a], place[b]), above, "{a} below {b}");
            }
        }
        assert_eq!(tree.path(0, 5, 9), Some(vec![3, 5]));
        assert_eq!(tree.path(0, 5, 1), None);
        assert_eq!(tree.path(2, 5, 9), None);
        assert_eq!(tree.children(3).collect::<Vec<_>>(), [5, 6]);
    }

    #[test]
    fn limbs_go_on_where_more_joints_follow() {
        // A forearm with a hand that has a finger, and a long ornament; a mark stands on the arm.
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
    fn places_that_are_no_numbers_are_the_parents() {
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
        let tree = Tree::new(&skeleton, &[Affine3A::from_translation(Vec3::Y * 2.0), lost]);
        assert_eq!(tree.position(1), Vec3::Y);
        assert!(Tree::new(&skeleton, &[lost, lost]).position.iter().all(|p| *p == Vec3::ZERO));
    }
}
