//! Body as the check of motion knows it, measured once.

use glam::{Affine3A, Vec3};
use sinew::body::{TPose, skin_vertices};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{BodySide, Humanoid};
use sinew::math::Transform;
use sinew::skeleton::{JointId, Skeleton};
use sinew::{Character, RawClip};

/// Knee or elbow.
#[derive(Clone, Debug)]
pub(super) struct Hinge {
    /// Joints before, at and after it.
    pub(super) joints: [JointId; 3],
    /// Name for messages.
    pub(super) name: &'static str,
    /// Axis about which it bends, in the space of the upper joint.
    pub(super) axis: Vec3,
}

/// Left and right arm or leg: upper joint, middle, end.
pub(super) type LimbPair = [[JointId; 3]; 2];

/// Measures of a body.
#[derive(Clone, Debug)]
pub(super) struct CheckedBody {
    pub(super) names: Vec<String>,
    /// Largest extent in the reference pose, metres: the height of a body that stands.
    pub(super) height: f32,
    /// Whether a joint moves something that is seen.
    pub(super) visible: Vec<bool>,
    /// Offset from each joint to the farthest point that it moves, metres, in axes that turn with the joint.
    pub(super) levers: Vec<Vec3>,
    /// Length in model space of a metre in the space of each joint's parent.
    pub(super) parent_scales: Vec<f32>,
    /// Whether a joint is the root or above it: the hips of humans.
    pub(super) is_root: Vec<bool>,
    /// Whether a joint ends a bone whose length should not change: of a human a bone below the hips, else any joint
    /// below the root.
    pub(super) is_bone: Vec<bool>,
    /// Whether no other joint that is seen hangs on a joint.
    pub(super) is_end: Vec<bool>,
    pub(super) hinges: Vec<Hinge>,
    pub(super) limbs: Vec<LimbPair>,
    pub(super) human: Option<TPose>,
}

/// Least lever of a joint, body heights: that of the last joint of a finger with what it touches.
const MIN_LEVER: f32 = 0.03;

/// Height of a body relative to that of the joint of its head.
const WITH_HEAD: f32 = 1.1;

impl CheckedBody {
    pub(super) fn new(character: &Character) -> Self {
        let skeleton = character.skeleton();
        let count = skeleton.len();
        let model = character.reference_model();
        let positions: Vec<Vec3> = model.iter().map(|m| Vec3::from(m.translation)).collect();
        let mut radii = vec![0.0f32; count];
        let mut visible = vec![false; count];
        for vertex in skin_vertices(character) {
            let (joint, point) = vertex.main_joint();
            let distance = model[joint.index()].transform_point3(point).distance(positions[joint.index()]);
            visible[joint.index()] = true;
            if distance.is_finite() {
                radii[joint.index()] = radii[joint.index()].max(distance);
            }
        }
        let human = character.humanoid().map(|human| TPose::new(skeleton, human).with_skin(character));
        if !visible.contains(&true) {
            visible = moved_by_bones(character, human.as_ref());
        }
        for bone in HumanBone::ALL {
            if let Some(joint) = human.as_ref().and_then(|human| human.joint(bone)) {
                visible[joint.index()] = true;
            }
        }
        // Eyes turn at once.
        for bone in [LeftEye, RightEye] {
            if let Some(joint) = human.as_ref().and_then(|human| human.joint(bone)) {
                visible[joint.index()] = false;
            }
        }
        for index in (0..count).rev() {
            if let Some(parent) = skeleton.parent(JointId(index as u32)).filter(|_| visible[index]) {
                visible[parent.index()] = true;
            }
        }
        let height = human.as_ref().and_then(height_of_human).unwrap_or_else(|| {
            let seen = || positions.iter().zip(&visible).filter(|(p, seen)| **seen && p.is_finite());
            let low = seen().fold(Vec3::INFINITY, |low, (p, _)| low.min(*p));
            let high = seen().fold(Vec3::NEG_INFINITY, |high, (p, _)| high.max(*p));
            let widest = radii.iter().copied().fold(0.0, f32::max);
            let sizes = [(high - low).max_element(), widest];
            sizes.into_iter().find(|size| size.is_finite() && *size > 1e-4).unwrap_or(1.0)
        });
        let levers = levers(character, &positions, &radii, &visible, height);
        let is_root = roots(character, &visible);
        let limb = |bones: [HumanBone; 3]| {
            let of = |mirror: bool| {
                let joint =
                    |bone: HumanBone| human.as_ref()?.joint(if mirror { bone.mirrored() } else { bone });
                Some([joint(bones[0])?, joint(bones[1])?, joint(bones[2])?])
            };
            Some([of(false)?, of(true)?])
        };
        let limbs = [[LeftUpperLeg, LeftLowerLeg, LeftFoot], [LeftUpperArm, LeftLowerArm, LeftHand]];
        Self {
            names: skeleton.joints().map(|joint| skeleton.name(joint).to_owned()).collect(),
            height,
            levers,
            parent_scales: parent_scales(character),
            is_bone: bones(human.as_ref(), &is_root),
            is_root,
            is_end: ends(character, &visible),
            visible,
            hinges: human.as_ref().map_or(Vec::new(), hinges),
            limbs: limbs.into_iter().filter_map(limb).collect(),
            human,
        }
    }

