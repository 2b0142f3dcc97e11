//! Events of clips: point events, spans and sync markers.

use std::cmp::Ordering;

/// Point event of a clip (Unreal's notify, Unity's animation event): a footstep, the moment a blow lands.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipEvent {
    /// Time, file seconds.
    pub time: f32,
    /// Name, which the receiver acts on.
    pub name: String,
    /// Further text for the receiver; often empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub data: String,
}

/// Event with a duration (Unreal's notify state): the time a blade cuts, or a foot is planted. The struct
/// name in RON is `ClipSpan`; it may be left out.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "ClipSpan"))]
pub struct ClipEventSpan {
    /// Start, file seconds.
    pub start: f32,
    /// End, file seconds; later than the start.
    pub end: f32,
    /// Name, which the receiver acts on.
    pub name: String,
    /// Further text for the receiver; often empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub data: String,
}

/// Sync marker: a moment of a gait, such as the left foot coming down. Clips with markers of the same names
/// in the same order play in sync, however their markers are spaced.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SyncMarker {
    /// Time, file seconds.
    pub time: f32,
    /// Name of the moment, equal in all clips of the gait.
    pub name: String,
}

/// Events of a clip: point events, spans and sync markers, each in the order of their times.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "ClipEventsDescription", into = "ClipEventsDescription"))]
pub struct ClipEvents {
    points: Vec<ClipEvent>,
    spans: Vec<ClipEventSpan>,
    sync_markers: Vec<SyncMarker>,
    /// Times of point events and ends of spans, ascending.
    boundaries: Vec<Boundary>,
}

/// Serializable form of [`ClipEvents`], editable and not validated. The struct name in RON is `Marks`; it may
/// be left out.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Marks"))]
pub struct ClipEventsDescription {
    /// Point events; `events` in files.
    #[cfg_attr(feature = "serde", serde(rename = "events"))]
    pub points: Vec<ClipEvent>,
    /// Spans.
    pub spans: Vec<ClipEventSpan>,
    /// Sync markers; `sync_markers` or `markers` in files.
    #[cfg_attr(feature = "serde", serde(alias = "markers"))]
    pub sync_markers: Vec<SyncMarker>,
}

/// Time of a point event, or one end of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Boundary {
    pub(crate) time: f32,
    pub(crate) event: EventId,
    pub(crate) side: BoundarySide,
}

/// Kind of a boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BoundarySide {
    /// A point event.
    Point,
    /// The earlier end of a span.
    Start,
    /// The later end of a span.
    End,
}

/// Number of a point event or span in its clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventId {
    /// Index into [`ClipEvents::points`].
    Point(u32),
    /// Index into [`ClipEvents::spans`].
    Span(u32),
}

/// Error in the description of events, with its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {message}")]
#[non_exhaustive]
pub struct ClipEventError {
    /// Location in the description, such as `spans[0].end`, or line and column of a text.
    pub location: String,
    /// Problem at that location.
    pub message: String,
}

impl ClipEventError {
    pub(super) fn new(location: impl Into<String>, message: impl Into<String>) -> Self {
        Self { location: location.into(), message: message.into() }
    }

    /// The error with line and column of its field in the text that was read.
    #[cfg(feature = "ron")]
    #[must_use]
    pub fn in_text(self, text: &str) -> Self {
        Self { location: crate::text::in_text(self.location, text), ..self }
    }
}

