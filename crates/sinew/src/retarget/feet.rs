//! Feet kept on the ground: what stands in the source stands in the target, at one place, sole on the floor.
//!
//! Retargeted by angles alone, feet of another length and hips of another width slide. For every stand of the source the
//! target's foot is put to the mean of where it would slide; between two stands the correction of the one runs over into
//! that of the other. Then no sole may be below the floor. The hips come down where legs would not reach.

use super::between::Between;
use super::contact::Plant;
use super::foot::Foot;
use super::frames::Frames;
use super::leg::ahead;
use super::retargeter::{RetargetScratch, Retargeter};
use super::roll::Goal;
use super::spread::spread;
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Vec3};

/// What was done to the feet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootReport {
    /// Stands of a foot that were kept.
    pub steps: usize,
    /// The farthest that a standing foot slides within one stand, metres: between any two places of the point under its
    /// ball, level, on the ground as it runs. Of the clip as it plays, at its frames and three times between them.
    pub slide: f32,
    /// What it was before the feet were kept, at the frames.
    pub slide_before: f32,
    /// The deepest that a sole goes below the floor, metres, as the clip plays: the skin's, where the body has one (see
    /// [`with_skin`](super::ReferencePose::with_skin)), else ball and heel.
    pub penetration: f32,
    /// The farthest that a leg falls short, metres.
    pub shortfall: f32,
}

/// Frames of the target, and the ground they stand on.
pub(super) struct Stage<'a> {
    pub(super) retargeter: &'a Retargeter,
    pub(super) times: &'a [f32],
    pub(super) frames: &'a mut Frames,
    pub(super) hips: JointIndex,
    /// How fast the ground runs.
    ground: Vec3,
    /// How high it lies.
    pub(super) floor: f32,
    /// The length of a leg.
    pub(super) leg: f32,
    /// The joints that matter, parents first.
    joints: &'a [JointIndex],
    /// Room for a frame: its pose, and the matrices of those joints.
    pub(super) pose: Vec<Transform>,
    pub(super) model: Vec<Affine3A>,
    pub(super) scratch: RetargetScratch,
}

impl<'a> Stage<'a> {
    pub(super) fn new(
        retargeter: &'a Retargeter,
        times: &'a [f32],
        frames: &'a mut Frames,
        hips: JointIndex,
        ground: Vec3,
        floor: f32,
        joints: &'a [JointIndex],
    ) -> Self {
        let skeleton = retargeter.target();
        let (pose, model) = (skeleton.rest().to_vec(), vec![Affine3A::IDENTITY; skeleton.len()]);
        Self {
            retargeter,
            times,
            frames,
            hips,
            ground,
            floor,
            leg: retargeter.bodies.as_ref().map_or(0.0, |(_, body)| body.leg),
            joints,
            pose,
            model,
            scratch: retargeter.scratch(),
        }
    }

    /// Puts the feet where they should be; gives what that changed, and the keys that it takes between frames. How far
    /// feet slide and sink is told of the finished clip.
    pub(super) fn keep(&mut self, feet: &[Foot]) -> (FootReport, Between) {
        let mut report = FootReport { slide_before: self.slide(feet), ..FootReport::default() };
        report.steps = feet.iter().map(|foot| foot.plants.len()).sum();
        if report.steps > 0 {
            self.plant(feet, &mut report);
        } else {
            self.lift(feet);
        }
        let between = self.between(feet);
        (report, between)
    }

    /// Puts every foot where it should be.
    fn plant(&mut self, feet: &[Foot], report: &mut FootReport) {
        feet.iter().for_each(|foot| self.clear_floor(foot));
        let mut goals: Vec<Vec<Goal>> = feet.iter().map(|foot| self.goals(foot)).collect();
        self.go_with_feet(feet, &goals);
        for (foot, goals) in feet.iter().zip(&mut goals) {
            self.roll(foot, goals);
        }
        self.settle_hips(feet, &goals);
        let skeleton = self.skeleton();
        for k in 0..self.frames.len() {
            self.show(k);
            let forward = ahead(&self.model, self.hips, skeleton);
            for (foot, goals) in feet.iter().zip(&goals) {
                let Goal { ankle: mut goal, roll } = goals[k];
                self.turn_foot(foot, roll);
                // Skin that hangs on the shin as well moves once more as the shin does.
                for _ in 0..3 {
                    let short = foot.leg.reach(skeleton, &mut self.pose, &mut self.model, goal, forward);
                    report.shortfall = report.shortfall.max(short);
                    let up = self.floor - foot.lowest(&self.model);
                    if !(up > 1e-4 && up.is_finite()) {
                        break;
                    }
                    goal.y += up;
                }
            }
            self.retargeter.spread_rolls(&mut self.scratch, &mut self.pose);
            self.frames.set(k, &self.pose);
        }
    }

