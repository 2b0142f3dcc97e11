//! Prop of a door in its frame, with a leaf and levers that turn.

use super::door_parts;
use sinew::character::CharacterError;
use sinew::clip::{Interpolation, JointTrack, Track, TrackError};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::{Character, JointId, RawClip};
use std::sync::Arc;

/// Nodes of the leaf, a child of the frame, and of the lever, a child of the leaf.
const LEAF: JointId = JointId(1);
const LEVER: JointId = JointId(2);

/// Door in its frame, above the origin, across a walk along +Z. Seen from the walk, the hinges are on the
/// left (+X), the levers, one per side, on the right. Lengths are metres before `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Door {
    /// Height of the axis of the levers above the floor.
    pub(crate) lever_height: f32,
    /// Factor on every length, 1 for a body of 1.7 m.
    pub(crate) scale: f32,
}

impl Default for Door {
    fn default() -> Self {
        Self { lever_height: 1.05, scale: 1.0 }
    }
}

/// Pose of a door, radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct DoorPose {
    /// 0 is closed; positive angles open it towards +Z.
    pub(crate) leaf: f32,
    /// 0 is level; positive angles press the lever down.
    pub(crate) lever: f32,
}

impl Door {
    /// Height of the leaf's upper edge.
    pub(crate) const HEIGHT: f32 = door_parts::TOP;

    /// Depth of a point behind the front face of the leaf at an angle, metres; negative in front of it, none
    /// beside the leaf. `point` is in the door's space.
    pub(crate) fn depth(&self, leaf: f32, point: Vec3) -> Option<f32> {
        let hinge = door_parts::HINGE * self.scale;
        let in_leaf = Quat::from_rotation_y(-leaf) * (point - hinge) / self.scale;
        door_parts::depth(in_leaf).map(|depth| depth * self.scale)
    }

    /// The closed door for drawing.
    pub(crate) fn character(&self) -> Result<Character, CharacterError> {
        door_parts::build(self.lever_height, self.scale)
    }

    /// Grip of the lever in the door's space. Seen from -Z, X points right along the lever, Y up, and Z away
    /// from the leaf.
    pub(crate) fn grip(&self, pose: DoorPose) -> Affine3A {
        let [leaf, lever] = turns(pose);
        let facing = Quat::from_rotation_y(std::f32::consts::PI);
        let spindle = door_parts::spindle(self.lever_height);
        let position = door_parts::HINGE + leaf * (spindle + lever * door_parts::hold(-1.0));
        Affine3A::from_rotation_translation(leaf * lever * facing, position * self.scale)
    }

    /// Clip of poses at rising times in seconds, linear between them.
    pub(crate) fn clip(poses: &[(f32, DoorPose)]) -> Result<RawClip, TrackError> {
        let times: Arc<[f32]> = poses.iter().map(|(time, _)| *time).collect();
        let track = |joint: JointId, part: usize| {
            let values = poses.iter().map(|(_, pose)| turns(*pose)[part]).collect();
            let rotation = Some(Track::new(Interpolation::Linear, 1, times.clone(), values)?);
            Ok(JointTrack { rotation, ..JointTrack::new(joint) })
        };
        let joints = vec![track(LEAF, 0)?, track(LEVER, 1)?];
        Ok(RawClip { name: "Door".into(), joints, ..RawClip::default() })
    }
}

/// Rotations of leaf and lever, each in its parent's space.
fn turns(pose: DoorPose) -> [Quat; 2] {
    [Quat::from_rotation_y(pose.leaf), Quat::from_rotation_z(-pose.lever)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::Actor;

    fn pose(leaf: f32, lever: f32) -> DoorPose {
        DoorPose { leaf, lever }
    }

    #[test]
    fn the_grip_circles_about_the_hinge() {
        let door = Door { lever_height: 0.9, scale: 1.5 };
        let hinge = door_parts::HINGE * 1.5;
        let arm = |leaf: f32| {
            let arm = Vec3::from(door.grip(pose(leaf, 0.3)).translation) - hinge;
            (arm.y, Vec3::new(arm.x, 0.0, arm.z))
        };
        let (height, closed) = arm(0.0);
        for leaf in [0.2, 0.7, 1.5] {
            let (y, open) = arm(leaf);
            assert!((y - height).abs() < 1e-5 && (open.length() - closed.length()).abs() < 1e-5);
            assert!((open.angle_between(closed) - leaf).abs() < 1e-3);
            assert!(open.z > closed.z, "it opens towards +Z");
        }
    }

    #[test]
    fn levers_are_held_at_their_height_and_pressed_down() {
        for lever_height in [0.85, 1.05, 1.25] {
            let door = Door { lever_height, ..Door::default() };
            let level = door.grip(DoorPose::default());
            assert!((level.translation.y - lever_height).abs() < 1e-6);
            assert!(door.grip(pose(0.0, 0.5)).translation.y < lever_height - 0.02);
            // Right, up and away from the leaf, as the one in front of it sees it.
            assert!(level.transform_vector3(Vec3::X).abs_diff_eq(Vec3::NEG_X, 1e-6));
            assert!(level.transform_vector3(Vec3::Y).abs_diff_eq(Vec3::Y, 1e-6));
            assert!(level.transform_vector3(Vec3::Z).abs_diff_eq(Vec3::NEG_Z, 1e-6));
        }
    }

    #[test]
    fn a_clip_moves_the_drawn_lever_as_the_grip_says() {
        let door = Door { scale: 0.8, ..Door::default() };
        let clip =
            Door::clip(&[(0.0, pose(0.0, 0.0)), (1.0, pose(0.0, 0.6)), (2.0, pose(1.2, 0.6))]).unwrap();
        let character = door.character().unwrap();
        let skeleton = character.skeleton();
        assert_eq!([skeleton.find("leaf"), skeleton.find("lever")], [Some(LEAF), Some(LEVER)]);
        let mut actor = Actor::new(character.into(), [clip]).unwrap();
        for (time, shown) in [(0.0, pose(0.0, 0.0)), (0.5, pose(0.0, 0.3)), (1.5, pose(0.6, 0.6))] {
            actor.play(sinew::ClipId(0)).unwrap().speed(0.0).seek(time);
            actor.update(0.0);
            let lever = actor.frame().model()[LEVER.index()];
            let held = lever.transform_point3(door_parts::hold(-1.0) * 0.8);
            let expected = Vec3::from(door.grip(shown).translation);
            assert!(held.abs_diff_eq(expected, 1e-4), "{held} {expected}");
        }
        assert_eq!(Door::clip(&[]), Err(TrackError::Empty));
    }
}
