//! Pose with animator controls: hips, spine, arms, fingers, feet on the ground, face. Angles are in degrees.

use crate::skeleton::Skeleton;
use glam::{Quat, Vec3};

/// Position and orientation of a foot.
#[derive(Clone, Copy, Default)]
pub(crate) struct Step {
    /// Offset from the foot's rest position, in metres.
    pub at: Vec3,
    /// Toes up (positive, about the heel) or heel up (negative, about the ball).
    pub pitch: f32,
    /// Toes turned outward.
    pub out: f32,
    /// Fraction of the heel rotation that the toes compensate: 1 on the ground, less in the air.
    pub toes: f32,
    /// Tilt outward about the model's forward axis, for the feet of a lying body.
    pub tilt: f32,
    /// Knee turned outward about the line from hip to ankle.
    pub knee: f32,
    /// Weight, 0..1, with which the knee bends about the hips' side axis instead of pointing forward: for
    /// legs of a body that lies or sits.
    pub hinge: f32,
}

/// Goal of a hand in model space: knuckles at a point, fingers in a direction. The defaults are those of a
/// palm on the floor.
#[derive(Clone, Copy, Default)]
pub(crate) struct Grasp {
    /// Position of the middle knuckle, in metres.
    pub at: Vec3,
    /// Direction of the fingers, turned outward from forward.
    pub out: f32,
    /// Wrist raised about the knuckles; the fingers stay as they are.
    pub lift: f32,
    /// Hand turned about its length, palm inward; 180 is palm up.
    pub roll: f32,
    /// Direction from the arm's line to the elbow; positive X is outward.
    pub elbow: Vec3,
    /// Weight against the arm's own pose, 0..1.
    pub weight: f32,
}

/// Arm, relative to the relaxed position at the side.
#[derive(Clone, Copy)]
pub(crate) struct Arm {
    /// Upper arm forward (positive) or back.
    pub swing: f32,
    /// Upper arm away from the body; 90 is straight to the side.
    pub out: f32,
    /// Upper arm turned inward about its length.
    pub turn: f32,
    /// Elbow bend.
    pub elbow: f32,
    /// Forearm turned, palm backward (positive).
    pub palm: f32,
    /// Wrist: bent toward the palm.
    pub flex: f32,
    /// Wrist: bent toward the thumb.
    pub thumbward: f32,
    /// Shoulder raised.
    pub shrug: f32,
    /// Shoulder forward.
    pub reach: f32,
    /// Finger curl: 0 straight, 1 relaxed, 3 a fist.
    pub curl: f32,
    /// Fingers spread.
    pub spread: f32,
}

impl Default for Arm {
    fn default() -> Self {
        Self {
            swing: 2.0,
            out: 13.0,
            turn: 6.0,
            elbow: 14.0,
            palm: -8.0,
            flex: 4.0,
            thumbward: 0.0,
            shrug: 0.0,
            reach: 0.0,
            curl: 1.0,
            spread: -3.0,
        }
    }
}

/// Joints of the spine and their shares of its bend.
const SPINE: [(&str, f32); 3] = [("spine", 0.30), ("chest", 0.36), ("upperChest", 0.34)];

/// Pose under construction.
pub(crate) struct Pose<'a> {
    /// Posed skeleton.
    pub skeleton: &'a Skeleton,
    /// Local rotation per joint.
    pub rotations: Vec<Quat>,
    /// Hips offset from rest, metres.
    pub hips: Vec3,
    /// Left and right foot.
    pub feet: [Step; 2],
    /// Goals of the left and right hand, without weight by default.
    pub hands: [Grasp; 2],
    /// Morph weights.
    pub morphs: Vec<(&'static str, f32)>,
    /// Rotation of the whole body and offset in metres, applied after feet and hands have been placed.
    pub lay: (Quat, Vec3),
}

impl<'a> Pose<'a> {
    /// Rest pose with a slight smile.
    pub(crate) fn new(skeleton: &'a Skeleton) -> Self {
        let feet = [Step { toes: 1.0, ..Step::default() }; 2];
        Self {
            skeleton,
            rotations: vec![Quat::IDENTITY; skeleton.joints.len()],
            hips: Vec3::ZERO,
            feet,
            hands: [Grasp::default(); 2],
            morphs: Vec::new(),
            lay: (Quat::IDENTITY, Vec3::ZERO),
        }
    }

    /// Sets a joint's local rotation by pitch (forward), yaw (to the left) and roll (to the right), applied
    /// in this order.
    pub(crate) fn turn(&mut self, name: &str, pitch: f32, yaw: f32, roll: f32) {
        let index = self.skeleton.index(name);
        self.rotations[index] = Quat::from_rotation_y(yaw.to_radians())
            * Quat::from_rotation_z(-roll.to_radians())
            * Quat::from_rotation_x(pitch.to_radians());
    }

    /// Adds a rotation to a joint, in the space of its parent; angles as for [`Pose::turn`].
    pub(crate) fn add_turn(&mut self, name: &str, pitch: f32, yaw: f32, roll: f32) {
        let index = self.skeleton.index(name);
        let before = self.rotations[index];
        self.turn(name, pitch, yaw, roll);
        self.rotations[index] *= before;
    }

    /// Adds a bend to the spine, distributed over its three joints.
    pub(crate) fn add_spine(&mut self, pitch: f32, yaw: f32, roll: f32) {
        for (name, share) in SPINE {
            self.add_turn(name, pitch * share, yaw * share, roll * share);
        }
    }

