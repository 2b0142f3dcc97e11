//! Foot contacts and ground of the source clip.

use super::detect::{ContactFrames, detect_contacts, detect_rests, ground_velocity};
use crate::body::{FootShape, TPose};
use crate::clip::{RawClip, SampleCursor};
use crate::humanoid::BodySide;
use crate::humanoid::HumanBone::{self, *};
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointId, Skeleton};
use glam::Vec3;

/// Largest distance of a standing foot from the ground, leg lengths: captured floors lie a little high or
/// low.
const MAX_GROUND_OFFSET: f32 = 0.15;

/// Motion of the hips, in leg lengths, during which a resting foot counts as standing at any height: some
/// captured floors lie anywhere. The feet of an airborne body move with the hips.
const MIN_HIPS_MOTION: f32 = 0.05;

/// Foot contacts of the source body over a clip.
pub(crate) struct SourceContacts {
    /// Contacts of the left and the right foot; empty while the body flies, swims or climbs far from the
    /// ground.
    pub(crate) contacts: [Vec<ContactFrames>; 2],
    /// Ranges in which the whole foot rests, ankle and toes, of the left and the right one; empty like
    /// `contacts`.
    pub(crate) rests: [Vec<ContactFrames>; 2],
    /// Height of the lowest point of the left and the right sole at each time, metres.
    pub(crate) soles: [Vec<f32>; 2],
    /// Position of the left and the right ball relative to the ground at each time, metres.
    pub(crate) balls: [Vec<Vec3>; 2],
    /// Velocity of the ground under a clip made in place, metres per second.
    pub(crate) velocity: Vec3,
    /// Height of the standing soles, metres; without contacts equal to `ground`.
    pub(crate) standing_height: f32,
    /// Expected height of the ground, metres.
    pub(crate) ground: f32,
}

impl SourceContacts {
    /// Tracks the feet of `body` over `clip` at `times`; `None` without legs.
    pub(crate) fn of(clip: &RawClip, times: &[f32], skeleton: &Skeleton, body: &TPose) -> Option<Self> {
        let feet =
            [FootShape::of(skeleton, body, BodySide::Left)?, FootShape::of(skeleton, body, BodySide::Right)?];
        let hips = body.joint(Hips).filter(|_| body.leg_length() > 1e-6 && body.leg_length().is_finite())?;
        let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
        let (mut pose, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        let (mut balls, mut soles) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        let (mut ankles, mut hips_positions) = ([Vec::new(), Vec::new()], Vec::new());
        let mut flatness = [Vec::new(), Vec::new()];
        for &time in times {
            clip.sample(time, &mut cursor, &mut pose, &mut weights);
            model.update(skeleton, &pose);
            let at = |joint: JointId| Vec3::from(model.get(joint).translation);
            for (n, foot) in feet.iter().enumerate() {
                soles[n].push(foot.lowest(model.as_slice()));
                flatness[n].push(foot.flatness(model.as_slice()));
                // The ball of the foot touches the ground first and last; without toes the ankle stands for
                // it.
                balls[n].push(at(foot.leg.toes.unwrap_or(foot.leg.foot)));
                ankles[n].push(at(foot.leg.foot));
            }
            hips_positions.push(at(hips));
        }
        let velocity = ground_velocity([&balls[0], &balls[1]], &hips_positions, times, body.leg_length());
        let leg = body.leg_length();
        let mut contacts = [0, 1].map(|n| detect_contacts(&balls[n], &flatness[n], times, velocity, leg));
        let rests = [0, 1].map(|n| {
            detect_rests([&balls[n], &ankles[n]], &flatness[n], times, velocity, leg, &mut contacts[n])
        });
        let sole = |n: usize, k: usize| soles[n][k];
        let standing = contacts.iter().enumerate().flat_map(|(n, contacts)| {
            contacts.iter().flat_map(move |contact| (contact.first..=contact.last).map(move |k| (n, k)))
        });
        let all = (0..2).flat_map(|n| (0..times.len()).map(move |k| (n, k)));
        // The median, since floors are not quite level and some feet stand on their tips.
        let mut heights: Vec<f32> = standing.map(|(n, k)| sole(n, k)).filter(|y| y.is_finite()).collect();
        heights.sort_by(f32::total_cmp);
        let standing_height = heights.get(heights.len() / 2).copied();
        let lowest = || all.map(|(n, k)| sole(n, k)).filter(|y| y.is_finite()).reduce(f32::min);
        let low = standing_height.or_else(lowest).unwrap_or(0.0);
        // A body that does not rest on the ground at 0 may move about its rest height.
        let rest = body.ground_height().filter(|ground| ground.abs() > MAX_GROUND_OFFSET * body.leg_length());
        let ground = rest.filter(|rest| (low - rest).abs() < low.abs()).unwrap_or(0.0);
        let drift = |positions: &[Vec3], contact: &ContactFrames| {
            let from_ground = |k: usize| positions[k] - velocity * (times[k] - times[0]);
            let distance = |k: usize| from_ground(k).distance(from_ground(contact.first));
            (contact.first..=contact.last).map(distance).fold(0.0, f32::max)
        };
        let is_planted = contacts.iter().zip(&balls).any(|(contacts, balls)| {
            contacts.iter().any(|contact| {
                let hips = drift(&hips_positions, contact);
                hips > MIN_HIPS_MOTION * body.leg_length() && drift(balls, contact) * 3.0 < hips
            })
        });
        let stands = is_planted
            || standing_height
                .is_some_and(|height| (height - ground).abs() < MAX_GROUND_OFFSET * body.leg_length());
        let none = || [Vec::new(), Vec::new()];
        let (contacts, rests) = if stands { (contacts, rests) } else { (none(), none()) };
        let standing_height = if stands { low } else { ground };
        let balls = balls.map(|balls| {
            balls.iter().zip(times).map(|(ball, time)| ball - velocity * (time - times[0])).collect()
        });
        Some(Self { contacts, rests, soles, balls, velocity, standing_height, ground })
    }
}

/// Bones that the foot correction rotates or moves.
pub(crate) const CORRECTED_BONES: [HumanBone; 9] = [
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
