//! Climbing a ladder hand over hand: the rungs of hands and feet are a function of the height of the body, without
//! state, so that climbing down is climbing up in reverse (footfalls as phases of one cycle: M. Hildebrand,
//! *Symmetrical Gaits of Horses*, 1965).

use crate::body::ReferencePose;
use crate::character::Character;
use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::ChainError;
use crate::math::{Transform, smoothstep};
use crate::pose::ModelPose;
use crate::rig::front::Front;
use crate::rig::{IkGoal, Ladder};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Mat3, Quat, Vec3};
use std::f32::consts::PI;

/// Climber: the proportions of a body on a ladder.
#[derive(Clone, Debug)]
pub struct Climb {
    limbs: [Limb; 4],
    /// Rotation from +Z to the facing of the body.
    facing: Quat,
    /// Length of the shorter arm, and of the shorter leg.
    arm: f32,
    leg: f32,
    /// Extent of trunk and head towards the ladder.
    front: Front,
}

/// Hand or foot of a body that faces +Z.
#[derive(Clone, Copy, Debug)]
struct Limb {
    /// Position of shoulder or hip.
    root: Vec3,
    /// Vector from the held rung to wrist or ankle.
    hold: Vec3,
    /// Vector from the held rung to the goal (palm or ankle), and the goal's rotation.
    goal: Vec3,
    rotation: Quat,
}

/// Pose of a body on a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClimbPose {
    /// World from model.
    pub body: Affine3A,
    /// Goals of palms and feet, in the order of [`Climb::SLOTS`].
    pub goals: [IkGoal; 4],
    /// Rungs that they hold, or have left last.
    pub rungs: [u32; 4],
    /// Whether each holds its rung; the others are moving to the next.
    pub holds: [bool; 4],
    /// Goal of the effector [`Climb::LOOK`]: upwards, where the head would be among the rungs otherwise. None keeps
    /// the animated look.
    pub look: Option<IkGoal>,
}

/// Share of a cycle for which a hand or foot holds its rung. One of each pair always holds.
const HOLD: f32 = 0.6;

/// Largest extension of arms and of legs, as a share of their lengths, with a reserve for limbs that follow the body.
const MAX_ARM: f32 = 0.85;
const MAX_LEG: f32 = 0.88;

/// Largest distance of hands and feet in front of their roots, in lengths of arms and legs.
const MAX_AHEAD: [f32; 2] = [0.6, 0.6];

/// Largest climb per cycle, in lengths of the legs and of the arms.
const MAX_STRIDE: [f32; 2] = [0.9, 1.15];

/// Distance from the rungs at which hands and feet move, in lengths of the legs.
const CLEARANCE: f32 = 0.15;

/// Smallest distance of a moving wrist from its shoulder, in lengths of the arm: an elbow folds to about half of
/// that, and a hand that passes so near makes the arm whirl.
const MIN_WRIST_DISTANCE: f32 = 0.42;

/// Share of the adjustment that lets a hand move together with the opposite foot which lowers the hands; the rest
/// raises the feet.
const HAND_SHARE: f32 = 0.65;

impl Climb {
    /// Effectors of the goals, in their order: those of [`IkRig::human`](crate::rig::IkRig::human) with
    /// [grips](crate::rig::IkRig::with_grips).
    /// [palms](crate::rig::IkRig::with_grips).
    pub const SLOTS: [&str; 4] = ["left hand", "right hand", "left foot", "right foot"];

    /// Effector of the same rig for [`ClimbPose::look`].
    pub const LOOK: &str = "look";

