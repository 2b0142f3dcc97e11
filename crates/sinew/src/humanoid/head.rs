//! Detection of neck, head and end joints by position, on a body whose limbs are known.

use super::joint_tree::JointTree;
use super::limb_pair::LimbPair;
use glam::Vec3;

/// Largest number of visited joints of a branch.
const MAX_VISITED: usize = 64;

/// Largest number of joints from the neck to the head.
const MAX_NECK: usize = 8;

/// Distance below which two joints coincide, as a share of the trunk's length.
const NEAR: f32 = 0.04;

/// Modelling style of a skeleton.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether chains end in joints that only mark the end of the last bone.
    has_ends: bool,
}

impl Style {
    /// Style of the legs: two joints beyond an ankle are the toes and their end.
    pub(super) fn of(tree: &JointTree, legs: &LimbPair) -> Self {
        let beyond = |chain: &Vec<usize>| chain.len() - legs.indices[2] - 1 - trailing_markers(tree, chain);
        Self { has_ends: legs.chains.iter().all(|chain| beyond(chain) >= 2) }
    }

    /// Whether a joint only marks the end of its parent's bone.
    pub(super) fn is_end(self, tree: &JointTree, joint: usize) -> bool {
        self.has_ends && tree.limbs(joint).next().is_none()
    }
}

/// Number of marker joints at the end of a chain.
fn trailing_markers(tree: &JointTree, chain: &[usize]) -> usize {
    chain.iter().rev().take_while(|joint| tree.is_marker(**joint)).count()
}

/// Frame of the shoulders, in which the head is searched.
pub(super) struct Shoulders<'a> {
    pub(super) arms: &'a LimbPair,
    /// Midpoint of the upper arms.
    pub(super) middle: Vec3,
    /// Unit direction from the upper legs to the upper arms.
    pub(super) up: Vec3,
    /// Distance from the upper legs to the upper arms.
    pub(super) trunk: f32,
}

/// Neck, if there is one, and head, on the branch between the arms that leads straight up.
pub(super) fn neck_and_head(
    tree: &JointTree,
    shoulders: &Shoulders<'_>,
    style: Style,
) -> Option<(Option<usize>, usize)> {
    let Shoulders { arms, trunk, .. } = shoulders;
    let is_arm = |joint: &usize| arms.chains.iter().any(|chain| chain[0] == *joint);
    let merit = |joint: usize| shoulders.top(tree, joint) - 0.5 * shoulders.aside(tree, joint);
    let branches = tree.limbs(arms.fork).filter(|joint| !is_arm(joint)).map(|joint| (joint, merit(joint)));
    let (first, merit) = branches.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    if merit < NEAR * trunk {
        return None;
    }
    let mut chain = vec![first];
    while let Some(next) = chain.last().and_then(|last| shoulders.onwards(tree, *last, chain.len() == 1)) {
        if style.is_end(tree, next) || chain.len() >= MAX_NECK {
            break;
        }
        chain.push(next);
    }
    match chain.as_slice() {
        [neck, .., head] => Some((Some(*neck), *head)),
        // In some rigs the arms are children of the neck.
        [head] => {
            let is_neck = shoulders.height(tree, arms.fork) > 0.0;
            Some((is_neck.then_some(arms.fork), *head))
        }
        [] => None,
    }
}

impl Shoulders<'_> {
    /// Height of a joint above the shoulders.
    fn height(&self, tree: &JointTree, joint: usize) -> f32 {
        (tree.position(joint) - self.middle).dot(self.up)
    }

    /// Distance of a joint from the vertical line through the shoulders.
    fn aside(&self, tree: &JointTree, joint: usize) -> f32 {
        (tree.position(joint) - self.middle).reject_from_normalized(self.up).length()
    }

    /// Sideways distance of a joint from that line.
    fn off_center(&self, tree: &JointTree, joint: usize) -> f32 {
        let [left, right] = [0, 1].map(|side| tree.position(self.arms.joints(side)[0]));
        let across = (left - right).reject_from_normalized(self.up).normalize_or_zero();
        (tree.position(joint) - self.middle).dot(across).abs()
    }

    /// Height of the highest joint of a branch near the centre line.
    fn top(&self, tree: &JointTree, branch: usize) -> f32 {
        let mut visited = vec![branch];
        let mut next = 0;
        while next < visited.len() && visited.len() < MAX_VISITED {
            visited.extend(tree.limbs(visited[next]).take(MAX_VISITED - visited.len()));
            next += 1;
        }
        let central = visited.into_iter().filter(|joint| self.off_center(tree, *joint) < 0.25 * self.trunk);
        central.map(|joint| self.height(tree, joint)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// Next joint of the neck after `link`; `None` if `link` is the head,
    /// where hair, eyes and jaw branch off.
    fn onwards(&self, tree: &JointTree, link: usize, is_first: bool) -> Option<usize> {
        let apart = |child: &usize| tree.distance(*child, link) > NEAR * self.trunk;
        let parts = tree.limbs(link).filter(apart).take(3).count();
        if parts > if is_first { 2 } else { 1 } {
            return None;
        }
        let rises = |child: &usize| {
            let step = tree.position(*child) - tree.position(link);
            step.dot(self.up) >= 0.5 * step.length() && self.off_center(tree, *child) < 0.1 * self.trunk
        };
        tree.limbs(link)
            .take(MAX_VISITED)
            .filter(|child| rises(child) && self.height(tree, *child) < 1.2 * self.trunk)
            .max_by(|a, b| tree.reach(*a).total_cmp(&tree.reach(*b)).then(b.cmp(a)))
    }
}
