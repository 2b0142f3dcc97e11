//! Full body: joints that several effectors move at once.

use crate::humanoid::{HumanBone, Humanoid};
use crate::ik::chain::chain::relative_rotation;
use crate::ik::{Chain, IkSetupError};
use crate::limit::{HumanLimits, Limit};
use crate::math::turn::{part_of, rotation_of};
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Setup of full-body IK: the effectors (hands, feet, a head) and all joints between the root and them. Made
/// once and shared; [`FullBodySolver`](crate::ik::FullBodySolver) solves it.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew::ik::{BodyGoal, FullBody, FullBodyScratch, FullBodySolver, IkPose};
/// use sinew::skeleton::Joint;
/// use sinew::{LocalPose, ModelPose, Skeleton, Transform};
///
/// let joint = |name: &str, parent, x, y, z| {
///     let rest = Transform::from_translation(Vec3::new(x, y, z));
///     Joint { name: name.into(), parent, rest, in_scene: true }
/// };
/// let skeleton = Skeleton::new(vec![
///     joint("hips", None, 0.0, 1.0, 0.0),
///     joint("chest", Some(0), 0.0, 0.4, 0.0),
///     joint("left arm", Some(1), 0.2, 0.0, 0.0),
///     joint("left elbow", Some(2), 0.25, 0.0, 0.05),
///     joint("left hand", Some(3), 0.25, 0.0, -0.05),
///     joint("right arm", Some(1), -0.2, 0.0, 0.0),
///     joint("right elbow", Some(5), -0.25, 0.0, 0.05),
///     joint("right hand", Some(6), -0.25, 0.0, -0.05),
/// ])?;
/// let [hips, left, right] = ["hips", "left hand", "right hand"].map(|name| skeleton.find(name).unwrap());
/// let body = FullBody::new(&skeleton, hips, &[left, right])?;
/// let mut scratch = FullBodyScratch::new(&body);
///
/// let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::reference(&skeleton));
/// // Both hands reach down in front of the body; hips and chest help.
/// let goals = [BodyGoal::at(0, Vec3::new(0.2, 0.7, 0.5)), BodyGoal::at(1, Vec3::new(-0.2, 0.9, 0.5))];
/// let mut pose = IkPose::new(&skeleton, local.as_mut_slice(), model.as_slice());
/// let result = FullBodySolver::default().solve(&body, &goals, 1.0, &mut pose, &mut scratch);
///
/// model.update(&skeleton, &local);
/// assert!(result.error < 1e-3);
/// assert!(model.get(left).translation.distance(Vec3::new(0.2, 0.7, 0.5).into()) < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FullBody {
    pub(crate) joints: Vec<BodyJoint>,
    pub(crate) effectors: Vec<Effector>,
    /// Masses for balance: joints, moving or not, and their shares of the mass.
    pub(crate) masses: Vec<(JointId, f32)>,
    /// Fingerprint of its skeleton.
    pub(crate) skeleton: u64,
}

/// Moving joint.
#[derive(Clone, Debug)]
pub(crate) struct BodyJoint {
    pub(crate) joint: JointId,
    /// Index of the moving joint above; none for the root.
    pub(crate) parent: Option<usize>,
    pub(crate) limit: Limit,
    /// Reference rotation of the limit, as in
    /// [`Link::reference_rotation`](crate::ik::Link::reference_rotation).
    pub(crate) reference: Quat,
    pub(crate) stiffness: f32,
    /// Bit mask of the effectors below it.
    pub(crate) pulled_by: u32,
}

/// Effector of a body.
#[derive(Clone, Debug)]
pub(crate) struct Effector {
    /// Index of its moving joint.
    pub(crate) joint: usize,
    /// Offset of its point from the joint, in the joint's own rotated space, metres of the model.
    pub(crate) offset: Vec3,
    /// Limb: the joints that move this effector alone, from the first to its own, with their indices among
    /// the moving joints.
    pub(crate) limb: Chain,
    pub(crate) indices: Vec<usize>,
}