impl ClipEvents {
    /// Events of a description: validated, and sorted by time.
    ///
    /// # Errors
    /// When a time is not finite or a span does not end after its start.
    pub fn from_description(description: &ClipEventsDescription) -> Result<Self, ClipEventError> {
        let ClipEventsDescription { mut points, mut spans, mut sync_markers } = description.clone();
        let times = points.iter().enumerate().map(|(n, e)| ("events", n, "time", e.time, &e.name));
        let times = times.chain(spans.iter().enumerate().flat_map(|(n, s)| {
            [("spans", n, "start", s.start, &s.name), ("spans", n, "end", s.end, &s.name)]
        }));
        let markers = sync_markers.iter().enumerate();
        for (list, n, field, time, name) in
            times.chain(markers.map(|(n, m)| ("sync_markers", n, "time", m.time, &m.name)))
        {
            if !time.is_finite() {
                let message = format!("event {name:?} is at {time} s; expected a finite time");
                return Err(ClipEventError::new(format!("{list}[{n}].{field}"), message));
            }
        }
        if let Some((n, span)) = spans.iter().enumerate().find(|(_, s)| s.end <= s.start) {
            let ClipEventSpan { start, end, name, .. } = span;
            let message =
                format!("span {name:?} runs from {start} s to {end} s; expected an end after the start");
            return Err(ClipEventError::new(format!("spans[{n}].end"), message));
        }
        points.sort_by(|a, b| a.time.total_cmp(&b.time));
        spans.sort_by(|a, b| a.start.total_cmp(&b.start));
        sync_markers.sort_by(|a, b| a.time.total_cmp(&b.time));
        let moments = points.iter().enumerate().map(|(n, e)| Boundary {
            time: e.time,
            event: EventId::Point(n as u32),
            side: BoundarySide::Point,
        });
        let ends = spans.iter().enumerate().flat_map(|(n, s)| {
            let boundary = |time, side| Boundary { time, event: EventId::Span(n as u32), side };
            [boundary(s.start, BoundarySide::Start), boundary(s.end, BoundarySide::End)]
        });
        let mut boundaries: Vec<Boundary> = moments.chain(ends).collect();
        boundaries.sort_by(|a, b| a.time.partial_cmp(&b.time).unwrap_or(Ordering::Equal));
        Ok(Self { points, spans, sync_markers, boundaries })
    }

    /// Point events, by time.
    #[must_use]
    pub fn points(&self) -> &[ClipEvent] {
        &self.points
    }

    /// Spans, by start.
    #[must_use]
    pub fn spans(&self) -> &[ClipEventSpan] {
        &self.spans
    }

    /// Sync markers, by time.
    #[must_use]
    pub fn sync_markers(&self) -> &[SyncMarker] {
        &self.sync_markers
    }

    /// Whether the clip has no events, spans or sync markers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boundaries.is_empty() && self.sync_markers.is_empty()
    }

    /// Name of an event; empty where it does not exist.
    #[must_use]
    pub fn name(&self, event: EventId) -> &str {
        match event {
            EventId::Point(n) => self.points.get(n as usize).map_or("", |e| &e.name),
            EventId::Span(n) => self.spans.get(n as usize).map_or("", |s| &s.name),
        }
    }

    /// Further text of an event; empty where it has none or does not exist.
    #[must_use]
    pub fn data(&self, event: EventId) -> &str {
        match event {
            EventId::Point(n) => self.points.get(n as usize).map_or("", |e| &e.data),
            EventId::Span(n) => self.spans.get(n as usize).map_or("", |s| &s.data),
        }
    }

    pub(crate) fn boundaries(&self) -> &[Boundary] {
        &self.boundaries
    }
}

impl ClipEventsDescription {
    /// Editable copy of events, for [`ClipEvents::from_description`] after changes.
    #[must_use]
    pub fn of(events: &ClipEvents) -> Self {
        Self {
            points: events.points.clone(),
            spans: events.spans.clone(),
            sync_markers: events.sync_markers.clone(),
        }
    }
}

impl TryFrom<ClipEventsDescription> for ClipEvents {
    type Error = ClipEventError;

    fn try_from(description: ClipEventsDescription) -> Result<Self, ClipEventError> {
        Self::from_description(&description)
    }
}

impl From<ClipEvents> for ClipEventsDescription {
    fn from(events: ClipEvents) -> Self {
        Self::of(&events)
    }
}
