//! Neck, head and the ends of chains: joints that are told by where they stand on a body whose limbs are known.

use super::limb::Pair;
use super::tree::Tree;
use glam::Vec3;

/// Joints looked at to see how high a branch leads.
const MAX_SEEN: usize = 64;

/// Links from the neck to the head, at most.
const LONGEST_NECK: usize = 8;

/// Joints that stand nearer to one another than this share of the trunk are one place.
const NEAR: f32 = 0.04;

/// How a skeleton is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether chains end in joints that are no bones, but only tell where the last bone ends.
    has_ends: bool,
}

impl Style {
    /// As the legs tell it: two joints beyond an ankle are the toes and their end.
    pub(super) fn of(tree: &Tree, legs: &Pair) -> Self {
        let beyond = |chain: &Vec<usize>| chain.len() - legs.places[2] - 1 - trailing_marks(tree, chain);
        Self { has_ends: legs.chains.iter().all(|chain| beyond(chain) >= 2) }
    }

    /// Whether a joint only tells where its parent's bone ends.
    pub(super) fn is_end(self, tree: &Tree, joint: usize) -> bool {
        self.has_ends && tree.limbs(joint).next().is_none()
    }
}

fn trailing_marks(tree: &Tree, chain: &[usize]) -> usize {
    chain.iter().rev().take_while(|joint| tree.is_mark(**joint)).count()
}

/// What of the trunk is needed to find the head.
pub(super) struct Shoulders<'a> {
    pub(super) arms: &'a Pair,
    /// Halfway between the upper arms.
    pub(super) middle: Vec3,
    /// From the upper legs to the upper arms, of length 1.
    pub(super) up: Vec3,
    /// Of that way.
    pub(super) trunk: f32,
}

/// The neck, if there is one, and the head, on the branch between the arms that leads straight up.
pub(super) fn neck_and_head(
    tree: &Tree,
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
        if style.is_end(tree, next) || chain.len() >= LONGEST_NECK {
            break;
        }
        chain.push(next);
    }
    match chain.as_slice() {
        [neck, .., head] => Some((Some(*neck), *head)),
        // Some rigs hang the arms from the neck.
        [head] => {
            let is_neck = shoulders.height(tree, arms.fork) > 0.0;
            Some((is_neck.then_some(arms.fork), *head))
        }
        [] => None,
    }
}

impl Shoulders<'_> {
    /// How high above the shoulders a joint stands.
    fn height(&self, tree: &Tree, joint: usize) -> f32 {
        (tree.position(joint) - self.middle).dot(self.up)
    }

    /// How far from the line up through the shoulders a joint stands.
    fn aside(&self, tree: &Tree, joint: usize) -> f32 {
        (tree.position(joint) - self.middle).reject_from_normalized(self.up).length()
    }

    /// How far to one side of that line.
    fn off_center(&self, tree: &Tree, joint: usize) -> f32 {
        let [left, right] = [0, 1].map(|side| tree.position(self.arms.joints(side)[0]));
        let across = (left - right).reject_from_normalized(self.up).normalize_or_zero();
        (tree.position(joint) - self.middle).dot(across).abs()
    }

    /// How high a branch leads on the centre line.
    fn top(&self, tree: &Tree, branch: usize) -> f32 {
        let mut seen = vec![branch];
        let mut next = 0;
        while next < seen.len() && seen.len() < MAX_SEEN {
            seen.extend(tree.limbs(seen[next]).take(MAX_SEEN - seen.len()));
            next += 1;
        }
        let central = seen.into_iter().filter(|joint| self.off_center(tree, *joint) < 0.25 * self.trunk);
        central.map(|joint| self.height(tree, joint)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The link above a link of the neck; none if it is the head, from which hair, eyes and jaw part.
    fn onwards(&self, tree: &Tree, link: usize, is_first: bool) -> Option<usize> {
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
            .take(MAX_SEEN)
            .filter(|child| rises(child) && self.height(tree, *child) < 1.2 * self.trunk)
            .max_by(|a, b| tree.reach(*a).total_cmp(&tree.reach(*b)).then(b.cmp(a)))
    }
}
