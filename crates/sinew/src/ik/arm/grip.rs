use crate::body::{Palm, TPose};
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::{BodySide, Humanoid};
use crate::ik::ChainScratch;
use crate::ik::analytic::limb::LimbBend;
use crate::ik::{ChainGoal, IkPose, IkResult, Limb, LimbSettings};
use crate::math::turn::{part_of, rotation_of};
use crate::math::{Transform, axis_angle, mirrored, slerp_shortest};
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton, Socket};
use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3, Vec3A};

/// Grip of a hand: the pose of a held object in the palm, the wrist pose for a grip elsewhere, and a fist.
///
/// The space of the grip has its origin in the middle of the fist, +Y along a held handle towards the thumb,
/// and +Z along straight fingers. +X points out of a right palm and out of the back of a left hand. Its unit
/// is the model's, whatever the scale of the joint.
#[derive(Clone, Debug)]
pub struct Grip {
    hand: JointId,
    side: BodySide,
    hand_from_grip: Affine3A,
    /// Finger joints and their local rotations in a fist.
    fist: Vec<(JointId, Quat)>,
}

/// Angles of the three joints of a finger, and of a thumb, in a fist around a handle, radians.
const FINGER: [f32; 3] = [1.05, 1.25, 0.75];
const THUMB: [f32; 3] = [0.35, 0.5, 0.6];

/// Offset from the wrist to the handle, in lengths of the metacarpus: along it, and out of the palm.
const HANDLE_ALONG: f32 = 0.85;
const HANDLE_OUT: f32 = 0.3;

