//! A stick figure that waves its arms, at any frame rate, of any size, facing either way.

use glam::{Quat, Vec3};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::humanoid::Humanoid;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, RawClip, Skeleton, Transform};
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

/// Seconds of its clips: whole waves.
pub(crate) const SECONDS: f32 = 2.0;

const JOINTS: [(&str, Option<u32>, [f32; 3]); 20] = [
    ("Armature", None, [0.0, 0.0, 0.0]),
    ("Hips", Some(0), [0.0, 0.95, 0.0]),
    ("Spine", Some(1), [0.0, 0.2, 0.0]),
    ("Neck", Some(2), [0.0, 0.3, 0.0]),
    ("Head", Some(3), [0.0, 0.1, 0.0]),
    ("LeftArm", Some(2), [0.2, 0.25, 0.0]),
    ("LeftForeArm", Some(5), [0.28, 0.0, 0.0]),
    ("LeftHand", Some(6), [0.25, 0.0, 0.0]),
    ("RightArm", Some(2), [-0.2, 0.25, 0.0]),
    ("RightForeArm", Some(8), [-0.28, 0.0, 0.0]),
    ("RightHand", Some(9), [-0.25, 0.0, 0.0]),
    ("LeftUpLeg", Some(1), [0.1, -0.02, 0.0]),
    ("LeftLeg", Some(11), [0.0, -0.43, 0.0]),
    ("LeftFoot", Some(12), [0.0, -0.42, 0.0]),
    ("LeftToeBase", Some(13), [0.0, -0.06, 0.13]),
    ("RightUpLeg", Some(1), [-0.1, -0.02, 0.0]),
    ("RightLeg", Some(15), [0.0, -0.43, 0.0]),
    ("RightFoot", Some(16), [0.0, -0.42, 0.0]),
    ("RightToeBase", Some(17), [0.0, -0.06, 0.13]),
    ("Prop", Some(0), [0.0, 0.0, 0.5]),
];

/// Frame rate, size and facing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub(crate) rate: f32,
    pub(crate) scale: f32,
    /// Whether it faces -Z.
    pub(crate) turned: bool,
}

impl Figure {
    pub(crate) const USUAL: Self = Self { rate: 60.0, scale: 1.0, turned: false };

    /// All rates, sizes and directions.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let rates = [30.0, 60.0, 120.0].into_iter();
        rates.flat_map(|rate| {
            [(1.0, false), (0.01, false), (1.0, true), (40.0, true)].map(|(scale, turned)| Self {
                rate,
                scale,
                turned,
            })
        })
    }

    pub(crate) fn character(self) -> Character {
        let turn = if self.turned { Quat::from_rotation_y(PI) } else { Quat::IDENTITY };
        let joints = JOINTS.iter().map(|(name, parent, offset)| Joint {
            name: (*name).into(),
            parent: *parent,
            rest: Transform {
                translation: Vec3::from(*offset) * self.scale,
                rotation: if parent.is_none() { turn } else { Quat::IDENTITY },
                ..Transform::IDENTITY
            },
            in_scene: true,
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let humanoid = Humanoid::detect(&skeleton);
        assert!(humanoid.is_some());
        Character::new(CharacterParts { skeleton, humanoid, ..CharacterParts::default() }).unwrap()
    }

    /// A clip in which both arms wave, at different speeds, changed by `edit` at each frame and time.
    pub(crate) fn clip(self, edit: impl Fn(usize, f32, &mut Pose)) -> RawClip {
        let count = (SECONDS * self.rate).round() as usize + 1;
        let times: Arc<[f32]> = (0..count).map(|k| k as f32 / self.rate).collect();
        let mut poses = Vec::new();
        for (k, time) in times.iter().enumerate() {
            let mut pose = Pose::waving(*time);
            edit(k, *time, &mut pose);
            poses.push(pose);
        }
        self.keyed(&times, &poses)
    }

    /// A clip with linear keys of some poses.
    pub(crate) fn keyed(self, times: &Arc<[f32]>, poses: &[Pose]) -> RawClip {
        let character = self.character();
        let skeleton = character.skeleton();
        let track = |n: usize| {
            let joint = skeleton.find(JOINTS[n].0).unwrap();
            let rest = skeleton.rest()[joint.index()];
            let column = |k: usize| poses[k].joints[n];
            let keys = 0..poses.len();
            let offset = |k: usize| rest.translation + column(k).translation * self.scale;
            let turn = |k: usize| rest.rotation * column(k).rotation;
            let linear = Interpolation::Linear;
            JointTrack {
                joint,
                translation: Track::new(linear, 1, times.clone(), keys.clone().map(offset).collect()).ok(),
                rotation: Track::new(linear, 1, times.clone(), keys.clone().map(turn).collect()).ok(),
                scale: Track::new(linear, 1, times.clone(), keys.map(|k| column(k).scale).collect()).ok(),
            }
        };
        RawClip { name: "idle".into(), joints: (1..19).map(track).collect(), ..RawClip::default() }
    }
}

/// Changes of all joints from the T-pose; translations in the figure's metres.
#[derive(Clone)]
pub(crate) struct Pose {
    joints: Vec<Transform>,
}

impl Pose {
    pub(crate) fn waving(time: f32) -> Self {
        let mut pose = Self { joints: vec![Transform::IDENTITY; JOINTS.len()] };
        let phase = time * TAU / SECONDS;
        pose.get("LeftArm").rotation = Quat::from_rotation_z(-0.9 + 0.5 * (2.0 * phase).sin());
        pose.get("RightArm").rotation = Quat::from_rotation_z(0.3 - 0.7 * (phase + 0.7).sin());
        pose.get("LeftForeArm").rotation = Quat::from_rotation_y(-0.7 - 0.4 * (2.0 * phase + 0.4).sin());
        pose.get("RightForeArm").rotation = Quat::from_rotation_y(0.8 + 0.4 * (2.0 * phase).sin());
        pose.get("Head").rotation = Quat::from_rotation_y(0.3 * phase.sin());
        // It stands a little bent, feet flat.
        for (thigh, shin, foot) in
            [("LeftUpLeg", "LeftLeg", "LeftFoot"), ("RightUpLeg", "RightLeg", "RightFoot")]
        {
            pose.get(thigh).rotation = Quat::from_rotation_x(-0.1);
            pose.get(shin).rotation = Quat::from_rotation_x(0.2);
            pose.get(foot).rotation = Quat::from_rotation_x(-0.1);
        }
        pose
    }

    pub(crate) fn get(&mut self, name: &str) -> &mut Transform {
        let index = JOINTS.iter().position(|(other, ..)| *other == name).unwrap();
        &mut self.joints[index]
    }

    pub(crate) fn turn(&mut self, name: &str, turn: Quat) {
        let joint = self.get(name);
        joint.rotation = turn * joint.rotation;
    }
}
