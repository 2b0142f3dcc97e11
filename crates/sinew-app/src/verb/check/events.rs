//! Check of an events file against the clips of characters.

use super::findings::{Target, diagnostic, for_target, remark};
use crate::options::events::check_times;
use crate::report::choices::suggest;
use crate::report::diagnostic::DiagnosticEntry;
use crate::report::plural::count;
use sinew::clip::EventsByClip;

/// Diagnostics of the events of a text for each of `targets`.
pub(super) fn check(text: &str, events: &EventsByClip, targets: &[Target]) -> Vec<DiagnosticEntry> {
    let mut diagnostics = faults_by_themselves(text, events);
    if targets.is_empty() && diagnostics.is_empty() {
        let message = "the file has valid events; add a character to check that they fit its clips";
        return vec![remark("events", message.to_owned())];
    }
    for target in targets {
        let faults = mismatches(events, target);
        if faults.is_empty() && diagnostics.is_empty() {
            let clips = count(events.clips.len(), "clip");
            diagnostics.push(remark("events", format!("the events fit {}: {clips}", target.name)));
        }
        diagnostics.extend(faults.into_iter().map(|fault| for_target(fault, target)));
    }
    diagnostics
}

/// Errors that need no character, such as a span that ends before its start.
fn faults_by_themselves(text: &str, events: &EventsByClip) -> Vec<DiagnosticEntry> {
    let errors = events.events().filter_map(|(_, events)| events.err());
    errors
        .map(|error| error.in_text(text))
        .map(|error| diagnostic("events", error.location, error.message))
        .collect()
}

/// Errors for a character: clips that it lacks, and times outside of their keys.
fn mismatches(events: &EventsByClip, target: &Target) -> Vec<DiagnosticEntry> {
    let mut faults = Vec::new();
    for (name, events) in events.events() {
        let fault = match target.clips.iter().find(|clip| clip.name() == name) {
            None => {
                let known = suggest(name, target.clips.iter().map(|clip| clip.name()));
                Some(format!("no clip called {name:?}; {known}"))
            }
            // Events that are wrong by themselves are reported once.
            Some(clip) => match events {
                Ok(events) => check_times(&events, clip.start(), clip.end()).err(),
                Err(_) => None,
            },
        };
        faults.extend(fault.map(|message| diagnostic("events", format!("{name:?}"), message)));
    }
    faults
}
