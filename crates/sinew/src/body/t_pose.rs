//! T-pose of humanoids, so that one model-space rotation means the same on every body: facing +Z, arms out to
//! the sides, legs and fingers straight. Spine, head and shoulders keep the curves of the skeleton's
//! reference pose; where that does not stand upright, they are straightened too.

use crate::body::posture::{Posture, about_y};
use crate::body::sole::{Sole, estimate_ankle_height, lowest_joint_drop};
use crate::clip::{RawClip, SampleCursor};
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::{BodySide, Humanoid, forward};
use crate::math::Transform;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointId, ReferenceOrigin, Skeleton};
use glam::{Quat, Vec3};

/// A humanoid in the T-pose, with its leg length and soles. Left is the body's own left, even where the file
/// swaps the names of the sides.
///
/// ```
/// use sinew::humanoid::Humanoid;
/// use sinew::body::TPose;
/// use sinew::Character;
///
/// /// Height of a character's ankles above the ground, metres.
/// fn ankle_height(character: &Character) -> Option<f32> {
///     let skeleton = character.skeleton();
///     let humanoid = Humanoid::detect(skeleton)?;
///     Some(TPose::new(skeleton, &humanoid).with_skin(character).ankle_height())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct TPose {
    joints: [Option<JointId>; HumanBone::COUNT],
    /// Model-space rotations of the joints in the T-pose.
    rotations: [Quat; HumanBone::COUNT],
    /// Model-space positions of the joints in the skeleton's reference pose, metres.
    positions: [Vec3; HumanBone::COUNT],
    /// Offsets from ankle to toes of the left and the right foot, flat on the ground.
    feet: [Option<Vec3>; 2],
    /// Length of thigh and shin together, metres.
    leg: f32,
    /// Height of the hips above the thighs' joints while standing, metres.
    pub(super) hips_above_legs: f32,
    /// Soles of the left and the right foot.
    pub(super) soles: [Sole; 2],
    /// Whether the reference pose stands upright.
    pub(crate) stands: bool,
    /// Rotation about +Y that turns the reference pose to face +Z.
    facing: Quat,
    /// Direction in which the body faces in the skeleton's reference pose.
    forward: Vec3,
}

/// Poses from which a T-pose is derived.
struct SamplePoses<'a> {
    body: &'a ModelPose,
    /// Poses with the left and with the right foot flat on the ground.
    feet: [&'a ModelPose; 2],
    /// Whether they are the skeleton's reference pose.
    is_reference: bool,
}

/// Samples of a clip in which [`TPose::of_clip`] looks for flat feet.
const SAMPLES: usize = 240;

impl TPose {
    /// T-pose from the skeleton's [reference pose](Skeleton::reference), a standing pose with arms in any
    /// position. [`with_skin`](Self::with_skin) adds its soles.
    #[must_use]
    pub fn new(skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        let pose = ModelPose::reference(skeleton);
        Self::of(skeleton, humanoid, &SamplePoses { body: &pose, feet: [&pose, &pose], is_reference: true })
    }

    /// T-pose of a body whose reference pose may not stand, or is itself a frame of a clip, as in some motion
    /// files: then it is derived from the first frame of `clip`, and from the frames in which each foot is
    /// lowest and so flat on the ground.
    #[must_use]
    pub fn of_clip(skeleton: &Skeleton, humanoid: &Humanoid, clip: &RawClip) -> Self {
        let from_reference = Self::new(skeleton, humanoid);
        // A frame of a motion knows less about feet and spine than the whole clip.
        if from_reference.stands
            && from_reference.leg > 0.0
            && skeleton.reference_origin() != ReferenceOrigin::Clip
        {
            return from_reference;
        }
        let mut cursor = SampleCursor::new();
        let frame = |n: usize| {
            let mut pose = LocalPose::rest(skeleton);
            let time = clip.start() + (clip.end() - clip.start()) * n as f32 / SAMPLES as f32;
            clip.sample_joints(time, &mut cursor, &mut pose);
            ModelPose::of(skeleton, pose.as_slice())
        };
        let frames: Vec<ModelPose> = (0..=SAMPLES).map(frame).collect();
        let height = |foot: HumanBone, model: &ModelPose| {
            from_reference.joint(foot).map_or(0.0, |joint| model.get(joint).translation.y)
        };
        let flat = |foot: HumanBone| {
            frames.iter().min_by(|a, b| height(foot, a).total_cmp(&height(foot, b))).unwrap_or(&frames[0])
        };
        let poses =
            SamplePoses { body: &frames[0], feet: [flat(LeftFoot), flat(RightFoot)], is_reference: false };
        Self::of(skeleton, humanoid, &poses)
    }

