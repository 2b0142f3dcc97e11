//! Change of the level of detail, and the choice of the hairs that are simulated.

use super::HairDetail;
use super::follow::{BLEND_TIME, offset};
use super::follower::Follower;
use super::links::link;
use super::order::{along_curve, spread};
use crate::hair::simulation::simulation::HairSimulation;
use glam::Vec3;

impl HairSimulation {
    /// The level of detail.
    #[must_use]
    pub const fn lod(&self) -> HairDetail {
        self.detail
    }

    /// Changes the level of detail; the hair goes over to it within a third of a second. Allocates where the
    /// share of guides is another one. Shares that are out of their range are clamped.
    pub fn set_lod(&mut self, detail: HairDetail) {
        let detail = HairDetail::new(detail.guides, detail.rate);
        if detail == self.detail {
            return;
        }
        self.offsets.clear();
        self.offsets.extend_from_slice(&self.shown);
        if detail.guides != self.detail.guides {
            self.choose_guides(detail);
        }
        self.detail = detail;
        if self.set_active(self.settings) {
            self.fill_edges();
        }
        self.sleep.wake();
        // The difference that the change alone makes fades.
        self.blend_left = 0.0;
        self.show(&[]);
        self.show_followers(0.0);
        for (number, span) in self.hairs.iter().enumerate() {
            let rotation = self.roots[number].rotation;
            for n in span.range() {
                let before = self.offsets[n];
                self.offsets[n] = offset(rotation, self.shown[n], before);
                self.shown[n] = before;
            }
        }
        self.blend_left = BLEND_TIME;
    }

    /// Chooses the hairs that are simulated; those that begin to be start from what is seen.
    fn choose_guides(&mut self, detail: HairDetail) {
        let roots: Vec<Vec3> = self.hairs.iter().map(|span| self.rest[span.first]).collect();
        let curve = along_curve(&roots);
        let mut is_guide = vec![false; curve.len()];
        for index in spread(curve.len()).take(detail.guide_count(curve.len())) {
            is_guide[curve[index] as usize] = true;
        }
        for (number, is_guide) in is_guide.iter().enumerate() {
            if *is_guide && !self.is_guide[number] {
                let span = &self.hairs[number];
                let range = span.range();
                self.points[range.clone()].copy_from_slice(&self.shown[range.clone()]);
                self.earlier[range.clone()].copy_from_slice(&self.shown[range]);
                self.stepped[number] = self.roots[number];
                self.before[number] = self.roots[number];
            }
        }
        self.is_guide = is_guide;
        self.regroup();
        self.followers.resize(curve.len(), Follower::default());
        self.followers.fill(Follower::default());
        link(&curve, &self.is_guide, &self.hairs, &self.rest, &mut self.followers);
        if let Some(volume) = &mut self.volume {
            volume.set_rest(&self.rest, &self.hairs, |number| self.is_guide[number]);
        }
    }
}
