use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::Humanoid;
use crate::ik::ChainScratch;
use crate::ik::analytic::limb::LimbBend;
use crate::ik::{ChainGoal, IkResult, Limb, LimbSettings};
use crate::math::turn::{part_of, rotation_of};
use crate::math::{Transform, mirrored, slerp_shortest};
use crate::pose::ModelPose;
use crate::retarget::ReferencePose;
use crate::skeleton::{JointIndex, Skeleton, Socket};
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// The palm of a hand, which holds things: where they lie in it, where the hand has to be for it to hold something that is
/// elsewhere, and fingers that close.
///
/// Its space has the middle of what the fist would close around as its origin, +Y along that towards the thumb, and +Z where
/// fingers point when they are straight. +X is out of a right palm and out of the back of a left hand. One unit is one of the
/// model's, whatever the joint's scale.
#[derive(Clone, Debug)]
pub struct Grip {
    hand: JointIndex,
    hand_from_palm: Affine3A,
    /// Joints of fingers and their rotations in a fist, against their parents.
    fist: Vec<(JointIndex, Quat)>,
}

/// How far the three joints of a finger turn in a fist around something, and those of a thumb.
const FINGER: [f32; 3] = [1.05, 1.25, 0.75];
const THUMB: [f32; 3] = [0.35, 0.5, 0.6];

/// From the wrist to what is held, in lengths of the metacarpus: along it, and out of the palm.
const ALONG: f32 = 0.85;
const OUT: f32 = 0.3;

/// The metacarpus of a body without fingers, in lengths of the lower arm.
const METACARPUS: f32 = 0.32;