    pub(super) fn skeleton(&self) -> &'a Skeleton {
        self.retargeter.target()
    }

    /// Brings pose and matrices to a frame.
    pub(super) fn show(&mut self, frame: usize) {
        self.frames.get(frame, &mut self.pose);
        self.pose_to_model();
    }

    /// Brings the matrices to the pose.
    pub(super) fn pose_to_model(&mut self) {
        for joint in self.joints {
            let own = self.pose[joint.index()].to_affine();
            let parent = self.retargeter.target().parent(*joint);
            self.model[joint.index()] = parent.map_or(own, |p| self.model[p.index()] * own);
        }
    }

    /// Where a standing foot touches the ground at the frame shown, seen from the ground: at its ball.
    fn contact(&self, foot: &Foot, frame: usize) -> Vec3 {
        foot.ball.at(&self.model) - self.ground * (self.times[frame] - self.times[0])
    }

    /// Where that is over a stand.
    fn contacts(&mut self, foot: &Foot, plant: &Plant) -> Vec<Vec3> {
        let mut place = |k: usize| {
            self.show(k);
            self.contact(foot, k)
        };
        (plant.first..=plant.last).map(&mut place).collect()
    }

    /// How far the ankle is to be moved at each frame.
    fn corrections(&mut self, foot: &Foot) -> Vec<Vec3> {
        let mut own = vec![None; self.frames.len()];
        for plant in &foot.plants {
            let places = self.contacts(foot, plant);
            let mean = places.iter().sum::<Vec3>() / places.len() as f32;
            for (k, place) in (plant.first..).zip(&places) {
                // What is lowest of it comes to the floor: heel, ball or tip.
                self.show(k);
                let up = self.floor - foot.lowest(&self.model);
                own[k] = Some((mean - *place).with_y(up)).filter(|way: &Vec3| way.is_finite());
            }
        }
        // The nearest corrected frames before and after each.
        let mut last = None;
        let mut note = |k: usize| {
            last = if own[k].is_some() { Some(k) } else { last };
            last
        };
        let before: Vec<Option<usize>> = (0..own.len()).map(&mut note).collect();
        last = None;
        let mut note = |k: usize| {
            last = if own[k].is_some() { Some(k) } else { last };
            last
        };
        let mut after: Vec<Option<usize>> = (0..own.len()).rev().map(&mut note).collect();
        after.reverse();
        (0..own.len()).map(|k| self.correction(&own, k, before[k], after[k])).collect()
    }

    /// The correction at a frame: its own, or what lies between those around it.
    fn correction(
        &self,
        own: &[Option<Vec3>],
        frame: usize,
        before: Option<usize>,
        after: Option<usize>,
    ) -> Vec3 {
        // What is corrected by more than a stride's time before and after is left alone.
        const REACH: f32 = 0.4;
        if let Some(own) = own[frame] {
            return own;
        }
        let away = |k: usize| (self.times[k] - self.times[frame]).abs();
        let there = |k: Option<usize>| {
            let k = k.filter(|k| away(*k) <= 2.0 * REACH)?;
            Some((away(k), own[k]?))
        };
        let fade = |seconds: f32, whole: f32| {
            let s = (1.0 - seconds / whole).clamp(0.0, 1.0);
            s * s * (3.0 - 2.0 * s)
        };
        match (there(before), there(after)) {
            (Some((a, from)), Some((b, to))) => {
                let whole = if a + b > 2.0 * REACH { REACH } else { (a + b).max(1e-6) };
                from * fade(a, whole) + to * fade(b, whole)
            }
            (Some((seconds, only)), None) | (None, Some((seconds, only))) => only * fade(seconds, REACH),
            (None, None) => Vec3::ZERO,
        }
    }

    /// Where the ankle should be at each frame.
    fn goals(&mut self, foot: &Foot) -> Vec<Goal> {
        let corrections = self.corrections(foot);
        let mut goal = |(k, correction): (usize, &Vec3)| {
            self.show(k);
            let ankle = Vec3::from(self.model[foot.leg.foot.index()].translation) + *correction;
            Goal { ankle, roll: 0.0 }
        };
        corrections.iter().enumerate().map(&mut goal).collect()
    }

    /// The farthest that a foot slides within one stand.
    fn slide(&mut self, feet: &[Foot]) -> f32 {
        let mut worst = 0.0f32;
        for foot in feet {
            for plant in &foot.plants {
                worst = worst.max(spread(&self.contacts(foot, plant)));
            }
        }
        worst
    }
}
