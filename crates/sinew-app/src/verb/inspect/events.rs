use crate::report::table::Table;
use serde::Serialize;
use sinew::clip::ClipEvents;
use std::io::{self, Write};

/// Events, spans and sync markers of a clip. Times are seconds from the file's zero.
#[derive(Serialize)]
pub(crate) struct EventsEntry {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<EventEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spans: Vec<SpanEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sync_markers: Vec<MarkerEntry>,
}

#[derive(Serialize)]
struct EventEntry {
    time: f32,
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    data: String,
}

#[derive(Serialize)]
struct SpanEntry {
    start: f32,
    end: f32,
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    data: String,
}

#[derive(Serialize)]
struct MarkerEntry {
    time: f32,
    name: String,
}

impl EventsEntry {
    /// Number of events and spans.
    pub(crate) fn count(&self) -> usize {
        self.events.len() + self.spans.len()
    }
}

/// Events, spans and sync markers of a clip.
pub(crate) fn entry(events: &ClipEvents) -> EventsEntry {
    let event =
        |e: &sinew::clip::ClipEvent| EventEntry { time: e.time, name: e.name.clone(), data: e.data.clone() };
    let span = |s: &sinew::clip::ClipEventSpan| SpanEntry {
        start: s.start,
        end: s.end,
        name: s.name.clone(),
        data: s.data.clone(),
    };
    let marker = |m: &sinew::clip::SyncMarker| MarkerEntry { time: m.time, name: m.name.clone() };
    EventsEntry {
        events: events.points().iter().map(event).collect(),
        spans: events.spans().iter().map(span).collect(),
        sync_markers: events.sync_markers().iter().map(marker).collect(),
    }
}

/// Table of the events of clips, each with its number in the file.
pub(crate) fn table<'a>(
    clips: impl Iterator<Item = (usize, &'a str, &'a EventsEntry)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = Table::new(["#", "clip", "seconds", "kind", "name", "data"]);
    for (n, clip, entry) in clips {
        let mut rows: Vec<(f32, String, &str, &str, &str)> = Vec::new();
        let events = entry.events.iter();
        rows.extend(
            events.map(|e| (e.time, format!("{:.3}", e.time), "event", e.name.as_str(), e.data.as_str())),
        );
        let spans = entry.spans.iter();
        let stretch = |start: f32, end: f32| format!("{start:.3} to {end:.3}");
        rows.extend(
            spans.map(|s| (s.start, stretch(s.start, s.end), "span", s.name.as_str(), s.data.as_str())),
        );
        let markers = entry.sync_markers.iter();
        rows.extend(markers.map(|m| (m.time, format!("{:.3}", m.time), "sync marker", m.name.as_str(), "")));
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, seconds, what, name, data) in rows {
            table.row([n.to_string(), clip.to_owned(), seconds, what.into(), name.into(), data.into()]);
        }
    }
    table.write("Events", out)
}
