use crate::body::{LegJoints, SkinPoint, TPose};
use crate::humanoid::BodySide;
use crate::humanoid::HumanBone::{self, LeftFoot, LeftToes};
use crate::math::Transform;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Shape of a foot: the joints of its leg, the contact point under its ball, its rotation flat on the ground,
/// and the outline of its sole.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FootShape {
    /// Joints of the leg.
    pub leg: LegJoints,
    /// Contact point under the ball of the foot.
    pub ball: SkinPoint,
    /// Model-space rotation of the foot flat on the ground with the toes ahead.
    pub flat_rotation: Quat,
    /// Model-space rotation of the toes on the flat foot.
    pub flat_toes_rotation: Quat,
    /// Points that may touch the ground first: the outline of the skin, else ball and heel.
    pub outline: Vec<SkinPoint>,
    /// Direction from the sole of the flat foot to its back, in the space of the foot and, where there are
    /// some, of the toes.
    ups: Vec<(JointId, Vec3)>,
}

/// Distance from the ankle to the ball of a foot without toes, leg lengths.
const DEFAULT_BALL_DISTANCE: f32 = 0.12;

impl FootShape {
    /// Left or right foot of a body; `None` where thigh, shin or foot is missing.
    #[must_use]
    pub fn of(skeleton: &Skeleton, body: &TPose, side: BodySide) -> Option<Self> {
        let leg = LegJoints::of(body, side)?;
        let rest = ModelPose::reference(skeleton);
        let ankle = Vec3::from(rest.get(leg.foot).translation);
        let sole = body.sole(side);
        let [foot, toes] = [LeftFoot, LeftToes].map(|bone| side.bone(bone));
        // From the reference pose to the T-pose, in which the foot is flat.
        let turn = body.rotation(foot) * Transform::from_affine(rest.get(leg.foot)).rotation.inverse();
        let ball = match leg.toes {
            Some(toes) => turn * (Vec3::from(rest.get(toes).translation) - ankle),
            None => Vec3::Z * body.leg_length() * DEFAULT_BALL_DISTANCE,
        };
        let point = |joint: JointId, from_ankle: Vec3| {
            let position = ankle + turn.inverse() * from_ankle.with_y(-sole.ankle_height);
            SkinPoint::of_joint(joint, rest.get(joint).inverse().transform_point3(position))
        };
        let ball = point(leg.toes.unwrap_or(leg.foot), ball);
        let outline = match sole.points.is_empty() {
            true => vec![ball.clone(), point(leg.foot, Vec3::ZERO)],
            false => sole.points.clone(),
        };
        let [flat_rotation, flat_toes_rotation] = [foot, toes].map(|bone| body.rotation(bone));
        let up = |(bone, joint): (HumanBone, JointId)| {
            let reference = rest.get(joint);
            let turn = body.rotation(bone) * Transform::from_affine(reference).rotation.inverse();
            (joint, Vec3::from(reference.matrix3.inverse() * Vec3A::from(turn.inverse() * Vec3::Y)))
        };
        let joints = [Some((foot, leg.foot)), leg.toes.map(|joint| (toes, joint))];
        let ups = joints.into_iter().flatten().map(up).collect();
        Some(Self { leg, ball, flat_rotation, flat_toes_rotation, outline, ups })
    }

    /// Cosine of the angle between the sole and the ground in the model-space pose `model`: 1 for a flat
    /// foot, 0 for an upright sole, such as that of a body that lies on its back, and -1 for one that faces
    /// up. Of foot and toes the one that is nearer to flat counts.
    ///
    /// # Panics
    /// When the slice is shorter than the skeleton.
    #[must_use]
    pub fn flatness(&self, model: &[Affine3A]) -> f32 {
        let up = |(joint, up): &(JointId, Vec3)| {
            (model[joint.index()].transform_vector3(*up)).normalize_or_zero().y
        };
        self.ups.iter().map(up).fold(-1.0, f32::max)
    }

    /// Height of the lowest outline point in the model-space pose `model`,
    /// metres; infinity without one that is finite.
    ///
    /// # Panics
    /// When the slice is shorter than the skeleton.
    #[must_use]
    pub fn lowest(&self, model: &[Affine3A]) -> f32 {
        let heights = self.outline.iter().map(|point| point.at(model).y);
        heights.filter(|y| y.is_finite()).fold(f32::INFINITY, f32::min)
    }
}
