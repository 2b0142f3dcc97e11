use glam::{Quat, Vec3};

/// Solver that brings the effectors of a [`FullBody`](crate::ik::FullBody) to their goals.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FullBodySolver {
    /// Largest number of steps, per restart; a step over a humanoid takes some microseconds.
    pub iterations: u32,
    /// Tolerance of distances, metres of the model.
    pub tolerance: f32,
    /// Behaviour of the root.
    pub root: RootBehaviour,
    /// Strength of the pull to the animated pose during the search, 0 (default) to 1. With 0.1 the body stays
    /// nearer to its pose and needs twice as many steps.
    pub preference: f32,
    /// Balance of the center of mass, seen from above.
    pub balance: Option<Balance>,
    /// Largest number of restarts, up to five, where several effectors have goals and some miss them, with
    /// their limbs swung to other sides. Only a result that reaches its goals is taken, so goals that are
    /// reached without a restart are not affected; a limb may jump when a moving goal begins to need one.
    /// Unreachable goals cost all restarts. Bodies with a `preference` do not restart.
    pub restarts: u32,
}

/// Behaviour of the root of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum RootBehaviour {
    /// Keeps its position and rotation.
    Pinned,
    /// Turns in place.
    Turns,
    /// Turns and moves; the value is its mobility, 0 (none) to 1 (as a joint).
    Free(f32),
}

/// Balance: keeps the center of mass over a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Balance {
    /// Position in model space; the height is ignored.
    #[cfg_attr(feature = "serde", serde(alias = "over"))]
    pub target: Vec3,
    /// Weight, 0 to 1; 1 counts as much as an effector of the lowest priority.
    pub weight: f32,
}

impl Balance {
    /// Balance over a position in model space, at full weight.
    #[must_use]
    pub fn new(target: Vec3) -> Self {
        Self { target, weight: 1.0 }
    }

    /// Sets the weight, 0 to 1.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }
}

/// Goal of an effector; components that are none are free.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyGoal {
    /// Index of the effector.
    pub effector: usize,
    /// Target position of its point, in model space.
    pub position: Option<Vec3>,
    /// Target rotation of its joint, in model space.
    pub rotation: Option<Quat>,
    /// Weight of the blend from the animated pose, 0 to 1.
    pub weight: f32,
    /// Priority: where goals contradict one another, smaller numbers win.
    pub priority: u8,
}

impl BodyGoal {
    /// Goal without position and rotation, at full weight and first priority.
    #[must_use]
    pub fn new(effector: usize) -> Self {
        Self { effector, position: None, rotation: None, weight: 1.0, priority: 0 }
    }

    /// Goal at a position in model space, at full weight and first priority.
    #[must_use]
    pub fn at(effector: usize, position: Vec3) -> Self {
        Self::new(effector).with_position(position)
    }

    /// Sets the target position, in model space; `None` leaves it free.
    #[must_use]
    pub fn with_position(self, position: impl Into<Option<Vec3>>) -> Self {
        Self { position: position.into(), ..self }
    }

    /// Sets the target rotation, in model space; `None` leaves it free.
    #[must_use]
    pub fn with_rotation(self, rotation: impl Into<Option<Quat>>) -> Self {
        Self { rotation: rotation.into(), ..self }
    }

    /// Sets the weight of the blend from the animated pose, 0 to 1.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// Sets the priority; smaller numbers win.
    #[must_use]
    pub fn with_priority(self, priority: u8) -> Self {
        Self { priority, ..self }
    }
}

impl Default for FullBodySolver {
    fn default() -> Self {
        Self {
            iterations: 20,
            tolerance: 2.5e-4,
            root: RootBehaviour::Free(0.5),
            preference: 0.0,
            balance: None,
            restarts: 1,
        }
    }
}

impl FullBodySolver {
    /// Sets the largest number of steps, per restart.
    #[must_use]
    pub fn with_iterations(self, iterations: u32) -> Self {
        Self { iterations, ..self }
    }

    /// Sets the tolerance of distances, metres of the model.
    #[must_use]
    pub fn with_tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// Sets the behaviour of the root.
    #[must_use]
    pub fn with_root(self, root: RootBehaviour) -> Self {
        Self { root, ..self }
    }

    /// Sets the strength of the pull to the animated pose, 0 to 1.
    #[must_use]
    pub fn with_preference(self, preference: f32) -> Self {
        Self { preference, ..self }
    }

    /// Sets the balance of the center of mass; `None` keeps no balance.
    #[must_use]
    pub fn with_balance(self, balance: impl Into<Option<Balance>>) -> Self {
        Self { balance: balance.into(), ..self }
    }

    /// Sets the largest number of restarts, up to five.
    #[must_use]
    pub fn with_restarts(self, restarts: u32) -> Self {
        Self { restarts, ..self }
    }
}
