use crate::clip::{ClipSource, RootMotion, WrapMode};
use crate::graph::node::ClipNode;
use crate::playback::{ClipId, EventQueue, Playback, PlaybackStep, PoseChange};

/// Playback state of a clip node.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct ClipState {
    pub(in crate::graph) playback: Playback,
    /// Whether the clip starts with the next frame.
    pub(in crate::graph) is_fresh: bool,
    /// Weight in this frame, its mean over the step, and whether the node was visited.
    pub(in crate::graph) weight: f32,
    pub(super) mean_weight: f32,
    pub(in crate::graph) visited: bool,
    /// Whether the node was visited in the last frame.
    pub(in crate::graph) was_visited: bool,
    /// Whether the clip last moved backwards.
    pub(in crate::graph) backwards: bool,
    /// Time step of this frame, seconds, scaled by the speed nodes around.
    pub(in crate::graph) dt: f32,
    /// Normalized time, unwrapped: before this frame and now.
    pub(in crate::graph) before: f64,
    pub(in crate::graph) now: f64,
    /// Normalized time at the start.
    pub(in crate::graph) began: f64,
    pub(in crate::graph) delta: RootMotion,
}

const _: () = assert!(size_of::<ClipState>() <= 128);

impl ClipState {
    pub(super) fn new(clip: ClipId) -> Self {
        Self {
            playback: Playback::new(clip, 0.0),
            is_fresh: true,
            weight: 0.0,
            mean_weight: 0.0,
            visited: false,
            was_visited: false,
            backwards: false,
            dt: 0.0,
            before: 0.0,
            now: 0.0,
            began: 0.0,
            delta: RootMotion::IDENTITY,
        }
    }
}

impl ClipState {
    /// Progress in playback direction, in loops: before the last frame, after it, and since the start. From 0
    /// to 1 for a clip without a loop.
    pub(in crate::graph) fn progress(&self, looping: bool) -> (f64, f64, f64) {
        let way = |rounds: f64| match (self.backwards, looping) {
            (false, _) => rounds,
            (true, true) => -rounds,
            (true, false) => 1.0 - rounds,
        };
        (way(self.before), way(self.now), (self.now - self.began).abs())
    }

    /// Records a step of the clip, and returns how it shows in the pose. A clip that begins is no jump: its
    /// node fades in, or a transition leads to it.
    pub(in crate::graph) fn record(&mut self, step: PlaybackStep) -> PoseChange {
        self.delta = step.root_motion;
        if self.weight > 0.0 && self.was_visited { step.change } else { PoseChange::Continuous }
    }

    /// Moves to the clip's start.
    pub(super) fn begin(&mut self, node: &ClipNode, source: &ClipSource, events: &mut EventQueue) {
        let backwards = self.backwards;
        self.playback.end_spans(source, events);
        let share = if backwards && !node.looping && node.start == 0.0 { 1.0 } else { node.start };
        let length = f64::from(source.end()) - f64::from(source.start());
        let (speed, shown) = (
            self.playback.speed,
            match node.warp.is_empty() {
                true => f64::from(share),
                false => warped(&node.warp, f64::from(share)),
            },
        );
        self.playback = Playback::new(node.clip, f64::from(source.start()) + length * shown);
        self.playback.wrap(if node.looping { WrapMode::Loop } else { WrapMode::Clamp });
        self.playback.speed(if backwards { -speed.abs() } else { speed.abs() });
        (self.is_fresh, self.now, self.before, self.began) =
            (false, f64::from(share), f64::from(share), f64::from(share));
    }
}

/// Normalized time shown at an elapsed normalized time.
pub(super) fn warped(warp: &[(f32, f32)], share: f64) -> f64 {
    let next = warp.partition_point(|&(from, _)| f64::from(from) <= share).clamp(1, warp.len() - 1);
    let ((a, x), (b, y)) = (warp[next - 1], warp[next]);
    let part = (share - f64::from(a)) / f64::from(b - a);
    f64::from(x) + (f64::from(y) - f64::from(x)) * part.clamp(0.0, 1.0)
}
