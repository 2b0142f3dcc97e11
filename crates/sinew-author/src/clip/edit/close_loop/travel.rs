//! Travel in the keys of joints: motion over the ground and turns about the vertical that a loop repeats.

use super::super::body_size::body_size;
use super::settings::LoopSettings;
use super::vectors::LoopShift;
use sinew::clip::{RootPose, SampleCursor};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::internal::{angle::atan2, from_axis_angle};
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, Transform};

/// Largest distance, in sizes of the character, and turn in radians from the first to the last pose that are
/// sway of a clip in place.
const MAX_SWAY: f32 = 0.15;
const MAX_TURN: f32 = std::f32::consts::PI / 6.0;

/// Travel of a clip over its loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Travel {
    /// Joints whose keys travel, each with its shift in the space of its parent.
    joints: Vec<(JointId, LoopShift)>,
    /// Distance and turn of all of them, model space.
    pub(super) total: RootPose,
}

impl Travel {
    /// The travel of a clip from its start to its end.
    pub(super) fn of(clip: &RawClip, character: &Character, settings: &LoopSettings) -> Self {
        let mut travel = Self::default();
        if settings.keep_travel == Some(false) {
            return travel;
        }
        let skeleton = character.skeleton();
        let pose_at = |time: f32| {
            let mut pose = LocalPose::rest(skeleton);
            clip.sample_joints(time, &mut SampleCursor::new(), &mut pose);
            pose
        };
        let (first, last) = (pose_at(clip.start()), pose_at(clip.end()));
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, &first);
        let hips = character.humanoid().and_then(|body| body.joint(HumanBone::Hips));
        let limit = match settings.keep_travel {
            Some(_) => Limits { distance: 0.0, turn: 0.0 },
            None => Limits { distance: MAX_SWAY * body_size(character), turn: MAX_TURN },
        };
        let mut is_below = vec![false; skeleton.len()];
        let mut keyed: Vec<JointId> = clip.joints.iter().map(|track| track.joint).collect();
        // Parents precede their children.
        keyed.sort_unstable();
        keyed.dedup();
        let mut keyed = keyed.into_iter().peekable();
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint);
            is_below[joint.index()] = parent.is_some_and(|parent| is_below[parent.index()]);
            let is_above_hips =
                hips.is_some_and(|hips| hips == joint || skeleton.is_descendant_of(hips, joint));
            let counts = if hips.is_some() { is_above_hips } else { !is_below[joint.index()] };
            if keyed.next_if_eq(&joint).is_none() || !counts {
                continue;
            }
            let above = parent.map_or(Affine3A::IDENTITY, |parent| *model.get(parent));
            let found = shift_between(&above, first.get(joint), last.get(joint), &limit, is_above_hips);
            if let Some((shift, total)) = found {
                travel.joints.push((joint, shift));
                travel.total.position += total.position;
                travel.total.heading += total.heading;
                is_below[joint.index()] = true;
            }
        }
        travel
    }

    /// The shift of a joint.
    pub(super) fn shift(&self, joint: JointId) -> LoopShift {
        self.joints.iter().find(|(travels, _)| *travels == joint).map_or(LoopShift::NONE, |(_, shift)| *shift)
    }

    /// A pose as long after the end of the loop as `pose` is after its start.
    pub(super) fn carry(&self, pose: &mut LocalPose) {
        for (joint, shift) in &self.joints {
            let transform = pose.get_mut(*joint);
            transform.translation = shift.point(transform.translation);
            transform.rotation = shift.turn * transform.rotation;
        }
    }
}

struct Limits {
    distance: f32,
    turn: f32,
}

/// Shift in the space of a joint's parent, and in model space, where it is beyond the limits. Turns alone
/// count for `may_turn`.
fn shift_between(
    above: &Affine3A,
    first: &Transform,
    last: &Transform,
    limits: &Limits,
    may_turn: bool,
) -> Option<(LoopShift, RootPose)> {
    let into = above.inverse();
    let axes = Transform::from_affine(above).rotation;
    let (from, to) = (axes * first.rotation, axes * last.rotation);
    let turn = to * from.inverse();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let mut heading = 2.0 * atan2(turn.y, turn.w);
    let level = |vector: Vec3| vector.with_y(0.0);
    let straight = level(above.transform_vector3(last.translation - first.translation));
    let goes = straight.length() > limits.distance;
    if heading.abs() <= limits.turn || !(may_turn || goes) {
        heading = 0.0;
    }
    if !(goes || heading != 0.0) || !into.is_finite() {
        return None;
    }
    let up = axes.inverse() * Vec3::Y;
    let turn = if heading == 0.0 { Quat::IDENTITY } else { from_axis_angle(up, heading) };
    let left = above.transform_vector3(last.translation - turn * first.translation);
    let shift = LoopShift { turn, shift: into.transform_vector3(level(left)) };
    Some((shift, RootPose { position: straight, heading }))
}
