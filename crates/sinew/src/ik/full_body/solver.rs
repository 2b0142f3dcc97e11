//! Several effectors at once by damped least squares over all joints (C. W. Wampler, 1986; T. Sugihara, 2011), drawn
//! towards the animated pose where that costs the effectors nothing (A. Liégeois, *Automatic Supervisory Control of the
//! Configuration and Behavior of Multibody Mechanisms*, 1977).

use crate::ik::FullBodyScratch;
use crate::ik::full_body::call::BodyWork;
use crate::ik::{FullBody, IkResult};
use crate::math::Transform;
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3};

/// Bends a [`FullBody`] so that its effectors come to their goals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FullBodySolver {
    /// Steps at most, of each try; one over a person costs some microseconds.
    pub iterations: u32,
    /// Near enough, in metres of the model.
    pub tolerance: f32,
    /// What the root does.
    pub root: RootBehaviour,
    /// How strongly joints are drawn back to the animated pose while the body looks for its goals, 0 (at first) to 1. A pull
    /// of 0.1 keeps a body nearer to its pose and takes twice as many steps.
    pub preference: f32,
    /// Where the center of mass is to be, seen from above.
    pub balance: Option<Balance>,
    /// How often to begin again, five times at most, where several effectors pull and some stay off: with their limbs swung to
    /// other sides. Only what arrives is taken, so goals that are reached without are not touched; one that moves from there to
    /// where it takes another try may make a limb jump over. What nothing reaches costs as much again for each. Bodies that are
    /// drawn back to their pose do not begin again.
    pub restarts: u32,
}

/// What the root of a body does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RootBehaviour {
    /// Stays as it is.
    Pinned,
    /// Turns where it is.
    Turns,
    /// Turns and moves, as willingly as 0 (not at all) to 1 (as any joint) say.
    Free(f32),
}

/// Keeps the center of mass over a place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Balance {
    /// The place, in model space; its height does not count.
    pub over: Vec3,
    /// 0 not at all, 1 as much as any effector of the last priority.
    pub weight: f32,
}

/// Where an effector is to be. What is none is left to itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyGoal {
    /// Which effector.
    pub effector: usize,
    /// The place of its point, in model space.
    pub position: Option<Vec3>,
    /// The rotation of its joint, in model space.
    pub rotation: Option<Quat>,
    /// How much of the way from where it is animated, 0 to 1.
    pub weight: f32,
    /// Where goals contradict one another, those of a smaller number win.
    pub priority: u8,
}

impl BodyGoal {
    /// All the way to a place in model space, before all others.
    pub fn at(effector: usize, place: Vec3) -> Self {
        Self { effector, position: Some(place), rotation: None, weight: 1.0, priority: 0 }
    }

    /// The same with a rotation in model space.
    #[must_use]
    pub fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation: Some(rotation), ..self }
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
    /// Bends `body` as `goals` ask; all of them at once. `local` holds the pose as it is animated, one transform per joint of
    /// `skeleton`, and `model` the same in model space; rotations of the joints that move are written, and the root's
    /// translation where it is free. Goals of effectors that there are none of, and such as are no numbers, are left out.
    ///
    /// The answer tells the worst effector, those of priority 0 alone where there are such.
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the body is of another one.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        body: &FullBody,
        goals: &[BodyGoal],
        weight: f32,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut FullBodyScratch,
    ) -> IkResult {
        scratch.load(skeleton, body, model);
        if !scratch.is_finite() {
            return IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        }
        if self.balance.is_some() {
            scratch.weigh(skeleton, body, model);
        }
        let work = BodyWork::new(self, body, goals, scratch);
        let iterations = work.run(scratch);
        let [error, rotation_error] = work.worst(scratch);
        scratch.store(skeleton, body, weight, local, model);
        IkResult { error, rotation_error, iterations }
    }
}
