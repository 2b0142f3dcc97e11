//! Movements of the eyes: saccades, smooth pursuit, the vestibulo-ocular reflex and vergence (S. P. Lee, J.
//! B. Badler, N. I. Badler, *Eyes Alive*, 2002; R. J. Leigh, D. S. Zee, *The Neurology of Eye Movements*,
//! 2015).

use super::EyeMovementSettings;
use super::fixation::{FixationKind, FixationOffset, Fixations};
use super::saccade::Saccade;
use crate::face::GazeAngles;
use crate::math::{ops, smooth_damp_pair};
use glam::Mat3A;
use std::f32::consts::{PI, TAU};

/// Goal of the eyes in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EyeGoal {
    /// Nothing is looked at.
    Idle,
    /// A point at a distance from the eyes, metres of the model.
    Point(GazeAngles, f32),
    /// A direction relative to the head.
    Direction(GazeAngles),
    /// A gaze that clips animate: the eyes follow it as it is.
    Clip(GazeAngles),
}

/// Input of the eyes in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EyeStep {
    pub(crate) dt: f32,
    /// World from head, in axes in which the face looks along +Z.
    pub(crate) world_from_head: Mat3A,
    pub(crate) goal: EyeGoal,
    pub(crate) teleported: bool,
}

/// State of the eye movements of one face.
#[derive(Clone, Debug)]
pub(crate) struct EyeMovements {
    settings: EyeMovementSettings,
    fixations: Fixations,
    /// Gaze relative to the head; none before the first frame.
    gaze: Option<GazeAngles>,
    saccade: Option<Saccade>,
    /// Seconds until a saccade may catch up with a target.
    pause: f32,
    /// Kind of the last goal.
    kind: Option<(FixationKind, bool)>,
    /// Head in the last frame, while the eyes keep their direction in the world.
    stable_head: Option<Mat3A>,
    /// One over the distance on which the eyes converge, and its change per second.
    nearness: (f32, f32),
    /// Largest saccade that has begun in the last step: its angle, and the seconds from then to the end of
    /// the step.
    last_saccade: Option<(f32, f32)>,
}

/// Largest step of time, seconds, and the number of beginnings and ends of saccades in it.
const MAX_STEP: f32 = 2.0;
const MAX_EVENTS: usize = 32;
/// Angle from straight ahead at which the eyes return while nothing is looked at, radians: 8°.
const IDLE_ANGLE: f32 = 0.14;
/// Angle from straight behind within which a goal leaves the eyes on their side, radians: 20°; and from
/// straight ahead within which eyes are on no side.
const BEHIND_ANGLE: f32 = 0.35;
const CENTER_ANGLE: f32 = 0.1;
/// Longest frame in which a target that can be followed stays within the angle from which on saccades catch
/// up, seconds.
const SLOW_FRAME: f32 = 1.0 / 29.0;
/// Pause between saccades that catch up with a target, seconds, and the angle of those that do not wait for
/// it, radians: 10°.
const PAUSE: f32 = 0.1;
const FAR_ANGLE: f32 = 0.175;
/// Pause after a saccade to something else, seconds.
const REFRACTORY: f32 = 0.15;
/// Time to nine tenths of a change of vergence, seconds.
const VERGENCE_TIME: f32 = 0.25;

impl EyeMovements {
    pub(crate) fn new(settings: EyeMovementSettings) -> Self {
        let settings = settings.bounded();
        Self {
            fixations: Fixations::new(settings.seed),
            settings,
            gaze: None,
            saccade: None,
            pause: 0.0,
            kind: None,
            stable_head: None,
            nearness: (0.0, 0.0),
            last_saccade: None,
        }
    }

    pub(crate) fn settings(&self) -> &EyeMovementSettings {
        &self.settings
    }

    /// Largest saccade that has begun in the last step: its angle in radians, and the seconds from then to
    /// the end of the step.
    pub(crate) fn last_saccade(&self) -> Option<(f32, f32)> {
        self.last_saccade
    }

    /// One over the distance on which the eyes converge.
    pub(crate) fn nearness(&self) -> f32 {
        self.nearness.0.max(0.0)
    }

