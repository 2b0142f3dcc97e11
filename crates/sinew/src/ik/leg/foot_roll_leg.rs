use crate::humanoid::{BodySide, HumanBone, Humanoid};
use crate::ik::{Chain, IkSetupError, Limb, Link};
use crate::limit::HumanLimits;
use crate::math::turn::rotation_of;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Vec3, Vec3A};

/// Leg with a foot: hip, knee, ankle, and the ball of the foot, where the toes begin. For animals that walk
/// on their toes the metatarsus is the foot and the hock the ankle.
#[derive(Clone, Debug)]
pub struct FootRollLeg {
    pub(crate) limb: Limb,
    pub(crate) toes: Link,
    /// Axis about which the heel lifts, in the ankle's own space.
    pub(crate) axis: Vec3,
}

impl FootRollLeg {
    /// Leg of hip, knee, ankle and ball, each below the one before, with limits. The heel lifts in the plane
    /// in which the leg rests.
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn new(
        skeleton: &Skeleton,
        joints: [JointId; 4],
        limits: Option<&HumanLimits>,
    ) -> Result<Self, IkSetupError> {
        let [hip, knee, ankle, ball] = joints;
        let limb = Limb::new(skeleton, [hip, knee, ankle], limits)?;
        let toes = Chain::new(skeleton, &[ankle, ball])?;
        let toes = match limits {
            Some(limits) => toes.with_limits(limits),
            None => toes,
        };
        Ok(Self::of(skeleton, limb, &toes))
    }

    /// Leg from a limb and the chain of its ankle and ball.
    pub(crate) fn of(skeleton: &Skeleton, limb: Limb, toes: &Chain) -> Self {
        let links = limb.chain().links();
        let [hip, ankle, ball] = [links[0].joint, links[2].joint, toes.tip()];
        let rest = ModelPose::reference(skeleton);
        let position = |joint| rest.get(joint).translation;
        let (foot, leg) = (position(ankle) - position(ball), position(hip) - position(ball));
        let across = foot.cross(leg);
        let is_clear = across.length() > 1e-3 * foot.length() * leg.length();
        let across = if is_clear { across.normalize() } else { Vec3A::X };
        let axis = rotation_of(rest.get(ankle)).inverse() * Vec3::from(across);
        Self { limb, toes: toes.links()[1].clone(), axis }
    }

    /// Left or right leg of a humanoid with human limits: the body's own left, whatever the file calls it.
    ///
    /// # Errors
    /// When the humanoid lacks one of the four bones.
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid, side: BodySide) -> Result<Self, IkSetupError> {
        use HumanBone::{LeftFoot, LeftLowerLeg, LeftToes, LeftUpperLeg};
        let mut joints = [JointId(0); 4];
        for (joint, bone) in joints.iter_mut().zip([LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes]) {
            *joint = humanoid.joint(side.bone(bone)).ok_or(IkSetupError::Empty)?;
        }
        Self::new(skeleton, joints, Some(&HumanLimits::new(skeleton, humanoid)))
    }

    /// Limb from hip to ankle.
    #[must_use]
    pub fn limb(&self) -> &Limb {
        &self.limb
    }

    /// Joint at the ball of the foot.
    #[must_use]
    pub fn ball(&self) -> JointId {
        self.toes.joint
    }
}
