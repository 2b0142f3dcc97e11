//! Events and root motion of a clip.

use super::PackError;
use super::reader::Reader;
use super::writer::Writer;
use crate::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, LARGEST, RootPose, RootTrack, SyncMarker,
};
use glam::Vec3;

pub(super) fn write(events: &ClipEvents, out: &mut Writer) {
    out.count(events.points().len());
    out.count(events.spans().len());
    out.count(events.sync_markers().len());
    for event in events.points() {
        out.numbers(&[event.time]);
        out.text(&event.name);
        out.text(&event.data);
    }
    for span in events.spans() {
        out.numbers(&[span.start, span.end]);
        out.text(&span.name);
        out.text(&span.data);
    }
    for marker in events.sync_markers() {
        out.numbers(&[marker.time]);
        out.text(&marker.name);
    }
}

pub(super) fn read(from: &mut Reader<'_>) -> Result<ClipEvents, PackError> {
    let at = from.at();
    let (points, spans) = (from.u32("events")? as usize, from.u32("spans")? as usize);
    let markers = from.u32("markers")? as usize;
    let mut description = ClipEventsDescription::default();
    from.room(points, 12, "events")?;
    for _ in 0..points {
        let time = from.f32("time")?;
        description.points.push(ClipEvent { time, name: from.text("name")?, data: from.text("data")? });
    }
    from.room(spans, 16, "spans")?;
    for _ in 0..spans {
        let [start, end] = from.numbers("time")?;
        description.spans.push(ClipEventSpan {
            start,
            end,
            name: from.text("name")?,
            data: from.text("data")?,
        });
    }
    from.room(markers, 8, "markers")?;
    for _ in 0..markers {
        let time = from.f32("time")?;
        description.sync_markers.push(SyncMarker { time, name: from.text("name")? });
    }
    ClipEvents::from_description(&description).map_err(|e| from.fail_at(at, e.to_string()))
}

pub(super) fn write_root(root: Option<&RootTrack>, out: &mut Writer) {
    out.count(root.map_or(0, |root| root.times().len()));
    for (time, pose) in root.into_iter().flat_map(|root| root.times().iter().zip(root.poses())) {
        out.numbers(&[*time]);
        out.numbers(&pose.position.to_array());
        out.numbers(&[pose.heading]);
    }
}

pub(super) fn read_root(from: &mut Reader<'_>) -> Result<Option<RootTrack>, PackError> {
    let at = from.at();
    let count = from.count(20, "root motion keys")?;
    if count == 0 {
        return Ok(None);
    }
    let (mut times, mut poses) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for _ in 0..count {
        times.push(from.f32("time")?);
        let position = Vec3::from_array(from.numbers("position")?);
        poses.push(RootPose { position, heading: from.f32("heading")? });
    }
    let numbers = |pose: &RootPose| pose.position.abs().max_element().max(pose.heading.abs());
    if let Some(n) = (0..count).find(|n| numbers(&poses[*n]).max(times[*n].abs()) > LARGEST) {
        return Err(from.fail_at(at, format!("key {n} of the root motion is beyond {LARGEST}")));
    }
    RootTrack::new(times.into(), poses).map(Some).map_err(|e| from.fail_at(at, e.to_string()))
}