    /// Adds a turn of the head, distributed over neck and head.
    pub(crate) fn add_head(&mut self, pitch: f32, yaw: f32, roll: f32) {
        for (name, share) in [("neck", 0.4), ("head", 0.6)] {
            self.add_turn(name, pitch * share, yaw * share, roll * share);
        }
    }

    /// Blends to another pose by a weight; the morphs of both poses are weighed likewise.
    pub(crate) fn blend(&mut self, other: &Self, weight: f32) {
        for (rotation, its) in self.rotations.iter_mut().zip(&other.rotations) {
            *rotation = if weight < 1.0 { rotation.slerp(*its, weight) } else { *its };
        }
        self.hips = self.hips.lerp(other.hips, weight);
        for (foot, its) in self.feet.iter_mut().zip(&other.feet) {
            let mix = |a: f32, b: f32| a + (b - a) * weight;
            *foot = Step {
                at: foot.at.lerp(its.at, weight),
                pitch: mix(foot.pitch, its.pitch),
                out: mix(foot.out, its.out),
                toes: mix(foot.toes, its.toes),
                tilt: mix(foot.tilt, its.tilt),
                knee: mix(foot.knee, its.knee),
                hinge: mix(foot.hinge, its.hinge),
            };
        }
        let mut names: Vec<&'static str> = self.morphs.iter().chain(&other.morphs).map(|m| m.0).collect();
        names.sort_unstable();
        names.dedup();
        let of =
            |morphs: &[(&str, f32)], name: &str| morphs.iter().find(|m| m.0 == name).map_or(0.0, |m| m.1);
        self.morphs = names
            .into_iter()
            .map(|name| (name, of(&self.morphs, name) * (1.0 - weight) + of(&other.morphs, name) * weight))
            .collect();
    }

    /// Bends the spine by a total angle, distributed over its three joints.
    pub(crate) fn spine(&mut self, pitch: f32, yaw: f32, roll: f32) {
        for (name, share) in SPINE {
            self.turn(name, pitch * share, yaw * share, roll * share);
        }
    }

    /// Rotates the head by a total angle, distributed over neck and head.
    pub(crate) fn head(&mut self, pitch: f32, yaw: f32, roll: f32) {
        self.turn("neck", pitch * 0.4, yaw * 0.4, roll * 0.4);
        self.turn("head", pitch * 0.6, yaw * 0.6, roll * 0.6);
    }

    /// Rotates both eyes.
    pub(crate) fn gaze(&mut self, pitch: f32, yaw: f32) {
        self.turn("leftEye", pitch, yaw, 0.0);
        self.turn("rightEye", pitch, yaw, 0.0);
    }

    /// Sets an arm; side 0 is left.
    pub(crate) fn arm(&mut self, side: usize, arm: Arm) {
        let r = |d: f32| d.to_radians();
        let (x, y, z) = (Quat::from_rotation_x, Quat::from_rotation_y, Quat::from_rotation_z);
        self.sided(side, "Shoulder", z(r(arm.shrug - 2.0)) * y(r(-arm.reach)));
        self.sided(side, "UpperArm", x(r(-arm.swing)) * z(r(arm.out - 90.0)) * x(r(arm.turn)));
        self.sided(side, "LowerArm", y(r(-arm.elbow)));
        self.sided(side, "LowerArmTwist", x(r(arm.palm * 0.55)));
        self.sided(side, "Hand", x(r(arm.palm)) * z(r(-arm.flex)) * y(r(-arm.thumbward)));
        for (i, finger) in ["Index", "Middle", "Ring", "Little"].iter().enumerate() {
            let more = 1.0 + 0.16 * i as f32;
            let fan = [1.0, 0.15, -0.6, -1.3][i] * arm.spread;
            self.sided(side, &format!("{finger}Proximal"), y(r(-fan)) * z(r(-17.0 * arm.curl * more)));
            self.sided(side, &format!("{finger}Intermediate"), z(r(-23.0 * arm.curl * more)));
            self.sided(side, &format!("{finger}Distal"), z(r(-14.0 * arm.curl * more)));
        }
        let thumb = Quat::from_axis_angle(Vec3::new(0.45, -0.35, -0.80).normalize(), r(9.0 * arm.curl));
        self.sided(side, "ThumbMetacarpal", y(r(7.0 + 5.0 * arm.curl.min(1.5))) * x(r(10.0)));
        self.sided(side, "ThumbProximal", thumb);
        self.sided(side, "ThumbDistal", thumb);
    }

    /// Rest position of the left (0) or right (1) ankle.
    pub(crate) fn foot_at_rest(&self, side: usize) -> Vec3 {
        self.skeleton.at(if side == 0 { "leftFoot" } else { "rightFoot" })
    }

    /// Adds a morph weight.
    pub(crate) fn morph(&mut self, name: &'static str, weight: f32) {
        self.morphs.push((name, weight));
    }

    /// Closes both eyelids by a weight.
    pub(crate) fn blink(&mut self, weight: f32) {
        self.morph("blink_left", weight);
        self.morph("blink_right", weight);
    }

    fn sided(&mut self, side: usize, stem: &str, q: Quat) {
        let (name, q) = if side == 0 {
            (format!("left{stem}"), q)
        } else {
            (format!("right{stem}"), Quat::from_xyzw(q.x, -q.y, -q.z, q.w))
        };
        let index = self.skeleton.index(&name);
        self.rotations[index] = q;
    }
}

/// Weight of a blink that starts at `start`, closing faster than opening; times in seconds.
pub(crate) fn blink_at(start: f32, t: f32) -> f32 {
    super::curve::through(&[(start, 0.0), (start + 0.08, 1.0), (start + 0.12, 1.0), (start + 0.26, 0.0)], t)
}
