use crate::clip::{EventId, EventPhase, Motion};

/// A mark of a clip that was passed in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiredEvent {
    /// The clip's number in its actor.
    pub clip: usize,
    /// Which event or span of the clip.
    pub event: EventId,
    /// How it was passed.
    pub phase: EventPhase,
    /// How much of the frame's pose is of that clip, 0..1.
    pub weight: f32,
}

/// The marks that a frame passed, in the order of passing for each clip.
///
/// An actor has its own. Whoever steps a [`Player`](super::Player), [`TrackMixer`](super::TrackMixer),
/// [`Playback`](super::Playback) or graph alone calls [`begin_frame`](Self::begin_frame) before each frame; else the marks
/// of all frames gather.
///
/// Has room for many; only a frame that passes more than any before it makes more room.
#[derive(Clone, Debug)]
pub struct EventQueue {
    fired: Vec<FiredEvent>,
    /// What happened between frames, for the next one.
    waiting: Vec<FiredEvent>,
    in_frame: bool,
}

impl EventQueue {
    /// Passed by nothing yet, in a first frame.
    pub fn new() -> Self {
        Self { fired: Vec::with_capacity(256), waiting: Vec::with_capacity(64), in_frame: true }
    }

    /// Forgets the last frame. What has been added between the two belongs to the one that begins.
    pub fn begin_frame(&mut self) {
        self.fired.clear();
        self.fired.append(&mut self.waiting);
        self.in_frame = true;
    }

    /// What comes after waits for the next frame, which [`begin_frame`](Self::begin_frame) begins.
    pub fn end_frame(&mut self) {
        self.in_frame = false;
    }

    /// Adds one.
    pub fn push(&mut self, event: FiredEvent) {
        if self.in_frame { self.fired.push(event) } else { self.waiting.push(event) }
    }

    /// All of the frame.
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
    /// What the clip calls the mark. `clips` are the actor's.
    pub fn name<'a>(&self, clips: &'a [Motion]) -> &'a str {
        clips.get(self.clip).map_or("", |clip| clip.events().name(self.event))
    }

    /// What else the mark says; often empty.
    pub fn data<'a>(&self, clips: &'a [Motion]) -> &'a str {
        clips.get(self.clip).map_or("", |clip| clip.events().data(self.event))
    }
}
