//! Retargeting of poses from one rig to another: in model space, every bone of the target rotates from the
//! reference pose as the source's bone does; root motion is scaled by the length of the legs. Each of two
//! humanoids does so from the direction in which it faces.

use super::links::{JointTranslation, RootTranslation, RotationLink};
use super::proportions::{hips_link, top_of_torso, torso_link};
use super::twist::{TwistJoint, twist_joints};
use crate::body::TPose;
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::{TORSO, rotation_from_z};
use crate::math::{Transform, slerp_shortest};
use crate::pose::ModelPose;
use crate::skeleton::{JointId, RotationChain, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Retargets poses from a source skeleton to a target skeleton. Built once per pair, then used every frame.
///
/// Between humanoids it also drives the target's twist joints: joints named `twist` or `roll` between one
/// bone of a limb and the next. Each takes a part of the roll of the hand (foot, forearm, shin) by its
/// position along the bone.
///
/// ```
/// use sinew::glam::{Quat, Vec3};
/// use sinew::retarget::Retargeter;
/// use sinew::skeleton::{Joint, Skeleton};
/// use sinew::{LocalPose, Transform};
///
/// let joint = |name: &str, parent, y| Joint {
///     name: name.into(),
///     parent,
///     rest: Transform::from_translation(Vec3::Y * y),
///     in_scene: true,
/// };
/// let small = Skeleton::new(vec![joint("base", None, 0.0), joint("arm", Some(0), 1.0)])?;
/// let large = Skeleton::new(vec![joint("base", None, 0.0), joint("arm", Some(0), 3.0)])?;
/// let retargeter = Retargeter::by_names(&small, &large)?;
///
/// let (mut pose, mut result) = (LocalPose::rest(&small), LocalPose::rest(&large));
/// let arm = small.find("arm").unwrap();
/// pose.get_mut(arm).rotation = Quat::from_rotation_x(0.5);
/// let mut scratch = retargeter.scratch();
/// retargeter.retarget_pose(pose.as_slice(), &mut scratch, result.as_mut_slice());
/// let arm = result.get(large.find("arm").unwrap());
/// assert!(arm.rotation.abs_diff_eq(Quat::from_rotation_x(0.5), 1e-6));
/// assert_eq!(arm.translation, Vec3::Y * 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Retargeter {
    pub(super) source: Skeleton,
    pub(super) target: Skeleton,
    /// Rotations of the source and of the target.
    pub(super) chains: [RotationChain; 2],
    /// Indexed by target joint.
    pub(crate) links: Vec<Option<RotationLink>>,
    /// Rotation about +Y from the direction in which the source faces to that in which the target does.
    turn: Quat,
    /// Parents first.
    pub(crate) root_translations: Vec<RootTranslation>,
    /// Used between rigs with equal joint names.
    pub(crate) joint_translations: Vec<JointTranslation>,
    /// Twist joints of the target, parents first.
    pub(crate) twists: Vec<TwistJoint>,
    /// Source and target; `None` between rigs that are not humanoids.
    pub(crate) bodies: Option<(TPose, TPose)>,
    pub(super) unmapped_joints: Vec<String>,
}

/// Scratch memory of [`Retargeter::retarget_pose`]. [`Retargeter::scratch`] returns one of the right size;
/// any other grows on first use.
#[derive(Clone, Debug, Default)]
pub struct RetargetScratch {
    source: Vec<Quat>,
    target: Vec<Quat>,
}

/// Error of retargeters and of clips that they retarget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RetargetError {
    /// The two skeletons share no joint name.
    #[error("the two skeletons share no joint name; retargeting needs two humanoids or equal joint names")]
    NoCommonJoints,
    /// A mapping names joints that the rigs lack, or chains that are none.
    #[error("{message}")]
    Mapping {
        /// The fault.
        message: String,
    },
    /// The clip would have too many keys.
    #[error(
        "the clip has {frames} frames of {joints} joints; at most {max} frames times joints are supported; \
         split the clip, or retarget it pose by pose"
    )]
    TooLong {
        /// Number of frames of the result.
        frames: usize,
        /// Joints of the source plus driven joints of the target.
        joints: usize,
        /// Largest number of frames times joints.
        max: usize,
    },
}

