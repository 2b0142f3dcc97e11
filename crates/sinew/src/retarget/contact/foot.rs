//! A foot of a body: its leg, its contact point and outline, and the frames in which it stands.

use super::detect::ContactFrames;
use crate::humanoid::HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};
use crate::pose::local_to_model;
use crate::retarget::leg::{Leg, rotation};
use crate::retarget::reference_pose::{ReferencePose, SkinPoint};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Leg, sole and contacts of a foot.
pub(crate) struct Foot {
    pub(crate) leg: Leg,
    /// Contact point under the ball of the foot.
    pub(crate) ball: SkinPoint,
    /// Model-space rotation of the foot flat on the ground, toes ahead.
    pub(crate) flat: Quat,
    /// The same of the toes.
    pub(crate) toes_flat: Quat,
    /// Points that must not be below the floor: the outline of the skin, else ball and heel.
    pub(crate) outline: Vec<SkinPoint>,
    /// Contacts in ascending order.
    pub(crate) contacts: Vec<ContactFrames>,
}

impl Foot {
    /// The left or right foot of a body, without contacts.
    pub(crate) fn of(skeleton: &Skeleton, body: &ReferencePose, left: bool) -> Option<Self> {
        Self::new(skeleton, body, left, Vec::new())
    }

    /// The left or right foot of a body; `None` without a leg.
    pub(crate) fn new(
        skeleton: &Skeleton,
        body: &ReferencePose,
        left: bool,
        contacts: Vec<ContactFrames>,
    ) -> Option<Self> {
        let leg = Leg::of(|bone| body.joint(bone), left)?;
        let mut rest = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut rest);
        let ankle = Vec3::from(rest[leg.foot.index()].translation);
        let sole = &body.soles[usize::from(!left)];
        // From the rest pose to the reference pose, in which the foot is flat.
        let turn = body.rotation(if left { LeftFoot } else { RightFoot })
            * rotation(&rest[leg.foot.index()]).inverse();
        let ball = match leg.toes {
            Some(toes) => turn * (Vec3::from(rest[toes.index()].translation) - ankle),
            // Without toes the ball lies a quarter of the shin's length ahead.
            None => Vec3::Z * body.leg * 0.12,
        };
        let point = |joint: JointIndex, from_ankle: Vec3| {
            let position = ankle + turn.inverse() * from_ankle.with_y(-sole.height);
            SkinPoint::of(joint, rest[joint.index()].inverse().transform_point3(position))
        };
        let ball = point(leg.toes.unwrap_or(leg.foot), ball);
        let outline = match sole.points.is_empty() {
            true => vec![ball.clone(), point(leg.foot, Vec3::ZERO)],
            false => sole.points.clone(),
        };
        let [flat, toes_flat] = match left {
            true => [LeftFoot, LeftToes],
            false => [RightFoot, RightToes],
        }
        .map(|bone| body.rotation(bone));
        Some(Self { leg, ball, flat, toes_flat, outline, contacts })
    }

    /// Whether it stands at a frame.
    pub(crate) fn is_planted_at(&self, frame: usize) -> bool {
        let n = self.contacts.partition_point(|contact| contact.last < frame);
        self.contacts.get(n).is_some_and(|contact| contact.first <= frame)
    }

    /// Whether it stands from a frame to the next.
    pub(crate) fn is_planted_after(&self, frame: usize) -> bool {
        let n = self.contacts.partition_point(|contact| contact.last <= frame);
        self.contacts.get(n).is_some_and(|contact| contact.first <= frame)
    }

    /// Whether a contact begins at a frame or ends at the next, and covers both.
    pub(crate) fn changes_after(&self, frame: usize) -> bool {
        let n = self.contacts.partition_point(|contact| contact.last <= frame);
        let ends = |contact: &ContactFrames| contact.first == frame || contact.last == frame + 1;
        self.contacts.get(n).is_some_and(|contact| contact.first <= frame && ends(contact))
    }

    /// Height of its lowest outline point, metres; infinity without one that is finite.
    pub(crate) fn lowest(&self, model: &[Affine3A]) -> f32 {
        let heights = self.outline.iter().map(|point| point.at(model).y);
        heights.filter(|y| y.is_finite()).fold(f32::INFINITY, f32::min)
    }
}

/// Joints of legs and soles and all their ancestors, parents first.
pub(crate) fn foot_joints(skeleton: &Skeleton, feet: &[Foot], hips: JointIndex) -> Vec<JointIndex> {
    let mut needed = vec![false; skeleton.len()];
    let points = feet.iter().flat_map(|foot| foot.outline.iter().chain([&foot.ball]));
    let legs = feet.iter().flat_map(|foot| [foot.leg.foot, foot.leg.toes.unwrap_or(hips), hips]);
    for joint in points.flat_map(|point| point.joints()).chain(legs) {
        for joint in std::iter::successors(Some(joint), |&j| skeleton.parent(j)) {
            needed[joint.index()] = true;
        }
    }
    skeleton.joints().filter(|joint| needed[joint.index()]).collect()
}