    /// The same body with the T-pose that a clip shows, for captures whose reference pose does not stand; `None` where
    /// it does.
    pub(super) fn posed(&self, skeleton: &Skeleton, humanoid: &Humanoid, clip: &RawClip) -> Option<Self> {
        let human = self.human.as_ref().filter(|human| human.ground_height().is_none())?;
        let has_soles =
            [BodySide::Left, BodySide::Right].iter().any(|side| !human.sole(*side).points.is_empty());
        let human = (!has_soles).then(|| TPose::of_clip(skeleton, humanoid, clip))?;
        Some(Self { hinges: hinges(&human), human: Some(human), ..self.clone() })
    }

    /// Lowest root joint: the hips of a human.
    pub(super) fn anchor(&self) -> JointId {
        JointId(self.is_root.iter().rposition(|is_root| *is_root).unwrap_or(0) as u32)
    }

    /// Number of joints that are seen.
    pub(super) fn seen_count(&self) -> usize {
        self.visible.iter().filter(|seen| **seen).count()
    }

    pub(super) fn name(&self, joint: JointId) -> &str {
        self.names.get(joint.index()).map_or("", String::as_str)
    }
}

/// Knees and elbows.
fn hinges(human: &TPose) -> Vec<Hinge> {
    let hinge = |(bones, name, axis): ([HumanBone; 3], _, Vec3)| {
        let [upper, middle, end] = bones.map(|bone| human.joint(bone));
        let axis = human.rotation(bones[0]).inverse() * axis;
        Some(Hinge { joints: [upper?, middle?, end?], name, axis })
    };
    let hinges = [
        ([LeftUpperLeg, LeftLowerLeg, LeftFoot], "the left knee", Vec3::X),
        ([RightUpperLeg, RightLowerLeg, RightFoot], "the right knee", Vec3::X),
        ([LeftUpperArm, LeftLowerArm, LeftHand], "the left elbow", Vec3::NEG_Y),
        ([RightUpperArm, RightLowerArm, RightHand], "the right elbow", Vec3::Y),
    ];
    hinges.into_iter().filter_map(hinge).collect()
}

/// Joints of a body without a skin that count: all, or of a human all that hang on the hips.
fn moved_by_bones(character: &Character, human: Option<&TPose>) -> Vec<bool> {
    let skeleton = character.skeleton();
    let Some(hips) = human.and_then(|human| human.joint(Hips)) else { return vec![true; skeleton.len()] };
    let mut moved = vec![false; skeleton.len()];
    for joint in skeleton.joints() {
        let above = skeleton.parent(joint).is_some_and(|parent| moved[parent.index()]);
        moved[joint.index()] = joint == hips || above;
    }
    moved
}

/// Joints that end a bone.
fn bones(human: Option<&TPose>, is_root: &[bool]) -> Vec<bool> {
    let mut bones: Vec<bool> = is_root.iter().map(|is_root| !is_root).collect();
    if let Some(human) = human {
        bones.fill(false);
        for joint in HumanBone::ALL.into_iter().filter_map(|bone| human.joint(bone)) {
            bones[joint.index()] = !is_root[joint.index()];
        }
    }
    bones
}

