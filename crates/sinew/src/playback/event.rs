use super::{ClipId, ClipSet};
use crate::clip::{EventId, EventPhase};
use crate::clone_from::impl_clone_from;

/// An animation event that fired in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FiredEvent {
    /// The clip, in its actor's set.
    pub clip: ClipId,
    /// The event or span of the clip.
    pub event: EventId,
    /// Whether a point event fired, or a span began or ended.
    pub phase: EventPhase,
    /// The weight of the clip in the pose, 0 to 1. Clips of a sync group fire an event once, with the weight
    /// of the whole group.
    pub weight: f32,
}

/// Queue of the animation events of a frame, in the order in which each clip's playhead passed them.
///
/// An actor has its own. To step a [`ClipPlayer`](super::ClipPlayer), [`TrackMixer`](super::TrackMixer),
/// [`Playback`](super::Playback) or graph alone, call [`begin_frame`](Self::begin_frame) before each frame;
/// else the events of all frames gather.
///
/// The queue starts empty; only a frame with more events than any before it allocates. An actor's queue has
/// room for every event of its clips.
#[derive(Debug)]
pub struct EventQueue {
    fired: Vec<FiredEvent>,
    /// Events that fired between frames, for the next one.
    waiting: Vec<FiredEvent>,
    in_frame: bool,
}

impl_clone_from!(EventQueue { in_frame }, buffers { fired, waiting });

impl EventQueue {
    /// An empty queue in its first frame.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// An empty queue with room for `events` events a frame.
    #[must_use]
    pub fn with_capacity(events: usize) -> Self {
        Self { fired: Vec::with_capacity(events), waiting: Vec::with_capacity(events), in_frame: true }
    }

    /// Makes room for `events` events a frame in all.
    pub fn reserve(&mut self, events: usize) {
        for queue in [&mut self.fired, &mut self.waiting] {
            queue.reserve(events.saturating_sub(queue.len()));
        }
    }

    /// Begins a frame: drops the events of the last one. Events added between the two belong to the new
    /// frame.
    pub fn begin_frame(&mut self) {
        self.fired.clear();
        self.resume_frame();
    }

    /// Goes on with the last frame after [`end_frame`](Self::end_frame): its events stay.
    pub(crate) fn resume_frame(&mut self) {
        self.fired.append(&mut self.waiting);
        self.in_frame = true;
    }

    /// Ends a frame: later events wait for the next one.
    pub(crate) fn end_frame(&mut self) {
        self.in_frame = false;
    }

    /// Adds an event.
    pub fn push(&mut self, event: FiredEvent) {
        if self.in_frame { self.fired.push(event) } else { self.waiting.push(event) }
    }

    /// The events of the frame.
    #[must_use]
    pub fn as_slice(&self) -> &[FiredEvent] {
        &self.fired
    }
}

impl Default for EventQueue {
    fn default() -> Self {
        Self::new()
    }
}

impl FiredEvent {
    /// The name of the event. `clips` are the actor's.
    #[must_use]
    pub fn name<'a>(&self, clips: &'a ClipSet) -> &'a str {
        clips.get(self.clip).map_or("", |clip| clip.events().name(self.event))
    }

    /// The event's additional data; often empty.
    #[must_use]
    pub fn data<'a>(&self, clips: &'a ClipSet) -> &'a str {
        clips.get(self.clip).map_or("", |clip| clip.events().data(self.event))
    }
}
