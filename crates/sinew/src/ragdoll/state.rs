use super::Ragdoll;
use super::error::RagdollError;
use super::physics::{BodyId, BodyMotion, JointFrame, JointId};
use super::rest::RestDetector;
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

/// One instance of a [`Ragdoll`]: which of its parts fall, and where they are.
///
/// At first all parts are animated. [`RagdollState::start`] lets physics move the whole body from the next frame on,
/// [`RagdollState::start_parts`] some of its parts, while the others go on with their animation and pull them along.
#[derive(Clone, Debug)]
pub struct RagdollState {
    pub(super) ragdoll: Arc<Ragdoll>,
    pub(super) parts: Vec<PartState>,
    /// Joints between the root part and other parts that are no parts themselves: they keep their pose while the ragdoll falls.
    pub(super) between: Vec<(JointIndex, Transform)>,
    pub(super) phase: Phase,
    pub(super) pushes: Vec<Push>,
    /// Size of the character in the world, relative to model space.
    pub(super) scale: f32,
    pub(super) rest: RestDetector,
    /// Matrices of the pose that is being written.
    pub(super) scratch: Vec<Affine3A>,
}

/// Phase of a ragdoll between animation and physics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Animated,
    /// Bodies are added in the next frame.
    Starting,
    Active,
    /// Bodies are removed in the next frame.
    Stopping,
}

/// State of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartState {
    pub(super) body: Option<BodyId>,
    pub(super) joint: Option<JointId>,
    /// Whether physics moves it.
    pub(super) falls: bool,
    /// Whether the animation moves its body in the physics engine.
    pub(super) is_moved: bool,
    /// Strength of the muscles, 0 to 1.
    pub(super) strength: f32,
    /// Place in the animated pose of the last frame, in the world; `None` before the first frame and after a teleport.
    pub(super) animated: Option<(Vec3, Quat)>,
    /// Frame of the joint on the parent, and rotation of the joint in the animated pose of the last frame.
    pub(super) frame: JointFrame,
    pub(super) target: Quat,
    /// Motion that physics last returned.
    pub(super) motion: BodyMotion,
}

impl PartState {
    const NEW: Self = Self {
        body: None,
        joint: None,
        falls: false,
        is_moved: false,
        strength: 0.0,
        animated: None,
        frame: JointFrame { anchor: Vec3::ZERO, rotation: Quat::IDENTITY },
        target: Quat::IDENTITY,
        motion: BodyMotion {
            position: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            linear_velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
        },
    };
}

/// Mass and size of the human body for which these are.
pub(super) const HUMAN: (f32, f32) = (68.0, 1.7);

/// Impulse that is applied in the next frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    pub(super) part: usize,
    pub(super) impulse: Vec3,
    /// Point in the world; `None` for the centre of mass.
    pub(super) point: Option<Vec3>,
}

/// Most impulses that wait for a frame; further ones are dropped.
const MAX_PUSHES: usize = 64;

impl RagdollState {
    /// State in which all parts are animated, for characters with this skeleton.
    ///
    /// # Errors
    /// When the ragdoll was fitted to a skeleton with another number of joints.
    pub fn new(ragdoll: Arc<Ragdoll>, skeleton: &Skeleton) -> Result<Self, RagdollError> {
        let (expected, count) = (ragdoll.part_of_joint.len(), skeleton.len());
        if expected != count {
            return Err(RagdollError::OtherSkeleton { expected, count });
        }
        let is_part = |joint: JointIndex| ragdoll.parts.iter().any(|part| part.joint == joint);
        let mut is_between = vec![false; count];
        for part in &ragdoll.parts[1..] {
            let above = std::iter::successors(skeleton.parent(part.joint), |joint| skeleton.parent(*joint));
            above.take_while(|joint| !is_part(*joint)).for_each(|joint| is_between[joint.index()] = true);
        }
        let between = skeleton.joints().filter(|joint| is_between[joint.index()]);
        Ok(Self {
            parts: vec![PartState::NEW; ragdoll.parts.len()],
            between: between.map(|joint| (joint, Transform::IDENTITY)).collect(),
            phase: Phase::Animated,
            pushes: Vec::with_capacity(MAX_PUSHES),
            scale: 1.0,
            rest: RestDetector::new(ragdoll.parts.len()),
            scratch: vec![Affine3A::IDENTITY; count],
            ragdoll,
        })
    }

