//! Feet that stand, held on the ground.

mod hold;
mod legs;
mod rounds;
mod settings;

pub use settings::PlantFeetSettings;

use super::ClipEditError;
use super::windows::{neighbours, smooth_above};
use crate::motion_check::{ClipFeet, ClipFoot, MotionCheck};
use legs::{Planted, planted};
use rounds::{in_rounds, period};
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, Skeleton};
use std::sync::Arc;

/// Time over which lifts of soles and drops of hips are smooth, on either side, seconds.
const AROUND: f32 = 0.08;
/// Depth of a sole that is not lifted, body heights: floors of captures are not quite level.
const FREE_DEPTH: f32 = 0.002;
/// Most passes: a foot that is held stands for longer than before.
const MAX_PASSES: usize = 3;
/// Slide that needs no other pass, body heights.
const SMALL: f32 = 0.005;

/// Measure of the feet that stand in a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FootPlanting {
    /// Longest way of a foot over the ground while it stands, metres.
    pub slide: f32,
    /// Largest depth of a sole below the ground, metres.
    pub depth: f32,
    /// Number of times that a foot stands.
    pub stands: usize,
}

impl FootPlanting {
    fn of(feet: &ClipFeet) -> Self {
        let mut planting = Self::default();
        for foot in &feet.feet {
            let mut way: Option<Vec3> = None;
            for step in &foot.ways {
                planting.stands += usize::from(way.is_none() && step.is_some());
                way = step.map(|step| way.unwrap_or(Vec3::ZERO) + step);
                planting.slide = planting.slide.max(way.map_or(0.0, Vec3::length));
            }
            planting.depth = foot.heights.iter().fold(planting.depth, |depth, height| depth.max(-height));
        }
        planting
    }
}

/// Clip with feet that stand still, and how well they stood.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlantedFeet {
    /// The clip.
    pub clip: RawClip,
    /// Feet of the source.
    pub before: FootPlanting,
    /// Feet of the clip.
    pub after: FootPlanting,
    /// Largest distance by which a foot was moved, metres.
    pub moved: f32,
    /// Largest distance by which the hips came down, metres.
    pub hips_drop: f32,
}

/// Holds feet where they stand, as the check of motion finds them, and lifts soles out of the ground (the footskate
/// cleanup of L. Kovar, J. Schreiner, M. Gleicher, *Footskate Cleanup for Motion Capture Editing*, 2002). The point of
/// the sole that rests stays at rest, so that feet still roll from the heel over the ball to the toes. Between two
/// stands a foot goes from one correction to the next, or back to its source, within
/// [`blend_time`](PlantFeetSettings::blend_time). Legs are solved for that, feet keep their rotation, and the hips come
/// down where a leg would not reach.
///
/// The ground moves under a clip made in place, with one velocity as in the check of motion. The loop of a clip whose
/// ends meet stays closed. Thighs, shins and feet, and hips that come down, get linear keys at each frame of the clip,
/// or at 60 Hz where it has none. Other tracks stay, and so does root motion. A clip in which no foot touches the ground
/// stays as it is.
///
/// # Errors
/// When the clip is of another character, or the character has no legs of a human.
pub fn plant_feet(
    clip: &RawClip,
    character: &Character,
    settings: &PlantFeetSettings,
) -> Result<PlantedFeet, ClipEditError> {
    ClipEditError::check(clip, character)?;
    if !settings.blend_time.is_finite() || settings.blend_time <= 0.0 {
        return Err(ClipEditError::BlendTime(settings.blend_time));
    }
    let has = |bone: HumanBone| character.humanoid().is_some_and(|human| human.joint(bone).is_some());
    let leg = [HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg, HumanBone::LeftFoot];
    let has_leg = leg.iter().all(|bone| has(*bone)) || leg.iter().all(|bone| has(bone.mirrored()));
    if !(has(HumanBone::Hips) && has_leg) {
        return Err(ClipEditError::NoLegs);
    }
    let (check, skeleton) = (MotionCheck::new(character), character.skeleton());
    let Some(source) = check.feet_of(clip) else {
        let none = FootPlanting::default();
        return Ok(PlantedFeet { clip: clip.clone(), before: none, after: none, moved: 0.0, hips_drop: 0.0 });
    };
    let before = FootPlanting::of(&source);
    let (period, mut clip, mut after) = (period(&source, skeleton), clip.clone(), before);
    let mut feet = None;
    for _ in 0..MAX_PASSES {
        let feet_now = feet.as_ref().unwrap_or(&source);
        let offsets: Vec<Vec<Vec3>> =
            feet_now.feet.iter().map(|foot| offsets(foot, feet_now, period, settings)).collect();
        let planted = planted(&clip, skeleton, feet_now, &offsets, period, settings);
        let changed = with_keys(&clip, feet_now.times(), &planted);
        let Some(feet_after) = check.feet_of(&changed) else { break };
        (clip, after) = (changed, FootPlanting::of(&feet_after));
        feet = Some(feet_after);
        if after.slide < SMALL * source.height {
            break;
        }
    }
    let [moved, hips_drop] = feet.map_or([0.0; 2], |feet| changes(&source, &feet, skeleton));
    Ok(PlantedFeet { clip, before, after, moved, hips_drop })
}

