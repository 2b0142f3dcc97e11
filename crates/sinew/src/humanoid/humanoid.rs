use super::body_axes::BodyAxes;
use super::bone::Bones;
use super::joint_tree::{JointTree, joint};
use super::profile::FINGERS;
use super::{BoneMap, HumanBone, RestPoseKind};
use crate::pose::ModelPose;
use crate::skeleton::{JointId, JointMask, Skeleton};

/// Humanoid description of a skeleton: bone map, naming profile, rest pose.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew::humanoid::{HumanBone, Humanoid};
/// use sinew::skeleton::{Joint, Skeleton};
/// use sinew::Transform;
///
/// // A body of Mixamo's naming: name, parent, position relative to the parent.
/// let joints = [
///     ("Hips", None, [0.0, 1.0, 0.0]),
///     ("Spine", Some(0), [0.0, 0.2, 0.0]),
///     ("Head", Some(1), [0.0, 0.4, 0.0]),
///     ("LeftUpLeg", Some(0), [0.1, 0.0, 0.0]),
///     ("LeftLeg", Some(3), [0.0, -0.5, 0.0]),
///     ("LeftFoot", Some(4), [0.0, -0.4, 0.0]),
///     ("RightUpLeg", Some(0), [-0.1, 0.0, 0.0]),
///     ("RightLeg", Some(6), [0.0, -0.5, 0.0]),
///     ("RightFoot", Some(7), [0.0, -0.4, 0.0]),
///     ("LeftArm", Some(1), [0.2, 0.25, 0.0]),
///     ("LeftForeArm", Some(9), [0.25, 0.0, 0.0]),
///     ("LeftHand", Some(10), [0.25, 0.0, 0.0]),
///     ("RightArm", Some(1), [-0.2, 0.25, 0.0]),
///     ("RightForeArm", Some(12), [-0.25, 0.0, 0.0]),
///     ("RightHand", Some(13), [-0.25, 0.0, 0.0]),
/// ]
/// .map(|(name, parent, at)| Joint {
///     name: name.into(),
///     parent,
///     rest: Transform::from_translation(Vec3::from(at)),
///     in_scene: true,
/// });
/// let skeleton = Skeleton::new(joints.into())?;
/// let humanoid = Humanoid::detect(&skeleton).expect("a humanoid");
/// assert_eq!(humanoid.joint(HumanBone::LeftHand), skeleton.find("LeftHand"));
/// assert_eq!(humanoid.rest_pose.name(), "T");
/// # Ok::<(), sinew::skeleton::SkeletonError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Humanoid {
    /// Joints by the names of their bones in the file, whose sides may be swapped: [`joint`](Self::joint)
    /// corrects them.
    pub named_bones: BoneMap,
    /// Naming profile by which the bones were found, such as `mixamo`; `structure` for bones found without
    /// names; `vrm` and others for maps stated by a file.
    pub profile: &'static str,
    /// Confidence of the detection, 0..1. A map stated by a file has 1.
    pub confidence: f32,
    /// Kind of the skeleton's reference pose, which is its rest pose unless that does not stand.
    pub rest_pose: RestPoseKind,
    /// Whether left and right bone names are swapped relative to the direction of the feet: such a character
    /// is its own mirror image.
    pub sides_swapped: bool,
}

impl Humanoid {
    /// Humanoid from a known bone map, such as that of a VRM file, with confidence 1.
    #[must_use]
    pub fn of_map(skeleton: &Skeleton, map: BoneMap, profile: &'static str) -> Self {
        let tree = JointTree::new(skeleton, ModelPose::reference(skeleton).as_slice());
        Self::new(&tree, map, profile, 1.0)
    }

    /// Joint of a bone, with swapped sides corrected: left is the body's left. [`BoneMap::joint`] gives the
    /// joint by its name in the file.
    #[must_use]
    pub fn joint(&self, bone: HumanBone) -> Option<JointId> {
        self.named_bones.joint(if self.sides_swapped { bone.mirrored() } else { bone })
    }

    /// Mask of all joints except the fingers and their descendants, for characters far away.
    #[must_use]
    pub fn mask_without_fingers(&self, skeleton: &Skeleton) -> JointMask {
        let mut mask = JointMask::uniform(skeleton, 1.0);
        self.exclude_fingers(skeleton, &mut mask);
        mask
    }

    /// Sets the weights of the fingers and their descendants in `mask` to 0.
    pub fn exclude_fingers(&self, skeleton: &Skeleton, mask: &mut JointMask) {
        for left in FINGERS.into_iter().flatten() {
            for joint in [left, left.mirrored()].into_iter().filter_map(|bone| self.named_bones.joint(bone)) {
                mask.set_branch(skeleton, joint, 0.0);
            }
        }
    }

    /// Judges the skeleton's reference pose again, after it has changed.
    pub(crate) fn judge_pose(&mut self, skeleton: &Skeleton) {
        let tree = JointTree::new(skeleton, ModelPose::reference(skeleton).as_slice());
        *self = Self::new(&tree, self.named_bones.clone(), self.profile, self.confidence);
    }

    pub(super) fn new(tree: &JointTree, map: BoneMap, profile: &'static str, confidence: f32) -> Self {
        let mut bones: Bones = [None; HumanBone::COUNT];
        for (bone, joint) in map.iter() {
            bones[bone.index()] = Some(joint.index());
        }
        let rest_pose = RestPoseKind::of(tree, &bones);
        let sides_swapped = is_mirrored(tree, &bones);
        Self { named_bones: map, profile, confidence, rest_pose, sides_swapped }
    }
}

/// Whether the names of legs and arms are on the wrong side.
fn is_mirrored(tree: &JointTree, bones: &Bones) -> bool {
    use HumanBone::{LeftUpperArm, LeftUpperLeg};
    let Some(axes) = BodyAxes::of(tree, bones).filter(|axes| axes.is_facing_known) else { return false };
    [LeftUpperLeg, LeftUpperArm].into_iter().all(|bone| {
        let pair = bones[bone.index()].zip(bones[bone.mirrored().index()]);
        pair.is_some_and(|(left, right)| axes.leftness(tree, left, right) < -0.7)
    })
}

/// Bone map of these bones; `None` if their hierarchy does not fit.
pub(super) fn map_of(skeleton: &Skeleton, bones: &Bones) -> Option<BoneMap> {
    let pairs = HumanBone::ALL.into_iter().filter_map(|bone| Some((bone, joint(bones[bone.index()]?))));
    BoneMap::new(skeleton, pairs).ok()
}