    /// Moves the eyes on. Returns their gaze.
    pub(crate) fn advance(&mut self, step: &EyeStep) -> GazeAngles {
        let dt = if step.dt > 0.0 { step.dt.min(MAX_STEP) } else { 0.0 };
        let (kind, near) = match step.goal {
            EyeGoal::Clip(gaze) if (gaze.yaw + gaze.pitch).is_finite() => {
                self.follow(gaze);
                return gaze;
            }
            EyeGoal::Idle | EyeGoal::Clip(_) => ((FixationKind::Idle, false), 0.0),
            EyeGoal::Direction(_) => ((FixationKind::Point, true), 0.0),
            EyeGoal::Point(_, distance) => {
                let kind = if self.settings.social_gaze { FixationKind::Face } else { FixationKind::Point };
                ((kind, false), if distance > 0.0 { 1.0 / distance } else { 0.0 })
            }
        };
        let Some(gaze) = self.gaze.filter(|_| !step.teleported) else {
            // A teleport without time, which is resolved again, gives the same.
            if self.kind != Some(kind) {
                self.kind = Some(kind);
                self.fixations.enter(kind.0, &self.settings);
            }
            let (aim, is_capped) = self.aim(&step.goal);
            (self.saccade, self.last_saccade) = (None, None);
            (self.gaze, self.nearness) = (Some(aim), (near, 0.0));
            self.stable_head = (!is_capped && !kind.1).then_some(step.world_from_head);
            return aim;
        };
        if dt == 0.0 {
            return gaze;
        }
        self.last_saccade = None;
        if self.kind != Some(kind) {
            self.kind = Some(kind);
            self.fixations.enter(kind.0, &self.settings);
        }
        let mut gaze = self.keep_in_world(gaze, &step.world_from_head);
        let mut left = dt;
        for _ in 0..MAX_EVENTS {
            let (aim, _) = self.aim(&step.goal);
            if self.is_off(kind.0, gaze, aim, left) {
                let duration = self.begin(gaze, aim, left);
                self.fixations.wait = self.fixations.wait.max(duration + REFRACTORY);
            }
            // Up to the end of a saccade or of the pause after it, or to the next fixation.
            let rest = self.saccade.map_or(f32::INFINITY, |saccade| saccade.rest());
            let pause = if self.pause > 0.0 { self.pause } else { f32::INFINITY };
            let until = self.fixations.wait.max(0.0).min(rest).min(pause);
            if until > left {
                break;
            }
            gaze = self.pass(gaze, aim, until, kind.0);
            left -= until;
            if self.fixations.wait <= 0.0 {
                let last = self.fixations.offset;
                self.fixations.next(kind.0, &self.settings);
                // Without a change smooth pursuit goes on.
                if self.fixations.offset != last {
                    let (aim, _) = self.aim(&step.goal);
                    self.begin(gaze, aim, left);
                }
            }
        }
        let (aim, is_capped) = self.aim(&step.goal);
        gaze = self.pass(gaze, aim, left, kind.0);
        // The head brings a target that the eyes do not reach: they wait for it.
        self.stable_head = (!is_capped && !kind.1).then_some(step.world_from_head);
        self.nearness = smooth_damp_pair(self.nearness, near, VERGENCE_TIME, dt);
        let (gaze, _) = self.capped(gaze);
        self.gaze = Some(gaze);
        gaze
    }

    /// Takes over a gaze as it is.
    fn follow(&mut self, gaze: GazeAngles) {
        (self.saccade, self.last_saccade, self.kind, self.stable_head) = (None, None, None, None);
        (self.gaze, self.nearness) = (Some(gaze), (0.0, 0.0));
    }

    /// Keeps the eyes' direction in the world while the head turns: the vestibulo-ocular reflex.
    fn keep_in_world(&mut self, gaze: GazeAngles, world_from_head: &Mat3A) -> GazeAngles {
        let Some(last) = self.stable_head.filter(|last| last != world_from_head) else { return gaze };
        let turn = world_from_head.inverse() * last;
        if !turn.is_finite() {
            return gaze;
        }
        let kept = |angles: GazeAngles| GazeAngles::from_direction(turn * angles.direction());
        if let Some(saccade) = &mut self.saccade {
            (saccade.from, saccade.to) = (kept(saccade.from), kept(saccade.to));
        }
        kept(gaze)
    }

