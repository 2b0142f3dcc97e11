use crate::ik::{IkResult, LimbState, LookState};
use crate::math::smooth_damp;
use crate::math::turn::part_of;
use crate::rig::final_pose::Miss;
use crate::rig::{IkGoal, IkReport, IkTarget};
use glam::Vec3;

/// State of an effector across frames: its goal, the fade of the goal, and the last report.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EffectorState {
    /// Last goal; it fades out once it is cleared.
    pub(crate) last: Option<IkGoal>,
    /// Whether the last goal is set.
    is_set: bool,
    /// Whether the last goal is the target of the gaze.
    is_gaze: bool,
    pub(crate) weight: f32,
    pub(crate) rate: f32,
    /// Lifts of heel and toes of a leg, where they are set.
    pub(crate) foot: Option<[f32; 2]>,
    pub(crate) look: LookState,
    pub(crate) limb: LimbState,
    /// The point that a look was aimed at in the last frame, in model space.
    pub(crate) look_target: Option<Vec3>,
    pub(crate) report: IkReport,
    /// Position in model space before the part was solved.
    pub(crate) animated: Vec3,
    /// The effector relative to its goal when the rig was solved, and the report of then.
    pub(crate) missed: Option<(Miss, IkReport)>,
}

impl EffectorState {
    /// Goal; none while a cleared goal fades out.
    pub(crate) fn goal(&self) -> Option<&IkGoal> {
        self.last.as_ref().filter(|_| self.is_set)
    }

    /// Sets or clears the goal.
    pub(crate) fn set_goal(&mut self, goal: Option<IkGoal>) {
        self.is_set = goal.is_some();
        self.last = goal.or(self.last);
    }

    /// Takes the target of the gaze as the goal while none is set.
    pub(crate) fn follow_gaze(&mut self, target: Option<Vec3>) {
        self.is_gaze = !self.is_set && target.is_some();
        if let Some(target) = target.filter(|_| self.is_gaze) {
            self.last = Some(IkGoal::at(target));
        }
    }

    pub(crate) fn record(&mut self, reach: IkResult) {
        let (error, rotation_error) = (reach.error, reach.rotation_error);
        self.report = IkReport { weight: self.weight, error, rotation_error, ..IkReport::default() };
    }

    /// Whether its goal is a socket, on any joint.
    pub(crate) fn is_on_socket(&self) -> bool {
        self.last.is_some_and(|goal| matches!(goal.target, IkTarget::Socket(_)))
    }

    /// Forgets the motion of the last frames.
    pub(crate) fn forget(&mut self) {
        (self.look, self.limb) = (LookState::default(), LimbState::default());
    }

    /// Moves the weight on towards that of the goal, in the time of the goal, else in `seconds`.
    pub(crate) fn fade(&mut self, seconds: f32, dt: f32) {
        let Some(last) = self.last else { return };
        let seconds = last.fade.filter(|fade| fade.is_finite()).map_or(seconds, |fade| fade.max(0.0));
        let is_wanted = self.is_set || self.is_gaze;
        let wanted = self.last.filter(|_| is_wanted).map_or(0.0, |goal| part_of(goal.weight));
        (self.weight, self.rate) = smooth_damp(self.weight, self.rate, wanted, seconds, dt);
        // Weight below which a goal that fades out is dropped:
        // it is invisible, and the spring would go on for long.
        const NOTHING: f32 = 1e-4;
        if wanted == 0.0 && self.weight < NOTHING {
            (self.weight, self.rate) = (0.0, 0.0);
            self.look_target = None;
            self.forget();
            if !self.is_set {
                self.last = None;
            }
            self.report = IkReport::default();
        }
    }
}
