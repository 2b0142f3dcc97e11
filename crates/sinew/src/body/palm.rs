use crate::body::TPose;
use crate::humanoid::BodySide;
use crate::humanoid::HumanBone::{self, *};
use crate::math::Transform;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Vec3, Vec3A};

/// Palm of a hand in the reference pose, model space: unit directions, perpendicular to one another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Palm {
    /// Joint of the hand.
    pub hand: JointId,
    /// Position of the wrist.
    pub wrist: Vec3A,
    /// Direction of the straight fingers.
    pub fingers: Vec3A,
    /// Direction across the palm, from the little finger to the thumb.
    pub thumb: Vec3A,
    /// Direction out of the palm.
    pub out: Vec3A,
    /// Length of the metacarpus, from the wrist to the knuckle of the middle finger, metres.
    pub length: f32,
}

/// Length of the metacarpus of a hand without fingers, in lengths of the lower arm.
const DEFAULT_METACARPUS: f32 = 0.32;

impl Palm {
    /// Left or right palm of a body; `None` without a hand.
    #[must_use]
    pub fn of(skeleton: &Skeleton, body: &TPose, side: BodySide) -> Option<Self> {
        let rest = ModelPose::reference(skeleton);
        let joint = |bone: HumanBone| body.joint(side.bone(bone));
        let position = |bone| Some(rest.get(joint(bone)?).translation);
        let hand = joint(LeftHand)?;
        let wrist = rest.get(hand).translation;
        // Directions of fingers and thumb from the T-pose, rotated into the reference pose; where the fingers
        // have joints, those give the directions.
        let (bone, is_left) = (side.bone(LeftHand), side == BodySide::Left);
        let back = Transform::from_affine(rest.get(hand)).rotation * body.rotation(bone).inverse();
        let usual = Vec3A::from(back * if is_left { Vec3::X } else { Vec3::NEG_X });
        let metacarpus = position(LeftMiddleProximal).map(|knuckle| knuckle - wrist);
        let forearm = position(LeftLowerArm).map_or(0.0, |elbow| (wrist - elbow).length());
        let length = metacarpus.map_or(forearm * DEFAULT_METACARPUS, Vec3A::length);
        let fingers = metacarpus.unwrap_or(usual).try_normalize()?;
        let across = || Some(position(LeftIndexProximal)? - position(LeftLittleProximal)?);
        let across = across().unwrap_or_else(|| Vec3A::from(back * Vec3::Z));
        let thumb = across.reject_from_normalized(fingers).try_normalize()?;
        let right = thumb.cross(fingers);
        let out = if is_left { -right } else { right };
        Some(Self { hand, wrist, fingers, thumb, out, length })
    }
}
