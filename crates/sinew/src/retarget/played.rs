//! What feet do in the finished clip as it plays, at its keys and between them.

use super::feet::FootReport;
use super::foot::Foot;
use super::retargeter::Retargeter;
use super::spread::spread;
use crate::clip::{RawClip, SampleCursor};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Vec3};

/// A stretch of a clip during which a foot stands: for footsteps, or to hold it there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// The target's joint whose point touches the ground.
    pub joint: JointIndex,
    /// That point, in the joint's own space: under the ball of the foot.
    pub point: Vec3,
    /// When it begins, seconds.
    pub start: f32,
    /// When it ends, seconds.
    pub end: f32,
    /// How fast the ground runs under it, metres a second: zero, but under a clip made in place.
    pub ground: Vec3,
}

/// Times looked at from one frame to the next.
const LOOKS: usize = 4;

/// Feet over frames.
pub(super) struct Played<'a> {
    pub(super) retargeter: &'a Retargeter,
    pub(super) times: &'a [f32],
    pub(super) feet: &'a [Foot],
    /// Joints that legs and soles hang from, parents first.
    pub(super) joints: &'a [JointIndex],
    pub(super) ground: Vec3,
    pub(super) floor: f32,
}

impl Played<'_> {
    /// Every stand.
    pub(super) fn stands(&self) -> Vec<Stand> {
        let of = |foot: &Foot| {
            let (joint, point) = foot.ball.first();
            let stand = |plant: &super::contact::Plant| Stand {
                joint,
                point,
                start: self.times[plant.first],
                end: self.times[plant.last],
                ground: self.ground,
            };
            foot.plants.iter().map(stand).collect::<Vec<_>>()
        };
        let mut stands: Vec<Stand> = self.feet.iter().flat_map(of).collect();
        stands.sort_by(|a, b| a.start.total_cmp(&b.start));
        stands
    }

    /// Writes into `report` how far feet slide and sink in `clip`.
    pub(super) fn measure(&self, clip: &RawClip, report: &mut FootReport) {
        let skeleton = self.retargeter.target();
        let tracks = clip.joints.iter().filter(|track| self.joints.contains(&track.joint));
        let clip = RawClip { joints: tracks.cloned().collect(), ..RawClip::default() };
        let (mut pose, mut cursor) = (LocalPose::rest(skeleton), SampleCursor::new());
        let (mut model, mut weights) = (vec![Affine3A::IDENTITY; skeleton.len()], MorphWeights::default());
        let mut contacts = vec![Vec::new(); self.feet.len()];
        let last = self.times.len() - 1;
        for look in 0..=last * LOOKS {
            let (k, part) = (look / LOOKS, look % LOOKS);
            let next = self.times[(k + 1).min(last)];
            let time = self.times[k] + (next - self.times[k]) * part as f32 / LOOKS as f32;
            clip.sample(time, &mut cursor, &mut pose, &mut weights);
            for joint in self.joints {
                let own = pose.get(*joint).to_affine();
                model[joint.index()] = skeleton.parent(*joint).map_or(own, |p| model[p.index()] * own);
            }
            for (foot, contacts) in self.feet.iter().zip(&mut contacts) {
                contacts.push(foot.ball.at(&model) - self.ground * (time - self.times[0]));
                let below = self.floor - foot.lowest(&model);
                report.penetration = report.penetration.max(below);
            }
        }
        for (foot, contacts) in self.feet.iter().zip(&contacts) {
            for plant in &foot.plants {
                let slide = spread(&contacts[plant.first * LOOKS..=plant.last * LOOKS]);
                report.slide = report.slide.max(slide);
            }
        }
    }
}
