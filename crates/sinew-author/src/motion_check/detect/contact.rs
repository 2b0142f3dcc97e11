//! Feet on the ground: slides and penetration.
//!
//! Footskate is the motion of a foot that should stand (L. Kovar, J. Schreiner, M. Gleicher, *Footskate Cleanup for
//! Motion Capture Editing*, 2002). Of the points of a sole that are near the ground, the slowest counts: a foot
//! that rolls or turns on the spot has one that rests. The foot stands as long as that point is slower than a
//! share of its speed in the air.

use crate::motion_check::feet::CheckedFoot;
use crate::motion_check::frames::Frames;
use crate::motion_check::ground::Ground;
use crate::motion_check::outcome::{Fault, Outcome};
use crate::motion_check::spans::{Span, spans};
use crate::motion_check::{MotionCheckSettings, MotionFault, MotionFix, MotionUnit};
use glam::Vec3;
use sinew::pose::ModelPose;
use std::ops::Range;

/// Time over which speeds are measured, seconds: captured positions are noisy from frame to frame.
const WINDOW: f32 = 0.05;
/// Height above the ground up to which a point touches it, body heights.
const TOUCH: f32 = 0.01;
/// Largest speed of a standing foot, body heights per second, and as a share of its speed in the air.
const MAX_SPEED: f32 = 0.3;
const MAX_SPEED_SHARE: f32 = 0.25;
/// Least cosine of the angle between a standing sole and the ground; feet roll over their toes by up to 70°.
const MIN_FLATNESS: f32 = 0.3;
/// Time at either end of a stand in which the foot lands and lifts, seconds.
const EDGE: f32 = 0.034;
/// Shortest stand, seconds.
const MIN_STAND: f32 = 0.1;
/// Time between penetrations that are one fault, seconds.
const GAP: f32 = 0.2;

/// A foot over time.
pub(in crate::motion_check) struct FootMotion<'a> {
    foot: &'a CheckedFoot,
    /// Positions of its points in the latest frames, a ring.
    ring: Vec<Vec<Vec3>>,
    /// Height of the lowest point above the ground at each frame, metres.
    heights: Vec<f32>,
    /// Velocity over the ground of the slowest point on the ground, per frame; none in the air.
    speeds: Vec<Option<Vec3>>,
    /// That point.
    slowest: Vec<usize>,
    /// Speed of the fastest point over the ground, per frame.
    fastest: Vec<f32>,
}

impl<'a> FootMotion<'a> {
    pub(in crate::motion_check) fn new(foot: &'a CheckedFoot) -> Self {
        Self {
            foot,
            ring: Vec::new(),
            heights: Vec::new(),
            speeds: Vec::new(),
            slowest: Vec::new(),
            fastest: Vec::new(),
        }
    }

    /// Adds a frame in which the body can stand or cannot, such as one that lies.
    pub(in crate::motion_check) fn add(
        &mut self,
        model: &ModelPose,
        ground: Ground,
        (interval, height): (f32, f32),
        can_stand: bool,
    ) {
        let window = if interval > 0.0 { ((WINDOW / interval).round() as usize).max(1) } else { 1 };
        let points: Vec<Vec3> = self.foot.points.iter().map(|point| point.at(model.as_slice())).collect();
        let lowest = points.iter().map(|p| p.y).filter(|y| y.is_finite()).fold(f32::INFINITY, f32::min);
        self.heights.push(lowest - ground.floor);
        let frame = self.heights.len() - 1;
        if self.ring.len() < window {
            self.ring.push(points);
            return;
        }
        let before = std::mem::replace(&mut self.ring[frame % window], points);
        let seconds = window as f32 * interval;
        let limit = ground.standing + TOUCH * height;
        let (mut slowest, mut fastest): (Option<Vec3>, f32) = (None, 0.0);
        self.slowest.push(0);
        for (n, (from, to)) in before.iter().zip(&self.ring[frame % window]).enumerate() {
            let velocity = ((*to - *from) / seconds - ground.velocity).with_y(0.0);
            let speed = velocity.length_squared();
            fastest = fastest.max(speed);
            if from.y < limit && to.y < limit && slowest.is_none_or(|other| speed < other.length_squared()) {
                slowest = Some(velocity);
                self.slowest[frame - window] = n;
            }
        }
        let is_flat = self.foot.flatness(model.as_slice()) >= MIN_FLATNESS;
        self.speeds.push(slowest.filter(|_| can_stand && is_flat));
        self.fastest.push(fastest.sqrt());
    }