    fn of(skeleton: &Skeleton, humanoid: &Humanoid, poses: &SamplePoses<'_>) -> Self {
        let mut joints = [None; HumanBone::COUNT];
        for (bone, joint) in humanoid.named_bones.iter() {
            let actual = if humanoid.sides_swapped { bone.mirrored() } else { bone };
            joints[actual.index()] = Some(joint);
        }
        let seen = |bone: HumanBone| {
            let pose = match bone {
                LeftFoot | LeftToes => poses.feet[0],
                RightFoot | RightToes => poses.feet[1],
                _ => poses.body,
            };
            let joint = joints[bone.index()];
            joint.map_or(Transform::IDENTITY, |joint| Transform::from_affine(pose.get(joint)))
        };
        let seen = HumanBone::ALL.map(seen);
        let position = |joint: Option<JointId>| {
            joint.map_or(Vec3::ZERO, |joint| poses.body.get(joint).translation.into())
        };
        let mut body = Self {
            joints,
            rotations: seen.map(|t| t.rotation),
            positions: joints.map(position),
            feet: [(LeftFoot, LeftToes), (RightFoot, RightToes)].map(|(foot, toes)| {
                let both = joints[foot.index()].is_some() && joints[toes.index()].is_some();
                both.then(|| seen[toes.index()].translation - seen[foot.index()].translation)
            }),
            leg: 0.0,
            hips_above_legs: 0.0,
            soles: [Sole::default(), Sole::default()],
            stands: false,
            facing: Quat::IDENTITY,
            forward: forward(skeleton, humanoid),
        };
        let posture =
            Posture { is_reference: poses.is_reference, ..Posture::of(|from, to| body.offset(from, to)) };
        body.facing = posture.facing;
        body.stands = posture.is_reference && posture.upright;
        let mut turns = [posture.facing; HumanBone::COUNT];
        for bone in HumanBone::ALL {
            let turn = body.turn(bone, &posture, &turns);
            turns[bone.index()] = turn;
            body.rotations[bone.index()] = (turn * seen[bone.index()].rotation).normalize();
        }
        body.measure(skeleton, poses, &turns);
        body
    }

    /// Joint of a bone; `None` where the body lacks it.
    #[must_use]
    pub fn joint(&self, bone: HumanBone) -> Option<JointId> {
        self.joints[bone.index()]
    }

    /// Model-space rotation of a bone's joint in the T-pose; for a bone that the body lacks, the rotation of
    /// its nearest ancestor from the reference pose to the T-pose.
    #[must_use]
    pub fn rotation(&self, bone: HumanBone) -> Quat {
        self.rotations[bone.index()]
    }

    /// Model-space position of a bone's joint in the reference pose,
    /// metres; `None` for a bone that the body lacks.
    #[must_use]
    pub fn position(&self, bone: HumanBone) -> Option<Vec3> {
        self.joint(bone).map(|_| self.positions[bone.index()])
    }

    /// Offset from one bone's joint to another's in the reference pose, metres; `None` where one is missing
    /// or both coincide.
    #[must_use]
    pub fn offset(&self, from: HumanBone, to: HumanBone) -> Option<Vec3> {
        Some(self.position(to)? - self.position(from)?).filter(|offset| offset.length_squared() > 1e-12)
    }

    /// Length of a limb over three bones (such as upper arm, lower arm, hand), metres; `None` where one is
    /// missing or two coincide.
    #[must_use]
    pub fn limb_length(&self, [upper, lower, end]: [HumanBone; 3]) -> Option<f32> {
        Some(self.offset(upper, lower)?.length() + self.offset(lower, end)?.length())
    }

    /// Mean length of thigh and shin together of both legs, metres; 0 without legs.
    #[must_use]
    pub fn leg_length(&self) -> f32 {
        self.leg
    }

    /// Height of the hips above the joints of the thighs while standing, metres.
    #[must_use]
    pub fn hips_above_legs(&self) -> f32 {
        self.hips_above_legs
    }

    /// Rotation about +Y that turns the reference pose to face +Z.
    #[must_use]
    pub fn facing(&self) -> Quat {
        self.facing
    }

