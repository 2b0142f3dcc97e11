//! Clip events as text: RON (Rusty Object Notation).

use super::ClipEventsDescription;
use crate::text::{Grammar, Unique, read_ron};
use std::collections::BTreeMap;

/// Events of clips by clip name: the content of an events file.
pub type EventsByClip = BTreeMap<String, ClipEventsDescription>;

/// Error of [`events_from_ron`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct EventsTextError {
    /// Line, column and field path.
    pub location: String,
    /// The fault, and the expected value.
    pub message: String,
}

/// Words of the events of clips in error messages, as `docs/events.md` has them.
const EVENTS: Grammar = Grammar {
    document: "events of clips, such as {\"walk\": (events: [(time: 0.35, name: \"left_foot\")])}",
    structs: &[
        ("Marks", "the events of a clip"),
        ("ClipEvent", "an event"),
        ("ClipSpan", "a span"),
        ("SyncMarker", "a sync marker"),
    ],
    enums: &[],
    signed: &[],
    hints: &[],
};

/// Reads events of clips from RON, by the names of the clips.
///
/// # Errors
/// When the text is not RON or has no events of clips: the error has line, column and field path.
pub fn events_from_ron(text: &str) -> Result<EventsByClip, EventsTextError> {
    read_ron(text, &EVENTS)
        .map(|Unique(events)| events)
        .map_err(|(location, message)| EventsTextError { location, message })
}

#[cfg(test)]
mod tests {
    use super::events_from_ron;

    #[test]
    fn structs_may_have_their_names() {
        let named = "{\"walk\": Marks(events: [ClipEvent(time: 0.5, name: \"step\")], \
                     spans: [ClipSpan(start: 0.1, end: 0.4, name: \"planted\")], \
                     markers: [SyncMarker(time: 0.5, name: \"left\")])}";
        let unnamed = "{\"walk\": (events: [(time: 0.5, name: \"step\")], \
                       spans: [(start: 0.1, end: 0.4, name: \"planted\")], \
                       sync_markers: [(time: 0.5, name: \"left\")])}";
        let events = events_from_ron(named).unwrap();
        assert_eq!(events["walk"].spans[0].end, 0.4);
        assert_eq!(events, events_from_ron(unnamed).unwrap());
    }

    #[test]
    fn a_clip_that_is_listed_twice_is_an_error() {
        let error = events_from_ron("{\"walk\": (), \"walk\": ()}").unwrap_err().to_string();
        assert!(error.starts_with("line ") && error.contains("duplicate key \"walk\""), "{error}");
    }
}
