//! Climbing a ladder hand over hand: the rungs of hands and feet are a function of the height of the body,
//! without state, so that climbing down is climbing up in reverse (footfalls as phases of one cycle: M.
//! Hildebrand, *Symmetrical Gaits of Horses*, 1965).

#[cfg(test)]
#[path = "climb_tests.rs"]
mod tests;

use super::gait::{Gait, MAX_STRIDE};
use super::head_clearance::HeadClearance;
use super::limb::Limb;
use crate::prop::ladder::Ladder;
use sinew::body::TPose;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::{HumanBone, Humanoid};
use sinew::math::{Transform, smoothstep};
use sinew::rig::IkGoal;
use sinew::{Character, Skeleton};
use std::f32::consts::PI;

/// Climber: the proportions of a body on a ladder.
#[derive(Clone, Debug)]
pub(super) struct Climb {
    pub(super) limbs: [Limb; 4],
    /// Rotation that turns the body to face +Z.
    facing: Quat,
    /// Length of the shorter arm, and of the shorter leg.
    pub(super) arm: f32,
    pub(super) leg: f32,
    /// Extent of trunk and head towards the ladder.
    pub(super) head_clearance: HeadClearance,
}

/// Pose of a body on a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClimbPose {
    /// World from model.
    pub(super) body: Affine3A,
    /// Goals of palms and feet, in the order of [`Climb::EFFECTORS`].
    pub(super) goals: [IkGoal; 4],
    /// Goal of the effector [`Climb::LOOK`]: upwards, where the head would be among the rungs otherwise. None
    /// keeps the animated look.
    pub(super) look: Option<IkGoal>,
}

impl Climb {
    /// Effectors of the goals, in their order: those of [`IkRig::human`](sinew::rig::IkRig::human) with
    /// [grips](sinew::rig::IkRig::with_grips).
    pub(super) const EFFECTORS: [&str; 4] = ["left hand", "right hand", "left foot", "right foot"];

    /// Effector of the same rig for [`ClimbPose::look`].
    pub(super) const LOOK: &str = "look";

    /// Climber with the proportions of a humanoid; none where an arm or a leg lacks a bone.
    pub(super) fn human(skeleton: &Skeleton, humanoid: &Humanoid) -> Option<Self> {
        use HumanBone::*;
        let body = TPose::new(skeleton, humanoid);
        let facing = body.facing();
        let position = |bone| Some(facing * body.position(bone)?);
        let both = |bones: [HumanBone; 3]| {
            Some(body.limb_length(bones)?.min(body.limb_length(bones.map(HumanBone::mirrored))?))
        };
        let arm = both([LeftUpperArm, LeftLowerArm, LeftHand])?;
        let leg = both([LeftUpperLeg, LeftLowerLeg, LeftFoot])?;
        let hand = |upper, hand, knuckle| {
            // Distance from the wrist to the middle of the palm.
            let palm = body.offset(hand, knuckle).map_or(0.16 * arm, Vec3::length);
            let root = position(upper)?;
            // Around the rung from above, the thumb inwards.
            let (thumb, fingers) = (Vec3::X * -root.x.signum(), Vec3::new(0.0, 0.9, 0.436).normalize());
            let rotation = Quat::from_mat3(&Mat3::from_cols(thumb.cross(fingers), thumb, fingers));
            Some(Limb { root, hold: Vec3::new(0.0, -0.64, -0.64) * palm, goal: Vec3::ZERO, rotation })
        };
        let foot = |upper, foot, toes| {
            let ball = body.offset(foot, toes).map_or(0.17 * leg, |toes| toes.with_y(0.0).length());
            let hold = Vec3::new(0.0, body.ankle_height(), -ball);
            Some(Limb { root: position(upper)?, hold, goal: hold, rotation: body.rotation(foot) })
        };
        let limbs = [
            hand(LeftUpperArm, LeftHand, LeftMiddleProximal)?,
            hand(RightUpperArm, RightHand, RightMiddleProximal)?,
            foot(LeftUpperLeg, LeftFoot, LeftToes)?,
            foot(RightUpperLeg, RightFoot, RightToes)?,
        ];
        Some(Self { limbs, facing, arm, leg, head_clearance: HeadClearance::default() })
    }

    /// Measures the skin: trunk and head, with everything attached, stay in front of the rungs at rest. Where
    /// arms and legs are too short for that, the body keeps the distance they allow, and the head looks up.
    #[must_use]
    pub(super) fn with_body(mut self, character: &Character, humanoid: &Humanoid) -> Self {
        self.head_clearance = HeadClearance::of(character, humanoid, self.facing);
        self
    }

    /// Height that the body can climb on a ladder, metres, with hands and feet on rungs all the way.
    pub(super) fn height(&self, ladder: &Ladder) -> f32 {
        let gait = self.gait(ladder);
        (gait.highest - gait.lowest).max(0.0)
    }

    pub(super) fn gait(&self, ladder: &Ladder) -> Gait {
        Gait::new(&self.limbs, [self.arm, self.leg], &self.head_clearance, ladder)
    }

    /// Whether the rungs are near enough to one another for the body.
    pub(super) fn fits(&self, ladder: &Ladder) -> bool {
        let max = (MAX_STRIDE[0] * self.leg).min(MAX_STRIDE[1] * self.arm);
        ladder.rungs > 0 && ladder.step() <= max
    }

    /// Pose of the body `climbed` metres above its lowest position on the ladder, limited to
    /// [`Climb::height`].
    pub(super) fn at(&self, ladder: &Ladder, climbed: f32) -> ClimbPose {
        let gait = self.gait(ladder);
        let max = (gait.highest - gait.lowest).max(0.0);
        let body = gait.lowest + if climbed.is_nan() { 0.0 } else { climbed.clamp(0.0, max) };
        let foot = ladder.placed();
        let mut pose = ClimbPose {
            body: foot * Affine3A::from_rotation_translation(self.facing, Vec3::new(0.0, body, -gait.away)),
            goals: [IkGoal::at(Vec3::ZERO); 4],
            look: None,
        };
        if gait.pitch > 0.0 {
            let (up, ahead) = gait.pitch.sin_cos();
            let far = Vec3::new(0.0, up, ahead) * (100.0 * (self.arm + self.leg));
            pose.look =
                Some(IkGoal::at(foot.transform_point3(far + Vec3::Y * (body + self.limbs[0].root.y))));
        }
        let turned = Transform::from_affine(&foot).rotation;
        for (n, limb) in self.limbs.iter().enumerate() {
            let (rung, share) = gait.holds(n, body);
            let last = ladder.rungs.saturating_sub(1) as f32;
            let held = |rung: f32| {
                let rung = rung.clamp(0.0, last);
                Vec3::new(gait.aside[n], ladder.height(rung), 0.0) + limb.goal
            };
            let (from, to) = (held(rung), held(rung + gait.stride));
            let position = match share {
                s if s <= 0.0 => from,
                s => {
                    let s = smoothstep(s);
                    from.lerp(to, s) - Vec3::Z * (gait.off[n] * (PI * s).sin())
                }
            };
            // Elbows point down and a little to the side.
            let side = if limb.root.x < 0.0 { -1.0 } else { 1.0 };
            let elbow = (n < 2).then(|| position + Vec3::new(0.3 * side, -1.0, -0.5) * self.arm);
            pose.goals[n] = IkGoal::at(foot.transform_point3(position))
                .with_rotation(turned * limb.rotation)
                .with_pole(elbow.map(|elbow| foot.transform_point3(elbow)));
        }
        pose
    }
}
