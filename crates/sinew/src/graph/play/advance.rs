use super::evaluate::{Below, Evaluation};
use super::motion::Motion;
use super::state::GraphState;
use super::update::Update;
use crate::clip::SampleCursor;
use crate::playback::{ClipSet, EventQueue, FullPose, PlaybackStep, PoseChange, with_scratch_poses};

impl GraphState {
    /// Advances by `dt` seconds and writes the pose into `pose`. `clips` are the actor's. Events are added to `events`: call
    /// [`EventQueue::begin_frame`] before. Inertial transitions are left to an
    /// [`Inertialization`](crate::playback::Inertialization) behind the graph, by the [`PlaybackStep`] returned.
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
        self.parameters.step(dt);
        let mut update = Update { graph: &graph, clips, state: self, events, change: PoseChange::Continuous };
        update.run(dt);
        let change = update.change;
        // Taken out for the duration of the call, so that both can be borrowed.
        let mirror = self.mirror.take();
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
        let motion = Motion { graph: &graph, clips, state: self, mirror: mirror.as_deref() };
        let delta = motion.of(0, false).delta;
        self.mirror = mirror;
        PlaybackStep::new(delta, change)
    }
}
