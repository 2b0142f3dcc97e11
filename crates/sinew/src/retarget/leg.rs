//! A leg that reaches: thigh and shin bend by the law of cosines so that the ankle comes where it should, the knee stays
//! on the side it is on, and the foot keeps its turn.

use crate::humanoid::HumanBone;
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// The joints of a leg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) upper: JointIndex,
    pub(super) lower: JointIndex,
    pub(super) foot: JointIndex,
    pub(super) toes: Option<JointIndex>,
}

impl Leg {
    /// The left (or right) leg of a body.
    pub(super) fn of(joint: impl Fn(HumanBone) -> Option<JointIndex>, left: bool) -> Option<Self> {
        use HumanBone::*;
        let [upper, lower, foot, toes] = match left {
            true => [LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes],
            false => [RightUpperLeg, RightLowerLeg, RightFoot, RightToes],
        };
        Some(Self { upper: joint(upper)?, lower: joint(lower)?, foot: joint(foot)?, toes: joint(toes) })
    }

    /// Turns thigh and shin of `pose` so that the ankle stands at `goal` (model space), as near as the leg reaches.
    /// `model` has the pose's matrices and is kept true for the leg. Gives how far it falls short.
    pub(super) fn reach(
        &self,
        skeleton: &Skeleton,
        pose: &mut [Transform],
        model: &mut [Affine3A],
        goal: Vec3,
        forward: Vec3,
    ) -> f32 {
        let at = |model: &[Affine3A], joint: JointIndex| Vec3::from(model[joint.index()].translation);
        let (hip, knee, ankle) = (at(model, self.upper), at(model, self.lower), at(model, self.foot));
        let (thigh, shin) = (hip.distance(knee), knee.distance(ankle));
        let way = goal - hip;
        let far = way.length();
        if thigh < 1e-6 || shin < 1e-6 || far < 1e-6 || !goal.is_finite() {
            return 0.0;
        }
        // Short of straight, where the knee would lose its side.
        let longest = (thigh + shin) * 0.9995;
        let distance = far.clamp((thigh - shin).abs() * 1.001 + 1e-6, longest);
        let direction = way / far;
        // The side of the knee: where it is now, or ahead where the leg is straight.
        let bent = (knee - hip).reject_from((ankle - hip).normalize_or(direction));
        let side = if bent.length() > 0.02 * thigh { bent } else { forward };
        let turned = Quat::from_rotation_arc((ankle - hip).normalize_or(direction), direction) * side;
        let side = turned.reject_from(direction).normalize_or(direction.any_orthonormal_vector());
        let cosine =
            ((thigh * thigh + distance * distance - shin * shin) / (2.0 * thigh * distance)).clamp(-1.0, 1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        let new_knee = hip + (direction * cosine + side * sine) * thigh;
        let new_ankle = hip + direction * distance;
        let foot_turn = rotation(&model[self.foot.index()]);
        self.turn(skeleton, pose, model, self.upper, knee - hip, new_knee - hip);
        let (knee, ankle) = (at(model, self.lower), at(model, self.foot));
        self.turn(skeleton, pose, model, self.lower, ankle - knee, new_ankle - new_knee);
        let shin_turn = rotation(&model[self.foot.index()]) * pose[self.foot.index()].rotation.inverse();
        pose[self.foot.index()].rotation = (shin_turn.inverse() * foot_turn).normalize();
        self.refresh(skeleton, pose, model);
        (far - longest).max(0.0)
    }

    /// Turns a joint so that `from` comes to point along `to`.
    fn turn(
        &self,
        skeleton: &Skeleton,
        pose: &mut [Transform],
        model: &mut [Affine3A],
        joint: JointIndex,
        from: Vec3,
        to: Vec3,
    ) {
        let arc = Quat::from_rotation_arc(from.normalize(), to.normalize());
        let own = rotation(&model[joint.index()]);
        let local = pose[joint.index()].rotation;
        // parent · local = own, and parent · new = arc · own.
        pose[joint.index()].rotation = (local * own.inverse() * arc * own).normalize();
        self.refresh(skeleton, pose, model);
    }

    /// Brings the matrices of the leg up to date, joints between its bones included.
    fn refresh(&self, skeleton: &Skeleton, pose: &[Transform], model: &mut [Affine3A]) {
        let last = self.toes.unwrap_or(self.foot);
        for joint in self.upper.0..=last.0.max(self.foot.0) {
            let joint = JointIndex(joint);
            let mut chain = std::iter::successors(Some(joint), |&j| skeleton.parent(j));
            if chain.any(|j| j == self.upper) {
                let own = pose[joint.index()].to_affine();
                let parent = skeleton.parent(joint);
                model[joint.index()] = parent.map_or(own, |p| model[p.index()] * own);
            }
        }
    }
}

/// The rotation of a matrix with even scale.
pub(super) fn rotation(matrix: &Affine3A) -> Quat {
    Transform::from_affine(matrix).rotation
}
