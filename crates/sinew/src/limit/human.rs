//! Limits of human joints, relative to the T-pose whatever the rest pose is. Angles after American Academy of
//! Orthopaedic Surgeons, *Joint Motion: Method of Measuring and Recording*, 1965, and D. C. Boone, S. P.
//! Azen, *Normal Range of Motion of Joints in Male Subjects*, 1979.

use crate::body::TPose;
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::{Humanoid, Side};
use crate::limit::{AngleRange, Limit, Swing, SwingEllipse, SwingPolygon};
use crate::math::Transform;
use crate::math::ops;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Quat, Vec3};

/// Joint limits of a humanoid.
#[derive(Clone, Debug)]
pub struct HumanLimits {
    /// Joint, limit and reference rotation of each bone, sorted by joint.
    limits: Vec<(JointId, Limit, Quat)>,
}

impl HumanLimits {
    /// Human limits for a humanoid.
    #[must_use]
    pub fn new(skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        Self::of_moving(skeleton, humanoid, |_| true)
    }

    /// Limits of a humanoid of which only some bones move: the bones of spine and neck that move take over
    /// the range of those that do not.
    #[must_use]
    pub fn of_moving(skeleton: &Skeleton, humanoid: &Humanoid, moves: impl Fn(HumanBone) -> bool) -> Self {
        let body = Body { moving: HumanBone::ALL.map(moves), ..Body::new(skeleton, humanoid) };
        let of = |bone: HumanBone| {
            let joint = body.standing.joint(bone)?;
            let parent = body.parent_rotation(bone, joint);
            let reference = parent.inverse() * body.standing.rotation(bone);
            Some((joint, body.limit(bone, parent)?, reference.normalize()))
        };
        let moving = HumanBone::ALL.into_iter().filter(|bone| body.moving[bone.index()]);
        let mut limits: Vec<_> = moving.filter_map(of).collect();
        limits.sort_by_key(|(joint, ..)| *joint);
        Self { limits }
    }

    /// Limit of a joint and its reference rotation relative to the parent; none for a joint without a limit.
    #[must_use]
    pub fn get(&self, joint: JointId) -> Option<(&Limit, Quat)> {
        let index = self.limits.binary_search_by_key(&joint, |(joint, ..)| *joint).ok()?;
        let (_, limit, reference) = &self.limits[index];
        Some((limit, *reference))
    }
}

/// Humanoid in the T-pose.
struct Body<'a> {
    skeleton: &'a Skeleton,
    standing: TPose,
    rest: ModelPose,
    /// Bone of each joint.
    bones: Vec<Option<HumanBone>>,
    /// Whether each bone moves.
    moving: [bool; HumanBone::COUNT],
}

/// Corners of the swing polygon of a left upper arm: angle about the arm, from up to the front and on, and
/// angle from the arm, degrees.
const UPPER_ARM: [(f32, f32); 10] = [
    (0.0, 100.0),
    (45.0, 115.0),
    (90.0, 130.0),
    (135.0, 120.0),
    (180.0, 95.0),
    (225.0, 92.0),
    (250.0, 75.0),
    (270.0, 50.0),
    (295.0, 50.0),
    (330.0, 75.0),
];

/// Angle of an elbow or knee at rest, radians, from which on its hinge axis is that of the rest pose.
const BENT: f32 = 0.07;

impl<'a> Body<'a> {
    fn new(skeleton: &'a Skeleton, humanoid: &Humanoid) -> Self {
        let standing = TPose::new(skeleton, humanoid);
        let mut bones = vec![None; skeleton.len()];
        for bone in HumanBone::ALL {
            if let Some(joint) = standing.joint(bone) {
                bones[joint.index()] = Some(bone);
            }
        }
        Self {
            skeleton,
            standing,
            rest: ModelPose::reference(skeleton),
            bones,
            moving: [true; HumanBone::COUNT],
        }
    }

    fn rest_rotation(&self, joint: JointId) -> Quat {
        Transform::from_affine(self.rest.get(joint)).rotation
    }

    /// Model-space rotation of a bone's parent joint in the T-pose. Joints that are no bones move with the
    /// bone above them.
    fn parent_rotation(&self, bone: HumanBone, joint: JointId) -> Quat {
        let Some(parent) = self.skeleton.parent(joint) else { return Quat::IDENTITY };
        let rotation = self.rest_rotation(parent);
        let mut above = std::iter::successors(Some(parent), |&j| self.skeleton.parent(j));
        match above.find_map(|j| Some((j, self.bones[j.index()]?))) {
            Some((carrier, carrying)) if bone != Hips => {
                self.standing.rotation(carrying) * self.rest_rotation(carrier).inverse() * rotation
            }
            _ => {
                // Above the hips only the facing differs from the rest pose.
                let turn = self.standing.rotation(bone) * self.rest_rotation(joint).inverse();
                turn * rotation
            }
        }
    }