/// Joints that are seen on which none hangs that is seen.
fn ends(character: &Character, visible: &[bool]) -> Vec<bool> {
    let mut ends = visible.to_vec();
    for joint in character.skeleton().joints().filter(|joint| visible[joint.index()]) {
        if let Some(parent) = character.skeleton().parent(joint) {
            ends[parent.index()] = false;
        }
    }
    ends
}

/// Height of a human along the bones, in any pose: legs, trunk, neck and head.
fn height_of_human(human: &TPose) -> Option<f32> {
    let trunk = [Hips, Spine, Chest, UpperChest, Neck, Head];
    let trunk: Vec<Vec3> = trunk.into_iter().filter_map(|bone| human.position(bone)).collect();
    let trunk: f32 = trunk.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let height = (human.leg_length() + human.ankle_height() + trunk) * WITH_HEAD;
    (height.is_finite() && height > 1e-4).then_some(height)
}

/// Offset from each joint to the farthest point that it moves.
fn levers(
    character: &Character,
    positions: &[Vec3],
    radii: &[f32],
    visible: &[bool],
    height: f32,
) -> Vec<Vec3> {
    let skeleton = character.skeleton();
    let model: &[Affine3A] = character.reference_model();
    // Farthest point below each joint, found from below: the farthest of the children's.
    let mut farthest: Vec<(Vec3, f32)> = positions.iter().copied().zip(radii.iter().copied()).collect();
    for index in (0..positions.len()).rev() {
        let Some(parent) = skeleton.parent(JointId(index as u32)).map(JointId::index) else { continue };
        if !visible[index] {
            continue;
        }
        let from = positions[parent];
        let reach = |(point, radius): (Vec3, f32)| from.distance(point) + radius;
        for candidate in [farthest[index], (positions[index], radii[index])] {
            if reach(candidate) > reach(farthest[parent]) {
                farthest[parent] = candidate;
            }
        }
    }
    let lever = |index: usize| {
        let (point, radius) = farthest[index];
        let offset = point - positions[index];
        let axis = offset.try_normalize().unwrap_or(Vec3::Y);
        let length = (offset.length() + radius).clamp(MIN_LEVER * height, 2.0 * height);
        let lever = Transform::from_affine(&model[index]).rotation.inverse() * (axis * length);
        if lever.is_finite() { lever } else { Vec3::Y * MIN_LEVER * height }
    };
    (0..positions.len()).map(lever).collect()
}

/// Length in model space of a metre in the space of each joint's parent.
fn parent_scales(character: &Character) -> Vec<f32> {
    let skeleton = character.skeleton();
    let scale = |joint: JointId| {
        let parent = skeleton.parent(joint)?;
        let scale = Transform::from_affine(&character.reference_model()[parent.index()]).scale;
        Some(scale.abs().max_element()).filter(|scale| scale.is_finite())
    };
    skeleton.joints().map(|joint| scale(joint).unwrap_or(1.0)).collect()
}

/// The hips of a human with all joints above; else the joints from the top down to the first that branches.
fn roots(character: &Character, visible: &[bool]) -> Vec<bool> {
    let skeleton = character.skeleton();
    let mut is_root = vec![false; skeleton.len()];
    if let Some(hips) = character.humanoid().and_then(|human| human.joint(Hips)) {
        for joint in std::iter::successors(Some(hips), |joint| skeleton.parent(*joint)) {
            is_root[joint.index()] = true;
        }
        return is_root;
    }
    let mut children = vec![0usize; skeleton.len()];
    for joint in skeleton.joints().filter(|joint| visible[joint.index()]) {
        if let Some(parent) = skeleton.parent(joint) {
            children[parent.index()] += 1;
        }
    }
    for joint in skeleton.joints().filter(|joint| visible[joint.index()]) {
        is_root[joint.index()] = skeleton
            .parent(joint)
            .is_none_or(|parent| is_root[parent.index()] && children[parent.index()] == 1);
    }
    is_root
}
