//! What is written on a clip, and the way its body travels.

use super::PackError;
use super::reader::Reader;
use super::writer::Writer;
use crate::clip::{ClipEvent, ClipMarks, ClipSpan, LARGEST, PlainMarks, RootPose, RootTrack, SyncMarker};
use glam::Vec3;

pub(super) fn write(marks: &ClipMarks, out: &mut Writer) {
    out.count(marks.events().len());
    out.count(marks.spans().len());
    out.count(marks.markers().len());
    for event in marks.events() {
        out.numbers(&[event.time]);
        out.text(&event.name);
        out.text(&event.data);
    }
    for span in marks.spans() {
        out.numbers(&[span.start, span.end]);
        out.text(&span.name);
        out.text(&span.data);
    }
    for marker in marks.markers() {
        out.numbers(&[marker.time]);
        out.text(&marker.name);
    }
}

pub(super) fn read(from: &mut Reader<'_>) -> Result<ClipMarks, PackError> {
    let at = from.at();
    let (events, spans) = (from.u32("events")? as usize, from.u32("spans")? as usize);
    let markers = from.u32("markers")? as usize;
    let mut plain = PlainMarks::default();
    from.room(events, 12, "events")?;
    for _ in 0..events {
        let time = from.f32("time")?;
        plain.events.push(ClipEvent { time, name: from.text("name")?, data: from.text("data")? });
    }
    from.room(spans, 16, "spans")?;
    for _ in 0..spans {
        let [start, end] = from.numbers("time")?;
        plain.spans.push(ClipSpan { start, end, name: from.text("name")?, data: from.text("data")? });
    }
    from.room(markers, 8, "markers")?;
    for _ in 0..markers {
        let time = from.f32("time")?;
        plain.markers.push(SyncMarker { time, name: from.text("name")? });
    }
    ClipMarks::new(plain).map_err(|e| from.fail_at(at, e.to_string()))
}

pub(super) fn write_root(root: Option<&RootTrack>, out: &mut Writer) {
    out.count(root.map_or(0, |root| root.times().len()));
    for (time, place) in root.into_iter().flat_map(|root| root.times().iter().zip(root.places())) {
        out.numbers(&[*time]);
        out.numbers(&place.position.to_array());
        out.numbers(&[place.heading]);
    }
}

pub(super) fn read_root(from: &mut Reader<'_>) -> Result<Option<RootTrack>, PackError> {
    let at = from.at();
    let count = from.count(20, "keys of the root")?;
    if count == 0 {
        return Ok(None);
    }
    let (mut times, mut places) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for _ in 0..count {
        times.push(from.f32("time")?);
        let position = Vec3::from_array(from.numbers("position")?);
        places.push(RootPose { position, heading: from.f32("heading")? });
    }
    let numbers = |place: &RootPose| place.position.abs().max_element().max(place.heading.abs());
    if let Some(n) = (0..count).find(|n| numbers(&places[*n]).max(times[*n].abs()) > LARGEST) {
        return Err(from.fail_at(at, format!("key {n} of the root lies beyond {LARGEST}")));
    }
    RootTrack::new(times.into(), places).map(Some).map_err(|e| from.fail_at(at, e.to_string()))
}
