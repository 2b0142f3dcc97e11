//! Foot correction: a foot that stands in the source stands in the target, at one position, sole on the
//! floor.
//!
//! Retargeting of rotations alone makes feet of another length and hips of another width slide. During each
//! contact of the source the target's foot is held at the mean of its sliding positions; between two contacts
//! one correction fades into the next. Then every sole is lifted out of the floor. The hips come down where
//! legs would not reach.

mod correction;
mod goals;
mod hips;
mod rest;
mod roll;
mod subframe_keys;
mod windows;

pub(crate) use correction::FootCorrection;
pub(crate) use subframe_keys::SubframeKeys;

use self::correction::AnkleGoal;
use super::contact::{ContactReport, Foot, ground_diameter};
use super::leg;

impl FootCorrection<'_> {
    /// Corrects all frames; returns the report and the keys that legs need between frames. Slide and
    /// penetration of the report are measured later, on the finished clip.
    pub(crate) fn correct(&mut self, feet: &[Foot]) -> (ContactReport, SubframeKeys) {
        let mut report = ContactReport { slide_before: self.slide(feet), ..ContactReport::default() };
        report.contacts = feet.iter().map(|foot| foot.contacts.len()).sum();
        if report.contacts > 0 {
            self.correct_contacts(feet, &mut report);
        } else {
            self.lift(feet);
        }
        let keys = self.subframe_keys(feet);
        (report, keys)
    }

    /// Moves every foot to its goals.
    fn correct_contacts(&mut self, feet: &[Foot], report: &mut ContactReport) {
        for foot in feet {
            self.clear_floor(foot);
            self.hold_rests(foot);
        }
        let mut goals: Vec<Vec<AnkleGoal>> = feet.iter().map(|foot| self.goals(foot)).collect();
        self.move_hips_with_feet(feet, &goals);
        for (foot, goals) in feet.iter().zip(&mut goals) {
            self.roll(foot, goals);
        }
        self.bring_goals_in_reach(feet, &goals);
        let skeleton = self.skeleton();
        for k in 0..self.frames.len() {
            self.load(k);
            let forward = self.hips_forward();
            for (foot, goals) in feet.iter().zip(&goals) {
                let AnkleGoal { ankle: mut goal, roll } = goals[k];
                self.roll_foot(foot, roll);
                // Skin that is weighted to the shin as well moves again when the shin does.
                for _ in 0..3 {
                    let shortfall =
                        leg::reach(&foot.shape.leg, skeleton, &mut self.pose, &mut self.model, goal, forward);
                    report.shortfall = report.shortfall.max(shortfall);
                    let up = self.ground.height - foot.shape.lowest(&self.model);
                    if !(up > 1e-4 && up.is_finite()) {
                        break;
                    }
                    goal.y += up;
                }
            }
            self.retargeter.update_twists(&mut self.scratch, &mut self.pose);
            self.frames.set(k, &self.pose);
        }
    }

    /// Largest slide of a foot within one contact, metres.
    fn slide(&mut self, feet: &[Foot]) -> f32 {
        let mut max = 0.0f32;
        for foot in feet {
            for contact in &foot.contacts {
                max = max.max(ground_diameter(&self.contact_positions(foot, contact)));
            }
        }
        max
    }
}
