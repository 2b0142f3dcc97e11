//! Foot-roll leg: hip and knee bring the ankle to the foot, and the heel lifts about the ball by as little as the leg
//! needs to reach (as roll bones of animators' rigs do by hand: T. O'Hailey, *Rig It Right!*, 2013; here by the law
//! of cosines).

use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::ChainScratch;
use crate::ik::leg::foot::Foot;
use crate::ik::{Chain, ChainError, ChainGoal, IkResult, Limb, LimbSettings, Link};
use crate::limit::HumanLimits;
use crate::math::turn::{rotation_of, write};
use crate::math::{Transform, mirrored, slerp_shortest};
use crate::pose::ModelPose;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3, Vec3A};
use std::f32::consts::{FRAC_PI_3, FRAC_PI_6};

/// Leg with a foot: hip, knee, ankle, and the ball of the foot, where the toes begin. For animals that walk on their
/// toes the metatarsus is the foot and the hock the ankle.
#[derive(Clone, Debug)]
pub struct FootRollLeg {
    pub(crate) limb: Limb,
    pub(crate) toes: Link,
    /// Axis about which the heel lifts, in the ankle's own space.
    pub(crate) axis: Vec3,
}

/// Settings of a foot-roll leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootRollSettings {
    /// Rotation that the foot keeps.
    pub mode: FootMode,
    /// Lift of the heel about the ball, 0 to 1 of `max_heel_angle`; the leg may need more.
    pub heel_lift: f32,
    /// Lift of the toes, 0 to 1 of `max_toe_angle`.
    pub toe_lift: f32,
    /// Largest lift of the heel, radians.
    pub max_heel_angle: f32,
    /// Largest lift of the toes, radians.
    pub max_toe_angle: f32,
    /// Extension at which the heel begins to lift, as a share of the leg's length, 0 to 1.
    pub roll_start: f32,
    /// Pole of the knee, a position in model space; none leaves the knee on the shortest arc.
    pub pole: Option<Vec3>,
}

/// Rotation of the foot that is kept from the animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FootMode {
    /// Foot relative to its toes: soles that lie on the ground.
    #[default]
    Sole,
    /// Foot relative to the line from hip to ball: hind legs of animals, which fold as a whole.
    Hind,
}

impl Default for FootRollSettings {
    fn default() -> Self {
        Self {
            mode: FootMode::Sole,
            heel_lift: 0.0,
            toe_lift: 0.0,
            max_heel_angle: FRAC_PI_3,
            max_toe_angle: FRAC_PI_6,
            roll_start: 0.97,
            pole: None,
        }
    }
}

/// Tolerance in lengths of the leg.
const NEAR: f32 = 1e-4;

impl FootRollLeg {
    /// Leg of hip, knee, ankle and ball, each below the one before, with limits. The heel lifts in the plane in which
    /// the leg rests.
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn new(
        skeleton: &Skeleton,
        joints: [JointIndex; 4],
        limits: Option<&HumanLimits>,
    ) -> Result<Self, ChainError> {
        let [hip, knee, ankle, ball] = joints;
        let limb = Limb::new(skeleton, [hip, knee, ankle], limits)?;
        let toes = Chain::new(skeleton, &[ankle, ball])?;
        let toes = match limits {
            Some(limits) => toes.with_limits(limits),
            None => toes,
        };
        Ok(Self::of(skeleton, limb, &toes))
    }

    /// Leg from a limb and the chain of its ankle and ball.
    pub(crate) fn of(skeleton: &Skeleton, limb: Limb, toes: &Chain) -> Self {
        let links = limb.chain().links();
        let [hip, ankle, ball] = [links[0].joint, links[2].joint, toes.tip()];
        let rest = ModelPose::rest(skeleton);
        let place = |joint| rest.get(joint).translation;
        let (foot, leg) = (place(ankle) - place(ball), place(hip) - place(ball));
        let across = foot.cross(leg);
        let is_clear = across.length() > 1e-3 * foot.length() * leg.length();
        let across = if is_clear { across.normalize() } else { Vec3A::X };
        let axis = rotation_of(rest.get(ankle)).inverse() * Vec3::from(across);
        Self { limb, toes: toes.links()[1].clone(), axis }
    }