    /// The shared ragdoll.
    #[must_use]
    pub fn ragdoll(&self) -> &Arc<Ragdoll> {
        &self.ragdoll
    }

    /// Lets physics move the whole body from the next frame with physics on. It begins in the pose of that frame with the velocities of the
    /// animation.
    pub fn start(&mut self) {
        self.start_parts(|_| true);
    }

    /// Lets physics move the parts for which `falls` returns true, by their index in [`Ragdoll::parts`]; the others follow the animation and
    /// pull them along.
    pub fn start_parts(&mut self, falls: impl Fn(usize) -> bool) {
        self.parts.iter_mut().enumerate().for_each(|(n, part)| part.falls = falls(n));
        let any = self.parts.iter().any(|part| part.falls);
        self.phase = match (self.phase, any) {
            (Phase::Active | Phase::Stopping, true) => Phase::Active,
            (Phase::Active | Phase::Stopping, false) => Phase::Stopping,
            (_, true) => Phase::Starting,
            (_, false) => Phase::Animated,
        };
        self.rest.wake();
    }

    /// Gives the body back to its animation: physics no longer moves it from the next frame on.
    pub fn stop(&mut self) {
        self.start_parts(|_| false);
    }

    /// Whether physics moves a part of the body.
    #[must_use]
    pub fn is_active(&self) -> bool {
        matches!(self.phase, Phase::Active)
    }

    /// Whether the ragdoll has bodies in the physics engine, or will have them after the next frame: as long as it has, frames need that engine.
    #[must_use]
    pub fn has_bodies(&self) -> bool {
        self.phase != Phase::Animated
    }

    /// Sets the strength of all muscles, with which parts follow the animation: 0 is limp, 1 holds the pose. Values outside count as the nearest
    /// one, NaN as 0.
    pub fn set_strength(&mut self, strength: f32) {
        (0..self.parts.len()).for_each(|part| self.set_part_strength(part, strength));
    }

    /// Sets the strength of the muscles that turn a part against its parent, see [`RagdollState::set_strength`]. Unknown parts are ignored.
    pub fn set_part_strength(&mut self, part: usize, strength: f32) {
        if let Some(part) = self.parts.get_mut(part) {
            part.strength = if strength.is_nan() { 0.0 } else { strength.clamp(0.0, 1.0) };
        }
    }

    /// Applies an impulse in N s to a part in the next frame with physics, at a point in the world or at its centre of mass. Impulses that are not
    /// finite and unknown parts are ignored, as is all beyond 64 in a frame.
    pub fn push(&mut self, part: usize, impulse: Vec3, point: Option<Vec3>) {
        let is_sound = impulse.is_finite() && point.is_none_or(|point| point.is_finite());
        if is_sound && part < self.parts.len() && self.pushes.len() < MAX_PUSHES {
            self.pushes.push(Push { part, impulse, point });
            self.rest.wake();
        }
    }

    /// Motion of a part in the world: as physics last returned it while the ragdoll is active. `None` for an unknown part and before.
    #[must_use]
    pub fn part_motion(&self, part: usize) -> Option<&BodyMotion> {
        self.parts.get(part).filter(|part| part.body.is_some()).map(|part| &part.motion)
    }

    /// Distance in the world between the two bodies of a part's joint at their common point: by how much physics let it come apart, which the
    /// pose does not show. `None` for the root and while the ragdoll is not active.
    #[must_use]
    pub fn joint_gap(&self, part: usize) -> Option<f32> {
        let parent = self.part_motion(self.ragdoll.parts.get(part)?.parent?)?;
        let anchor = parent.position + parent.rotation * self.parts[part].frame.anchor;
        Some(self.part_motion(part)?.position.distance(anchor))
    }

    /// Body of a part in the physics engine, while the ragdoll is active.
    #[must_use]
    pub fn body(&self, part: usize) -> Option<BodyId> {
        self.parts.get(part)?.body
    }

    /// Size of the character in the world when the ragdoll started: lengths of parts are to be multiplied by it.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Whether the body lies still.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.is_active() && self.rest.is_at_rest()
    }
}
