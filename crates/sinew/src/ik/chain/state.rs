//! State of a chain while it is solved: each joint as its rotation relative to the reference rotation of its
//! limit, so that twist stays explicit and nothing is read back from matrices.

use crate::clone_from::impl_clone_from;
use crate::ik::{Chain, Link};
use crate::limit::active::ActiveLimits;
use crate::math::angle::atan2;
use crate::math::turn::{is_turn, part_of, renewed, turned, write};
use crate::math::{Transform, mirrored};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Scratch memory of chain solvers, reused between frames; it holds no state.
#[derive(Debug, Default)]
pub struct ChainScratch {
    pub(crate) links: Vec<LinkState>,
    /// Active limits of the joints during one step, in model space.
    pub(crate) stances: Vec<ActiveLimits>,
    /// Sum of the bone lengths.
    pub(crate) length: f32,
    /// Axis, in model space, about which straight joints without a preferred direction bend.
    pub(crate) bend: Vec3A,
}

impl_clone_from!(ChainScratch { length, bend }, buffers { links, stances });

/// State of one link while its chain is solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkState {
    /// Rotation relative to the reference rotation, in the parent's space.
    pub(crate) turn: Quat,
    /// Start and target rotation while the chain is curled; during rounds, the best rotation and the start of
    /// the last round.
    pub(crate) start: Quat,
    pub(crate) aim: Quat,
    /// Best rotation so far.
    kept: Quat,
    /// Position that FABRIK draws it to.
    pub(crate) drawn: Vec3A,
    /// Animated rotation.
    pub(crate) animated: Quat,
    /// Rotation from the link above to the joint's parent, which may be another joint.
    pub(crate) above: Quat,
    /// Reference rotation of the limit.
    pub(crate) reference: Quat,
    /// Rotation in model space.
    pub(crate) rotation: Quat,
    pub(crate) position: Vec3A,
    /// Vector to the next link, in its own space.
    pub(crate) bone: Vec3A,
    /// Whether the parent is mirrored.
    is_mirrored: bool,
}

impl LinkState {
    /// Link at a rotation and position, without a bone.
    pub(crate) fn new(turn: Quat, above: Quat, reference: Quat, rotation: Quat, position: Vec3A) -> Self {
        Self {
            turn,
            start: turn,
            aim: turn,
            kept: turn,
            drawn: position,
            animated: turn,
            above,
            reference,
            rotation,
            position,
            bone: Vec3A::ZERO,
            is_mirrored: false,
        }
    }
}

impl ChainScratch {
    /// Memory for chains of up to `links` joints; longer ones allocate once.
    #[must_use]
    pub fn with_capacity(links: usize) -> Self {
        Self { links: Vec::with_capacity(links), stances: Vec::with_capacity(links), ..Self::default() }
    }

    /// Makes room for chains of up to `links` joints.
    pub(crate) fn reserve(&mut self, links: usize) {
        self.links.reserve(links.saturating_sub(self.links.len()));
        self.stances.reserve(links.saturating_sub(self.stances.len()));
    }

    /// Loads the chain from `model` and measures it.
    pub(crate) fn load(&mut self, skeleton: &Skeleton, chain: &Chain, model: &[Affine3A]) {
        self.take(skeleton, chain, None, model);
        self.measure();
    }

