//! Bodies brought to one stance, so that what turns a bone of one turns that of another the same way: facing +Z, arms out
//! to the sides, legs and fingers straight. Spine, head and shoulders stay as they rest, since their curves are the
//! body's own; where a body does not rest upright, they are straightened too.

use super::sole::{Sole, estimate, reach};
use super::stance::{Stance, about_y};
use crate::clip::{RawClip, SampleCursor};
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::Humanoid;
use crate::math::Transform;
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Quat, Vec3};

/// A body and its bones in the common stance. Left is the body's own left, whatever the file calls it.
#[derive(Clone, Debug)]
pub struct ReferencePose {
    joints: [Option<JointIndex>; HumanBone::COUNT],
    /// Model-space rotations of the bones' joints in the stance.
    aligned: [Quat; HumanBone::COUNT],
    /// Where the joints rest.
    places: [Vec3; HumanBone::COUNT],
    /// The ways from ankle to ball, flat on the ground.
    feet: [Option<Vec3>; 2],
    /// Length of thigh and shin.
    pub(super) leg: f32,
    /// How far the hips are above the thighs' joints, standing.
    pub(super) hips_above_legs: f32,
    /// The undersides of the left and the right foot.
    pub(super) soles: [Sole; 2],
    /// Whether it rests standing.
    pub(super) rests_standing: bool,
}

/// The bones of the torso, upwards.
pub(crate) const TORSO: [HumanBone; 3] = [Spine, Chest, UpperChest];

/// Poses that tell how a body stands.
struct Reference<'a> {
    body: &'a ModelPose,
    /// One in which the left, and one in which the right foot is flat on the ground.
    feet: [&'a ModelPose; 2],
    /// Whether that is the rest pose, and the body stands in it.
    is_stance: bool,
}

/// Frames in which a moving body is looked for standing.
const LOOKS: usize = 240;

impl ReferencePose {
    /// A body that rests standing, arms any way. [`ReferencePose::with_skin`] tells it where its soles are.
    pub fn new(skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        let rest = ModelPose::rest(skeleton);
        Self::of(skeleton, humanoid, &Reference { body: &rest, feet: [&rest, &rest], is_stance: true })
    }

    /// A body that moves: where it does not rest standing, as the bodies of some motion files do not, its stance is told
    /// from the motion. Its feet are flat when they are lowest.
    pub fn of_motion(skeleton: &Skeleton, humanoid: &Humanoid, clip: &RawClip) -> Self {
        let at_rest = Self::new(skeleton, humanoid);
        if Stance::of(&at_rest).upright && at_rest.leg > 0.0 {
            return at_rest;
        }
        let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
        let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
        let frame = |n: usize| {
            let mut pose = LocalPose::rest(skeleton);
            let time = clip.start() + (clip.end() - clip.start()) * n as f32 / LOOKS as f32;
            joints.sample(time, &mut cursor, &mut pose, &mut weights);
            let mut model = ModelPose::rest(skeleton);
            model.update(skeleton, &pose);
            model
        };
        let frames: Vec<ModelPose> = (0..=LOOKS).map(frame).collect();
        let height = |foot: HumanBone, model: &ModelPose| {
            at_rest.joint(foot).map_or(0.0, |joint| model.get(joint).translation.y)
        };
        let flat = |foot: HumanBone| {
            frames.iter().min_by(|a, b| height(foot, a).total_cmp(&height(foot, b))).unwrap_or(&frames[0])
        };
        let reference =
            Reference { body: &frames[0], feet: [flat(LeftFoot), flat(RightFoot)], is_stance: false };
        Self::of(skeleton, humanoid, &reference)
    }

    fn of(skeleton: &Skeleton, humanoid: &Humanoid, reference: &Reference<'_>) -> Self {
        let mut joints = [None; HumanBone::COUNT];
        for (bone, joint) in humanoid.map.iter() {
            let own = if humanoid.mirrored { bone.mirrored() } else { bone };
            joints[own.index()] = Some(joint);
        }
        let seen = |bone: HumanBone| {
            let pose = match bone {
                LeftFoot | LeftToes => reference.feet[0],
                RightFoot | RightToes => reference.feet[1],
                _ => reference.body,
            };
            let joint = joints[bone.index()];
            joint.map_or(Transform::IDENTITY, |joint| Transform::from_affine(pose.get(joint)))
        };
        let seen = HumanBone::ALL.map(seen);
        let place = |joint: Option<JointIndex>| {
            joint.map_or(Vec3::ZERO, |joint| reference.body.get(joint).translation.into())
        };
        let mut body = Self {
            joints,
            aligned: seen.map(|t| t.rotation),
            places: joints.map(place),
            feet: [(LeftFoot, LeftToes), (RightFoot, RightToes)].map(|(foot, toes)| {
                let both = joints[foot.index()].is_some() && joints[toes.index()].is_some();
                both.then(|| seen[toes.index()].translation - seen[foot.index()].translation)
            }),
            leg: 0.0,
            hips_above_legs: 0.0,
            soles: [Sole::default(), Sole::default()],
            rests_standing: false,
        };
        let stance = Stance { is_stance: reference.is_stance, ..Stance::of(&body) };
        body.rests_standing = stance.is_stance && stance.upright;
        let mut turns = [stance.facing; HumanBone::COUNT];
        for bone in HumanBone::ALL {
            let turn = body.turn(bone, &stance, &turns);
            turns[bone.index()] = turn;
            body.aligned[bone.index()] = (turn * seen[bone.index()].rotation).normalize();
        }
        body.measure(skeleton, reference, &turns);
        body
    }

