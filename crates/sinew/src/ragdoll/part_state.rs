use super::physics::{BodyId, BodyMotion, JointFrame, JointId};
use super::solve::AnimatedMotion;
use crate::math::Transform;
use crate::skeleton::JointIndex;
use glam::{Quat, Vec3};

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
    /// Whether it fell until the ragdoll was stopped.
    pub(super) is_released: bool,
    /// Whether the animation moves its body in the physics engine.
    pub(super) is_kinematic: bool,
    /// Strength of the muscles, 0 to 1.
    pub(super) strength: f32,
    /// Share of the strength that a hit has taken away, 0 to 1.
    pub(super) weakness: f32,
    /// Place in the animated pose of the last frame, in the world; `None` before the first frame.
    pub(super) animated: Option<(Vec3, Quat)>,
    pub(super) animation: AnimatedMotion,
    /// Frame of the joint on the parent, and rotation of the joint in the animated pose of the last frame.
    pub(super) frame: JointFrame,
    pub(super) target: Quat,
    /// Target at which the body was last woken.
    pub(super) woken_at: Quat,
    /// Motion that physics last returned.
    pub(super) motion: BodyMotion,
    /// Local transforms that were last written: of this frame and of the one before.
    pub(super) written: [Transform; 2],
}

impl PartState {
    pub(super) const NEW: Self = Self {
        body: None,
        joint: None,
        falls: false,
        is_released: false,
        is_kinematic: false,
        strength: 0.0,
        weakness: 0.0,
        animated: None,
        animation: AnimatedMotion::NONE,
        frame: JointFrame { anchor: Vec3::ZERO, rotation: Quat::IDENTITY },
        target: Quat::IDENTITY,
        woken_at: Quat::IDENTITY,
        motion: BodyMotion::STILL,
        written: [Transform::IDENTITY; 2],
    };

    /// Strength of the muscles after hits.
    pub(super) fn present_strength(&self) -> f32 {
        self.strength * (1.0 - self.weakness)
    }

    /// Whether joints between this part and those that hang on it follow the animation. Those of a limp part keep their pose.
    pub(super) fn moves_between(&self) -> bool {
        !self.falls || self.strength > 0.0
    }
}

/// Joint between two parts that is no part itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct BetweenJoint {
    pub(super) joint: JointIndex,
    /// Part on which it hangs.
    pub(super) part: usize,
    /// Its local transform while it does not follow the animation.
    pub(super) held: Transform,
}

/// Impulse that is applied in the next frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impulse {
    pub(super) part: usize,
    pub(super) impulse: Vec3,
    /// Point in the world; `None` for the centre of mass.
    pub(super) point: Option<Vec3>,
}

/// Point of a part that is pulled to a point in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drag {
    pub(super) part: usize,
    /// Point in the body's space.
    pub(super) point: Vec3,
    pub(super) target: Vec3,
    /// Force that carries what hangs on the point.
    pub(super) force: Vec3,
}

/// What happened in frames without physics.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Missed {
    pub(super) frames: bool,
    pub(super) teleported: bool,
    pub(super) pose_jumped: bool,
}
