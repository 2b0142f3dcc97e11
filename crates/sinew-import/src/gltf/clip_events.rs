//! Events and root motion in the `extras` of animations: `events`, `spans` and sync `markers`, with times in
//! seconds of the file, and `root`, the root motion. Extras may hold any JSON, so invalid content is only a
//! warning.

use super::bounded_json::{List, Raw, read_part};
use super::source::Source;
use crate::ImportError;
use sinew::RawClip;
use sinew::clip::{
    ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, RootPose, RootTrack, SyncMarker,
};
use sinew::glam::Vec3;

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct EventExtras {
    events: List<Event>,
    spans: List<Event>,
    markers: List<Event>,
    root: Option<Root>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Event {
    name: String,
    data: String,
    time: f32,
    start: f32,
    end: f32,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Root {
    times: List<f32>,
    positions: List<[f32; 3]>,
    headings: List<f32>,
}

/// Reads the extras of animation `a` into `clip`.
pub(super) fn read(
    source: &mut Source<'_>,
    extras: &Raw,
    a: usize,
    clip: &mut RawClip,
) -> Result<(), ImportError> {
    let Some(raw) = extras.as_ref().filter(|raw| raw.get().starts_with('{')) else { return Ok(()) };
    let location = format!("/animations/{a}/extras");
    let left = source.budget.left();
    let mut after = left;
    let part: Result<EventExtras, _> = read_part(raw.get(), &mut after);
    source.budget.take(left - after, 1, &location)?;
    let read = part.map_err(|(within, message)| (format!("{location}{within}"), message)).and_then(|part| {
        let (start, end) = (clip.start(), clip.end());
        let within = |time: f32| time >= start - 1e-3 && time <= end + 1e-3;
        clip.events = events(&part, within).map_err(|message| (location.clone(), message))?;
        let root =
            part.root.map(|root| track(&root)).transpose().map_err(|m| (format!("{location}/root"), m))?;
        let is_outside = |root: &RootTrack| root.times().iter().any(|time| !within(*time));
        if root.as_ref().is_some_and(is_outside) {
            return Err((
                format!("{location}/root"),
                "a key time is outside of the clip's key times".to_owned(),
            ));
        }
        clip.root_motion = root;
        Ok(())
    });
    if let Err((location, message)) = read {
        source.report.warn("animation-extras", location, format!("{message}; the extras are left out"));
    }
    Ok(())
}

fn events(part: &EventExtras, within: impl Fn(f32) -> bool) -> Result<ClipEvents, String> {
    let (name, data) = (|event: &Event| event.name.clone(), |event: &Event| event.data.clone());
    let events = part.events.iter().map(|m| ClipEvent { time: m.time, name: name(m), data: data(m) });
    let span = |m: &Event| ClipEventSpan { start: m.start, end: m.end, name: name(m), data: data(m) };
    let markers = part.markers.iter().map(|m| SyncMarker { time: m.time, name: name(m) });
    let (points, sync_markers) = (events.collect(), markers.collect());
    let plain = ClipEventsDescription { points, spans: part.spans.iter().map(span).collect(), sync_markers };
    let points = part.events.iter().chain(part.markers.iter()).map(|m| (m.time, &m.name));
    let mut times = points.chain(part.spans.iter().flat_map(|m| [(m.start, &m.name), (m.end, &m.name)]));
    if let Some((time, name)) = times.find(|(time, _)| !within(*time)) {
        return Err(format!("{name:?} is at {time} s, outside of the clip's key times"));
    }
    ClipEvents::from_description(&plain).map_err(|error| error.to_string())
}

fn track(root: &Root) -> Result<RootTrack, String> {
    if root.headings.len() != root.positions.len() {
        return Err(format!(
            "{} headings; expected one for each of the {} positions",
            root.headings.len(),
            root.positions.len()
        ));
    }
    let poses = root.positions.iter().zip(root.headings.iter());
    let poses = poses.map(|(&p, &heading)| RootPose { position: Vec3::from_array(p), heading });
    RootTrack::new(root.times.to_vec().into(), poses.collect()).map_err(|error| error.to_string())
}
