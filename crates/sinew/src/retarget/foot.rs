//! A foot of a body: the leg that carries it, where it touches the ground, and when it stands.

use super::align::ReferencePose;
use super::contact::Plant;
use super::leg::{Leg, rotation};
use super::sole::SkinPoint;
use crate::humanoid::HumanBone::{LeftFoot, LeftToes, RightFoot, RightToes};
use crate::pose::local_to_model;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// A leg of the target and when its foot stands.
pub(crate) struct Foot {
    pub(crate) leg: Leg,
    /// Where it stands: under its ball.
    pub(crate) ball: SkinPoint,
    /// The model-space rotations of foot and toes that lie flat on the ground, toes ahead.
    pub(super) flat: Quat,
    pub(super) toes_flat: Quat,
    /// What must not be below the floor: the skin's outline, else ball and heel.
    pub(crate) outline: Vec<SkinPoint>,
    pub(super) plants: Vec<Plant>,
}

impl Foot {
    /// The same of a body that does not stand at any time.
    pub(crate) fn of(skeleton: &Skeleton, body: &ReferencePose, left: bool) -> Option<Self> {
        Self::new(skeleton, body, left, Vec::new())
    }

    /// The left or right foot of a body.
    pub(super) fn new(
        skeleton: &Skeleton,
        body: &ReferencePose,
        left: bool,
        plants: Vec<Plant>,
    ) -> Option<Self> {
        let leg = Leg::of(|bone| body.joint(bone), left)?;
        let mut rest = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut rest);
        let ankle = Vec3::from(rest[leg.foot.index()].translation);
        let sole = &body.soles[usize::from(!left)];
        // From the rest pose to the stance, in which the foot is flat, and back.
        let turn = body.rotation(if left { LeftFoot } else { RightFoot })
            * rotation(&rest[leg.foot.index()]).inverse();
        let ball = match leg.toes {
            Some(toes) => turn * (Vec3::from(rest[toes.index()].translation) - ankle),
            // Without toes the ball is as far ahead as a quarter of the shin is long.
            None => Vec3::Z * body.leg * 0.12,
        };
        let point = |joint: JointIndex, from_ankle: Vec3| {
            let place = ankle + turn.inverse() * from_ankle.with_y(-sole.height);
            SkinPoint::of(joint, rest[joint.index()].inverse().transform_point3(place))
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
        Some(Self { leg, ball, flat, toes_flat, outline, plants })
    }

    /// Whether it stands at a frame.
    pub(super) fn stands_at(&self, frame: usize) -> bool {
        let n = self.plants.partition_point(|plant| plant.last < frame);
        self.plants.get(n).is_some_and(|plant| plant.first <= frame)
    }

    /// Whether it stands from a frame to the next.
    pub(super) fn stands_from(&self, frame: usize) -> bool {
        let n = self.plants.partition_point(|plant| plant.last <= frame);
        self.plants.get(n).is_some_and(|plant| plant.first <= frame)
    }

    /// Whether a stand begins or ends between a frame and the next.
    pub(super) fn turns_from(&self, frame: usize) -> bool {
        let n = self.plants.partition_point(|plant| plant.last <= frame);
        let ends = |plant: &Plant| plant.first == frame || plant.last == frame + 1;
        self.plants.get(n).is_some_and(|plant| plant.first <= frame && ends(plant))
    }

    /// The height of what is lowest of it.
    pub(super) fn lowest(&self, model: &[Affine3A]) -> f32 {
        let heights = self.outline.iter().map(|point| point.at(model).y);
        heights.filter(|y| y.is_finite()).fold(f32::INFINITY, f32::min)
    }
}

/// The joints of legs and soles, and what they hang from, parents first.
pub(super) fn carrying(skeleton: &Skeleton, feet: &[Foot], hips: JointIndex) -> Vec<JointIndex> {
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