/// Largest number of effectors of a body.
pub const MAX_EFFECTORS: usize = 32;

impl FullBody {
    /// Body with a root and effectors, without limits until [`FullBody::with_limits`].
    ///
    /// # Errors
    /// When there is no effector, or more than [`MAX_EFFECTORS`], a joint does not exist, or an effector is
    /// no descendant of the root.
    pub fn new(skeleton: &Skeleton, root: JointId, effectors: &[JointId]) -> Result<Self, IkSetupError> {
        if effectors.is_empty() || effectors.len() > MAX_EFFECTORS {
            return Err(IkSetupError::Effectors { count: effectors.len() });
        }
        let mut pulled_by = vec![0u32; skeleton.len()];
        for (n, effector) in effectors.iter().enumerate() {
            if let Some(&joint) = [root, *effector].iter().find(|joint| joint.index() >= skeleton.len()) {
                return Err(IkSetupError::NoSuchJoint { joint: joint.0, count: skeleton.len() });
            }
            let mut at = Some(*effector);
            while let Some(joint) = at {
                pulled_by[joint.index()] |= 1 << n;
                at = if joint == root { None } else { skeleton.parent(joint) };
                if at.is_none() && joint != root {
                    let name = |joint| skeleton.name(joint).to_owned();
                    return Err(IkSetupError::NotBelow { joint: name(*effector), above: name(root) });
                }
            }
        }
        let rest = ModelPose::reference(skeleton);
        let mut joints: Vec<BodyJoint> = Vec::new();
        let mut number = vec![None; skeleton.len()];
        for joint in skeleton.joints().filter(|joint| pulled_by[joint.index()] != 0) {
            number[joint.index()] = Some(joints.len());
            joints.push(BodyJoint {
                joint,
                parent: skeleton.parent(joint).filter(|_| joint != root).and_then(|p| number[p.index()]),
                limit: Limit::free(),
                reference: relative_rotation(skeleton, rest.as_slice(), joint),
                stiffness: 0.0,
                pulled_by: pulled_by[joint.index()],
            });
        }
        let limbs: Result<Vec<_>, _> = effectors
            .iter()
            .enumerate()
            .map(|(n, &effector)| {
                let up = std::iter::successors(Some(effector), |&j| skeleton.parent(j).filter(|_| j != root));
                let limb_path = up.take_while(|j| *j == effector || pulled_by[j.index()] == 1 << n);
                let mut limb: Vec<_> = limb_path.collect();
                limb.reverse();
                let indices = limb.iter().filter_map(|joint| number[joint.index()]).collect::<Vec<_>>();
                let joint = number[effector.index()].unwrap_or(0);
                Ok(Effector { joint, offset: Vec3::ZERO, limb: Chain::new(skeleton, &limb)?, indices })
            })
            .collect();
        Ok(Self {
            effectors: limbs?,
            masses: joints.iter().map(|joint| (joint.joint, 1.0)).collect(),
            joints,
            skeleton: skeleton.fingerprint(),
        })
    }