impl Retargeter {
    /// Retargeter between two humanoids with any rigs. Each [`TPose`] belongs to the skeleton beside it. What
    /// the source does relative to the direction in which it faces at rest, the target does relative to its
    /// own ([`TPose::forward`]).
    #[must_use]
    pub fn human(source: (&Skeleton, TPose), target: (&Skeleton, TPose)) -> Self {
        let bodies = (source.1, target.1);
        let (from, to) = &bodies;
        let chains = [RotationChain::new(source.0), RotationChain::new(target.0)];
        let source_rotation = reference_rotations(source.0, &chains[0], from);
        let target_rotation = reference_rotations(target.0, &chains[1], to);
        let mut links = vec![None; target.0.len()];
        for bone in HumanBone::ALL {
            let Some(joint) = to.joint(bone) else { continue };
            let link = |bone: HumanBone| Some((from.joint(bone)?, source_rotation(bone).inverse()));
            let sources = match TORSO.contains(&bone) {
                true => torso_link(from, to, bone, link),
                false => link(bone).map(|f| ([f, f], 0.0)),
            };
            // The neck of a source without one follows the head by half.
            let neck = || Some(([link(top_of_torso(from)?)?, link(Head)?], 0.5));
            let sources = sources.or_else(|| if bone == Neck { neck() } else { None });
            links[joint.index()] =
                sources.map(|(from, share)| RotationLink { from, share, aligned: target_rotation(bone) });
        }
        let root_translations = hips_link(from, to).into_iter().collect();
        let unmapped = HumanBone::ALL
            .into_iter()
            .filter(|&bone| from.joint(bone).is_some() && to.joint(bone).is_none() && !TORSO.contains(&bone));
        let unmapped_joints = unmapped.map(|bone| bone.name().to_owned()).collect();
        let twists = twist_joints(target.0, &chains[1], to);
        let turn = rotation_from_z(to.forward()) * rotation_from_z(from.forward()).inverse();
        Self {
            source: source.0.clone(),
            target: target.0.clone(),
            chains,
            links,
            turn: turn.normalize(),
            root_translations,
            joint_translations: Vec::new(),
            twists,
            bodies: Some(bodies),
            unmapped_joints,
        }
    }

    /// Retargeter between two rigs by equal joint names: each joint rotates and translates from its own
    /// reference pose as the joint of the same name does. Translations are scaled by the ratio of the total bone
    /// lengths between joints that both rigs have.
    ///
    /// # Errors
    /// [`RetargetError::NoCommonJoints`] when no two joints have the same name.
    pub fn by_names(source: &Skeleton, target: &Skeleton) -> Result<Self, RetargetError> {
        let (from, to) = (ModelPose::reference(source), ModelPose::reference(target));
        let chains = [source, target].map(RotationChain::new);
        let turned = [(source, &chains[0]), (target, &chains[1])];
        let [turned_from, turned_to] =
            turned.map(|(skeleton, chain)| chain.all(skeleton, skeleton.reference()));
        let position = |pose: &ModelPose, joint| Vec3::from(pose.get(joint).translation);
        let mut links: Vec<Option<RotationLink>> = vec![None; target.len()];
        let (mut shared, mut unmapped) = (vec![None; source.len()], Vec::new());
        let (mut roots, mut lengths) = (Vec::new(), [0.0f32; 2]);
        let mut joint_translations = Vec::new();
        for joint in source.joints() {
            let name = source.name(joint);
            let target_joint = target
                .find(name)
                .filter(|target_joint| !name.is_empty() && links[target_joint.index()].is_none());
            let Some(target_joint) = target_joint else {
                unmapped.push(name.to_owned());
                continue;
            };
            let link = (joint, turned_from[joint.index()].inverse());
            links[target_joint.index()] = Some(RotationLink {
                from: [link, link],
                share: 0.0,
                aligned: turned_to[target_joint.index()],
            });
            shared[joint.index()] = Some(target_joint);
            let above = std::iter::successors(source.parent(joint), |&j| source.parent(j));
            if let Some((parent, theirs)) = above.into_iter().find_map(|j| Some((j, shared[j.index()]?))) {
                lengths[0] += position(&from, joint).distance(position(&from, parent));
                lengths[1] += position(&to, target_joint).distance(position(&to, theirs));
            }
            // Roots follow in model space; all other joints relative to their parents.
            if source.parent(joint).is_none_or(|parent| shared[parent.index()].is_none()) {
                roots.push((joint, target_joint));
            } else if let Some((target_parent, parent)) =
                target.parent(target_joint).zip(source.parent(joint))
            {
                let map = to.get(target_parent).matrix3.inverse() * from.get(parent).matrix3;
                joint_translations.push(JointTranslation { source: joint, target: target_joint, map });
            }
        }
        if links.iter().all(Option::is_none) {
            return Err(RetargetError::NoCommonJoints);
        }
        let scale = match lengths.iter().all(|length| *length > 1e-6 && length.is_finite()) {
            true => lengths[1] / lengths[0],
            false => 1.0,
        };
        joint_translations.iter_mut().for_each(|link| link.map *= scale);
        roots.sort_by_key(|(_, target_joint)| *target_joint);
        let root_translations = roots.into_iter().map(|(joint, target_joint)| {
            let shift = position(&to, target_joint) - position(&from, joint) * scale;
            RootTranslation { source: joint, target: target_joint, scale, shift }
        });
        Ok(Self {
            source: source.clone(),
            target: target.clone(),
            chains,
            links,
            turn: Quat::IDENTITY,
            root_translations: root_translations.collect(),
            joint_translations,
            twists: Vec::new(),
            bodies: None,
            unmapped_joints: unmapped,
        })
    }