    /// Climber with the proportions of a humanoid.
    ///
    /// # Errors
    /// When an arm or a leg lacks a bone.
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid) -> Result<Self, ChainError> {
        use HumanBone::*;
        let rest = ModelPose::rest(skeleton);
        let at = |bone| humanoid.joint(bone).map(|joint| Vec3::from(rest.get(joint).translation));
        let place = |bone| at(bone).ok_or(ChainError::Empty);
        let left = place(LeftUpperLeg)? - place(RightUpperLeg)?;
        let facing = Quat::from_rotation_arc(Vec3::X, left.with_y(0.0).normalize_or(Vec3::X));
        let seen = |bone| place(bone).map(|place| facing.inverse() * place);
        let length = |bones: [HumanBone; 3]| -> Result<f32, ChainError> {
            let [a, b, c] = [place(bones[0])?, place(bones[1])?, place(bones[2])?];
            Ok(a.distance(b) + b.distance(c))
        };
        let both = |bones: [HumanBone; 3]| -> Result<f32, ChainError> {
            Ok(length(bones)?.min(length(bones.map(HumanBone::mirrored))?))
        };
        let arm = both([LeftUpperArm, LeftLowerArm, LeftHand])?;
        let leg = both([LeftUpperLeg, LeftLowerLeg, LeftFoot])?;
        let standing = ReferencePose::new(skeleton, humanoid);
        let hand = |upper, hand, knuckle| -> Result<Limb, ChainError> {
            // Distance from the wrist to the middle of the palm.
            let palm =
                at(knuckle).map_or(Ok(0.16 * arm), |knuckle| place(hand).map(|w| w.distance(knuckle)))?;
            let root = seen(upper)?;
            // Around the rung from above, the thumb inwards.
            let (thumb, fingers) = (Vec3::X * -root.x.signum(), Vec3::new(0.0, 0.9, 0.436).normalize());
            let rotation = Quat::from_mat3(&Mat3::from_cols(thumb.cross(fingers), thumb, fingers));
            Ok(Limb { root, hold: Vec3::new(0.0, -0.64, -0.64) * palm, goal: Vec3::ZERO, rotation })
        };
        let foot = |upper, foot, toes| -> Result<Limb, ChainError> {
            let ball = match at(toes) {
                Some(toes) => (toes - place(foot)?).with_y(0.0).length(),
                None => 0.17 * leg,
            };
            let hold = Vec3::new(0.0, standing.ankle_height(), -ball);
            Ok(Limb { root: seen(upper)?, hold, goal: hold, rotation: standing.rotation(foot) })
        };
        let limbs = [
            hand(LeftUpperArm, LeftHand, LeftMiddleProximal)?,
            hand(RightUpperArm, RightHand, RightMiddleProximal)?,
            foot(LeftUpperLeg, LeftFoot, LeftToes)?,
            foot(RightUpperLeg, RightFoot, RightToes)?,
        ];
        Ok(Self { limbs, facing, arm, leg, front: Front::default() })
    }

    /// Measures the skin: trunk and head, with everything attached, stay in front of the rungs at rest. Where arms
    /// and legs are too short for that, the body keeps the distance they allow, and the head looks up.
    #[must_use]
    pub fn with_body(mut self, character: &Character, humanoid: &Humanoid) -> Self {
        self.front = Front::of(character, humanoid, self.facing);
        self
    }

    /// Height that the body can climb on a ladder, metres, with hands and feet on rungs all the way.
    pub fn height(&self, ladder: &Ladder) -> f32 {
        let gait = Gait::new(self, ladder);
        (gait.highest - gait.lowest).max(0.0)
    }

    /// Whether the rungs are near enough to one another for the body.
    pub fn fits(&self, ladder: &Ladder) -> bool {
        let most = (MAX_STRIDE[0] * self.leg).min(MAX_STRIDE[1] * self.arm);
        ladder.rungs > 0 && ladder.step() <= most
    }

    /// Pose of the body `climbed` metres above its lowest position on the ladder, limited to [`Climb::height`].
    /// [`Climb::height`].
    pub fn at(&self, ladder: &Ladder, climbed: f32) -> ClimbPose {
        let gait = Gait::new(self, ladder);
        let most = (gait.highest - gait.lowest).max(0.0);
        let body = gait.lowest + if climbed.is_nan() { 0.0 } else { climbed.clamp(0.0, most) };
        let foot = ladder.placed();
        let mut pose = ClimbPose {
            body: foot
                * Affine3A::from_rotation_translation(
                    self.facing.inverse(),
                    Vec3::new(0.0, body, -gait.away),
                ),
            goals: [IkGoal::at(Vec3::ZERO); 4],
            rungs: [0; 4],
            holds: [false; 4],
            look: None,
        };
        if gait.looks_up > 0.0 {
            let (up, ahead) = gait.looks_up.sin_cos();
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
            let place = match share {
                s if s <= 0.0 => from,
                s => {
                    let s = smoothstep(s);
                    from.lerp(to, s) - Vec3::Z * (gait.off[n] * (PI * s).sin())
                }
            };
            // Elbows point down and a little to the side.
            let side = if limb.root.x < 0.0 { -1.0 } else { 1.0 };
            let elbow = (n < 2).then(|| place + Vec3::new(0.3 * side, -1.0, -0.5) * self.arm);
            pose.goals[n] = IkGoal {
                rotation: Some(turned * limb.rotation),
                pole: elbow.map(|elbow| foot.transform_point3(elbow)),
                ..IkGoal::at(foot.transform_point3(place))
            };
            pose.rungs[n] = rung.clamp(0.0, last) as u32;
            pose.holds[n] = share <= 0.0;
        }
        pose
    }
}

