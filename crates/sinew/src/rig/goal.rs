use crate::math::Transform;
use crate::skeleton::{MAX_COORDINATE, Socket};
use glam::{Quat, Vec3};

/// IK goal of an effector: a target to reach or to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct IkGoal {
    /// Target position.
    pub target: IkTarget,
    /// Target rotation, in the world, or in the socket's space for a socket target; ignored by looks. None
    /// leaves the rotation free.
    pub rotation: Option<Quat>,
    /// Pole of elbow or knee, a position in the world, or in the socket's space for a socket target; none for
    /// the part's own.
    pub pole: Option<Vec3>,
    /// Weight once the goal has faded in, 0 to 1.
    pub weight: f32,
    /// Time in which it fades in, and out once it is cleared: seconds to nine tenths. `None` for the fade time
    /// of the effector ([`IkRig::set_fade`](crate::rig::IkRig::set_fade)).
    pub fade: Option<f32>,
}

/// Target of an IK goal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum IkTarget {
    /// Position in the world.
    World(Vec3),
    /// Position in model space.
    Model(Vec3),
    /// Offset from the animated position, in model space: the animation goes on. Foot IK and earlier parts of
    /// the rig count as animation.
    Offset(Vec3),
    /// Socket on a joint, posed by earlier parts of the rig: the second hand on an object that the first one
    /// holds. It stays there while a ragdoll moves the body, see
    /// [`IkState::hold`](crate::rig::IkState::hold).
    Socket(Socket),
}

impl IkGoal {
    /// Goal at a position in the world, at full weight, without a rotation.
    #[must_use]
    pub fn at(world_position: Vec3) -> Self {
        Self::new(IkTarget::World(world_position))
    }

    /// Goal at a target, at full weight, without a rotation.
    #[must_use]
    pub fn new(target: IkTarget) -> Self {
        Self { target, rotation: None, pole: None, weight: 1.0, fade: None }
    }

    /// Goal at a socket with its rotation, at full weight.
    #[must_use]
    pub fn at_socket(socket: Socket) -> Self {
        Self { rotation: Some(Quat::IDENTITY), ..Self::new(IkTarget::Socket(socket)) }
    }

    /// The goal in numbers that poses hold: no further away than [`MAX_COORDINATE`], with a unit rotation. A
    /// rotation or a pole that is not finite is left out; `None` for a target that is not finite.
    pub(super) fn bounded(self) -> Option<Self> {
        let clamped = |vector: Vec3| {
            vector
                .is_finite()
                .then(|| vector.clamp(Vec3::splat(-MAX_COORDINATE), Vec3::splat(MAX_COORDINATE)))
        };
        let unit = |turn: Quat| {
            turn.is_finite()
                .then(|| turn.as_dquat().normalize().as_quat())
                .filter(|turn| turn.is_normalized())
        };
        let target = match self.target {
            IkTarget::World(position) => IkTarget::World(clamped(position)?),
            IkTarget::Model(position) => IkTarget::Model(clamped(position)?),
            IkTarget::Offset(offset) => IkTarget::Offset(clamped(offset)?),
            IkTarget::Socket(Socket { joint, offset }) => {
                let rotation = unit(offset.rotation)?;
                let (translation, scale) = (clamped(offset.translation)?, clamped(offset.scale)?);
                IkTarget::Socket(Socket { joint, offset: Transform { rotation, translation, scale } })
            }
        };
        let (rotation, pole) = (self.rotation.and_then(unit), self.pole.and_then(clamped));
        Some(Self { target, rotation, pole, ..self })
    }

    /// Sets the rotation, in the world, or in the socket's space for a socket target; `None` leaves it free.
    #[must_use]
    pub fn with_rotation(self, rotation: impl Into<Option<Quat>>) -> Self {
        Self { rotation: rotation.into(), ..self }
    }

    /// Sets the pole of elbow or knee, a position in the space of the rotation; `None` for the part's own.
    #[must_use]
    pub fn with_pole(self, pole: impl Into<Option<Vec3>>) -> Self {
        Self { pole: pole.into(), ..self }
    }

    /// Sets the weight once the goal has faded in, 0 to 1.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// Sets the time in which it fades in and out, seconds to nine tenths; `None` for that of the effector.
    #[must_use]
    pub fn with_fade(self, fade: impl Into<Option<f32>>) -> Self {
        Self { fade: fade.into(), ..self }
    }
}

/// Result of an effector's goal, in the pose at the end of the frame: what a ragdoll or a hook has moved
/// after IK counts ([`IkState::update_reports`](crate::rig::IkState::update_reports)).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct IkReport {
    /// Current weight of the goal, 0 to 1.
    pub weight: f32,
    /// Distance from the goal at full weight, metres; 0 for looks.
    pub error: f32,
    /// Angle from the goal's rotation at full weight, radians.
    pub rotation_error: f32,
    /// For looks: angle between the line of sight and the target at full weight, radians; else 0.
    pub angle_error: f32,
    /// For looks: rotation of the body to its left, radians, that would bring a target outside of the view
    /// cone into it. Its side is kept while the target wavers straight behind, and the value may exceed half
    /// a turn by up to 20 degrees.
    pub turn_request: f32,
}
