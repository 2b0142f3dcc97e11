//! Feet kept on the ground: what stands in the source stands in the target, at one place, sole on the floor.
//!
//! Retargeted by angles alone, feet of another length and hips of another width slide. For every stand of the source the
//! target's foot is put to the mean of where it would slide; between two stands the correction of the one runs over into
//! that of the other. Then no sole may be below the floor. The hips come down where legs would not reach.

use super::align::StandingBody;
use super::contact::Plant;
use super::leg::{Leg, rotation};
use crate::pose::{LocalPose, local_to_model};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Vec3};

/// A leg of the target and when its foot stands.
pub(super) struct Foot {
    pub(super) leg: Leg,
    /// Points of the sole: of ball and heel, in the space of the joint that carries each.
    soles: [(JointIndex, Vec3); 2],
    pub(super) plants: Vec<Plant>,
}

/// What was done to the feet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootReport {
    /// Stands of a foot that were kept.
    pub steps: usize,
    /// The farthest that a standing foot slides within one stand, metres.
    pub slide: f32,
    /// The same before the feet were kept.
    pub slide_before: f32,
    /// The deepest that a sole goes below the floor, metres.
    pub penetration: f32,
    /// The farthest that a leg falls short, metres.
    pub shortfall: f32,
}

impl Foot {
    /// The left or right foot of a body that rests on its soles.
    pub(super) fn new(
        skeleton: &Skeleton,
        body: &StandingBody,
        left: bool,
        plants: Vec<Plant>,
    ) -> Option<Self> {
        let leg = Leg::of(|bone| body.joint(bone), left)?;
        let mut rest = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut rest);
        let ankle = Vec3::from(rest[leg.foot.index()].translation);
        let floor = ankle.y - body.ankle_height;
        let ball = match leg.toes {
            Some(toes) => Vec3::from(rest[toes.index()].translation),
            // Without toes the ball is as far ahead as a quarter of the shin is long.
            None => ankle + Vec3::Z * body.leg * 0.12,
        };
        let carrier = leg.toes.unwrap_or(leg.foot);
        let local = |joint: JointIndex, point: Vec3| {
            (joint, rest[joint.index()].inverse().transform_point3(point.with_y(floor)))
        };
        let soles = [local(carrier, ball), local(leg.foot, ankle)];
        Some(Self { leg, soles, plants })
    }

    fn soles(&self, model: &[Affine3A]) -> [Vec3; 2] {
        self.soles.map(|(joint, point)| model[joint.index()].transform_point3(point))
    }
}

/// Frames of the target, and the ground they stand on.
pub(super) struct Stage<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) times: &'a [f32],
    pub(super) frames: &'a mut [LocalPose],
    pub(super) hips: JointIndex,
    /// How fast the ground runs.
    pub(super) ground: Vec3,
    /// How high it lies.
    pub(super) floor: f32,
}

