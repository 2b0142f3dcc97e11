//! Vertical motion of the hips: down until the legs reach the ground, or up where they cannot fold further,
//! smoothed over time.

use super::correction::{AnkleGoal, FootCorrection};
use super::windows::{larger_magnitude, window_extremes, window_means, windows};
use crate::retarget::contact::Foot;
use glam::{Affine3A, Vec3};

/// Half the length of the smoothing window, seconds: the hips move as much as any frame in it needs.
const WINDOW: f32 = 0.12;
/// Largest number of passes over the hips.
const MAX_PASSES: usize = 4;
/// Weight of a swinging foot; that of a standing one is 1.
const SWING_WEIGHT: f32 = 0.1;
/// Largest vertical motion of the hips for the sake of a knee, leg lengths.
const MAX_MOTION: f32 = 0.4;

impl FootCorrection<'_> {
    /// Moves the hips so that every ankle can reach its goal.
    pub(crate) fn bring_goals_in_reach(&mut self, feet: &[Foot], goals: &[Vec<AnkleGoal>]) {
        let windows = windows(self.times, WINDOW);
        // One foot may need more and another less a moment later: then one pass is not enough.
        for _ in 0..MAX_PASSES {
            let mut needed = Vec::with_capacity(self.frames.len());
            for k in 0..self.frames.len() {
                self.load(k);
                let need = feet.iter().zip(goals).map(|(foot, goals)| self.needed_drop(foot, goals[k].ankle));
                needed.push(need.fold(0.0, larger_magnitude));
            }
            if needed.iter().all(|need| need.abs() <= 1e-3 * self.leg) {
                return;
            }
            self.lower_hips(&window_means(&window_extremes(&needed, &windows), &windows));
        }
    }

    /// Moves the hips up and down with the feet, so that knees keep their bend: large feet on their toes lift
    /// a body with short legs, and legs of other lengths lower it.
    pub(crate) fn move_hips_with_feet(&mut self, feet: &[Foot], goals: &[Vec<AnkleGoal>]) {
        let (mut wanted, mut weights) = (Vec::new(), Vec::new());
        for k in 0..self.frames.len() {
            self.load(k);
            let (mut want, mut weight) = (0.0, 0.0);
            for (foot, goals) in feet.iter().zip(goals) {
                let Some((up, upright)) = self.rise_for_knee(foot, goals[k].ankle) else { continue };
                let foot_weight = upright * if foot.is_planted_at(k) { 1.0 } else { SWING_WEIGHT };
                (want, weight) = (want + foot_weight * up, weight + foot_weight);
            }
            wanted.push(want);
            weights.push(weight);
        }
        let windows = windows(self.times, WINDOW);
        let (wanted, weights) = (window_means(&wanted, &windows), window_means(&weights, &windows));
        let down = |(want, weight): (&f32, &f32)| if *weight > 1e-6 { -want / weight } else { 0.0 };
        let down: Vec<f32> = wanted.iter().zip(&weights).map(down).collect();
        self.lower_hips(&down);
    }

    /// Rise of the hips with which a leg reaches `goal` at its present bend, and the weight of the leg: 1
    /// upright, 0 level.
    fn rise_for_knee(&self, foot: &Foot, goal: Vec3) -> Option<(f32, f32)> {
        let (hip, ankle) = (self.position(foot.shape.leg.upper), self.position(foot.shape.leg.foot));
        let length = hip.distance(ankle);
        let across = (goal - hip).with_y(0.0).length_squared();
        let height = (length * length - across).max(0.0).sqrt();
        let up = (goal.y + height - hip.y).clamp(-MAX_MOTION * self.leg, MAX_MOTION * self.leg);
        let upright = ((hip.y - ankle.y) / length.max(1e-6)).max(0.0);
        (up.is_finite() && upright.is_finite()).then_some((up, upright * upright))
    }

    /// Moves the whole body up where it would be below the floor; for clips without contacts.
    pub(crate) fn lift(&mut self, feet: &[Foot]) {
        let mut needed = Vec::with_capacity(self.frames.len());
        for k in 0..self.frames.len() {
            self.load(k);
            let lowest = feet.iter().map(|foot| foot.shape.lowest(&self.model)).fold(f32::INFINITY, f32::min);
            needed.push((lowest - self.ground.height).min(0.0));
        }
        let windows = windows(self.times, WINDOW);
        self.lower_hips(&window_means(&window_extremes(&needed, &windows), &windows));
    }

    /// Moves the hips down by `by` metres at each frame.
    fn lower_hips(&mut self, by: &[f32]) {
        self.move_hips(&by.iter().map(|down| Vec3::NEG_Y * *down).collect::<Vec<_>>());
    }

    /// Moves the hips by `by` metres at each frame.
    fn move_hips(&mut self, by: &[Vec3]) {
        for (k, offset) in by.iter().enumerate().filter(|(_, offset)| **offset != Vec3::ZERO) {
            self.load(k);
            let parent = self.skeleton().parent(self.hips);
            let parent = parent.map_or(Affine3A::IDENTITY, |p| self.model[p.index()]);
            let position = self.position(self.hips) + *offset;
            let local = parent.inverse().transform_point3(position);
            if local.is_finite() {
                self.pose[self.hips.index()].translation = local;
                self.frames.set(k, &self.pose);
            }
        }
    }

    /// Drop of the hips with which one leg reaches `goal`, metres; negative where the hips must rise.
    fn needed_drop(&self, foot: &Foot, goal: Vec3) -> f32 {
        let [hip, knee, ankle] = [foot.shape.leg.upper, foot.shape.leg.lower, foot.shape.leg.foot]
            .map(|joint| self.position(joint));
        let reach = (hip.distance(knee) + knee.distance(ankle)) * 0.999;
        let to_goal = goal - hip;
        let across = to_goal.with_y(0.0).length_squared();
        let down = (reach * reach - across).max(0.0).sqrt();
        // A leg folds no further than this; the foot would be pushed into the ground.
        let folded = (hip.distance(knee) - knee.distance(ankle)).abs() * 1.05 + 0.02 * reach;
        let up = if to_goal.length() < folded {
            (folded * folded - across).max(0.0).sqrt() + to_goal.y
        } else {
            0.0
        };
        let need = if up > 0.0 { -up } else { (-to_goal.y - down).max(0.0) };
        if need.is_finite() { need } else { 0.0 }
    }
}
