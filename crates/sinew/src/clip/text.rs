//! Clip events as text: RON (Rusty Object Notation).

use super::{ClipEventError, ClipEvents, ClipEventsDescription};
use crate::text::{ALL_LEVELS, Grammar, Unique, abbreviate, read_ron, write_ron};
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

/// The words of the events of one clip.
const CLIP_EVENTS: Grammar = Grammar {
    document: "the events of a clip, such as (events: [(time: 0.35, name: \"left_foot\")])",
    ..EVENTS
};

impl EventsByClip {
    /// Reads events of clips from RON.
    ///
    /// # Errors
    /// When the text is not RON or has no events of clips: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, ClipEventError> {
        read_ron(text, &EVENTS)
            .map(|Unique(clips)| Self { clips })
            .map_err(|(location, message)| ClipEventError::new(location, message))
    }

    /// Writes the events as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, ClipEventError> {
        write_ron(&self.clips, ALL_LEVELS).map_err(|message| ClipEventError::new("events", message))
    }

    /// The events of each clip with its name, as [`ClipEvents::from_description`] makes them. The location of
    /// an error begins with the clip, such as `["walk"].spans[0].end`.
    pub fn events(&self) -> impl Iterator<Item = (&str, Result<ClipEvents, ClipEventError>)> {
        self.clips.iter().map(|(clip, description)| {
            let events = ClipEvents::from_description(description).map_err(|error| {
                ClipEventError::new(format!("[\"{}\"].{}", abbreviate(clip), error.location), error.message)
            });
            (clip.as_str(), events)
        })
    }
}

impl ClipEventsDescription {
    /// Reads the events of one clip from RON; a file has those of several, see [`EventsByClip`].
    ///
    /// # Errors
    /// When the text is not RON or not the events of a clip: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, ClipEventError> {
        read_ron(text, &CLIP_EVENTS).map_err(|(location, message)| ClipEventError::new(location, message))
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, ClipEventError> {
        write_ron(self, ALL_LEVELS).map_err(|message| ClipEventError::new("events", message))
    }
}

impl ClipEvents {
    /// The events of a description in RON: [`ClipEventsDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs, all with line and column.
    pub fn from_ron(text: &str) -> Result<Self, ClipEventError> {
        let description = ClipEventsDescription::from_ron(text)?;
        Self::from_description(&description).map_err(|error| error.in_text(text))
    }
}

#[cfg(test)]
mod tests {
    use super::{ClipEvents, ClipEventsDescription, EventsByClip};

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

    #[test]
    fn events_of_one_clip_are_read_and_wrong_ones_have_a_line() {
        let text =
            "(events: [(time: 0.5, name: \"step\")], spans: [(start: 0.1, end: 0.4, name: \"planted\")])";
        let description = ClipEventsDescription::from_ron(text).unwrap();
        assert_eq!(ClipEvents::from_ron(text).unwrap(), ClipEvents::from_description(&description).unwrap());
        assert_eq!(ClipEventsDescription::from_ron(&description.to_ron().unwrap()).unwrap(), description);
        let wrong = "(\n  spans: [(start: 0.1, end: 0.4, name: \"a\"), (name: \"b\", start: 0.4, end: 0.1)])";
        let error = ClipEvents::from_ron(wrong).unwrap_err().to_string();
        let expected = "line 2, column 70: spans[1].end: span \"b\" runs from 0.4 s to 0.1 s; expected";
        assert!(error.starts_with(expected), "{error}");
        let error = ClipEvents::from_ron("(evnts: [])").unwrap_err().to_string();
        assert!(
            error.starts_with("line 1, column 2: no field \"evnts\"") && error.contains("\"events\""),
            "{error}"
        );
        let file = format!("{{\"walk\": {wrong}}}");
        let events = EventsByClip::from_ron(&file).unwrap();
        let error = events.events().next().unwrap().1.unwrap_err().in_text(&file).to_string();
        assert!(error.starts_with("line 2, column 70: [\"walk\"].spans[1].end: span"), "{error}");
    }
}