impl Stage<'_> {
    /// Puts the feet where they should be, and tells what that changed.
    pub(super) fn keep(&mut self, feet: &[Foot]) -> FootReport {
        let mut report = FootReport { slide_before: self.slide(feet), ..FootReport::default() };
        report.steps = feet.iter().map(|foot| foot.plants.len()).sum();
        let corrections: Vec<Vec<Vec3>> = feet.iter().map(|foot| self.corrections(foot)).collect();
        let goals: Vec<Vec<Vec3>> =
            feet.iter().zip(&corrections).map(|(foot, c)| self.goals(foot, c)).collect();
        self.settle_hips(feet, &goals);
        let mut model = vec![Affine3A::IDENTITY; self.skeleton.len()];
        for k in 0..self.frames.len() {
            for (foot, goals) in feet.iter().zip(&goals) {
                let pose = self.frames[k].as_mut_slice();
                local_to_model(self.skeleton, pose, &mut model);
                let forward = ahead(&model, self.hips, self.skeleton);
                let short = foot.leg.reach(self.skeleton, pose, &mut model, goals[k], forward);
                report.shortfall = report.shortfall.max(short);
            }
        }
        report.slide = self.slide(feet);
        report.penetration = self.penetration(feet);
        report
    }

    /// Model matrices of a frame.
    fn model(&self, frame: usize) -> Vec<Affine3A> {
        let mut model = vec![Affine3A::IDENTITY; self.skeleton.len()];
        local_to_model(self.skeleton, self.frames[frame].as_slice(), &mut model);
        model
    }

    /// Where a standing foot touches the ground, seen from the ground: at its ball.
    fn contact(&self, foot: &Foot, frame: usize) -> Vec3 {
        foot.soles(&self.model(frame))[0] - self.ground * (self.times[frame] - self.times[0])
    }

    /// How far the ankle is to be moved at each frame.
    fn corrections(&self, foot: &Foot) -> Vec<Vec3> {
        let mut corrections = vec![None; self.frames.len()];
        for plant in &foot.plants {
            let places: Vec<Vec3> = (plant.first..=plant.last).map(|k| self.contact(foot, k)).collect();
            let mean = places.iter().sum::<Vec3>() / places.len() as f32;
            for (k, place) in (plant.first..).zip(&places) {
                corrections[k] = Some(mean.with_y(self.floor) - *place);
            }
        }
        (0..corrections.len()).map(|k| self.between(&corrections, k)).collect()
    }

    /// The correction at a frame: its own, or what lies between those around it.
    fn between(&self, corrections: &[Option<Vec3>], frame: usize) -> Vec3 {
        // What is corrected by more than a stride's time before and after is left alone.
        const REACH: f32 = 0.4;
        if let Some(own) = corrections[frame] {
            return own;
        }
        let away = |k: usize| (self.times[k] - self.times[frame]).abs();
        let near = |k: &usize| away(*k) <= 2.0 * REACH;
        let there = |k: usize| corrections[k].map(|c| (k, c));
        let before = (0..frame).rev().take_while(near).find_map(there);
        let after = (frame + 1..corrections.len()).take_while(near).find_map(there);
        let fade = |seconds: f32, whole: f32| {
            let s = (1.0 - seconds / whole).clamp(0.0, 1.0);
            s * s * (3.0 - 2.0 * s)
        };
        match (before, after) {
            (Some((a, from)), Some((b, to))) => {
                let whole = (away(a) + away(b)).clamp(1e-6, 2.0 * REACH);
                let near = if away(a) + away(b) > 2.0 * REACH { REACH } else { whole };
                from * fade(away(a), near) + to * fade(away(b), near)
            }
            (Some((k, only)), None) | (None, Some((k, only))) => only * fade(away(k), REACH),
            (None, None) => Vec3::ZERO,
        }
    }

    /// Where the ankle should be at each frame, no sole below the floor.
    fn goals(&self, foot: &Foot, corrections: &[Vec3]) -> Vec<Vec3> {
        let goal = |(k, correction): (usize, &Vec3)| {
            let model = self.model(k);
            let lowest = foot.soles(&model).iter().map(|p| p.y + correction.y).fold(f32::INFINITY, f32::min);
            let up = (self.floor - lowest).max(0.0);
            Vec3::from(model[foot.leg.foot.index()].translation) + *correction + Vec3::Y * up
        };
        corrections.iter().enumerate().map(goal).collect()
    }

    /// Brings the hips down as far as the legs need to reach, or up where they cannot fold as much, evenly over time.
    fn settle_hips(&mut self, feet: &[Foot], goals: &[Vec<Vec3>]) {
        const AROUND: f32 = 0.12;
        let count = self.frames.len();
        let needed: Vec<f32> = (0..count)
            .map(|k| {
                let model = self.model(k);
                let need = feet.iter().zip(goals).map(|(foot, goals)| {
                    let at = |joint: JointIndex| Vec3::from(model[joint.index()].translation);
                    let (hip, knee, ankle) = (at(foot.leg.upper), at(foot.leg.lower), at(foot.leg.foot));
                    let reach = (hip.distance(knee) + knee.distance(ankle)) * 0.999;
                    let way = goals[k] - hip;
                    let across = way.with_y(0.0).length_squared();
                    let down = (reach * reach - across).max(0.0).sqrt();
                    // A leg folds no further than this, else the foot would be pushed into the ground.
                    let folded = (hip.distance(knee) - knee.distance(ankle)).abs() * 1.05 + 0.02 * reach;
                    let up = (folded - way.length()).max(0.0);
                    if up > 0.0 { -up } else { (-way.y - down).max(0.0) }
                });
                need.fold(0.0, largest)
            })
            .collect();
        if needed.iter().all(|need| *need == 0.0) {
            return;
        }
        // The frames around each frame.
        let near = |k: usize| {
            let within = |j: &usize| (self.times[*j] - self.times[k]).abs() <= AROUND;
            let first = (0..=k).rev().take_while(within).last().unwrap_or(k);
            let last = (k..count).take_while(within).last().unwrap_or(k);
            first..=last
        };
        let widest: Vec<f32> =
            (0..count).map(|k| needed[near(k)].iter().copied().fold(0.0, largest)).collect();
        let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len() as f32;
        let even: Vec<f32> = (0..count).map(|k| mean(&widest[near(k)])).collect();
        for (k, down) in even.into_iter().enumerate() {
            let model = self.model(k);
            let parent = self.skeleton.parent(self.hips);
            let parent = parent.map_or(Affine3A::IDENTITY, |p| model[p.index()]);
            let place = Vec3::from(model[self.hips.index()].translation) - Vec3::Y * down;
            self.frames[k].get_mut(self.hips).translation = parent.inverse().transform_point3(place);
        }
    }

    /// The farthest that a foot slides within one stand.
    fn slide(&self, feet: &[Foot]) -> f32 {
        let mut worst = 0.0f32;
        for foot in feet {
            for plant in &foot.plants {
                let places: Vec<Vec3> =
                    (plant.first..=plant.last).map(|k| self.contact(foot, k).with_y(0.0)).collect();
                for (n, a) in places.iter().enumerate() {
                    worst = places[..n].iter().map(|b| a.distance(*b)).fold(worst, f32::max);
                }
            }
        }
        worst
    }

    fn penetration(&self, feet: &[Foot]) -> f32 {
        let deepest = |k: usize| {
            let model = self.model(k);
            let soles = feet.iter().flat_map(|foot| foot.soles(&model));
            soles.map(|p| self.floor - p.y).fold(0.0, f32::max)
        };
        (0..self.frames.len()).map(deepest).fold(0.0, f32::max)
    }
}

/// The number farther from 0.
fn largest(a: f32, b: f32) -> f32 {
    if b.abs() > a.abs() { b } else { a }
}

/// Which way the hips face.
fn ahead(model: &[Affine3A], hips: JointIndex, skeleton: &Skeleton) -> Vec3 {
    let mut rest = Affine3A::IDENTITY;
    for joint in std::iter::successors(Some(hips), |&j| skeleton.parent(j)) {
        rest = skeleton.rest()[joint.index()].to_affine() * rest;
    }
    rotation(&model[hips.index()]) * rotation(&rest).inverse() * Vec3::Z
}
