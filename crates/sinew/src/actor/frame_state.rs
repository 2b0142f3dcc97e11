//! State of a frame beside pose and meshes: events, root motion, world transform, cuts.

use crate::clip::RootMotion;
use crate::clone_from::impl_clone_from;
use crate::playback::EventQueue;
use crate::skeleton::finite_or;
use glam::Affine3A;

/// Cuts between a frame and the one before: changes that are no motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cuts {
    /// The character was teleported.
    pub(super) teleport: bool,
    /// The animated pose jumped in a step of the frame: a seek, a cut to another clip, an open loop seam.
    pub(super) pose: bool,
}

/// The part of a frame that is neither pose nor mesh: events, root motion, world transform.
#[derive(Debug)]
pub(super) struct FrameState {
    /// Events of all steps of the frame.
    pub(super) events: EventQueue,
    /// Root motion of all steps of the frame.
    pub(super) root_motion: RootMotion,
    /// Cuts between the frame and the one before.
    pub(super) cuts: Cuts,
    /// World from model, as last given in numbers that poses hold.
    pub(super) world_from_model: Affine3A,
    /// Time step of the last resolved frame, seconds.
    pub(super) dt: f32,
    /// Time of all frames so far, seconds.
    pub(super) time: f64,
    /// Whether the frame has been resolved, so that what comes next belongs to another.
    pub(super) is_resolved: bool,
}

impl_clone_from!(FrameState { events, root_motion, cuts, world_from_model, dt, time, is_resolved });

impl FrameState {
    pub(super) fn new(events: EventQueue) -> Self {
        Self {
            events,
            root_motion: RootMotion::IDENTITY,
            cuts: Cuts::default(),
            world_from_model: Affine3A::IDENTITY,
            dt: 0.0,
            time: 0.0,
            is_resolved: false,
        }
    }

    /// Begins a step of [`Actor::advance`](crate::Actor::advance). Steps before one `resolve` belong to one
    /// frame: their events and their root motion add up.
    pub(super) fn begin_step(&mut self) {
        if self.is_resolved {
            self.begin_frame();
        } else {
            self.events.resume_frame();
        }
    }

    /// Ends a step that moved the character by `delta`, and whose pose may have `jumped`.
    pub(super) fn end_step(&mut self, delta: RootMotion, jumped: bool) {
        self.cuts.pose |= jumped;
        self.root_motion = self.root_motion.then(&delta);
        self.events.end_frame();
    }

    /// Begins the frame that is resolved: a new one, without events and root motion, where nothing has been
    /// animated since the last. A game that is paused hears no footstep twice.
    pub(super) fn begin_resolve(&mut self, dt: f32, world_from_model: Affine3A, teleported: bool) {
        let mut shown_again = Cuts::default();
        if self.is_resolved {
            // The same frame again has the same cuts.
            shown_again = if dt > 0.0 { shown_again } else { self.cuts };
            self.begin_frame();
            self.events.end_frame();
        }
        self.world_from_model = finite_or(world_from_model, self.world_from_model);
        self.is_resolved = true;
        self.cuts.pose |= shown_again.pose;
        self.cuts.teleport = teleported || shown_again.teleport;
        if dt > 0.0 {
            self.dt = dt;
            self.time += if dt.is_finite() { f64::from(dt) } else { 0.0 };
        }
    }

    fn begin_frame(&mut self) {
        self.events.begin_frame();
        self.root_motion = RootMotion::IDENTITY;
        self.cuts = Cuts::default();
        self.is_resolved = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_after_a_step_that_is_not_finite() {
        let mut frame = FrameState::new(EventQueue::new());
        for dt in [0.5, f32::INFINITY, f32::NAN, -1.0, 0.25] {
            frame.begin_resolve(dt, Affine3A::IDENTITY, false);
        }
        assert_eq!(frame.time, 0.75);
    }

    #[test]
    fn cuts_stay_while_a_frame_is_shown_again() {
        let mut frame = FrameState::new(EventQueue::new());
        frame.begin_step();
        frame.end_step(RootMotion::IDENTITY, true);
        frame.begin_resolve(0.1, Affine3A::IDENTITY, true);
        for _ in 0..2 {
            assert_eq!(frame.cuts, Cuts { teleport: true, pose: true });
            frame.begin_resolve(0.0, Affine3A::IDENTITY, false);
        }
        frame.begin_resolve(0.1, Affine3A::IDENTITY, false);
        assert_eq!(frame.cuts, Cuts::default());
    }
}
