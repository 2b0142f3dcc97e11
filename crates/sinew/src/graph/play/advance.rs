//! One frame of a graph: it advances in short steps, then the pose and the root motion are computed.

use super::evaluate::{Below, Evaluation};
use super::motion::Motion;
use super::state::GraphState;
use super::update::Update;
use crate::clip::{RootMotion, SampleCursor};
use crate::playback::{ClipSet, EventQueue, FullPose, PlaybackStep, PoseChange, with_scratch_poses};

/// Longest step in which states and times go on, seconds: a longer frame takes several, up to [`MAX_STEPS`],
/// so that a body goes the same way at any frame rate.
const LONGEST_STEP: f32 = 1.0 / 60.0;

/// Most steps of a frame.
const MAX_STEPS: f32 = 8.0;

impl GraphState {
    /// Advances by `dt` seconds and writes the pose into `pose`. `clips` are the actor's. Events are added to
    /// `events`: call [`EventQueue::begin_frame`] before. Inertial transitions are left to an
    /// [`Inertialization`](crate::playback::Inertialization) behind the graph, by the [`PlaybackStep`]
    /// returned.
    pub fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> PlaybackStep {
        let dt = if dt.is_finite() { dt } else { 0.0 };
        let graph = self.graph.clone();
        // Taken out for the duration of the call, so that both can be borrowed.
        let mirror = self.mirror.take();
        let steps = (dt.abs() / LONGEST_STEP - 1e-3).ceil().clamp(1.0, MAX_STEPS);
        let (mut delta, mut change) = (RootMotion::IDENTITY, PoseChange::Continuous);
        for _ in 0..steps as u32 {
            let dt = dt / steps;
            self.parameters.step(dt);
            let mut update = Update { graph: &graph, clips, state: self, events, change };
            update.run(dt);
            change = update.change;
            let motion = Motion { graph: &graph, clips, state: self, mirror: mirror.as_deref() };
            delta = delta.then(&motion.of(0, false).delta);
        }
        with_scratch_poses(clips.rest(), graph.buffers, |buffers| {
            let mut evaluation = Evaluation {
                graph: &graph,
                clips,
                state: self,
                buffers,
                below: Below::Rest,
                mirror: mirror.as_deref(),
                cursor,
            };
            evaluation.node(0, 0);
            pose.copy_from(&evaluation.buffers[0]);
        });
        self.mirror = mirror;
        PlaybackStep::new(delta, change)
    }
}