    /// Body of a humanoid with limits, masses and a stiffer trunk: effectors are both hands, both feet and
    /// the head, in this order as far as the bones exist (left is the body's own).
    ///
    /// # Errors
    /// When the humanoid has no hips or none of these bones, as [`FullBody::new`].
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid) -> Result<Self, IkSetupError> {
        use HumanBone::*;
        let of = |bone| humanoid.joint(bone);
        let effectors: Vec<_> =
            [LeftHand, RightHand, LeftFoot, RightFoot, Head].into_iter().filter_map(of).collect();
        let root = of(Hips).ok_or(IkSetupError::Empty)?;
        let body = Self::new(skeleton, root, &effectors)?;
        Ok(body.with_limits(&HumanLimits::new(skeleton, humanoid)).with_human_masses(humanoid))
    }

    /// Sets the limits of a humanoid's joints.
    #[must_use]
    pub fn with_limits(mut self, limits: &HumanLimits) -> Self {
        for joint in &mut self.joints {
            if let Some((limit, reference)) = limits.get(joint.joint) {
                (joint.limit, joint.reference) = (limit.clone(), reference);
            }
        }
        for effector in &mut self.effectors {
            effector.limb = effector.limb.clone().with_limits(limits);
        }
        self
    }

    /// Sets human masses, and makes trunk, neck and clavicles stiffer than limbs (P. de Leva, *Adjustments to
    /// Zatsiorsky-Seluyanov's Segment Inertia Parameters*, 1996).
    #[must_use]
    pub fn with_human_masses(mut self, humanoid: &Humanoid) -> Self {
        use HumanBone::*;
        // Each end of a segment carries half of its mass.
        const MASSES: [(HumanBone, f32); 18] = [
            (Hips, 0.21),
            (Spine, 0.1),
            (Chest, 0.12),
            (Head, 0.07),
            (LeftUpperArm, 0.013),
            (RightUpperArm, 0.013),
            (LeftLowerArm, 0.022),
            (RightLowerArm, 0.022),
            (LeftHand, 0.014),
            (RightHand, 0.014),
            (LeftUpperLeg, 0.071),
            (RightUpperLeg, 0.071),
            (LeftLowerLeg, 0.093),
            (RightLowerLeg, 0.093),
            (LeftFoot, 0.036),
            (RightFoot, 0.036),
            (Neck, 0.0),
            (UpperChest, 0.0),
        ];
        let joint = |bone| humanoid.joint(bone);
        self.masses = MASSES.iter().filter_map(|(bone, mass)| Some((joint(*bone)?, *mass))).collect();
        for (bone, stiffness) in [
            (Hips, 0.5),
            (Spine, 0.7),
            (Chest, 0.7),
            (UpperChest, 0.7),
            (LeftShoulder, 0.6),
            (RightShoulder, 0.6),
            (Neck, 0.3),
        ] {
            if let Some(joint) = joint(bone) {
                self.set_stiffness(joint, stiffness);
            }
        }
        self
    }

    /// Sets the stiffness of a joint, 0 (turns freely) to 1 (does not turn).
    /// Joints that do not move are ignored.
    pub fn set_stiffness(&mut self, joint: JointId, stiffness: f32) {
        if let Some(body_joint) = self.joints.iter_mut().find(|body_joint| body_joint.joint == joint) {
            body_joint.stiffness = part_of(stiffness);
        }
    }

    /// Sets the offset of an effector's point from its joint,
    /// in the joint's own rotated space: a palm, a sole.
    ///
    /// # Panics
    /// When the index is out of range.
    pub fn set_offset(&mut self, effector: usize, offset: Vec3) {
        self.effectors[effector].offset = offset;
    }

    /// Number of effectors.
    #[must_use]
    pub fn effector_count(&self) -> usize {
        self.effectors.len()
    }

    /// Joint of an effector.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn effector_joint(&self, effector: usize) -> JointId {
        self.joints[self.effectors[effector].joint].joint
    }

    /// Position of an effector's point and rotation of its joint in a pose, in model space.
    pub(crate) fn posed(&self, effector: usize, model: &[Affine3A]) -> (Vec3, Quat) {
        let Effector { joint, offset, .. } = &self.effectors[effector];
        let matrix = &model[self.joints[*joint].joint.index()];
        let rotation = rotation_of(matrix);
        (Vec3::from(matrix.translation) + rotation * *offset, rotation)
    }

    /// Index of the effector at a joint, if any.
    #[must_use]
    pub fn effector_at(&self, joint: JointId) -> Option<usize> {
        (0..self.effectors.len()).find(|n| self.effector_joint(*n) == joint)
    }
}