    /// Stretches of windows in which the foot stands, without those in which it lands and lifts.
    pub(in crate::motion_check) fn stands(&self, frames: &Frames, height: f32) -> Vec<Range<usize>> {
        let mut fastest = self.fastest.clone();
        fastest.sort_by(f32::total_cmp);
        let swing = fastest.get(fastest.len() * 19 / 20).copied().unwrap_or(0.0);
        let limit = (MAX_SPEED * height).max(MAX_SPEED_SHARE * swing);
        let stands = |k: &usize| self.speeds[*k].is_some_and(|velocity| velocity.length() < limit);
        let (edge, shortest) = (frames.steps(EDGE), frames.steps(MIN_STAND));
        let mut found = Vec::new();
        let mut k = 0;
        while k < self.speeds.len() {
            let end = (k..self.speeds.len()).take_while(|n| stands(n)).last().map_or(k, |last| last + 1);
            if end >= k + shortest + 2 * edge {
                // A stand at either end of the clip has no landing or lift there.
                let from = if k == 0 { 0 } else { k + edge };
                let to = if end == self.speeds.len() { end } else { end - edge };
                found.push(from..to);
            }
            k = end.max(k) + 1;
        }
        found
    }

    /// The point of the sole that rests, at each step from one frame to the next; none while the foot does not stand.
    pub(in crate::motion_check) fn resting_points(&self, frames: &Frames, height: f32) -> Vec<Option<usize>> {
        let mut resting = vec![None; frames.len().saturating_sub(1)];
        let window = frames.len() - self.speeds.len();
        for stand in self.stands(frames, height) {
            for step in stand.start..(stand.end + window - 1).min(resting.len()) {
                // The window around the step.
                let k = step.saturating_sub((window - 1) / 2).clamp(stand.start, stand.end - 1);
                resting[step] = Some(self.slowest[k]);
            }
        }
        resting
    }

    /// Height of the lowest point above the ground at each frame, metres.
    pub(in crate::motion_check) fn heights(&self) -> &[f32] {
        &self.heights
    }

    /// Adds slides and penetrations to the outcome.
    pub(in crate::motion_check) fn finish(self, settings: &MotionCheckSettings, outcome: &mut Outcome<'_>) {
        let (body, frames) = (outcome.body, outcome.frames);
        let window = frames.len() - self.speeds.len();
        let mut slides = vec![0.0f32; frames.len()];
        let bound = settings.max_slide * body.height;
        // Legs are what is solved to hold a foot.
        let fix = self.foot.shape.is_some().then_some(MotionFix::PlantFeet);
        for stand in self.stands(frames, body.height) {
            self.add_slide(stand, window, bound, &mut slides, outcome);
        }
        let unit = MotionUnit::Metres;
        outcome.add_series(MotionFault::FootSlide, Some(self.foot.joint), (unit, bound), slides);
        let bound = settings.max_penetration * body.height;
        let depths: Vec<f32> = self.heights.iter().map(|height| (-height).max(0.0)).collect();
        for span in spans(&depths, bound, frames.steps(GAP)) {
            outcome.add(Fault {
                fault: MotionFault::FloorPenetration,
                joint: Some(self.foot.joint),
                joints: 1,
                span,
                bound,
                unit,
                message: format!("{} sinks {} into the ground", self.foot.name, unit.show(span.size)),
                fix,
            });
        }
        outcome.add_series(MotionFault::FloorPenetration, Some(self.foot.joint), (unit, bound), depths);
    }

    /// Adds the slide of one stand over these windows.
    fn add_slide(
        &self,
        Range { start: from, end: to }: Range<usize>,
        window: usize,
        bound: f32,
        slides: &mut [f32],
        outcome: &mut Outcome<'_>,
    ) {
        let frames = outcome.frames;
        let mut way = Vec3::ZERO;
        let (mut worst, mut size) = (from, 0.0f32);
        for k in from..to {
            way += self.speeds[k].unwrap_or(Vec3::ZERO) * frames.interval;
            let length = way.length();
            slides[(k + window / 2).min(frames.len() - 1)] = length;
            if length > size {
                (worst, size) = (k, length);
            }
        }
        if !(size > bound && size.is_finite()) {
            return;
        }
        let frame = |k: usize| (k + window / 2).min(frames.len() - 1);
        outcome.add(Fault {
            fault: MotionFault::FootSlide,
            joint: Some(self.foot.joint),
            joints: 1,
            span: Span { first: frame(from), last: frame(to - 1), worst: frame(worst), size },
            bound,
            unit: MotionUnit::Metres,
            message: format!(
                "{} slides by {} while it stands",
                self.foot.name,
                MotionUnit::Metres.show(size)
            ),
            fix: self.foot.shape.is_some().then_some(MotionFix::PlantFeet),
        });
    }
}
