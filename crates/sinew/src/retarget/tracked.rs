//! Where the source's feet are over a clip, and whether they stand.

use super::align::ReferencePose;
use super::contact::{Plant, ground_speed, plants};
use super::foot::Foot;
use crate::clip::{RawClip, SampleCursor};
use crate::humanoid::HumanBone::{self, *};
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointIndex, Skeleton};
use glam::Vec3;

/// How far from the ground feet may stand, in leg lengths: captured floors lie a little high or low.
const NEAR: f32 = 0.15;

/// A foot that stays put while the hips move by as much, in leg lengths, stands, wherever that is: some captured floors
/// lie anywhere. The feet of who flies go with the hips.
const SWAY: f32 = 0.05;

/// What the source's feet do.
pub(super) struct Tracked {
    /// When they stand on the ground; never while the body flies, swims or climbs far from it.
    pub(super) plants: [Vec<Plant>; 2],
    /// How fast the ground runs under a clip made in place.
    pub(super) speed: Vec3,
    /// How high it lies: where the feet stand, else where it should be.
    pub(super) stood: f32,
    pub(super) ground: f32,
}

impl Tracked {
    /// Follows the feet of `body` over `clip`; none of a body without legs.
    pub(super) fn of(
        clip: &RawClip,
        times: &[f32],
        skeleton: &Skeleton,
        body: &ReferencePose,
    ) -> Option<Self> {
        let feet =
            [Foot::new(skeleton, body, true, Vec::new())?, Foot::new(skeleton, body, false, Vec::new())?];
        let hips = body.joint(Hips).filter(|_| body.leg > 1e-6 && body.leg.is_finite())?;
        let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
        let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        let (mut balls, mut soles) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let mut middle = Vec::new();
        for &time in times {
            clip.sample(time, &mut cursor, &mut pose, &mut weights);
            model.update(skeleton, &pose);
            let at = |joint: JointIndex| Vec3::from(model.get(joint).translation);
            for (n, foot) in feet.iter().enumerate() {
                soles[n].push(foot.lowest(model.as_slice()));
                // What touches the ground first and last: the ball, else the ankle.
                balls[n].push(at(foot.leg.toes.unwrap_or(foot.leg.foot)));
            }
            middle.push(at(hips));
        }
        let speed = ground_speed([&balls[0], &balls[1]], &middle, times, body.leg);
        let plants = [0, 1].map(|n| plants(&balls[n], times, speed, body.leg));
        let sole = |n: usize, k: usize| soles[n][k];
        let standing = plants.iter().enumerate().flat_map(|(n, plants)| {
            plants.iter().flat_map(move |plant| (plant.first..=plant.last).map(move |k| (n, k)))
        });
        let all = (0..2).flat_map(|n| (0..times.len()).map(move |k| (n, k)));
        // Half of the time it is lower: floors are not quite level, and some feet stand on their tips.
        let mut heights: Vec<f32> = standing.map(|(n, k)| sole(n, k)).filter(|y| y.is_finite()).collect();
        heights.sort_by(f32::total_cmp);
        let stood = heights.get(heights.len() / 2).copied();
        let lowest = || all.map(|(n, k)| sole(n, k)).filter(|y| y.is_finite()).reduce(f32::min);
        let low = stood.or_else(lowest).unwrap_or(0.0);
        // A body that does not rest on the ground at 0 may move about where it rests.
        let own = body.ground().filter(|ground| ground.abs() > NEAR * body.leg);
        let ground = own.filter(|own| (low - own).abs() < low.abs()).unwrap_or(0.0);
        let strays = |places: &[Vec3], plant: &Plant| {
            let from_ground = |k: usize| places[k] - speed * (times[k] - times[0]);
            let away = |k: usize| from_ground(k).distance(from_ground(plant.first));
            (plant.first..=plant.last).map(away).fold(0.0, f32::max)
        };
        let held = plants.iter().zip(&balls).any(|(plants, balls)| {
            plants.iter().any(|plant| {
                let hips = strays(&middle, plant);
                hips > SWAY * body.leg && strays(balls, plant) * 3.0 < hips
            })
        });
        let stands = held || stood.is_some_and(|stood| (stood - ground).abs() < NEAR * body.leg);
        let plants = if stands { plants } else { [Vec::new(), Vec::new()] };
        Some(Self { plants, speed, stood: if stands { low } else { ground }, ground })
    }
}

/// The bones that keeping feet turns or moves.
pub(super) const KEPT: [HumanBone; 9] = [
    Hips,
    LeftUpperLeg,
    LeftLowerLeg,
    LeftFoot,
    LeftToes,
    RightUpperLeg,
    RightLowerLeg,
    RightFoot,
    RightToes,
];