    /// Loads the chain from `model`; faster where the same pose is given as `local`.
    pub(crate) fn take(
        &mut self,
        skeleton: &Skeleton,
        chain: &Chain,
        local: Option<&[Transform]>,
        model: &[Affine3A],
    ) {
        self.links.clear();
        let mut last: Option<&Link> = None;
        let (mut last_rotation, mut last_is_mirrored) = (Quat::IDENTITY, false);
        for link in chain.links() {
            let matrix = &model[link.joint.index()];
            let parent = skeleton.parent(link.joint);
            let is_next = last.is_some_and(|last| parent == Some(last.joint));
            let (above, parent_rotation, is_mirrored) = match parent {
                None => (Quat::IDENTITY, Quat::IDENTITY, false),
                Some(_) if is_next => (Quat::IDENTITY, last_rotation, last_is_mirrored),
                Some(parent) => {
                    let (rotation, is_mirrored) = turned(&model[parent.index()]);
                    (last_rotation.inverse() * rotation, rotation, is_mirrored)
                }
            };
            let plain = local.map(|local| &local[link.joint.index()]);
            let (turn, rotation, joint_is_mirrored) = match plain
                .filter(|transform| !is_mirrored && transform.scale.min_element() > 0.0)
            {
                Some(transform) => (transform.rotation, renewed(parent_rotation * transform.rotation), false),
                None => {
                    let (rotation, is_mirrored) = turned(matrix);
                    (parent_rotation.inverse() * rotation, rotation, is_mirrored)
                }
            };
            let turn = turn * link.reference_rotation.inverse();
            if let Some(before) = self.links.last_mut() {
                before.bone = before.rotation.inverse() * (matrix.translation - before.position);
            }
            let state = LinkState::new(turn, above, link.reference_rotation, rotation, matrix.translation);
            self.links.push(LinkState { is_mirrored, ..state });
            (last, last_rotation, last_is_mirrored) = (Some(link), rotation, joint_is_mirrored);
        }
    }

    /// Measures the length and the bend axis of the chain.
    pub(crate) fn measure(&mut self) {
        self.measure_length();
        self.bend = self.bend_axis();
    }

    pub(crate) fn measure_length(&mut self) {
        self.length = self.links.iter().map(|link| link.bone.length()).sum();
    }

    /// Axis about which the chain is bent most; for a straight chain an axis fixed to its root.
    pub(crate) fn bend_axis(&self) -> Vec3A {
        let bone = |n: usize| self.links[n].rotation * self.links[n].bone;
        let bends = (1..self.bones()).map(|n| bone(n - 1).cross(bone(n)));
        let bend = bends.sum::<Vec3A>();
        let along = self.tip() - self.links[0].position;
        let least = 1e-3 * self.length * self.length / self.bones().max(1) as f32;
        if bend.length() > least {
            return bend.normalize();
        }
        let rotation = self.links[0].rotation;
        let along = along.normalize_or(Vec3A::Y);
        // Equal for mirrored left and right chains: the root's X is the axis,
        // from Z and Y the bones bend away.
        let sides = [rotation * Vec3A::X, along.cross(rotation * Vec3A::Z), along.cross(rotation * Vec3A::Y)];
        let clear = |side: &Vec3A| (side - along * side.dot(along)).length_squared() > 0.36;
        let side = sides.into_iter().find(clear).unwrap_or(Vec3A::X);
        (side - along * side.dot(along)).normalize_or(Vec3A::X)
    }

    /// Writes the chain's rotations, blended by `weight` from the animated ones.
    /// Invalid rotations are not written.
    pub(crate) fn store(&self, chain: &Chain, weight: f32, local: &mut [Transform]) {
        let weight = part_of(weight);
        for (link, state) in chain.links().iter().zip(&self.links) {
            let turn = match weight >= 1.0 {
                true => state.turn,
                false => crate::math::slerp_shortest(state.animated, state.turn, weight),
            };
            let change = turn * state.animated.inverse();
            let change = if state.is_mirrored { mirrored(change) } else { change };
            let rotation = &mut local[link.joint.index()].rotation;
            write(change * *rotation, rotation);
        }
    }

    /// Position of the tip.
    #[inline]
    pub(crate) fn tip(&self) -> Vec3A {
        self.links.last().map_or(Vec3A::ZERO, |link| link.position)
    }

    /// Number of joints that bend: all but the tip.
    #[inline]
    pub(crate) fn bones(&self) -> usize {
        self.links.len().saturating_sub(1)
    }

    /// Joints that bend, from the root on.
    #[inline]
    pub(crate) fn bending(&mut self) -> impl Iterator<Item = &mut LinkState> {
        let bones = self.bones();
        self.links[..bones].iter_mut()
    }

    /// Updates positions and rotations from link `first` on.
    #[inline]
    pub(crate) fn refresh(&mut self, first: usize) {
        let (mut rotation, mut position) = match first.checked_sub(1).map(|n| &self.links[n]) {
            Some(link) => (link.rotation, link.position + link.rotation * link.bone),
            None => (Quat::IDENTITY, self.links[0].position),
        };
        for link in &mut self.links[first..] {
            rotation *= link.above * (link.turn * link.reference);
            link.rotation = rotation;
            link.position = position;
            position += rotation * link.bone;
        }
    }