/// Largest difference of equal times, seconds.
const SAME_TIME: f32 = 1e-4;

/// Largest distance of an ankle from where it was, and largest drop of the hips.
fn changes(before: &ClipFeet, after: &ClipFeet, skeleton: &Skeleton) -> [f32; 2] {
    let mut local = LocalPose::rest(skeleton);
    let [mut from, mut to] = [ModelPose::rest(skeleton), ModelPose::rest(skeleton)];
    let mut found = [0.0f32; 2];
    let mut later = 0;
    for (frame, time) in before.times().iter().enumerate() {
        // Keys that are added may change the rate of the frames that are looked at.
        later += after.times()[later..].iter().take_while(|other| **other < time - SAME_TIME).count();
        if after.times().get(later).is_none_or(|other| *other > time + SAME_TIME) {
            continue;
        }
        before.pose(frame, skeleton, &mut local, &mut from);
        after.pose(later, skeleton, &mut local, &mut to);
        let moved = |joint: JointId| Vec3::from(to.get(joint).translation - from.get(joint).translation);
        let ankles = before.feet.iter().map(|foot| moved(foot.leg.foot).length());
        found[0] = ankles.fold(found[0], f32::max);
        found[1] = found[1].max(-moved(before.hips).y);
    }
    found
}

/// Offset of an ankle at each frame.
fn offsets(
    foot: &ClipFoot,
    feet: &ClipFeet,
    period: Option<usize>,
    settings: &PlantFeetSettings,
) -> Vec<Vec3> {
    let interval = feet.interval();
    let mut offsets = hold::offsets(&foot.ways, interval, settings.blend_time, period);
    if settings.lift_soles {
        let depths: Vec<f32> =
            foot.heights.iter().map(|height| (-height - FREE_DEPTH * feet.height).max(0.0)).collect();
        let around = neighbours(AROUND, interval);
        let lifts = in_rounds(&depths, period, |depths| smooth_above(depths, around));
        offsets.iter_mut().zip(lifts).for_each(|(offset, lift)| offset.y += lift);
    }
    offsets.iter_mut().filter(|offset| !offset.is_finite()).for_each(|offset| *offset = Vec3::ZERO);
    offsets
}

/// The clip with other keys for some joints.
fn with_keys(clip: &RawClip, times: &[f32], planted: &Planted) -> RawClip {
    let mut clip = clip.clone();
    let times: Arc<[f32]> = times.into();
    for (joint, turns) in &planted.rotations {
        if let Ok(track) = Track::new(Interpolation::Linear, 1, times.clone(), turns.clone()) {
            track_of(&mut clip, *joint).rotation = Some(track);
        }
    }
    if let Some((joint, positions)) = &planted.hips
        && let Ok(track) = Track::new(Interpolation::Linear, 1, times, positions.clone())
    {
        track_of(&mut clip, *joint).translation = Some(track);
    }
    clip
}

/// The last track of a joint, which counts, or a new one.
fn track_of(clip: &mut RawClip, joint: JointId) -> &mut JointTrack {
    let at = clip.joints.iter().rposition(|track| track.joint == joint).unwrap_or_else(|| {
        clip.joints.push(JointTrack::new(joint));
        clip.joints.len() - 1
    });
    &mut clip.joints[at]
}