    /// Direction from one bone to another in the T-pose.
    fn direction(&self, bone: HumanBone, next: HumanBone) -> Option<Vec3> {
        let joint = self.standing.joint(bone)?;
        let turn = self.standing.rotation(bone) * self.rest_rotation(joint).inverse();
        Some(turn * self.standing.offset(bone, next)?.normalize())
    }

    /// Hinge axis of a limb in the T-pose: that of the bent rest pose,
    /// or `usual` where the limb rests straight.
    fn hinge(&self, upper: HumanBone, lower: HumanBone, end: HumanBone, usual: Vec3) -> Vec3 {
        let bend = || {
            let (first, second) = (self.standing.offset(upper, lower)?, self.standing.offset(lower, end)?);
            let about = first.normalize().cross(second.normalize());
            let joint = self.standing.joint(upper)?;
            let turn = self.standing.rotation(upper) * self.rest_rotation(joint).inverse();
            let axis = turn * about.try_normalize()?;
            (about.length() > ops::sin(BENT) && axis.dot(usual) > 0.5).then_some(axis)
        };
        bend().unwrap_or(usual)
    }

    /// Limit of a bone relative to its parent's rotation in the T-pose; none for any rotation.
    fn limit(&self, bone: HumanBone, parent: Quat) -> Option<Limit> {
        let is_right = bone.side() == Side::Right;
        // The angles are those of the left side; the right side is mirrored.
        let across = if is_right { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
        let back = parent.inverse();
        let to_parent = |direction: Vec3| back * (direction * across);
        let axis = |axis: Vec3| back * if is_right { Vec3::new(axis.x, -axis.y, -axis.z) } else { axis };
        let range = AngleRange::from_degrees;
        // Mirroring reverses the twist.
        let twisted = |min: f32, max: f32| Some(if is_right { range(-max, -min) } else { range(min, max) });
        let ellipse = |bone: Vec3, about: Vec3, first: (f32, f32), second: (f32, f32), twist: (f32, f32)| {
            let (bone, about) = (to_parent(bone), axis(about));
            // Mirroring reverses the second axis.
            let second = if is_right { (-second.1, -second.0) } else { second };
            let ellipse = SwingEllipse::new(bone, about, range(first.0, first.1), range(second.0, second.1));
            Some(Limit::ball(bone, Swing::Ellipse(ellipse), twisted(twist.0, twist.1)))
        };
        let hinge = |bone: Vec3, about: Vec3, angles: (f32, f32), twist: (f32, f32)| {
            let swing = Swing::Hinge { axis: about, range: range(angles.0, angles.1) };
            Some(Limit::ball(to_parent(bone), swing, twisted(twist.0, twist.1)))
        };
        let share = |bones: &[HumanBone]| {
            let shares =
                |bone: &&HumanBone| self.standing.joint(**bone).is_some() && self.moving[bone.index()];
            1.0 / bones.iter().filter(shares).count().max(1) as f32
        };
        let part = |share: f32, (min, max): (f32, f32)| (min * share, max * share);
        let bend_axis = |upper: HumanBone, lower: HumanBone, end: HumanBone, usual: Vec3| {
            let usual = parent * axis(usual);
            back * self.hinge(upper, lower, end, usual)
        };
        let (x, y, z) = (Vec3::X, Vec3::Y, Vec3::Z);
        match bone {
            Hips => None,
            Spine | Chest | UpperChest => {
                let s = share(&[Spine, Chest, UpperChest]);
                ellipse(y, x, part(s, (-35.0, 75.0)), part(s, (-40.0, 40.0)), part(s, (-45.0, 45.0)))
            }
            Neck | Head => {
                let s = share(&[Neck, Head]);
                ellipse(y, x, part(s, (-65.0, 55.0)), part(s, (-45.0, 45.0)), part(s, (-80.0, 80.0)))
            }
            LeftEye | RightEye => ellipse(z, x, (-30.0, 35.0), (-40.0, 40.0), (-1.0, 1.0)),
            Jaw => hinge(z, axis(x), (0.0, 30.0), (0.0, 0.0)),
            LeftShoulder | RightShoulder => ellipse(x, z, (-10.0, 40.0), (-25.0, 30.0), (-20.0, 20.0)),
            LeftUpperArm | RightUpperArm => {
                let corners = UPPER_ARM.map(|(around, far)| {
                    let (around, far) = (around.to_radians(), far.to_radians());
                    to_parent(
                        x * ops::cos(far) + (y * ops::cos(around) + z * ops::sin(around)) * ops::sin(far),
                    )
                });
                let polygon = SwingPolygon::new(to_parent(x), &corners).ok()?;
                Some(Limit::ball(to_parent(x), Swing::Polygon(polygon), twisted(-100.0, 100.0)))
            }
            LeftLowerArm => {
                hinge(x, bend_axis(LeftUpperArm, LeftLowerArm, LeftHand, -y), (0.0, 150.0), (-90.0, 90.0))
            }
            RightLowerArm => {
                hinge(x, bend_axis(RightUpperArm, RightLowerArm, RightHand, -y), (0.0, 150.0), (-90.0, 90.0))
            }
            LeftHand | RightHand => ellipse(x, z, (-80.0, 70.0), (-30.0, 20.0), (-30.0, 30.0)),
            LeftUpperLeg | RightUpperLeg => ellipse(-y, -x, (-25.0, 125.0), (-45.0, 30.0), (-45.0, 45.0)),
            LeftLowerLeg => {
                hinge(-y, bend_axis(LeftUpperLeg, LeftLowerLeg, LeftFoot, x), (0.0, 150.0), (-10.0, 10.0))
            }
            RightLowerLeg => {
                hinge(-y, bend_axis(RightUpperLeg, RightLowerLeg, RightFoot, x), (0.0, 150.0), (-10.0, 10.0))
            }
            LeftFoot | RightFoot => ellipse(z, -x, (-50.0, 30.0), (-25.0, 25.0), (-20.0, 30.0)),
            LeftToes | RightToes => hinge(z, axis(-x), (-35.0, 70.0), (-5.0, 5.0)),
            LeftThumbMetacarpal | LeftThumbProximal | LeftThumbDistal | RightThumbMetacarpal
            | RightThumbProximal | RightThumbDistal => self.thumb(bone, back),
            _ => match finger_joint(bone) {
                0 => ellipse(x, z, (-90.0, 30.0), (-20.0, 20.0), (-5.0, 5.0)),
                1 => hinge(x, axis(-z), (0.0, 110.0), (0.0, 0.0)),
                _ => hinge(x, axis(-z), (0.0, 80.0), (0.0, 0.0)),
            },
        }
    }

    /// Limit of a thumb: an even cone around its rest direction,
    /// since the axes of thumbs differ between bodies.
    fn thumb(&self, bone: HumanBone, back: Quat) -> Option<Limit> {
        let next = match bone {
            LeftThumbMetacarpal => LeftThumbProximal,
            LeftThumbProximal => LeftThumbDistal,
            RightThumbMetacarpal => RightThumbProximal,
            RightThumbProximal => RightThumbDistal,
            LeftThumbDistal => return self.thumb_around(self.direction(LeftThumbProximal, bone), back),
            _ => return self.thumb_around(self.direction(RightThumbProximal, bone), back),
        };
        self.thumb_around(self.direction(bone, next), back)
    }

    fn thumb_around(&self, direction: Option<Vec3>, back: Quat) -> Option<Limit> {
        let bone = back * direction?;
        let range = AngleRange::from_degrees(-45.0, 45.0);
        let swing = Swing::Ellipse(SwingEllipse::new(bone, bone.any_orthonormal_vector(), range, range));
        Some(Limit::ball(bone, swing, Some(AngleRange::from_degrees(-15.0, 15.0))))
    }
}

/// Index of a finger joint, counted from the hand.
fn finger_joint(bone: HumanBone) -> usize {
    match bone {
        LeftIndexProximal | LeftMiddleProximal | LeftRingProximal | LeftLittleProximal
        | RightIndexProximal | RightMiddleProximal | RightRingProximal | RightLittleProximal => 0,
        LeftIndexIntermediate
        | LeftMiddleIntermediate
        | LeftRingIntermediate
        | LeftLittleIntermediate
        | RightIndexIntermediate
        | RightMiddleIntermediate
        | RightRingIntermediate
        | RightLittleIntermediate => 1,
        _ => 2,
    }
}
