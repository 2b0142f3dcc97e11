use super::evaluate::Evaluation;
use super::state::GraphState;
use super::update::Update;
use crate::clip::{RootDelta, SampleCursor};
use crate::playback::{ClipSet, EventQueue, FullPose, with_scratch_poses};

impl GraphState {
    /// Advances by `dt` seconds, writes the pose into `pose` and returns the root motion of the frame. `clips` are the
    /// actor's. Events are added to `events`: call [`EventQueue::begin_frame`] before.
    pub fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> RootDelta {
        let dt = if dt.is_finite() { dt } else { 0.0 };
        let graph = self.graph.clone();
        self.parameters.step(dt);
        Update { graph: &graph, clips, state: self, events }.run(dt);
        // Taken out for the duration of the call, so that both can be borrowed.
        let mirror = self.mirror.take();
        let delta = with_scratch_poses(clips.rest(), graph.buffers, |buffers| {
            let mut evaluation = Evaluation {
                graph: &graph,
                clips,
                state: self,
                buffers,
                mirror: mirror.as_ref(),
                cursor,
                dt,
            };
            let delta = evaluation.node(0, 0);
            pose.copy_from(&evaluation.buffers[0]);
            delta
        });
        self.mirror = mirror;
        if let Some(last) = &mut self.last {
            last.copy_from(pose);
        }
        delta
    }
}
