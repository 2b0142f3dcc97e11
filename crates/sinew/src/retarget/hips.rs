//! Hips that come down as far as legs need to reach the ground, or up where they cannot fold as much, evenly over time.

use super::feet::Stage;
use super::foot::Foot;
use super::roll::Goal;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Vec3};
use std::collections::VecDeque;
use std::ops::Range;

/// Hips move as much as any moment within this many seconds asks for.
const AROUND: f32 = 0.12;
/// So often hips are set at most.
const TIMES: usize = 4;
/// How much a foot that swings counts against one that stands.
const SWINGING: f32 = 0.1;
/// Hips go no farther up or down for the sake of a knee, in leg lengths.
const FARTHEST: f32 = 0.4;

impl Stage<'_> {
    /// Moves the hips so that every ankle can be at its goal.
    pub(super) fn settle_hips(&mut self, feet: &[Foot], goals: &[Vec<Goal>]) {
        let windows = windows(self.times, AROUND);
        // One foot may ask for more, another for less a moment later: then it takes more than one time.
        for _ in 0..TIMES {
            let mut needed = Vec::with_capacity(self.frames.len());
            for k in 0..self.frames.len() {
                self.show(k);
                let need = feet.iter().zip(goals).map(|(foot, goals)| self.need(foot, goals[k].ankle));
                needed.push(need.fold(0.0, largest));
            }
            if needed.iter().all(|need| need.abs() <= 1e-3 * self.leg) {
                return;
            }
            self.lower_hips(&means(&widest(&needed, &windows), &windows));
        }
    }

    /// Hips go up and down with the feet, so that knees bend as they did: large feet on their toes lift a body with short
    /// legs, and legs of other lengths set it down.
    pub(super) fn go_with_feet(&mut self, feet: &[Foot], goals: &[Vec<Goal>]) {
        let (mut wanted, mut weights) = (Vec::new(), Vec::new());
        for k in 0..self.frames.len() {
            self.show(k);
            let (mut want, mut weight) = (0.0, 0.0);
            for (foot, goals) in feet.iter().zip(goals) {
                let Some((up, upright)) = self.knees_kept(foot, goals[k].ankle) else { continue };
                let own = upright * if foot.stands_at(k) { 1.0 } else { SWINGING };
                (want, weight) = (want + own * up, weight + own);
            }
            wanted.push(want);
            weights.push(weight);
        }
        let windows = windows(self.times, AROUND);
        let (wanted, weights) = (means(&wanted, &windows), means(&weights, &windows));
        let down = |(want, weight): (&f32, &f32)| if *weight > 1e-6 { -want / weight } else { 0.0 };
        let down: Vec<f32> = wanted.iter().zip(&weights).map(down).collect();
        self.lower_hips(&down);
    }

    /// How far up the hips have to go for a leg that should reach `goal` and bend as it does, and how upright it is: what
    /// lies level asks for nothing.
    fn knees_kept(&self, foot: &Foot, goal: Vec3) -> Option<(f32, f32)> {
        let at = |joint: JointIndex| Vec3::from(self.model[joint.index()].translation);
        let (hip, ankle) = (at(foot.leg.upper), at(foot.leg.foot));
        let length = hip.distance(ankle);
        let across = (goal - hip).with_y(0.0).length_squared();
        let height = (length * length - across).max(0.0).sqrt();
        let up = (goal.y + height - hip.y).clamp(-FARTHEST * self.leg, FARTHEST * self.leg);
        let upright = ((hip.y - ankle.y) / length.max(1e-6)).max(0.0);
        (up.is_finite() && upright.is_finite()).then_some((up, upright * upright))
    }

    /// Moves the whole body up where it would be below the floor though no foot stands.
    pub(super) fn lift(&mut self, feet: &[Foot]) {
        let mut needed = Vec::with_capacity(self.frames.len());
        for k in 0..self.frames.len() {
            self.show(k);
            let lowest = feet.iter().map(|foot| foot.lowest(&self.model)).fold(f32::INFINITY, f32::min);
            needed.push((lowest - self.floor).min(0.0));
        }
        let windows = windows(self.times, AROUND);
        self.lower_hips(&means(&widest(&needed, &windows), &windows));
    }

    /// Moves the hips down by so much at each frame.
    fn lower_hips(&mut self, by: &[f32]) {
        self.move_hips(&by.iter().map(|down| Vec3::NEG_Y * *down).collect::<Vec<_>>());
    }

    /// Moves the hips by so much at each frame.
    pub(super) fn move_hips(&mut self, by: &[Vec3]) {
        for (k, way) in by.iter().enumerate().filter(|(_, way)| **way != Vec3::ZERO) {
            self.show(k);
            let parent = self.skeleton().parent(self.hips);
            let parent = parent.map_or(Affine3A::IDENTITY, |p| self.model[p.index()]);
            let place = Vec3::from(self.model[self.hips.index()].translation) + *way;
            let local = parent.inverse().transform_point3(place);
            if local.is_finite() {
                self.pose[self.hips.index()].translation = local;
                self.frames.set(k, &self.pose);
            }
        }
    }

    /// How far down the hips have to come for one leg.
    fn need(&self, foot: &Foot, goal: Vec3) -> f32 {
        let at = |joint: JointIndex| Vec3::from(self.model[joint.index()].translation);
        let (hip, knee, ankle) = (at(foot.leg.upper), at(foot.leg.lower), at(foot.leg.foot));
        let reach = (hip.distance(knee) + knee.distance(ankle)) * 0.999;
        let way = goal - hip;
        let across = way.with_y(0.0).length_squared();
        let down = (reach * reach - across).max(0.0).sqrt();
        // A leg folds no further than this, else the foot would be pushed into the ground.
        let folded = (hip.distance(knee) - knee.distance(ankle)).abs() * 1.05 + 0.02 * reach;
        let up = if way.length() < folded { (folded * folded - across).max(0.0).sqrt() + way.y } else { 0.0 };
        let need = if up > 0.0 { -up } else { (-way.y - down).max(0.0) };
        if need.is_finite() { need } else { 0.0 }
    }
}