    /// Gaze that the eyes go to, and whether it had to be capped.
    fn aim(&self, goal: &EyeGoal) -> (GazeAngles, bool) {
        let (center, distance) = match *goal {
            EyeGoal::Idle => (GazeAngles::default(), 1.0),
            EyeGoal::Point(angles, distance) => (angles, distance),
            EyeGoal::Direction(angles) | EyeGoal::Clip(angles) => (angles, 1.0),
        };
        let offset = match self.fixations.offset {
            FixationOffset::Angles(angles) => angles,
            // The left of a face that is looked at is on the right: both sides are alike.
            FixationOffset::Metres([left, down]) => GazeAngles {
                yaw: ops::atan2(left, distance.max(0.1)),
                pitch: ops::atan2(down, distance.max(0.1)),
            },
        };
        let yaw = self.on_own_side(center.yaw) + offset.yaw;
        self.capped(GazeAngles { yaw, pitch: center.pitch + offset.pitch })
    }

    /// Yaw of a goal, counted on over half a turn where the goal is nearly straight behind and the eyes are
    /// turned to the other side, so that they keep their side.
    fn on_own_side(&self, yaw: f32) -> f32 {
        let current = self.gaze.map_or(0.0, |gaze| gaze.yaw);
        let is_behind = yaw.abs() > PI - BEHIND_ANGLE;
        if is_behind && current.abs() > CENTER_ANGLE && current * yaw < 0.0 {
            yaw + TAU.copysign(current)
        } else {
            yaw
        }
    }

    fn capped(&self, gaze: GazeAngles) -> (GazeAngles, bool) {
        let angle = ops::hypot(gaze.yaw, gaze.pitch);
        if angle <= self.settings.max_angle {
            return (gaze, false);
        }
        (GazeAngles::default().lerp(gaze, self.settings.max_angle / angle), true)
    }

    /// Whether the gaze is so far from where it should be that only a saccade brings it there.
    fn is_off(&self, kind: FixationKind, gaze: GazeAngles, aim: GazeAngles, seconds: f32) -> bool {
        let EyeMovementSettings { catch_up_angle, pursuit_speed, .. } = self.settings;
        let allowed = match kind {
            FixationKind::Idle => IDLE_ANGLE.max(catch_up_angle),
            // At low frame rates a target that can be followed goes far in a frame.
            _ => catch_up_angle + pursuit_speed * (seconds - SLOW_FRAME).max(0.0),
        };
        let angle = gaze.distance(aim);
        let may_catch_up = self.pause <= 0.0 || angle > FAR_ANGLE;
        self.saccade.is_none() && may_catch_up && angle > allowed
    }

    /// Begins a saccade, `ago` seconds before the end of the step. Returns its duration.
    fn begin(&mut self, from: GazeAngles, to: GazeAngles, ago: f32) -> f32 {
        // Smaller ones are no movement.
        const MIN_ANGLE: f32 = 1e-4;
        let angle = from.distance(to);
        let duration = self.settings.saccade_duration(angle);
        if angle > MIN_ANGLE {
            self.saccade = Some(Saccade { from, to, elapsed: 0.0, duration });
            if self.last_saccade.is_none_or(|(other, _)| angle > other) {
                self.last_saccade = Some((angle, ago));
            }
        }
        duration
    }

    /// Gaze after `seconds` of the saccade that is under way, then of smooth pursuit.
    fn pass(&mut self, gaze: GazeAngles, aim: GazeAngles, seconds: f32, kind: FixationKind) -> GazeAngles {
        self.fixations.pass(seconds);
        self.pause -= seconds;
        let (mut gaze, mut left) = (gaze, seconds);
        if let Some(saccade) = &mut self.saccade {
            left = seconds - saccade.rest();
            saccade.elapsed += seconds;
            if left < 0.0 {
                return saccade.gaze();
            }
            gaze = saccade.to;
            (self.saccade, self.pause) = (None, PAUSE - left);
        }
        let (far, reach) = (gaze.distance(aim), self.settings.pursuit_speed * left);
        match kind {
            FixationKind::Idle => gaze,
            _ if far <= reach => aim,
            _ => gaze.lerp(aim, reach / far),
        }
    }
}
