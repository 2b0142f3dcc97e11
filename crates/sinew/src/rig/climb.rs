//! Climbing a ladder hand over hand: which rung each hand and foot holds is a function of how high the body is, so that it goes
//! up and down alike and nothing is remembered (footfalls as phases of one cycle: M. Hildebrand, *Symmetrical Gaits of Horses*,
//! 1965).

use crate::character::Character;
use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::ChainError;
use crate::math::Transform;
use crate::pose::ModelPose;
use crate::retarget::ReferencePose;
use crate::rig::front::Front;
use crate::rig::{IkGoal, Ladder};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Mat3, Quat, Vec3};
use std::f32::consts::PI;

/// How somebody climbs: the proportions of a body.
#[derive(Clone, Debug)]
pub struct Climb {
    limbs: [Limb; 4],
    /// From a body that faces +Z to this one.
    facing: Quat,
    /// Of arms and legs, the shorter of each.
    arm: f32,
    leg: f32,
    /// How far it reaches to the ladder without them.
    front: Front,
}

/// A hand or a foot, seen by a body that faces +Z.
#[derive(Clone, Copy, Debug)]
struct Limb {
    /// Shoulder or hip.
    root: Vec3,
    /// From the rung that it holds to wrist or ankle.
    hold: Vec3,
    /// From the rung to palm or ankle, which reach for it, and how they are turned.
    goal: Vec3,
    rotation: Quat,
}

/// A body on a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClimbPose {
    /// Where the body is: world from model.
    pub body: Affine3A,
    /// Where palms and feet are to be, in the order of [`Climb::SLOTS`].
    pub goals: [IkGoal; 4],
    /// The rungs that they hold, or have left last.
    pub rungs: [u32; 4],
    /// Which of them hold theirs; the others are on their way.
    pub holds: [bool; 4],
    /// What to look at, for the slot [`Climb::LOOK`]: up, where the head would be among the rungs otherwise. None leaves it as it
    /// is animated.
    pub look: Option<IkGoal>,
}

/// The part of a cycle for which a hand or foot holds its rung. Of either pair one always holds.
const HOLD: f32 = 0.6;

/// How far arms and legs are stretched at most, in their lengths: the rest is for what hurries after the body.
const ARM: f32 = 0.85;
const LEG: f32 = 0.88;

/// How far ahead hands and feet are at most, in lengths of arms and legs: the rest is for up and down.
const AHEAD: [f32; 2] = [0.6, 0.6];

/// The most that a body climbs in one cycle, in lengths of its legs and arms.
const STRIDE: [f32; 2] = [0.9, 1.15];

/// How far off the rungs hands and feet go on their way, in lengths of the legs.
const OFF: f32 = 0.15;

/// How near a wrist then comes to its shoulder, in lengths of the arm: an elbow folds no further than to about half of that, and a
/// hand that passes so near has the arm whirl.
const NEAR: f32 = 0.42;

/// A hand and the foot across from it move at once: so much of what that takes lowers the hands, the rest raises the feet.
const LOWERS: f32 = 0.65;

impl Climb {
    /// The slots that goals are for, in their order: those of [`IkRig::human`](crate::rig::IkRig::human) with
    /// [palms](crate::rig::IkRig::with_grips).
    pub const SLOTS: [&str; 4] = ["left hand", "right hand", "left foot", "right foot"];

    /// The slot of the same rig that looks up where [`ClimbPose::look`] says so.
    pub const LOOK: &str = "look";

    /// A person's way to climb, by the body's proportions.
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
            // From the wrist to the middle of the palm.
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

    /// The same for a body with a skin: trunk and head, and what hangs on them, keep off the rungs as they rest. Where arms and
    /// legs are too short to be so far away, the body is as far as they let it, and the head looks up.
    #[must_use]
    pub fn with_body(mut self, character: &Character, humanoid: &Humanoid) -> Self {
        self.front = Front::of(character, humanoid, self.facing);
        self
    }

    /// How far somebody can climb on a ladder, in metres: hands and feet on rungs all the way.
    pub fn height(&self, ladder: &Ladder) -> f32 {
        let gait = Gait::new(self, ladder);
        (gait.highest - gait.lowest).max(0.0)
    }

