use std::cmp::Ordering;

/// A moment of a clip that means something: a footstep, a blow that lands.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipEvent {
    /// File seconds.
    pub time: f32,
    /// What happens.
    pub name: String,
    /// Anything more that the receiver should know; often empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub data: String,
}

/// A stretch of a clip that means something: a blade that cuts, a foot that stands.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipSpan {
    /// File seconds at which it begins.
    pub start: f32,
    /// File seconds at which it ends, later than it begins.
    pub end: f32,
    /// What goes on.
    pub name: String,
    /// Anything more that the receiver should know; often empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub data: String,
}

/// A moment at which clips of one gait agree, such as the left foot coming down. Clips with markers of the same names
/// in the same order keep in step however their markers are spaced.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SyncMarker {
    /// File seconds.
    pub time: f32,
    /// Which moment of the gait.
    pub name: String,
}

/// What is written on a clip: events, spans and sync markers.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "PlainMarks", into = "PlainMarks"))]
pub struct ClipMarks {
    events: Vec<ClipEvent>,
    spans: Vec<ClipSpan>,
    markers: Vec<SyncMarker>,
    /// All that playing may pass, by time.
    borders: Vec<Border>,
}

/// Marks as files have them, before they are checked.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Marks"))]
pub struct PlainMarks {
    /// Moments.
    pub events: Vec<ClipEvent>,
    /// Stretches.
    pub spans: Vec<ClipSpan>,
    /// Moments at which gaits agree.
    pub markers: Vec<SyncMarker>,
}

/// A time at which something happens when it is passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Border {
    pub(crate) time: f32,
    pub(crate) mark: Mark,
    pub(crate) side: BorderSide,
}

/// What part of a mark lies at a border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BorderSide {
    /// All of an event.
    Event,
    /// The earlier end of a span.
    Start,
    /// The later end of a span.
    End,
}

/// An event or span of a clip, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One of [`ClipMarks::events`].
    Event(u32),
    /// One of [`ClipMarks::spans`].
    Span(u32),
}

/// A mark that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MarkError {
    /// A time that is not finite.
    #[error("{name:?} stands at {time} s; expected a finite time")]
    Time {
        /// The mark.
        name: String,
        /// Its time.
        time: f32,
    },
    /// A span that does not end after it begins.
    #[error("span {name:?} runs from {start} s to {end} s; expected it to end later than it begins")]
    Backwards {
        /// The span.
        name: String,
        /// Its beginning.
        start: f32,
        /// Its end.
        end: f32,
    },
}

impl ClipMarks {
    /// Puts marks in the order of their times.
    ///
    /// # Errors
    /// When a time is not finite or a span does not end after it begins.
    pub fn new(plain: PlainMarks) -> Result<Self, MarkError> {
        let PlainMarks { mut events, mut spans, mut markers } = plain;
        let times = events.iter().map(|e| (e.time, &e.name));
        let times = times.chain(spans.iter().flat_map(|s| [(s.start, &s.name), (s.end, &s.name)]));
        for (time, name) in times.chain(markers.iter().map(|m| (m.time, &m.name))) {
            if !time.is_finite() {
                return Err(MarkError::Time { name: name.clone(), time });
            }
        }
        if let Some(span) = spans.iter().find(|s| s.end <= s.start) {
            let ClipSpan { start, end, name, .. } = span.clone();
            return Err(MarkError::Backwards { name, start, end });
        }
        events.sort_by(|a, b| a.time.total_cmp(&b.time));
        spans.sort_by(|a, b| a.start.total_cmp(&b.start));
        markers.sort_by(|a, b| a.time.total_cmp(&b.time));
        let points = events.iter().enumerate().map(|(n, e)| Border {
            time: e.time,
            mark: Mark::Event(n as u32),
            side: BorderSide::Event,
        });
        let ends = spans.iter().enumerate().flat_map(|(n, s)| {
            let border = |time, side| Border { time, mark: Mark::Span(n as u32), side };
            [border(s.start, BorderSide::Start), border(s.end, BorderSide::End)]
        });
        let mut borders: Vec<Border> = points.chain(ends).collect();
        borders.sort_by(|a, b| a.time.partial_cmp(&b.time).unwrap_or(Ordering::Equal));
        Ok(Self { events, spans, markers, borders })
    }

    /// Moments, by time.
    pub fn events(&self) -> &[ClipEvent] {
        &self.events
    }

    /// Stretches, by where they begin.
    pub fn spans(&self) -> &[ClipSpan] {
        &self.spans
    }

    /// Moments at which gaits agree, by time.
    pub fn markers(&self) -> &[SyncMarker] {
        &self.markers
    }

    /// Whether nothing is written on the clip.
    pub fn is_empty(&self) -> bool {
        self.borders.is_empty() && self.markers.is_empty()
    }

    /// The name of a mark; empty where there is no such mark.
    pub fn name(&self, mark: Mark) -> &str {
        match mark {
            Mark::Event(n) => self.events.get(n as usize).map_or("", |e| &e.name),
            Mark::Span(n) => self.spans.get(n as usize).map_or("", |s| &s.name),
        }
    }

    /// What else a mark says; empty where there is no such mark.
    pub fn data(&self, mark: Mark) -> &str {
        match mark {
            Mark::Event(n) => self.events.get(n as usize).map_or("", |e| &e.data),
            Mark::Span(n) => self.spans.get(n as usize).map_or("", |s| &s.data),
        }
    }

    /// The marks as they can be changed and made into marks again.
    pub fn to_plain(&self) -> PlainMarks {
        PlainMarks { events: self.events.clone(), spans: self.spans.clone(), markers: self.markers.clone() }
    }

    pub(crate) fn borders(&self) -> &[Border] {
        &self.borders
    }
}

impl TryFrom<PlainMarks> for ClipMarks {
    type Error = MarkError;

    fn try_from(plain: PlainMarks) -> Result<Self, MarkError> {
        Self::new(plain)
    }
}

impl From<ClipMarks> for PlainMarks {
    fn from(marks: ClipMarks) -> Self {
        marks.to_plain()
    }
}
