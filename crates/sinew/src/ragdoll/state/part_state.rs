//! State of one part of a ragdoll, between animation and physics.

use super::planted::Planted;
use crate::math::Transform;
use crate::ragdoll::physics::{BodyId, BodyMotion, ConstraintFrame, ConstraintId};
use crate::skeleton::JointId;
use glam::{Quat, Vec3};

/// Phase of a ragdoll between animation and physics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ragdoll) enum Phase {
    Animated,
    /// Bodies are added in the next frame.
    Starting,
    Active,
    /// Bodies are removed in the next frame.
    Stopping,
}

/// State of a part.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct PartState {
    pub(in crate::ragdoll) body: Option<BodyId>,
    pub(in crate::ragdoll) joint: Option<ConstraintId>,
    /// Whether physics moves it.
    pub(in crate::ragdoll) falls: bool,
    /// Whether it falls only until a reaction ends.
    pub(in crate::ragdoll) reacts: bool,
    /// Whether it fell until it was given back to its animation.
    pub(in crate::ragdoll) is_released: bool,
    /// Whether the animation moves its body in the physics engine.
    pub(in crate::ragdoll) is_kinematic: bool,
    /// Strength of the muscles, 0 to 1.
    pub(in crate::ragdoll) strength: f32,
    /// Share of the strength that a hit has taken away, 0 to 1.
    pub(in crate::ragdoll) weakness: f32,
    /// Share by which its fingers or toes have left the animation for the pose in which its shape was
    /// measured, 0 to 1.
    pub(in crate::ragdoll) slackness: f32,
    /// Transform in the animated pose of the last frame, in the world; `None` before the first frame.
    pub(in crate::ragdoll) animated: Option<(Vec3, Quat)>,
    pub(in crate::ragdoll) animation: AnimatedMotion,
    /// Frame of the joint on the parent, and rotation of the joint in the animated pose of the last frame.
    pub(in crate::ragdoll) frame: ConstraintFrame,
    pub(in crate::ragdoll) target: Quat,
    /// Target at which the body was last woken.
    pub(in crate::ragdoll) woken_at: Quat,
    /// Motion that physics last returned.
    pub(in crate::ragdoll) motion: BodyMotion,
    /// Height by which the animated pose is raised out of the ground there, with the rate of its change, of a
    /// body that gets up.
    pub(in crate::ragdoll) raised: (f32, f32),
    /// Hold of the end of a limb on the ground, of a body that gets up.
    pub(in crate::ragdoll) planted: Planted,
    /// Local transform in the pose that came to the stage, of a body that gets up or reacts.
    pub(in crate::ragdoll) posed: Transform,
    /// Rotation of the joint by physics in the last frame, in the joint's space, and its rate, rad/s, of a
    /// body that gets up or reacts.
    pub(in crate::ragdoll) turned: Quat,
    pub(in crate::ragdoll) turning: Vec3,
    /// Change by physics at the moment when the animation took over: a translation, and a rotation before
    /// that of the joint.
    pub(in crate::ragdoll) change: Transform,
    /// Rate of that rotation at that moment, rad/s.
    pub(in crate::ragdoll) change_rate: Vec3,
    /// Local transform that was last written.
    pub(in crate::ragdoll) written: Transform,
}

impl PartState {
    pub(in crate::ragdoll) const NEW: Self = Self {
        body: None,
        joint: None,
        falls: false,
        reacts: false,
        is_released: false,
        is_kinematic: false,
        strength: 0.0,
        weakness: 0.0,
        slackness: 0.0,
        animated: None,
        animation: AnimatedMotion::NONE,
        frame: ConstraintFrame { anchor: Vec3::ZERO, rotation: Quat::IDENTITY },
        target: Quat::IDENTITY,
        woken_at: Quat::IDENTITY,
        motion: BodyMotion::STILL,
        raised: (0.0, 0.0),
        planted: Planted::NONE,
        posed: Transform::IDENTITY,
        turned: Quat::IDENTITY,
        turning: Vec3::ZERO,
        change: Transform::IDENTITY,
        change_rate: Vec3::ZERO,
        written: Transform::IDENTITY,
    };

    /// Strength of the muscles in a reaction of strength `reaction`, after hits.
    pub(in crate::ragdoll) fn present_strength(&self, reaction: Option<f32>) -> f32 {
        reaction.filter(|_| self.reacts).unwrap_or(self.strength) * (1.0 - self.weakness)
    }

    /// Whether joints between this part and those that hang on it follow the animation. Those of a limp part
    /// keep their pose.
    pub(in crate::ragdoll) fn moves_between(&self) -> bool {
        !self.falls || self.reacts || self.strength > 0.0
    }
}

/// Joint between two parts that is no part itself.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct BetweenJoint {
    pub(in crate::ragdoll) joint: JointId,
    /// Part on which it hangs.
    pub(in crate::ragdoll) part: usize,
    /// Its local transform while it does not follow the animation.
    pub(in crate::ragdoll) transform: Transform,
}

/// Motion of a part in the animated pose, and the force and the torque at its joint that it needs.
#[derive(Clone, Copy, Debug)]
pub(in crate::ragdoll) struct AnimatedMotion {
    /// Velocity of the centre of mass and angular velocity, in the world; `None` before the second frame and
    /// after a cut.
    pub(in crate::ragdoll) velocity: Option<[Vec3; 2]>,
    pub(in crate::ragdoll) force: Vec3,
    pub(in crate::ragdoll) torque: Vec3,
}

impl AnimatedMotion {
    pub(in crate::ragdoll) const NONE: Self = Self { velocity: None, force: Vec3::ZERO, torque: Vec3::ZERO };
}