impl Grip {
    /// The palm of a body's own left or right hand; none where it has no such hand.
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid, left: bool) -> Option<Self> {
        let body = ReferencePose::new(skeleton, humanoid);
        let rest = ModelPose::rest(skeleton);
        let joint = |bone: HumanBone| body.joint(if left { bone } else { bone.mirrored() });
        let place = |bone| Some(rest.get(joint(bone)?).translation);
        let hand = joint(LeftHand)?;
        let wrist = rest.get(hand).translation;
        // Where the stance has fingers and thumb point, as the hand rests; fingers that are there know it better.
        let bone = if left { LeftHand } else { RightHand };
        let back = Transform::from_affine(rest.get(hand)).rotation * body.rotation(bone).inverse();
        let usual = Vec3A::from(back * if left { Vec3::X } else { Vec3::NEG_X });
        let metacarpus = place(LeftMiddleProximal).map(|knuckle| knuckle - wrist);
        let forearm = place(LeftLowerArm).map_or(0.0, |elbow| (wrist - elbow).length());
        let length = metacarpus.map_or(forearm * METACARPUS, Vec3A::length);
        let ahead = metacarpus.unwrap_or(usual).try_normalize()?;
        let across = || Some(place(LeftIndexProximal)? - place(LeftLittleProximal)?);
        let across = across().unwrap_or_else(|| Vec3A::from(back * Vec3::Z));
        let across = across.reject_from_normalized(ahead).try_normalize()?;
        let x = across.cross(ahead);
        let out = if left { -x } else { x };
        let origin = wrist + (ahead * ALONG + out * OUT) * length;
        let model_from_palm = Affine3A { matrix3: Mat3A::from_cols(x, across, ahead), translation: origin };
        let hand_from_palm = rest.get(hand).inverse() * model_from_palm;
        if !hand_from_palm.is_finite() {
            return None;
        }
        let turned = |finger: JointIndex, about: Vec3A, angle: f32| {
            let own = Transform::from_affine(rest.get(finger)).rotation;
            let turn = Quat::from_axis_angle(own.inverse() * Vec3::from(about), angle);
            let above = skeleton.parent(finger).map(|parent| rest.get(parent).matrix3.determinant());
            let turn = if above.is_some_and(|sign| sign < 0.0) { mirrored(turn) } else { turn };
            (finger, (skeleton.rest()[finger.index()].rotation * turn).normalize())
        };
        let mut fist = Vec::new();
        for bones in FINGERS {
            for (bone, angle) in bones.into_iter().zip(FINGER) {
                fist.extend(joint(bone).map(|finger| turned(finger, ahead.cross(out), angle)));
            }
        }
        // A thumb goes around to the other side of what fingers hold.
        let thumb = [LeftThumbMetacarpal, LeftThumbProximal, LeftThumbDistal];
        let ends = (place(LeftThumbMetacarpal), place(LeftThumbDistal));
        if let (Some(from), Some(to)) = ends {
            let about = (to - from).cross(out - across * 0.5).normalize_or_zero();
            for (bone, angle) in thumb.into_iter().zip(THUMB).filter(|_| about != Vec3A::ZERO) {
                fist.extend(joint(bone).map(|finger| turned(finger, about, angle)));
            }
        }
        Some(Self { hand, hand_from_palm, fist })
    }

    /// The joint of the hand.
    pub fn hand(&self) -> JointIndex {
        self.hand
    }

    /// The highest number of a joint that it is about.
    pub(crate) fn last_joint(&self) -> Option<JointIndex> {
        self.fist.iter().map(|(joint, _)| *joint).max()
    }

    /// Where something hangs that this palm holds by `thing_from_grip`: the place of a grip on the thing, as a palm's space.
    pub fn socket(&self, thing_from_grip: &Affine3A) -> Socket {
        let held = self.hand_from_palm * thing_from_grip.inverse();
        Socket { joint: self.hand, offset: Transform::from_affine(&held) }
    }

    /// Bends an arm so that its palm, not its wrist, comes to the goal: +Y along what it is to hold. Where limits keep the
    /// hand from turning as told, the palm still comes there. `local`, `model` and `scratch` are as in [`Limb::solve`].
    ///
    /// # Panics
    /// As [`Limb::solve`] does, and when the limb does not end in the palm's hand.
    pub fn reach(
        &self,
        skeleton: &Skeleton,
        limb: &Limb,
        goal: &ChainGoal,
        settings: &LimbSettings,
        local: &mut [Transform],
        model: &[Affine3A],
        scratch: &mut ChainScratch,
    ) -> IkResult {
        assert_eq!(limb.chain().tip(), self.hand, "the limb does not end in the palm's hand");
        let bend = |wrist: &ChainGoal, scratch: &mut ChainScratch| {
            limb.bend(skeleton, wrist, settings, model, scratch)
        };
        let Some(bend) = self.bring(goal, model, scratch, bend) else { return IkResult::default() };
        limb.store(skeleton, &bend, goal.weight, local, scratch);
        bend.reach
    }

    /// Has `bend` bend an arm in `scratch` alone until the palm is at the goal; none where that is no number.
    pub(crate) fn bring(
        &self,
        goal: &ChainGoal,
        model: &[Affine3A],
        scratch: &mut ChainScratch,
        bend: impl Fn(&ChainGoal, &mut ChainScratch) -> Option<LimbBend>,
    ) -> Option<LimbBend> {
        // Near enough, in lengths of the arm, and as often as that may take.
        const NEAR: f32 = 5e-5;
        const ROUNDS: usize = 8;
        let offset = self.in_hand(&model[self.hand.index()]).1;
        let mut wrist = self.wrist(goal, model);
        let mut bent = bend(&wrist, scratch)?;
        for _ in 0..ROUNDS {
            // The wrist goes where the hand, turned as far as it may, has its palm at the goal; what keeps the wrist from
            // there does so for reasons.
            let place = goal.position - Vec3::from(scratch.links[2].rotation * offset);
            if place.distance(wrist.position) <= NEAR * scratch.length {
                break;
            }
            wrist.position = place;
            bent = bend(&wrist, scratch)?;
        }
        let palm = scratch.tip() + scratch.links[2].rotation * offset;
        bent.reach.error = goal.position.distance(palm.into());
        Some(bent)
    }

    /// Where the hand would be, if it turned as told.
    pub(crate) fn wrist(&self, goal: &ChainGoal, model: &[Affine3A]) -> ChainGoal {
        let hand = &model[self.hand.index()];
        let (turn, offset) = self.in_hand(hand);
        let rotation = goal.rotation.map(|rotation| rotation * turn.inverse());
        let expected = rotation.unwrap_or_else(|| rotation_of(hand));
        ChainGoal { position: goal.position - Vec3::from(expected * offset), rotation, ..*goal }
    }

    /// The palm in the axes of the hand, in the model's unit.
    fn in_hand(&self, hand: &Affine3A) -> (Quat, Vec3A) {
        let back = rotation_of(hand).inverse();
        let palm = *hand * self.hand_from_palm;
        (back * rotation_of(&palm), back * (palm.translation - hand.translation))
    }

    /// Where the palm of a hand is.
    pub(crate) fn place(&self, hand: &Affine3A) -> Vec3 {
        hand.transform_point3(self.hand_from_palm.translation.into())
    }

    /// Closes the fingers, `weight` (0 to 1) of the way from where they are animated.
    ///
    /// # Panics
    /// When the slice is shorter than the skeleton.
    pub fn close(&self, weight: f32, local: &mut [Transform]) {
        let weight = part_of(weight);
        for (finger, closed) in self.fist.iter().filter(|_| weight > 0.0) {
            let rotation = &mut local[finger.index()].rotation;
            *rotation = slerp_shortest(*rotation, *closed, weight);
        }
    }
}

const FINGERS: [[HumanBone; 3]; 4] = [
    [LeftIndexProximal, LeftIndexIntermediate, LeftIndexDistal],
    [LeftMiddleProximal, LeftMiddleIntermediate, LeftMiddleDistal],
    [LeftRingProximal, LeftRingIntermediate, LeftRingDistal],
    [LeftLittleProximal, LeftLittleIntermediate, LeftLittleDistal],
];