    /// The joint that is a bone.
    pub(crate) fn joint(&self, bone: HumanBone) -> Option<JointIndex> {
        self.joints[bone.index()]
    }

    /// The model-space rotation of a bone's joint in the common stance.
    pub(crate) fn rotation(&self, bone: HumanBone) -> Quat {
        self.aligned[bone.index()]
    }

    pub(super) fn place(&self, bone: HumanBone) -> Option<Vec3> {
        self.joint(bone).map(|_| self.places[bone.index()])
    }

    /// The way from one bone's joint to another's, at rest.
    pub(crate) fn way(&self, from: HumanBone, to: HumanBone) -> Option<Vec3> {
        Some(self.place(to)? - self.place(from)?).filter(|way| way.length_squared() > 1e-12)
    }

    /// What turns a bone from rest into the stance, in model space.
    fn turn(&self, bone: HumanBone, stance: &Stance, turns: &[Quat; HumanBone::COUNT]) -> Quat {
        let carried = match bone.parent() {
            None => return stance.hips,
            Some(parent) => {
                let there =
                    std::iter::successors(Some(parent), |b| b.parent()).find(|b| self.joint(*b).is_some());
                there.map_or(stance.facing, |b| turns[b.index()])
            }
        };
        let along = |next: HumanBone, to: Vec3| match self.way(bone, next) {
            Some(way) => Quat::from_rotation_arc((carried * way).normalize(), to) * carried,
            None => carried,
        };
        let aside = if bone.side() == crate::humanoid::Side::Left { Vec3::X } else { Vec3::NEG_X };
        match bone {
            LeftUpperArm => along(LeftLowerArm, aside),
            RightUpperArm => along(RightLowerArm, aside),
            LeftLowerArm => along(LeftHand, aside),
            RightLowerArm => along(RightHand, aside),
            LeftHand => along(LeftMiddleProximal, aside),
            RightHand => along(RightMiddleProximal, aside),
            LeftUpperLeg => along(LeftLowerLeg, Vec3::NEG_Y),
            RightUpperLeg => along(RightLowerLeg, Vec3::NEG_Y),
            LeftLowerLeg => along(LeftFoot, Vec3::NEG_Y),
            RightLowerLeg => along(RightFoot, Vec3::NEG_Y),
            LeftFoot | RightFoot => {
                let flat = match (stance.is_stance, stance.stands) {
                    (true, true) => stance.facing,
                    (true, false) => carried,
                    (false, _) => Quat::IDENTITY,
                };
                let way = self.feet[usize::from(bone == RightFoot)];
                let ahead = way.map(|way| (flat * way).with_y(0.0));
                match ahead.filter(|ahead| ahead.length_squared() > 1e-10) {
                    Some(ahead) => about_y(ahead, Vec3::Z) * flat,
                    None => flat,
                }
            }
            Spine | Chest | UpperChest | Neck if !(stance.is_stance && stance.upright) => {
                let above = [Spine, Chest, UpperChest, Neck, Head];
                let next =
                    above.into_iter().skip_while(|b| *b != bone).skip(1).find(|b| self.joint(*b).is_some());
                next.map_or(carried, |next| along(next, Vec3::Y))
            }
            _ => match finger_next(bone) {
                Some(next) => along(next, aside),
                None => carried,
            },
        }
    }

    fn measure(&mut self, skeleton: &Skeleton, reference: &Reference<'_>, turns: &[Quat; HumanBone::COUNT]) {
        let length = |from, to| self.way(from, to).map(Vec3::length);
        let leg = |upper, lower, foot| Some(length(upper, lower)? + length(lower, foot)?);
        let legs = [leg(LeftUpperLeg, LeftLowerLeg, LeftFoot), leg(RightUpperLeg, RightLowerLeg, RightFoot)];
        // One leg tells enough.
        let count = legs.iter().flatten().count().max(1);
        self.leg = legs.iter().flatten().sum::<f32>() / count as f32;
        let above = [LeftUpperLeg, RightUpperLeg].into_iter().find_map(|leg| self.way(leg, Hips));
        self.hips_above_legs = above.map_or(0.0, |way| (turns[Hips.index()] * way).y);
        let soles = [LeftFoot, RightFoot].into_iter().zip(reference.feet).map(|(foot, pose)| {
            let joint = self.joint(foot)?;
            let reach = reach(skeleton, pose.as_slice(), joint, turns[foot.index()]);
            let ankle = self.rests_standing.then(|| pose.get(joint).translation.y);
            Some(estimate(ankle, reach, self.leg))
        });
        let heights: Vec<Option<f32>> = soles.collect();
        let any = heights.iter().flatten().copied().fold(0.0, f32::max);
        self.soles = [0, 1].map(|n| Sole { height: heights[n].unwrap_or(any), points: Vec::new() });
    }
}

/// The next bone of a finger; none for thumbs, which rest as they like, and tips.
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
