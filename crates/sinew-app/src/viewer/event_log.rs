use sinew::Actor;
use sinew::clip::EventPhase;
use std::collections::VecDeque;

/// Latest animation events.
#[derive(Default)]
pub(crate) struct EventLog {
    lines: VecDeque<Line>,
}

/// Entry of the event log.
pub(crate) struct Line {
    /// Seconds of playback.
    pub(crate) seconds: f64,
    pub(crate) text: String,
    /// Weight of the clip in the pose.
    pub(crate) weight: f32,
}

/// Largest number of entries.
const MAX_LINES: usize = 8;

impl EventLog {
    /// Adds the events of the actor's current frame.
    pub(crate) fn add_frame(&mut self, actor: &Actor, seconds: f64) {
        for event in actor.frame().events() {
            let clip = actor.clips()[event.clip].name();
            let how = match event.phase {
                EventPhase::Fired => "",
                EventPhase::Begin => " begins",
                EventPhase::End => " ends",
            };
            let text = format!("{}{how} ({clip})", event.name(actor.clips()));
            self.lines.push_front(Line { seconds, text, weight: event.weight });
        }
        self.lines.truncate(MAX_LINES);
    }

    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Entries, latest first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter()
    }
}