    /// Direction in which the body faces in the skeleton's reference pose, as
    /// [`humanoid::forward`](crate::humanoid::forward) finds it.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.forward
    }

    /// Sole of the left or right foot.
    #[must_use]
    pub fn sole(&self, side: BodySide) -> &Sole {
        &self.soles[side as usize]
    }

    /// Model-space rotation of a bone from the reference pose into the T-pose.
    /// `turns` holds those of its ancestors.
    fn turn(&self, bone: HumanBone, posture: &Posture, turns: &[Quat; HumanBone::COUNT]) -> Quat {
        let inherited = match bone.parent() {
            None => return posture.hips,
            Some(parent) => {
                let ancestor =
                    std::iter::successors(Some(parent), |b| b.parent()).find(|b| self.joint(*b).is_some());
                ancestor.map_or(posture.facing, |b| turns[b.index()])
            }
        };
        let along = |next: HumanBone, to: Vec3| match self.offset(bone, next) {
            Some(offset) => Quat::from_rotation_arc((inherited * offset).normalize(), to) * inherited,
            None => inherited,
        };
        let side = if bone.side() == crate::humanoid::Side::Left { Vec3::X } else { Vec3::NEG_X };
        match bone {
            LeftUpperArm => along(LeftLowerArm, side),
            RightUpperArm => along(RightLowerArm, side),
            LeftLowerArm => along(LeftHand, side),
            RightLowerArm => along(RightHand, side),
            LeftHand => along(LeftMiddleProximal, side),
            RightHand => along(RightMiddleProximal, side),
            LeftUpperLeg => along(LeftLowerLeg, Vec3::NEG_Y),
            RightUpperLeg => along(RightLowerLeg, Vec3::NEG_Y),
            LeftLowerLeg => along(LeftFoot, Vec3::NEG_Y),
            RightLowerLeg => along(RightFoot, Vec3::NEG_Y),
            LeftFoot | RightFoot => {
                let flat = match (posture.is_reference, posture.stands) {
                    (true, true) => posture.facing,
                    (true, false) => inherited,
                    (false, _) => Quat::IDENTITY,
                };
                let to_toes = self.feet[usize::from(bone == RightFoot)];
                let ahead = to_toes.map(|to_toes| (flat * to_toes).with_y(0.0));
                match ahead.filter(|ahead| ahead.length_squared() > 1e-10) {
                    Some(ahead) => about_y(ahead, Vec3::Z) * flat,
                    None => flat,
                }
            }
            Spine | Chest | UpperChest | Neck if !(posture.is_reference && posture.upright) => {
                let above = [Spine, Chest, UpperChest, Neck, Head];
                let next =
                    above.into_iter().skip_while(|b| *b != bone).skip(1).find(|b| self.joint(*b).is_some());
                next.map_or(inherited, |next| along(next, Vec3::Y))
            }
            _ => match finger_next(bone) {
                Some(next) => along(next, side),
                None => inherited,
            },
        }
    }

    /// Measures legs and soles.
    fn measure(&mut self, skeleton: &Skeleton, poses: &SamplePoses<'_>, turns: &[Quat; HumanBone::COUNT]) {
        let legs = [[LeftUpperLeg, LeftLowerLeg, LeftFoot], [RightUpperLeg, RightLowerLeg, RightFoot]]
            .map(|leg| self.limb_length(leg));
        // One leg is enough.
        let count = legs.iter().flatten().count().max(1);
        self.leg = legs.iter().flatten().sum::<f32>() / count as f32;
        let above = [LeftUpperLeg, RightUpperLeg].into_iter().find_map(|leg| self.offset(leg, Hips));
        self.hips_above_legs = above.map_or(0.0, |offset| (turns[Hips.index()] * offset).y);
        let soles = [LeftFoot, RightFoot].into_iter().zip(poses.feet).map(|(foot, pose)| {
            let joint = self.joint(foot)?;
            let drop = lowest_joint_drop(skeleton, pose.as_slice(), joint, turns[foot.index()]);
            let ankle = self.stands.then(|| pose.get(joint).translation.y);
            Some(estimate_ankle_height(ankle, drop, self.leg))
        });
        let heights: Vec<Option<f32>> = soles.collect();
        let any = heights.iter().flatten().copied().fold(0.0, f32::max);
        self.soles = [0, 1].map(|n| Sole { ankle_height: heights[n].unwrap_or(any), points: Vec::new() });
    }
}

/// Next bone of a finger; `None` for thumbs, whose pose is kept, and for finger tips.
fn finger_next(bone: HumanBone) -> Option<HumanBone> {
    let next = match bone {
        LeftIndexProximal => LeftIndexIntermediate,
        LeftIndexIntermediate => LeftIndexDistal,
        LeftMiddleProximal => LeftMiddleIntermediate,
        LeftMiddleIntermediate => LeftMiddleDistal,
        LeftRingProximal => LeftRingIntermediate,
        LeftRingIntermediate => LeftRingDistal,
        LeftLittleProximal => LeftLittleIntermediate,
        LeftLittleIntermediate => LeftLittleDistal,
        RightIndexProximal => RightIndexIntermediate,
        RightIndexIntermediate => RightIndexDistal,
        RightMiddleProximal => RightMiddleIntermediate,
        RightMiddleIntermediate => RightMiddleDistal,
        RightRingProximal => RightRingIntermediate,
        RightRingIntermediate => RightRingDistal,
        RightLittleProximal => RightLittleIntermediate,
        RightLittleIntermediate => RightLittleDistal,
        _ => return None,
    };
    Some(next)
}
