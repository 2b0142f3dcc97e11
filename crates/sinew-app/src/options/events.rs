//! Options that add events, spans and sync markers to clips.

use crate::asset::clip_choice;
use crate::asset::input_file;
use crate::options::number::seconds;
use crate::report::choices::suggest;
use crate::report::failure::Failure;
use crate::report::milliseconds::round_to_milliseconds;
use clap::Args;
use sinew::RawClip;
use sinew::clip::{ClipEvent, ClipEventSpan, ClipEvents, ClipEventsDescription, EventsByClip, SyncMarker};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Largest time of an event beyond the clip's keys, seconds: times in text are rounded.
const TIME_TOLERANCE: f32 = 1e-3;

/// Events to write on clips.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct EventOptions {
    /// Replace the events, spans and sync markers of clips by those of a RON file, by clip names, such as
    /// `{"walk": (events: [(time: 0.2, name: "step")], sync_markers: [(time: 0.2, name: "left")])}`
    #[arg(long, alias = "marks", value_name = "FILE", help_heading = "Events")]
    pub(crate) events: Option<PathBuf>,
    /// Add an event at second S of clip C, or a span from S to E; may be repeated
    #[arg(long, alias = "mark", value_name = "C@S[..E]=NAME", help_heading = "Events")]
    pub(crate) event: Vec<NewEvent>,
    /// Add a sync marker, by which blend spaces keep clips in step; may be repeated
    #[arg(long, value_name = "C@S=NAME", help_heading = "Events")]
    pub(crate) sync_marker: Vec<NewEvent>,
}

/// Value of `--event` and `--sync-marker`: `C@S=NAME`, or `C@S..E=NAME` for a span.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewEvent {
    clip: String,
    /// Seconds.
    start: f32,
    /// End of a span, seconds.
    end: Option<f32>,
    name: String,
}

impl FromStr for NewEvent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let time = |text: &str| seconds(text).ok().map(|time| time as f32);
        // Names may contain the separators: the first `@` with a time behind it counts.
        let events = text.match_indices('@').filter_map(|(at, _)| {
            let (clip, rest) = (&text[..at], &text[at + 1..]);
            let (times, name) = rest.split_once('=')?;
            let (start, end) = match times.split_once("..") {
                Some((start, end)) => (time(start)?, Some(time(end)?)),
                None => (time(times)?, None),
            };
            Some(Self { clip: clip.into(), start, end, name: name.into() })
        });
        let event = events.into_iter().find(|event| !event.clip.is_empty() && !event.name.is_empty());
        event.ok_or_else(|| {
            "expected CLIP@SECONDS=NAME, such as Walk@0.35=left_foot, or CLIP@START..END=NAME".into()
        })
    }
}

impl EventOptions {
    /// True when there is anything to write.
    pub(crate) fn any(&self) -> bool {
        self.events.is_some() || !self.event.is_empty() || !self.sync_marker.is_empty()
    }

    /// Fails for an event of a clip that is not among `clips`, of which the names alone count, before work is
    /// done for them. `file` names their file in errors.
    pub(crate) fn check_names(&self, clips: &[RawClip], file: &str) -> Result<(), Failure> {
        // A pipe can be read once.
        if let Some(path) = self.events.as_ref().filter(|path| path.is_file()) {
            let name = path.display().to_string();
            let text = input_file::read_text(path)?;
            let events = EventsByClip::from_ron(&text).map_err(|e| Failure::input(&name, e))?;
            for clip in events.clips.keys() {
                find_by_name(clips, clip, &name)?;
            }
        }
        for event in self.event.iter().chain(&self.sync_marker) {
            let unknown = || clip_choice::unknown(&event.clip, file, clips);
            clip_choice::find(clips, &event.clip).ok_or_else(unknown)?;
        }
        Ok(())
    }

