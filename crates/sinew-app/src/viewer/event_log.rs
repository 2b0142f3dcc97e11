use sinew::Actor;
use sinew::clip::EventPhase;
use std::collections::VecDeque;

/// The last things that clips said.
#[derive(Default)]
pub(crate) struct EventLog {
    lines: VecDeque<Line>,
}

/// Something that a clip said.
pub(crate) struct Line {
    /// Of the viewer's clock.
    pub(crate) seconds: f64,
    pub(crate) text: String,
    /// How much of the pose was the clip's.
    pub(crate) weight: f32,
}

/// More would scroll by unread.
const MAX: usize = 8;

impl EventLog {
    /// Adds what the frame passed.
    pub(crate) fn hear(&mut self, actor: &Actor, seconds: f64) {
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
        self.lines.truncate(MAX);
    }

    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }

    /// The latest first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter()
    }
}
