//! Ground under the feet of a clip: its height, and its velocity under a clip made in place.

use super::body::CheckedBody;
use super::feet::CheckedFoot;
use super::motion::Motion;
use glam::Vec3;
use sinew::body::TPose;
use sinew::clip::{RawClip, root_motion_from_feet};
use sinew::humanoid::BodySide;
use sinew::internal::MovingGround;
use sinew::pose::{LocalPose, ModelPose};
use sinew::skeleton::{JointId, Skeleton};

/// Largest way of a body whose clip is made in place, body heights.
const MAX_TRAVEL: f32 = 0.2;
/// Least speed of the ground under such a clip, body heights per second.
const MIN_SPEED: f32 = 0.15;

/// Largest distance of the soles from the ground of the reference pose on which they are taken to stand, body
/// heights.
const MAX_FLOOR_OFFSET: f32 = 0.08;
/// Largest vertical speed of the lowest sole of a body that stands, body heights per second.
const MAX_VERTICAL_SPEED: f32 = 0.06;
/// Largest depth below the median of such soles at which a sole tells of the ground, body heights: deeper ones are
/// at fault.
const MAX_DEPTH: f32 = 0.015;

/// Ground under a clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    /// Height of the standing soles, metres.
    pub(super) standing: f32,
    /// Height below which soles sink in, metres.
    pub(super) floor: f32,
    /// Metres per second; of a clip made in place.
    pub(super) velocity: Vec3,
}

/// Ground under the feet; none where there are no feet, or they touch no ground.
pub(super) fn find(
    skeleton: &Skeleton,
    body: &CheckedBody,
    feet: &[CheckedFoot],
    clip: &RawClip,
    motion: &Motion,
) -> Option<Ground> {
    let (lowest, ways) = soles(skeleton, body, feet, motion);
    match &body.human {
        Some(human) => of_human(skeleton, body, human, clip, motion, &lowest),
        None => of_named_feet(skeleton, body, feet, clip, lowest, &ways),
    }
}

/// Height of the lowest point of all feet, and position of the lowest root joint over the ground, at each frame.
fn soles(
    skeleton: &Skeleton,
    body: &CheckedBody,
    feet: &[CheckedFoot],
    motion: &Motion,
) -> (Vec<f32>, Vec<Vec3>) {
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let frames = (0..motion.frames.len()).map(|frame| {
        motion.pose(frame, skeleton, &mut local, &mut model);
        let points = feet.iter().flat_map(|foot| &foot.points).map(|point| point.at(model.as_slice()).y);
        let lowest = points.filter(|y| y.is_finite()).fold(f32::INFINITY, f32::min);
        (lowest, Vec3::from(model.get(body.anchor()).translation).with_y(0.0))
    });
    frames.unzip()
}

/// Ground of a human, by its foot contacts.
fn of_human(
    skeleton: &Skeleton,
    body: &CheckedBody,
    human: &TPose,
    clip: &RawClip,
    motion: &Motion,
    lowest: &[f32],
) -> Option<Ground> {
    // Contacts are found near the lowest sole of all, which may be one that sinks into the ground.
    let step = MAX_VERTICAL_SPEED * body.height * motion.frames.interval;
    let is_quiet = |k: &usize| *k + 1 < lowest.len() && (lowest[*k + 1] - lowest[*k]).abs() <= step;
    let mut heights: Vec<f32> = (0..lowest.len()).filter(is_quiet).map(|k| lowest[k]).collect();
    heights.sort_by(f32::total_cmp);
    let least =
        heights.get(heights.len() / 2).map_or(f32::NEG_INFINITY, |middle| middle - MAX_DEPTH * body.height);
    let times: Vec<f32> = motion
        .frames
        .times
        .iter()
        .zip(lowest)
        .filter(|(_, low)| **low >= least)
        .map(|(time, _)| *time)
        .collect();
    let times = if times.len() * 4 > lowest.len() { &times } else { &motion.frames.times };
    let of = |times: &[f32]| MovingGround::of(clip, times, skeleton, human);
    let (ground, whole) = (of(times), of(&motion.frames.times));
    let (ground, whole) = (ground.or(whole)?, whole.or(ground)?);
    // Soles that were measured stand on the ground of the reference pose. Those of captures are estimates, and their
    // floors lie a little high or low.
    let floor = human.ground_height().filter(|floor| {
        let has_soles =
            [BodySide::Left, BodySide::Right].iter().all(|side| !human.sole(*side).points.is_empty());
        has_soles && (ground.height - floor).abs() < MAX_FLOOR_OFFSET * body.height
    });
    let standing = ground.height;
    Some(Ground { standing, floor: floor.unwrap_or(standing), velocity: whole.velocity })
}

/// Ground under the paws and hooves of an animal.
fn of_named_feet(
    skeleton: &Skeleton,
    body: &CheckedBody,
    feet: &[CheckedFoot],
    clip: &RawClip,
    mut lowest: Vec<f32>,
    ways: &[Vec3],
) -> Option<Ground> {
    if feet.is_empty() {
        return None;
    }
    lowest.sort_by(f32::total_cmp);
    let height = *lowest.get(lowest.len() / 4)?;
    let joints: Vec<JointId> = feet.iter().map(|foot| foot.joint).collect();
    let seconds = clip.end() - clip.start();
    let travelled = ways.last()?.distance(*ways.first()?);
    let root = root_motion_from_feet(clip, skeleton, &joints);
    let way = root.poses().last().map_or(Vec3::ZERO, |pose| pose.position);
    let is_in_place = seconds > 0.0 && travelled < MAX_TRAVEL * body.height;
    let velocity = if is_in_place { -way / seconds } else { Vec3::ZERO };
    let is_fast = velocity.length() > MIN_SPEED * body.height;
    let velocity = if is_fast { velocity } else { Vec3::ZERO };
    let ground = Ground { standing: height, floor: height, velocity };
    (height.is_finite() && velocity.is_finite()).then_some(ground)
}
