//! Clip events as text: RON (Rusty Object Notation).

use super::{ClipEventError, ClipEventsDescription};
use crate::text::{ALL_LEVELS, Grammar, Unique, read_ron, write_ron};
use std::collections::BTreeMap;

/// Content of an events file: the events of clips by the names of the clips.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventsByClip {
    /// Events by clip name; [`ClipEvents::from_description`](super::ClipEvents::from_description) makes those
    /// of a clip.
    pub clips: BTreeMap<String, ClipEventsDescription>,
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

impl EventsByClip {
    /// Reads events of clips from RON.
    ///
    /// # Errors
    /// When the text is not RON or has no events of clips: [`ClipEventError::Description`] with line, column
    /// and field path.
    pub fn from_ron(text: &str) -> Result<Self, ClipEventError> {
        read_ron(text, &EVENTS)
            .map(|Unique(clips)| Self { clips })
            .map_err(|(location, message)| ClipEventError::Description { location, message })
    }

    /// Writes the events as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, ClipEventError> {
        write_ron(&self.clips, ALL_LEVELS)
            .map_err(|message| ClipEventError::Description { location: "events".to_owned(), message })
    }
}

#[cfg(test)]
mod tests {
    use super::EventsByClip;

    #[test]
    fn structs_may_have_their_names() {
        let named = "{\"walk\": Marks(events: [ClipEvent(time: 0.5, name: \"step\")], \
                     spans: [ClipSpan(start: 0.1, end: 0.4, name: \"planted\")], \
                     markers: [SyncMarker(time: 0.5, name: \"left\")])}";
        let unnamed = "{\"walk\": (events: [(time: 0.5, name: \"step\")], \
                       spans: [(start: 0.1, end: 0.4, name: \"planted\")], \
                       sync_markers: [(time: 0.5, name: \"left\")])}";
        let events = EventsByClip::from_ron(named).unwrap();
        assert_eq!(events.clips["walk"].spans[0].end, 0.4);
        assert_eq!(events, EventsByClip::from_ron(unnamed).unwrap());
        assert_eq!(events, EventsByClip::from_ron(&events.to_ron().unwrap()).unwrap());
    }

    #[test]
    fn a_clip_that_is_listed_twice_is_an_error() {
        let error = EventsByClip::from_ron("{\"walk\": (), \"walk\": ()}").unwrap_err().to_string();
        assert!(error.starts_with("line ") && error.contains("duplicate key \"walk\""), "{error}");
    }
}
