//! Events of the trial, such as foot strikes, as events of the clip.

use super::header::Header;
use super::parameters::Parameters;
use crate::Report;
use crate::error::quoted;
use sinew::clip::{ClipEvent, ClipEvents, ClipEventsDescription};

/// Largest number of events that are read.
const MAX_EVENTS: usize = 10_000;

/// Events within a clip of `seconds` whose start is at `start` seconds of the trial: those of the parameters,
/// else those of the header. A side goes before the label: `Left Foot Strike`.
pub(super) fn read(
    header: &Header,
    parameters: &Parameters<'_>,
    (start, seconds): (f64, f32),
    report: &mut Report,
) -> ClipEvents {
    let mut all = of_parameters(parameters);
    let location = if all.is_empty() { "header" } else { "EVENT:TIMES" };
    if all.is_empty() {
        all = header.events.iter().map(|(time, label)| (f64::from(*time), label.clone())).collect();
    }
    // Half a millisecond for rounding.
    let within = |time: f64| time.is_finite() && (-5e-4..=f64::from(seconds) + 5e-4).contains(&time);
    let (mut points, mut outside) = (Vec::new(), 0usize);
    for (time, name) in all {
        let time = time - start;
        if !within(time) {
            outside += 1;
            if outside == 1 {
                let message = format!(
                    "{} is at {time:.3} s of the clip, which lasts {seconds:.3} s; it is left out",
                    quoted(&name)
                );
                report.warn("c3d-events", location, message);
            }
            continue;
        }
        points.push(ClipEvent { time: (time as f32).clamp(0.0, seconds), name, data: String::new() });
    }
    if outside > 1 {
        report.warn("c3d-events", location, format!("{outside} events in all are outside of the clip"));
    }
    let description = ClipEventsDescription { points, ..ClipEventsDescription::default() };
    ClipEvents::from_description(&description).unwrap_or_default()
}

/// Times in seconds and names of the group `EVENT`.
fn of_parameters(parameters: &Parameters<'_>) -> Vec<(f64, String)> {
    let labels = parameters.texts("EVENT", "LABELS");
    let contexts = parameters.texts("EVENT", "CONTEXTS");
    let used = parameters.number("EVENT", "USED").map_or(labels.len(), |used| used as usize);
    let mut events = Vec::new();
    let mut times = times(parameters);
    for n in 0..used.min(MAX_EVENTS) {
        let Some(time) = times.next() else { break };
        let label = labels.get(n).map_or("", String::as_str);
        let name = match contexts.get(n).map(String::as_str) {
            Some(context) if !context.is_empty() && !context.eq_ignore_ascii_case("general") => {
                format!("{context} {label}")
            }
            _ => label.to_owned(),
        };
        events.push((time, name.trim().to_owned()));
    }
    events
}

/// Times of the group, which are pairs of minutes and seconds.
fn times(parameters: &Parameters<'_>) -> impl Iterator<Item = f64> {
    let mut lists = std::iter::once(String::new()).chain((2..=u8::MAX).map(|number| number.to_string()));
    let lists = std::iter::from_fn(move || parameters.find("EVENT", &format!("TIMES{}", lists.next()?)));
    lists.flat_map(|list| (0..).map_while(|n| Some(60.0 * list.number(2 * n)? + list.number(2 * n + 1)?)))
}