impl Grip {
    /// Grip of a humanoid's left or right hand; `None` without a hand.
    #[must_use]
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid, side: BodySide) -> Option<Self> {
        let body = TPose::new(skeleton, humanoid);
        let Palm { hand, wrist, fingers, thumb: across, out, length } = Palm::of(skeleton, &body, side)?;
        let rest = ModelPose::reference(skeleton);
        let joint = |bone: HumanBone| body.joint(side.bone(bone));
        let position = |bone| Some(rest.get(joint(bone)?).translation);
        let x = if side == BodySide::Left { -out } else { out };
        let origin = wrist + (fingers * HANDLE_ALONG + out * HANDLE_OUT) * length;
        let model_from_grip = Affine3A { matrix3: Mat3A::from_cols(x, across, fingers), translation: origin };
        let hand_from_grip = rest.get(hand).inverse() * model_from_grip;
        if !hand_from_grip.is_finite() {
            return None;
        }
        let bent_finger = |finger: JointId, about: Vec3A, angle: f32| {
            let rotation = Transform::from_affine(rest.get(finger)).rotation;
            let turn = axis_angle::from_axis_angle(rotation.inverse() * Vec3::from(about), angle);
            let above = skeleton.parent(finger).map(|parent| rest.get(parent).matrix3.determinant());
            let turn = if above.is_some_and(|sign| sign < 0.0) { mirrored(turn) } else { turn };
            (finger, (skeleton.reference()[finger.index()].rotation * turn).normalize())
        };
        let mut fist = Vec::new();
        for bones in FINGERS {
            for (bone, angle) in bones.into_iter().zip(FINGER) {
                fist.extend(joint(bone).map(|finger| bent_finger(finger, fingers.cross(out), angle)));
            }
        }
        // The thumb closes around the handle from the other side.
        let thumb = [LeftThumbMetacarpal, LeftThumbProximal, LeftThumbDistal];
        let ends = (position(LeftThumbMetacarpal), position(LeftThumbDistal));
        if let (Some(from), Some(to)) = ends {
            let about = (to - from).cross(out - across * 0.5).normalize_or_zero();
            for (bone, angle) in thumb.into_iter().zip(THUMB).filter(|_| about != Vec3A::ZERO) {
                fist.extend(joint(bone).map(|finger| bent_finger(finger, about, angle)));
            }
        }
        Some(Self { hand, side, hand_from_grip, fist })
    }

    /// Joint of the hand.
    #[must_use]
    pub fn hand(&self) -> JointId {
        self.hand
    }

    /// Rotation of a goal for a hand that holds a bar: +Y along `thumb`, the direction of the bar to the side of the
    /// thumb, and +Z as near to `fingers`, the direction of straight fingers, as it goes. `None` without a direction.
    #[must_use]
    pub fn rotation(thumb: Vec3, fingers: Vec3) -> Option<Quat> {
        let y = thumb.try_normalize()?;
        let z = fingers.reject_from_normalized(y).try_normalize()?;
        Some(Quat::from_mat3(&Mat3::from_cols(y.cross(z), y, z)).normalize())
    }

    /// [Rotation](Self::rotation) of the hand of an arm that reaches from `shoulder` to a bar through `position` along
    /// `axis`, in either direction: the fingers point on from the arm, and the thumb to the side to which the forearm turns
    /// less, which is upwards at a post before the body, inwards at a bar across it, ahead at a rail beside it and to the back
    /// at one overhead. +Y is upwards. `None` for an axis without a direction.
    #[must_use]
    pub fn rotation_across(&self, shoulder: Vec3, position: Vec3, axis: Vec3) -> Option<Quat> {
        // Weights of the directions between which the thumb chooses, beside that of a relaxed arm.
        const INWARDS: f32 = 0.6;
        const AHEAD: f32 = 0.3;
        const UP: f32 = 0.2;
        let axis = axis.try_normalize()?;
        let reach = (position - shoulder).normalize_or(Vec3::Z);
        let ahead = reach.with_y(0.0).try_normalize().unwrap_or(Vec3::Z);
        let left = Vec3::Y.cross(ahead);
        let (inwards, neutral) = match self.side {
            BodySide::Left => (-left, (-left).cross(reach)),
            BodySide::Right => (left, reach.cross(left)),
        };
        let usual = neutral + inwards * INWARDS + ahead * AHEAD + Vec3::Y * UP;
        let thumb = if axis.dot(usual) < 0.0 { -axis } else { axis };
        // Along an arm that points along the bar the fingers close from above.
        let fingers = if reach.cross(thumb).length() > 0.1 { reach } else { Vec3::NEG_Y };
        Self::rotation(thumb, fingers).or_else(|| Self::rotation(thumb, thumb.any_orthonormal_vector()))
    }

    /// Highest index of a joint of the fist.
    pub(crate) fn last_joint(&self) -> Option<JointId> {
        self.fist.iter().map(|(joint, _)| *joint).max()
    }

    /// Socket for an object that the hand holds; `object_from_grip` is the pose of the grip on the object.
    #[must_use]
    pub fn socket(&self, object_from_grip: &Affine3A) -> Socket {
        let held = self.hand_from_grip * object_from_grip.inverse();
        Socket { joint: self.hand, offset: Transform::from_affine(&held) }
    }

    /// Solves an arm so that its palm, not its wrist, reaches the goal: +Y along the handle. The palm reaches
    /// the position even where limits keep the hand from the rotation.
    ///
    /// # Panics
    /// As [`Limb::solve`], and when the limb does not end in the hand of the grip.
    pub fn solve(
        &self,
        limb: &Limb,
        goal: &ChainGoal,
        settings: &LimbSettings,
        pose: &mut IkPose<'_>,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        let IkPose { skeleton, local, model } = pose;
        assert_eq!(limb.chain().tip(), self.hand, "the limb does not end in the palm's hand");
        let bend = |wrist: &ChainGoal, scratch: &mut ChainScratch| {
            limb.bend(skeleton, wrist, settings, model, scratch)
        };
        let Some(bend) = self.solve_palm(goal, model, scratch, bend) else { return IkResult::default() };
        limb.store(skeleton, &bend, goal.weight, local, scratch);
        bend.reach
    }

    /// Solves an arm with `bend`, in `scratch` alone, until the palm is at the goal;
    /// none for a non-finite goal.
    pub(crate) fn solve_palm(
        &self,
        goal: &ChainGoal,
        model: &[Affine3A],
        scratch: &mut ChainScratch,
        bend: impl Fn(&ChainGoal, &mut ChainScratch) -> Option<LimbBend>,
    ) -> Option<LimbBend> {
        // Tolerance in lengths of the arm, and largest number of rounds.
        const NEAR: f32 = 5e-5;
        const ROUNDS: usize = 8;
        let offset = self.palm_in_hand(model);
        let mut wrist = self.wrist(goal, model);
        let mut solution = bend(&wrist, scratch)?;
        for _ in 0..ROUNDS {
            // The wrist moves to where the hand, rotated as far as its limits allow,
            // has its palm at the goal.
            let position = goal.position - Vec3::from(scratch.links[2].rotation * offset);
            if position.distance(wrist.position) <= NEAR * scratch.length {
                break;
            }
            wrist.position = position;
            solution = bend(&wrist, scratch)?;
        }
        let palm = scratch.tip() + scratch.links[2].rotation * offset;
        solution.reach.error = goal.position.distance(palm.into());
        Some(solution)
    }

    /// Goal of the wrist for a hand that reaches the rotation.
    pub(crate) fn wrist(&self, goal: &ChainGoal, model: &[Affine3A]) -> ChainGoal {
        let hand = &model[self.hand.index()];
        let (turn, offset) = self.in_hand(hand);
        let rotation = goal.rotation.map(|rotation| rotation * turn.inverse());
        let expected = rotation.unwrap_or_else(|| rotation_of(hand));
        ChainGoal { position: goal.position - Vec3::from(expected * offset), rotation, ..*goal }
    }

    /// Position of the palm in the hand's axes and the model's unit.
    pub(crate) fn palm_in_hand(&self, model: &[Affine3A]) -> Vec3A {
        self.in_hand(&model[self.hand.index()]).1
    }

    /// Grip relative to the hand, in the hand's axes and the model's unit.
    fn in_hand(&self, hand: &Affine3A) -> (Quat, Vec3A) {
        let back = rotation_of(hand).inverse();
        let palm = *hand * self.hand_from_grip;
        (back * rotation_of(&palm), back * (palm.translation - hand.translation))
    }

    /// Position of the palm for a hand's transform.
    pub(crate) fn palm_position(&self, hand: &Affine3A) -> Vec3 {
        hand.transform_point3(self.hand_from_grip.translation.into())
    }

    /// Rotation of the palm for a hand's transform.
    pub(crate) fn palm_rotation(&self, hand: &Affine3A) -> Quat {
        rotation_of(&(*hand * self.hand_from_grip))
    }

    /// Closes the fingers, blended by `weight` (0 to 1) from the animated pose.
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
