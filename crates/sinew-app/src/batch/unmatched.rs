//! Patterns of options that match no clip of any input of a batch.

use super::work::Done;
use crate::report::fail_on::{self, CLIP_PATTERN};
use crate::report::message::message;
use sinew_import::Severity;
use std::collections::{BTreeMap, BTreeSet};

/// Messages about patterns, with the number of outputs that each is about.
#[derive(Debug, Default)]
pub(super) struct UnmatchedPatterns {
    /// Outputs so far, of all inputs.
    outputs: usize,
    messages: BTreeMap<String, usize>,
}

impl UnmatchedPatterns {
    pub(super) fn add(&mut self, done: &Done) {
        for line in done.lines_of_outputs() {
            self.outputs += 1;
            let findings = line["findings"].as_array().into_iter().flatten();
            let of_patterns = findings.filter(|finding| finding["code"] == CLIP_PATTERN);
            let messages: BTreeSet<_> =
                of_patterns.filter_map(|finding| finding["message"].as_str()).collect();
            for message in messages {
                *self.messages.entry(message.to_owned()).or_default() += 1;
            }
        }
    }

    /// Warns of the patterns that match a clip of no input. `are_all` is false where some inputs failed or were not
    /// begun.
    pub(super) fn warn(&self, are_all: bool) {
        let inputs = if are_all { "any input" } else { "the inputs that are done" };
        for (text, _) in self.messages.iter().filter(|(_, outputs)| **outputs == self.outputs) {
            message!("sinew: {text} in {inputs}");
            fail_on::note_severity(Severity::Warning);
        }
    }
}