/// The number farther from 0.
fn largest(a: f32, b: f32) -> f32 {
    if b.abs() > a.abs() { b } else { a }
}

/// The frames within `around` seconds of each frame.
pub(super) fn windows(times: &[f32], around: f32) -> Vec<Range<usize>> {
    let (mut first, mut end) = (0, 0);
    let mut of = |k: usize| {
        while times[k] - times[first] > around {
            first += 1;
        }
        while end < times.len() && times[end] - times[k] <= around {
            end += 1;
        }
        first..end
    };
    (0..times.len()).map(&mut of).collect()
}

/// The value farthest from 0 in each window; windows only move on.
pub(super) fn widest(values: &[f32], windows: &[Range<usize>]) -> Vec<f32> {
    let (mut known, mut end) = (VecDeque::<usize>::new(), 0);
    let mut of = |window: &Range<usize>| {
        while end < window.end {
            while known.back().is_some_and(|&k| values[k].abs() < values[end].abs()) {
                known.pop_back();
            }
            known.push_back(end);
            end += 1;
        }
        while known.front().is_some_and(|&k| k < window.start) {
            known.pop_front();
        }
        known.front().map_or(0.0, |&k| values[k])
    };
    windows.iter().map(&mut of).collect()
}

/// The mean of each window.
pub(super) fn means(values: &[f32], windows: &[Range<usize>]) -> Vec<f32> {
    let mut sums = vec![0.0f64];
    for value in values {
        sums.push(sums[sums.len() - 1] + f64::from(*value));
    }
    let of = |w: &Range<usize>| ((sums[w.end] - sums[w.start]) / w.len().max(1) as f64) as f32;
    windows.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_hold_the_frames_around_and_their_widest_value() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..50 {
            let mut time = 0.0;
            let mut step = || {
                time += random.f32() * 0.06;
                time
            };
            let times: Vec<f32> = (0..60).map(|_| step()).collect();
            let values: Vec<f32> = (0..60).map(|_| random.f32() - 0.5).collect();
            let windows = windows(&times, AROUND);
            let (widest, means) = (widest(&values, &windows), means(&values, &windows));
            for k in 0..60 {
                let near = |j: &usize| (times[*j] - times[k]).abs() <= AROUND;
                let around: Vec<f32> = (0..60).filter(near).map(|j| values[j]).collect();
                assert_eq!(around.len(), windows[k].len());
                assert_eq!(widest[k], around.iter().copied().fold(0.0, largest));
                assert!((means[k] - around.iter().sum::<f32>() / around.len() as f32).abs() < 1e-5);
            }
        }
    }
}
