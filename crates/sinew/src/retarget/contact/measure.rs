//! Measurement of foot contacts in the finished clip, at its keys and between them.

use super::foot::Foot;
use super::report::{ContactReport, FootContact};
use super::{ContactFrames, MovingGround, ground_diameter};
use crate::clip::{RawClip, SampleCursor};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::retarget::retargeter::Retargeter;
use crate::skeleton::JointId;
use glam::Affine3A;

/// Samples per frame.
const SAMPLES: usize = 4;

/// Corrected feet over the frames of a clip.
pub(crate) struct ContactMeasure<'a> {
    pub(crate) retargeter: &'a Retargeter,
    pub(crate) times: &'a [f32],
    pub(crate) feet: &'a [Foot],
    /// Joints of legs and soles and their ancestors, parents first.
    pub(crate) joints: &'a [JointId],
    pub(crate) ground: MovingGround,
}

impl ContactMeasure<'_> {
    /// All foot contacts, ordered by start time.
    pub(crate) fn contacts(&self) -> Vec<FootContact> {
        let of_foot = |foot: &Foot| {
            let (joint, point) = foot.shape.ball.heaviest();
            let contact = |contact: &ContactFrames| FootContact {
                joint,
                point,
                start: self.times[contact.first],
                end: self.times[contact.last],
                ground_velocity: self.ground.velocity,
            };
            foot.contacts.iter().map(contact).collect::<Vec<_>>()
        };
        let mut contacts: Vec<FootContact> = self.feet.iter().flat_map(of_foot).collect();
        contacts.sort_by(|a, b| a.start.total_cmp(&b.start));
        contacts
    }

    /// Writes slide and penetration of the feet in `clip` into `report`.
    pub(crate) fn measure(&self, clip: &RawClip, report: &mut ContactReport) {
        let skeleton = self.retargeter.target();
        let tracks = clip.joints.iter().filter(|track| self.joints.contains(&track.joint));
        let clip = RawClip { joints: tracks.cloned().collect(), ..RawClip::default() };
        let (mut pose, mut cursor) = (LocalPose::rest(skeleton), SampleCursor::new());
        let (mut model, mut weights) = (vec![Affine3A::IDENTITY; skeleton.len()], MorphWeights::default());
        let mut positions = vec![Vec::new(); self.feet.len()];
        let last = self.times.len() - 1;
        for sample in 0..=last * SAMPLES {
            let (k, part) = (sample / SAMPLES, sample % SAMPLES);
            let next = self.times[(k + 1).min(last)];
            let time = self.times[k] + (next - self.times[k]) * part as f32 / SAMPLES as f32;
            clip.sample(time, &mut cursor, &mut pose, &mut weights);
            for joint in self.joints {
                let local = pose.get(*joint).to_affine();
                model[joint.index()] = skeleton.parent(*joint).map_or(local, |p| model[p.index()] * local);
            }
            for (foot, positions) in self.feet.iter().zip(&mut positions) {
                positions.push(foot.shape.ball.at(&model) - self.ground.velocity * (time - self.times[0]));
                let depth = self.ground.height - foot.shape.lowest(&model);
                report.penetration = report.penetration.max(depth);
            }
        }
        for (foot, positions) in self.feet.iter().zip(&positions) {
            for contact in &foot.contacts {
                let slide = ground_diameter(&positions[contact.first * SAMPLES..=contact.last * SAMPLES]);
                report.slide = report.slide.max(slide);
            }
        }
    }
}
