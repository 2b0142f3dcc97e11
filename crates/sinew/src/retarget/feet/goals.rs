//! Ankle goals: during a contact the foot stays at the mean of its sliding positions, between contacts the
//! correction of one fades into that of the next.

use super::correction::{AnkleGoal, FootCorrection};
use crate::math::smoothstep;
use crate::retarget::contact::Foot;
use glam::Vec3;

/// Time over which a correction fades out where no other contact is near, seconds: about one stride.
const FADE: f32 = 0.4;

impl FootCorrection<'_> {
    /// Goal of the ankle at each frame.
    pub(crate) fn goals(&mut self, foot: &Foot) -> Vec<AnkleGoal> {
        let corrections = self.corrections(foot);
        let mut goal = |(k, correction): (usize, &Vec3)| {
            self.load(k);
            let ankle = self.position(foot.shape.leg.foot) + *correction;
            AnkleGoal { ankle, roll: 0.0 }
        };
        corrections.iter().enumerate().map(&mut goal).collect()
    }

    /// Displacement of the ankle at each frame.
    fn corrections(&mut self, foot: &Foot) -> Vec<Vec3> {
        let mut offsets = vec![None; self.frames.len()];
        for contact in &foot.contacts {
            let positions = self.contact_positions(foot, contact);
            let mean = positions.iter().sum::<Vec3>() / positions.len() as f32;
            for (k, position) in (contact.first..).zip(&positions) {
                // The lowest point of the sole comes to the floor: heel, ball or tip.
                self.load(k);
                let up = self.ground.height - foot.shape.lowest(&self.model);
                offsets[k] = Some((mean - *position).with_y(up)).filter(|offset: &Vec3| offset.is_finite());
            }
        }
        // The nearest corrected frames before and after each.
        let mut last = None;
        let mut note = |k: usize| {
            last = if offsets[k].is_some() { Some(k) } else { last };
            last
        };
        let before: Vec<Option<usize>> = (0..offsets.len()).map(&mut note).collect();
        last = None;
        let mut note = |k: usize| {
            last = if offsets[k].is_some() { Some(k) } else { last };
            last
        };
        let mut after: Vec<Option<usize>> = (0..offsets.len()).rev().map(&mut note).collect();
        after.reverse();
        (0..offsets.len()).map(|k| self.correction(&offsets, k, before[k], after[k])).collect()
    }

    /// Correction at a frame: its own, or a blend of the nearest ones before and after it.
    fn correction(
        &self,
        offsets: &[Option<Vec3>],
        frame: usize,
        before: Option<usize>,
        after: Option<usize>,
    ) -> Vec3 {
        if let Some(offset) = offsets[frame] {
            return offset;
        }
        let distance = |k: usize| (self.times[k] - self.times[frame]).abs();
        let near = |k: Option<usize>| {
            let k = k.filter(|k| distance(*k) <= 2.0 * FADE)?;
            Some((distance(k), offsets[k]?))
        };
        let fade = |seconds: f32, whole: f32| smoothstep(1.0 - seconds / whole);
        match (near(before), near(after)) {
            (Some((a, from)), Some((b, to))) => {
                let whole = if a + b > 2.0 * FADE { FADE } else { (a + b).max(1e-6) };
                from * fade(a, whole) + to * fade(b, whole)
            }
            (Some((seconds, only)), None) | (None, Some((seconds, only))) => only * fade(seconds, FADE),
            (None, None) => Vec3::ZERO,
        }
    }
}