    /// Writes the events on `clips`. `file` names their file in errors.
    pub(crate) fn write(&self, clips: &mut [RawClip], file: &str) -> Result<(), Failure> {
        if let Some(path) = &self.events {
            from_file(clips, path)?;
        }
        let events = self.event.iter().map(|event| (event, false));
        for (event, sync) in events.chain(self.sync_marker.iter().map(|marker| (marker, true))) {
            let number = clip_choice::find(clips, &event.clip);
            let number = number.ok_or_else(|| clip_choice::unknown(&event.clip, file, clips))?;
            let mut plain = ClipEventsDescription::of(&clips[number].events);
            let (time, name, data) = (event.start, event.name.clone(), String::new());
            match (sync, event.end) {
                (false, None) => plain.points.push(ClipEvent { time, name, data }),
                (false, Some(end)) => plain.spans.push(ClipEventSpan { start: time, end, name, data }),
                (true, None) => plain.sync_markers.push(SyncMarker { time, name }),
                (true, Some(_)) => {
                    let message = format!("--sync-marker {name:?}: a marker has one time; expected C@S=NAME");
                    return Err(Failure::Call(message));
                }
            }
            let clip = &mut clips[number];
            let failure =
                |message: String| Failure::Call(format!("{file}: clip {:?}: {message}", event.clip));
            let events = ClipEvents::from_description(&plain).map_err(|error| failure(error.message))?;
            write_on(clip, events).map_err(failure)?;
        }
        Ok(())
    }
}

/// Replaces the events of clips by those of a RON file.
fn from_file(clips: &mut [RawClip], path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let text = input_file::read_text(path)?;
    let read = EventsByClip::from_ron(&text).map_err(|e| Failure::input(&name, e))?;
    for (clip, events) in read.events() {
        let number = find_by_name(clips, clip, &name)?;
        let events = events.map_err(|error| Failure::input(&name, error.in_text(&text)))?;
        write_on(&mut clips[number], events)
            .map_err(|message| Failure::input(&name, format!("clip {clip:?}: {message}")))?;
    }
    Ok(())
}

/// Number of the clip called `wanted` by an events file called `file`.
fn find_by_name(clips: &[RawClip], wanted: &str, file: &str) -> Result<usize, Failure> {
    clips.iter().position(|clip| clip.name == wanted).ok_or_else(|| {
        let known = suggest(wanted, clips.iter().map(|clip| clip.name.as_str()));
        Failure::input(file, format!("no clip called {wanted:?}; {known}"))
    })
}

/// Sets the events of a clip. An event outside of the clip's keys is an error, since playback never reaches
/// it.
fn write_on(clip: &mut RawClip, events: ClipEvents) -> Result<(), String> {
    check_times(&events, clip.start(), clip.end())?;
    clip.events = events;
    Ok(())
}

/// Fails for an event outside of a clip with keys from `start` to `end`.
pub(crate) fn check_times(events: &ClipEvents, start: f32, end: f32) -> Result<(), String> {
    let moments = events.points().iter().map(|e| (e.time, &e.name));
    let ends = events.spans().iter().flat_map(|s| [(s.start, &s.name), (s.end, &s.name)]);
    let times = moments.chain(ends).chain(events.sync_markers().iter().map(|m| (m.time, &m.name)));
    let strays = |time: f32| time < start - TIME_TOLERANCE || time > end + TIME_TOLERANCE;
    if let Some((time, name)) = times.into_iter().find(|(time, _)| strays(*time)) {
        let [time, start, end] = [time, start, end].map(round_to_milliseconds);
        return Err(format!("{name:?} is at {time} s; expected {start} s to {end} s"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_contain_the_separators() {
        let event = |clip: &str, start, end, name: &str| {
            Ok(NewEvent { clip: clip.into(), start, end, name: name.into() })
        };
        assert_eq!("Walk@0.35=left_foot".parse(), event("Walk", 0.35, None, "left_foot"));
        assert_eq!("0@0.1..0.5=blade".parse(), event("0", 0.1, Some(0.5), "blade"));
        assert_eq!("rig@Walk@1=a=b@2".parse(), event("rig@Walk", 1.0, None, "a=b@2"));
        for wrong in ["Walk", "Walk@1", "Walk@1=", "@1=step", "Walk@soon=step", "Walk@1..=step", "Walk@nan=x"]
        {
            assert!(wrong.parse::<NewEvent>().is_err(), "{wrong}");
        }
    }
}
