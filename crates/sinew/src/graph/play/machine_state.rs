/// Playback state of a state machine.
#[derive(Clone, Debug)]
pub(in crate::graph) struct MachineState {
    pub(in crate::graph) current: u32,
    /// Time since the current state was entered, seconds.
    pub(in crate::graph) seconds: f64,
    /// Previous state during a cross-fade.
    pub(in crate::graph) fading: Option<u32>,
    /// Weight of the current state in a cross-fade.
    pub(in crate::graph) share: f32,
    /// Its mean over the step.
    pub(super) mean_share: f32,
    /// Previous state in the frame in which its cross-fade ends: it still moves the body.
    pub(super) leaving: Option<u32>,
    /// Transition in progress.
    pub(super) active_transition: Option<ActiveTransition>,
    /// Whether the machine contributes to the frame.
    pub(super) seen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ActiveTransition {
    pub(super) duration: f32,
    pub(super) priority: i32,
    pub(super) interruptible: bool,
}

impl ActiveTransition {
    /// False for one that no graph can have.
    pub(super) fn is_sound(&self) -> bool {
        self.duration.is_finite() && self.duration > 0.0
    }
}

impl MachineState {
    pub(in crate::graph) fn new() -> Self {
        Self {
            current: 0,
            seconds: 0.0,
            fading: None,
            share: 1.0,
            mean_share: 1.0,
            leaving: None,
            active_transition: None,
            seen: false,
        }
    }

    /// Returns to the initial state.
    pub(in crate::graph) fn restart(&mut self) {
        (self.current, self.seconds, self.fading, self.share) = (0, 0.0, None, 1.0);
        (self.active_transition, self.mean_share, self.leaving) = (None, 1.0, None);
    }

    /// Marks the machine as not visited in this frame yet.
    pub(in crate::graph) fn hide(&mut self) {
        self.seen = false;
    }

    pub(in crate::graph) fn is_seen(&self) -> bool {
        self.seen
    }

    pub(in crate::graph) fn in_transition(&self) -> bool {
        self.active_transition.is_some()
    }
}