    /// Whether the rungs are near enough to one another for the body.
    pub fn fits(&self, ladder: &Ladder) -> bool {
        let most = (STRIDE[0] * self.leg).min(STRIDE[1] * self.arm);
        ladder.rungs > 0 && ladder.step() <= most
    }

    /// The body on a ladder, `climbed` metres above where it stands on the lowest rungs; no further than
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
                    let s = s * s * (3.0 - 2.0 * s);
                    from.lerp(to, s) - Vec3::Z * (gait.off[n] * (PI * s).sin())
                }
            };
            // Elbows hang down and a little aside.
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

/// Who holds which rung at which height.
struct Gait {
    /// Rungs that a limb moves on by, and metres that the body climbs meanwhile.
    stride: f32,
    cycle: f32,
    /// Of each limb: its phase, and its lowest rung.
    phases: [(f32, f32); 4],
    aside: [f32; 4],
    /// How far off the rungs it goes on its way.
    off: [f32; 4],
    /// The body's distance from the rungs, and how far up the head looks to be off them as well, radians.
    away: f32,
    looks_up: f32,
    /// Between which heights of the body every limb has a rung.
    lowest: f32,
    highest: f32,
}

impl Gait {
    fn new(climb: &Climb, ladder: &Ladder) -> Self {
        let Climb { limbs, arm, leg, .. } = climb;
        let spacing = ladder.step();
        let stride = ((STRIDE[0] * leg).min(STRIDE[1] * arm) / spacing).floor().max(1.0);
        let cycle = stride * spacing;
        let aside = [0, 1, 2, 3].map(|n| ladder.aside(limbs[n].root.x * if n < 2 { 1.0 } else { 1.2 }));
        // Arms reach ahead by a good half of their length; further where the body would be among the rungs, as long as they can bend.
        let from = |n: usize| limbs[n].root.z - limbs[n].hold.z;
        let usual = 0.55 * arm + from(0);
        let most = (AHEAD[0] * arm + from(0)).min(AHEAD[1] * leg + from(2).min(from(3)));
        let clear = ladder.thickness();
        let away = usual.max((climb.front.all() + clear).min(most));
        let looks_up = climb.front.looks_up(away - clear);
        // How far to the side and ahead of its root a limb holds its rungs.
        let apart = |n: usize| (aside[n] - limbs[n].root.x, limbs[n].hold.z + away - limbs[n].root.z);
        // How far above and below it then reaches.
        let tall = |n: usize, length: f32| {
            let (level, ahead) = apart(n);
            (length * length - level * level - ahead * ahead).max(0.0).sqrt()
        };
        let off = [0, 1, 2, 3].map(|n| {
            let (level, ahead) = apart(n);
            let near = if n < 2 { (NEAR * NEAR * arm * arm - level * level).max(0.0).sqrt() } else { 0.0 };
            (OFF * leg).min((ahead - near).max(0.0))
        });
        let high = limbs[0].root.y + tall(0, ARM * arm).min(tall(1, ARM * arm)) - limbs[0].hold.y;
        let low = limbs[2].root.y - tall(2, LEG * leg).min(tall(3, LEG * leg)) - limbs[2].hold.y;
        // A limb takes a rung where its phase is whole and holds it from there: hands high up, feet until they are stretched.
        let feet = (low - spacing) / cycle + HOLD;
        let hands = (high - spacing) / cycle;
        let ahead = (hands - feet).rem_euclid(0.5);
        // Of an odd stride one foot is high as it is.
        let lowers = if stride % 2.0 == 0.0 { LOWERS } else { 1.0 };
        let (hands, feet) = (hands - lowers * ahead, feet + (1.0 - lowers) * ahead);
        // The left hand with the right foot, as nearly as may be.
        let is_across = ((hands - feet + 0.25).rem_euclid(1.0)) < 0.5;
        // Half a cycle later; of an odd stride, which rungs cannot halve, nearly so, and rather bent than stretched.
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
        // A hair within, so that rounding takes nobody off a rung.
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

    /// The rung that a limb holds or has left, and how far it is on its way to the next: 0 where it holds.
    fn holds(&self, n: usize, body: f32) -> (f32, f32) {
        let (phase, rung) = self.phases[n];
        let along = body / self.cycle + phase;
        let whole = along.floor();
        (whole * self.stride + rung, ((along - whole - HOLD) / (1.0 - HOLD)).max(0.0))
    }
}