    /// Retargeter that leaves the target in its reference pose.
    pub(super) fn of_nothing(source: &Skeleton, target: &Skeleton) -> Self {
        Self {
            source: source.clone(),
            target: target.clone(),
            chains: [source, target].map(RotationChain::new),
            links: vec![None; target.len()],
            turn: Quat::IDENTITY,
            root_translations: Vec::new(),
            joint_translations: Vec::new(),
            twists: Vec::new(),
            bodies: None,
            unmapped_joints: source.joints().map(|joint| source.name(joint).to_owned()).collect(),
        }
    }

    /// Skeleton whose motion is retargeted.
    #[must_use]
    pub fn source(&self) -> &Skeleton {
        &self.source
    }

    /// Skeleton that receives the motion.
    #[must_use]
    pub fn target(&self) -> &Skeleton {
        &self.target
    }

    /// Names of source bones (of source joints, with [`by_names`](Self::by_names)) that the target lacks.
    #[must_use]
    pub fn unmapped_joints(&self) -> &[String] {
        &self.unmapped_joints
    }

    /// Scratch memory with which [`retarget_pose`](Self::retarget_pose) allocates nothing.
    #[must_use]
    pub fn scratch(&self) -> RetargetScratch {
        RetargetScratch {
            source: vec![Quat::IDENTITY; self.source.len()],
            target: vec![Quat::IDENTITY; self.target.len()],
        }
    }

    /// Retargets the local pose `source` into the local pose `target`; each has one transform per joint of
    /// its skeleton. Joints without a link take their transform in the reference pose, and so do joints
    /// whose result is not finite.
    ///
    /// # Panics
    /// When a slice does not have one transform per joint.
    pub fn retarget_pose(
        &self,
        source: &[Transform],
        scratch: &mut RetargetScratch,
        target: &mut [Transform],
    ) {
        scratch.source.resize(self.source.len(), Quat::IDENTITY);
        scratch.target.resize(self.target.len(), Quat::IDENTITY);
        let [from, to] = &self.chains;
        for joint in self.source.joints() {
            let rotation = source[joint.index()].rotation;
            let parent = self.source.parent(joint);
            scratch.source[joint.index()] =
                parent.map_or(rotation, |p| from.model(joint, scratch.source[p.index()], rotation));
        }
        target.copy_from_slice(self.target.reference());
        for joint in self.target.joints() {
            let parent = self.target.parent(joint).map_or(Quat::IDENTITY, |p| scratch.target[p.index()]);
            let local = &mut target[joint.index()];
            if let Some(link) = &self.links[joint.index()] {
                let [a, b] = link.from.map(|(joint, inverse)| scratch.source[joint.index()] * inverse);
                let turn = if link.share > 0.0 { slerp_shortest(a, b, link.share) } else { a };
                let turned = to.local(joint, parent, self.turn * turn * link.aligned).normalize();
                local.rotation = if turned.is_finite() { turned } else { local.rotation };
            }
            scratch.target[joint.index()] = to.model(joint, parent, local.rotation).normalize();
        }
        for twist in &self.twists {
            twist.apply(&self.target, to, target, &mut scratch.target);
        }
        for link in &self.joint_translations {
            link.apply((&self.source, source), target);
        }
        for root in &self.root_translations {
            let position = model_of(&self.source, source, root.source).translation;
            let position = self.turn * (Vec3::from(position) * root.scale) + root.shift;
            let parent = self.target.parent(root.target);
            let parent = parent.map_or(Affine3A::IDENTITY, |p| model_of(&self.target, target, p));
            let local = parent.inverse().transform_point3(position);
            if local.is_finite() {
                target[root.target.index()].translation = local;
            }
        }
    }

