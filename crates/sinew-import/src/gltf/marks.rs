//! What is written on animations in their `extras`: `events`, `spans` and sync `markers`, times in file seconds, and
//! `root`, the way the body travels. Anything may stand in extras, so that what is otherwise is only a warning.

use super::json::{List, Raw, read_part};
use super::source::Source;
use crate::ImportError;
use sinew::RawClip;
use sinew::clip::{ClipEvent, ClipEvents, ClipEventsDescription, ClipSpan, RootPose, RootTrack, SyncMarker};
use sinew::glam::Vec3;

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Marks {
    events: List<Mark>,
    spans: List<Mark>,
    markers: List<Mark>,
    root: Option<Root>,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Mark {
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

/// Reads the extras of animation `a` into its clip.
pub(super) fn read(
    source: &mut Source<'_>,
    extras: &Raw,
    a: usize,
    clip: &mut RawClip,
) -> Result<(), ImportError> {
    let Some(raw) = extras.as_ref().filter(|raw| raw.get().starts_with('{')) else { return Ok(()) };
    let place = format!("/animations/{a}/extras");
    let left = source.budget.left();
    let mut after = left;
    let part: Result<Marks, _> = read_part(raw.get(), &mut after);
    source.budget.take(left - after, 1, &place)?;
    let read = part.map_err(|(within, message)| (format!("{place}{within}"), message)).and_then(|part| {
        let (start, end) = (clip.start(), clip.end());
        let within = |time: f32| time >= start - 1e-3 && time <= end + 1e-3;
        clip.events = marks(&part, within).map_err(|message| (place.clone(), message))?;
        let root =
            part.root.map(|root| track(&root)).transpose().map_err(|m| (format!("{place}/root"), m))?;
        let strays = |root: &RootTrack| root.times().iter().any(|time| !within(*time));
        if root.as_ref().is_some_and(strays) {
            return Err((format!("{place}/root"), "a key stands beyond the clip's keys".to_owned()));
        }
        clip.root = root;
        Ok(())
    });
    if let Err((place, message)) = read {
        source.report.warn("animation-extras", place, format!("{message}; left out"));
    }
    Ok(())
}

fn marks(part: &Marks, within: impl Fn(f32) -> bool) -> Result<ClipEvents, String> {
    let (name, data) = (|mark: &Mark| mark.name.clone(), |mark: &Mark| mark.data.clone());
    let events = part.events.iter().map(|m| ClipEvent { time: m.time, name: name(m), data: data(m) });
    let span = |m: &Mark| ClipSpan { start: m.start, end: m.end, name: name(m), data: data(m) };
    let markers = part.markers.iter().map(|m| SyncMarker { time: m.time, name: name(m) });
    let (points, sync_markers) = (events.collect(), markers.collect());
    let plain = ClipEventsDescription { points, spans: part.spans.iter().map(span).collect(), sync_markers };
    let points = part.events.iter().chain(part.markers.iter()).map(|m| (m.time, &m.name));
    let mut times = points.chain(part.spans.iter().flat_map(|m| [(m.start, &m.name), (m.end, &m.name)]));
    if let Some((time, name)) = times.find(|(time, _)| !within(*time)) {
        return Err(format!("{name:?} stands at {time} s, expected it within the keys"));
    }
    ClipEvents::new(plain).map_err(|error| error.to_string())
}

fn track(root: &Root) -> Result<RootTrack, String> {
    if root.headings.len() != root.positions.len() {
        return Err(format!(
            "{} headings, expected one for each of {} positions",
            root.headings.len(),
            root.positions.len()
        ));
    }
    let places = root.positions.iter().zip(root.headings.iter());
    let places = places.map(|(&p, &heading)| RootPose { position: Vec3::from_array(p), heading });
    RootTrack::new(root.times.to_vec().into(), places.collect()).map_err(|error| error.to_string())
}