    /// Left or right leg of a humanoid with human limits: the body's own left, whatever the file calls it.
    ///
    /// # Errors
    /// When the humanoid lacks one of the four bones.
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid, left: bool) -> Result<Self, ChainError> {
        use HumanBone::{LeftFoot, LeftLowerLeg, LeftToes, LeftUpperLeg};
        let mut joints = [JointIndex(0); 4];
        for (joint, bone) in joints.iter_mut().zip([LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes]) {
            let bone = if left { bone } else { bone.mirrored() };
            *joint = humanoid.joint(bone).ok_or(ChainError::Empty)?;
        }
        Self::new(skeleton, joints, Some(&HumanLimits::new(skeleton, humanoid)))
    }

    /// Limb from hip to ankle.
    pub fn limb(&self) -> &Limb {
        &self.limb
    }

    /// Joint at the ball of the foot.
    pub fn ball(&self) -> JointIndex {
        self.toes.joint
    }

    /// Solves the leg so that the ball of its foot reaches the goal, with the toes at its rotation, else as animated
    /// in the model. The errors are those of ball and toes. Slices, weight and scratch are as in
    /// [`ChainSolver::solve`](crate::ik::ChainSolver::solve).
    ///
    /// # Panics
    /// When the slices are shorter than the skeleton, or the leg belongs to another skeleton.
    pub fn solve(
        &self,
        skeleton: &Skeleton,
        goal: &ChainGoal,
        settings: &FootRollSettings,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> IkResult {
        self.solve_softly(skeleton, goal, settings, 0.0, local, model, scratch)
    }

    /// [`FootRollLeg::solve`] with a softened reach of the limb.
    pub(crate) fn solve_softly(
        &self,
        skeleton: &Skeleton,
        goal: &ChainGoal,
        settings: &FootRollSettings,
        softness: f32,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> IkResult {
        /// Passes in which the leg corrects what the ankle's limit changed.
        const PASSES: usize = 4;
        let nothing = IkResult { error: 0.0, rotation_error: 0.0, iterations: 0 };
        let Some(foot) = Foot::of(self, goal, settings, model) else { return nothing };
        let limb = LimbSettings { pole: settings.pole, softness, ..LimbSettings::default() };
        let mut at = ChainGoal {
            position: (foot.ball + foot.to_ankle).into(),
            rotation: Some(foot.rotation),
            weight: goal.weight,
        };
        let Some(mut bend) = self.limb.bend(skeleton, &at, &limb, model, scratch) else { return nothing };
        let near = NEAR * foot.reach;
        let mut iterations = bend.reach.iterations;
        for _ in 1..PASSES {
            let ankle = &scratch.links[2];
            let wanted = foot.ball - ankle.rotation * foot.bone;
            // Other errors come from the reach.
            if bend.reach.rotation_error < 1e-4 || ankle.place.distance(wanted) < near {
                break;
            }
            at.position = wanted.into();
            match self.limb.bend(skeleton, &at, &limb, model, scratch) {
                Some(next) => bend = next,
                None => break,
            }
            iterations += bend.reach.iterations;
        }
        let ankle = scratch.links[2];
        let ball = ankle.place + ankle.rotation * foot.bone;
        let toes = self.toes_turned(skeleton, &foot, ankle.rotation, model);
        if goal.weight > 0.0 {
            self.limb.store(skeleton, &bend, goal.weight, local, scratch);
            toes.store(self.toes.joint, goal.weight, local);
        }
        let rotation_error = if goal.rotation.is_some() { toes.error } else { 0.0 };
        IkResult {
            error: ball.as_dvec3().distance(goal.position.as_dvec3()) as f32,
            rotation_error,
            iterations,
        }
    }

    /// Rotation that lifts the heel, in model space, and its angle, radians; none without a lift.
    pub(crate) fn lift(
        &self,
        goal: &ChainGoal,
        settings: &FootRollSettings,
        model: &[Affine3A],
    ) -> Option<(Quat, f32)> {
        let foot = Foot::of(self, goal, settings, model)?;
        (foot.lift > 0.0).then_some((foot.heel, foot.lift))
    }

    /// Rotation of the toes on a foot with the given rotation.
    fn toes_turned(&self, skeleton: &Skeleton, foot: &Foot, ankle: Quat, model: &[Affine3A]) -> Toes {
        let Link { joint, limit, reference_rotation: zero, .. } = &self.toes;
        let above = skeleton.parent(*joint).map(|parent| &model[parent.index()]);
        let parent = above.map_or(Quat::IDENTITY, rotation_of);
        let is_mirrored = above.is_some_and(|above| above.matrix3.determinant() < 0.0);
        let from = parent.inverse() * rotation_of(&model[joint.index()]) * zero.inverse();
        // Joints between ankle and toes keep their local rotations.
        let parent = ankle * foot.animated.inverse() * parent;
        let turn = limit.clamp(parent.inverse() * foot.toes * zero.inverse()).normalize();
        let off = (parent * turn * *zero).inverse() * foot.toes;
        Toes { from, turn, is_mirrored, error: 2.0 * off.xyz().length().atan2(off.w.abs()) }
    }
}

/// Solved toes, as rotations relative to the reference rotation of their limit.
struct Toes {
    /// Animated rotation.
    from: Quat,
    /// Solved rotation, within the limit.
    turn: Quat,
    /// Whether the parent is mirrored.
    is_mirrored: bool,
    /// Angle from the target rotation, radians.
    error: f32,
}

impl Toes {
    fn store(&self, joint: JointIndex, weight: f32, local: &mut [Transform]) {
        let change = slerp_shortest(self.from, self.turn, weight.min(1.0)) * self.from.inverse();
        let change = if self.is_mirrored { mirrored(change) } else { change };
        let own = &mut local[joint.index()].rotation;
        write(change * *own, own);
    }
}