/// Gait on a ladder: the rungs of the limbs by the height of the body.
struct Gait {
    /// Rungs by which a limb moves on, and height that the body climbs meanwhile, metres.
    stride: f32,
    cycle: f32,
    /// Phase and lowest rung of each limb.
    phases: [(f32, f32); 4],
    aside: [f32; 4],
    /// Distance from the rungs at which each limb moves.
    off: [f32; 4],
    /// Distance of the body from the rungs, metres, and pitch of the head upwards, radians.
    away: f32,
    looks_up: f32,
    /// Range of heights of the body in which every limb has a rung.
    lowest: f32,
    highest: f32,
}

impl Gait {
    fn new(climb: &Climb, ladder: &Ladder) -> Self {
        let Climb { limbs, arm, leg, .. } = climb;
        let spacing = ladder.step();
        let stride = ((MAX_STRIDE[0] * leg).min(MAX_STRIDE[1] * arm) / spacing).floor().max(1.0);
        let cycle = stride * spacing;
        let aside = [0, 1, 2, 3].map(|n| ladder.aside(limbs[n].root.x * if n < 2 { 1.0 } else { 1.2 }));
        // Arms reach ahead by a good half of their length, and further where the body would be among the rungs, as
        // long as they can bend.
        let from = |n: usize| limbs[n].root.z - limbs[n].hold.z;
        let usual = 0.55 * arm + from(0);
        let most = (MAX_AHEAD[0] * arm + from(0)).min(MAX_AHEAD[1] * leg + from(2).min(from(3)));
        let clear = ladder.thickness();
        let away = usual.max((climb.front.all() + clear).min(most));
        let looks_up = climb.front.looks_up(away - clear);
        // Distance to the side and in front of its root at which a limb holds its rungs.
        let apart = |n: usize| (aside[n] - limbs[n].root.x, limbs[n].hold.z + away - limbs[n].root.z);
        // Vertical reach of a limb at that distance.
        let tall = |n: usize, length: f32| {
            let (level, ahead) = apart(n);
            (length * length - level * level - ahead * ahead).max(0.0).sqrt()
        };
        let off = [0, 1, 2, 3].map(|n| {
            let (level, ahead) = apart(n);
            let near = if n < 2 {
                (MIN_WRIST_DISTANCE * MIN_WRIST_DISTANCE * arm * arm - level * level).max(0.0).sqrt()
            } else {
                0.0
            };
            (CLEARANCE * leg).min((ahead - near).max(0.0))
        });
        let high = limbs[0].root.y + tall(0, MAX_ARM * arm).min(tall(1, MAX_ARM * arm)) - limbs[0].hold.y;
        let low = limbs[2].root.y - tall(2, MAX_LEG * leg).min(tall(3, MAX_LEG * leg)) - limbs[2].hold.y;
        // A limb takes a rung where its phase is an integer: hands high up, feet until they are extended.
        let feet = (low - spacing) / cycle + HOLD;
        let hands = (high - spacing) / cycle;
        let ahead = (hands - feet).rem_euclid(0.5);
        // With an odd stride one foot is high already.
        let lowers = if stride % 2.0 == 0.0 { HAND_SHARE } else { 1.0 };
        let (hands, feet) = (hands - lowers * ahead, feet + (1.0 - lowers) * ahead);
        // The left hand moves with the right foot, as nearly as possible.
        let is_across = ((hands - feet + 0.25).rem_euclid(1.0)) < 0.5;
        // Half a cycle later; nearly so for an odd stride, rather bent than extended.
        let (down, up) = ((0.5 * stride).floor(), (0.5 * stride).ceil());
        let later = |begins: f32, rungs: f32| (begins - (rungs / stride).clamp(0.41, 0.59), rungs);
        let [left, right] = match is_across {
            true => [later(feet, up), (feet, 0.0)],
            false => [(feet, 0.0), later(feet, up)],
        };
        let phases = [(hands, 0.0), later(hands, down), left, right];
        let last = ladder.rungs.saturating_sub(1) as f32;
        let lowest = phases.map(|(phase, _)| -phase * cycle).into_iter().fold(f32::MIN, f32::max);
        let highest = phases.map(|(phase, rung)| (((last - rung) / stride).floor() + HOLD - phase) * cycle);
        let highest = highest.into_iter().fold(f32::MAX, f32::min);
        // Margin for rounding.
        let hair = 1e-4 * cycle;
        Self {
            stride,
            cycle,
            phases,
            aside,
            off,
            away,
            looks_up,
            lowest: lowest + hair,
            highest: highest - hair,
        }
    }

    /// Rung that a limb holds or has left, and progress to the next: 0 while it holds.
    fn holds(&self, n: usize, body: f32) -> (f32, f32) {
        let (phase, rung) = self.phases[n];
        let along = body / self.cycle + phase;
        let whole = along.floor();
        (whole * self.stride + rung, ((along - whole - HOLD) / (1.0 - HOLD)).max(0.0))
    }
}