    /// Recomputes the twist joints of a target pose after its legs were corrected.
    pub(crate) fn update_twists(&self, scratch: &mut RetargetScratch, target: &mut [Transform]) {
        if self.twists.is_empty() {
            return;
        }
        for joint in self.target.joints() {
            let parent = self.target.parent(joint).map_or(Quat::IDENTITY, |p| scratch.target[p.index()]);
            let rotation = target[joint.index()].rotation;
            scratch.target[joint.index()] = self.chains[1].model(joint, parent, rotation).normalize();
        }
        for twist in &self.twists {
            twist.apply(&self.target, &self.chains[1], target, &mut scratch.target);
        }
    }

    /// Target joints that the retargeter or the foot correction changes, parents first.
    pub(crate) fn driven_joints(&self) -> Vec<JointId> {
        let turns = |joint: JointId| self.twists.iter().any(|t| t.joint == joint || t.below == Some(joint));
        // The foot correction rolls toes that the source may lack.
        let toes: Vec<JointId> = self
            .bodies
            .iter()
            .flat_map(|(_, to)| [LeftToes, RightToes].map(|bone| to.joint(bone)))
            .flatten()
            .collect();
        let drives = |joint: &JointId| {
            self.links[joint.index()].is_some()
                || self.is_root(*joint)
                || turns(*joint)
                || toes.contains(joint)
        };
        self.target.joints().filter(drives).collect()
    }

    /// Whether a target joint follows a source joint in model space.
    pub(crate) fn is_root(&self, joint: JointId) -> bool {
        self.root_translations.iter().any(|root| root.target == joint)
    }

    /// Raises all results by `by` metres.
    pub(crate) fn raise(&mut self, by: f32) {
        self.root_translations.iter_mut().for_each(|root| root.shift.y += by);
    }

    /// Rotation about +Y from the source's root motion to the target's.
    pub(crate) fn turn(&self) -> Quat {
        self.turn
    }

    /// Factor from the source's root motion to the target's.
    pub(crate) fn scale(&self) -> f32 {
        self.root_translations.first().map_or(1.0, |root| root.scale)
    }
}

/// Rotations of bones in the reference pose, as a chain has them.
fn reference_rotations(
    skeleton: &Skeleton,
    chain: &RotationChain,
    body: &TPose,
) -> impl Fn(HumanBone) -> Quat + use<> {
    let (reference, turned) = (ModelPose::reference(skeleton), chain.all(skeleton, skeleton.reference()));
    let rotations = HumanBone::ALL.map(|bone| {
        let Some(joint) = body.joint(bone) else { return body.rotation(bone) };
        let from_reference =
            body.rotation(bone) * Transform::from_affine(reference.get(joint)).rotation.inverse();
        (from_reference * turned[joint.index()]).normalize()
    });
    move |bone| rotations[bone.index()]
}

/// Model-space matrix of a joint, composed up to its root.
fn model_of(skeleton: &Skeleton, pose: &[Transform], joint: JointId) -> Affine3A {
    let chain = std::iter::successors(Some(joint), |&j| skeleton.parent(j));
    chain.fold(Affine3A::IDENTITY, |below, j| pose[j.index()].to_affine() * below)
}