    /// Model-space rotation of a link's parent.
    #[inline]
    pub(crate) fn parent_rotation(&self, n: usize) -> Quat {
        match n.checked_sub(1) {
            Some(last) => self.links[last].rotation * self.links[n].above,
            None => self.links[n].above,
        }
    }

    /// Finds the active limits of all joints but the tip.
    pub(crate) fn look(&mut self, chain: &Chain) {
        let Self { links, stances, .. } = self;
        stances.clear();
        let mut rotation = Quat::IDENTITY;
        let bones = links.len().saturating_sub(1);
        stances.extend(links[..bones].iter().zip(chain.links()).map(|(state, link)| {
            let stance = link.limit.stance(state.turn);
            let stance = if stance.is_free() { stance } else { stance.within(rotation * state.above) };
            rotation = state.rotation;
            stance
        }));
    }

    /// Clamps all joints but the tip to their limits and normalizes them.
    /// Positions are up to date before and after.
    pub(crate) fn clamp(&mut self, chain: &Chain) {
        self.clamp_first(chain, self.bones());
    }

    /// [`ChainScratch::clamp`] with the tip.
    pub(crate) fn clamp_all(&mut self, chain: &Chain) {
        self.clamp_first(chain, self.links.len());
    }

    fn clamp_first(&mut self, chain: &Chain, count: usize) {
        let mut all_allowed = true;
        for (link, state) in chain.links().iter().zip(&mut self.links[..count]) {
            let led_back = link.limit.clamped(state.turn);
            all_allowed &= led_back.is_none();
            state.turn = led_back.unwrap_or(state.turn).normalize();
        }
        if !all_allowed {
            self.refresh(0);
        }
    }

    /// Whether the chain is finite and has a length.
    pub(crate) fn is_sound(&self) -> bool {
        self.length.is_finite() && self.length > 0.0 && self.is_finite()
    }

    /// Whether the chain is finite and has valid rotations.
    pub(crate) fn is_finite(&self) -> bool {
        self.links.iter().all(|l| is_turn(l.turn) && l.position.is_finite() && l.above.is_finite())
    }

    /// [`near`] the chain.
    pub(crate) fn near(&self, position: Vec3A) -> Vec3A {
        near(self.links[0].position, self.length, position)
    }

    /// Distance of the tip from a position, in double precision.
    pub(crate) fn error(&self, position: Vec3) -> f32 {
        self.tip().as_dvec3().distance(position.as_dvec3()) as f32
    }

    /// Rotates the tip's own joint towards a model-space rotation within its limit. Returns the remaining
    /// angle, radians.
    pub(crate) fn turn_tip(&mut self, chain: &Chain, rotation: Quat) -> f32 {
        let (n, rotation) = (self.bones(), rotation.normalize());
        let parent = self.parent_rotation(n);
        let (tip, link) = (&mut self.links[n], &chain.links()[n]);
        tip.turn = link.limit.clamp(parent.inverse() * rotation * tip.reference.inverse()).normalize();
        tip.rotation = parent * (tip.turn * tip.reference);
        let off = tip.rotation.inverse() * rotation;
        2.0 * atan2(off.xyz().length(), off.w.abs())
    }

    /// Saves the pose for [`ChainScratch::take_kept`].
    pub(crate) fn keep(&mut self) {
        self.links.iter_mut().for_each(|link| link.kept = link.turn);
    }

    pub(crate) fn take_kept(&mut self) {
        self.links.iter_mut().for_each(|link| link.turn = link.kept);
        self.refresh(0);
    }

    /// Restores the animated pose, clamped to the limits.
    pub(crate) fn rewind(&mut self, chain: &Chain) {
        self.links.iter_mut().for_each(|link| link.turn = link.animated);
        self.refresh(0);
        self.clamp(chain);
    }
}

/// Position brought nearer to the root where it is so far away that distances within `length` would be lost
/// to rounding.
pub(crate) fn near(root: Vec3A, length: f32, position: Vec3A) -> Vec3A {
    let offset = position - root;
    let (far, max) = (offset.abs().max_element(), 1e4 * length);
    if far > max { root + offset * (max / far) } else { position }
}
