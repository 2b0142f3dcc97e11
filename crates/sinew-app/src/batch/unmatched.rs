//! Patterns of options that match no clip of any input of a batch.

use super::work::Done;
use crate::report::fail_on::{self, UNMATCHED};
use crate::report::message::message;
use sinew_import::Severity;
use std::collections::BTreeMap;

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
            for message in findings.filter(|finding| finding["code"] == UNMATCHED) {
                let message = message["message"].as_str().unwrap_or_default().to_owned();
                *self.messages.entry(message).or_default() += 1;
            }
        }
    }

    /// Warns of the patterns that match a clip of no input.
    pub(super) fn warn(&self) {
        for (text, _) in self.messages.iter().filter(|(_, outputs)| **outputs == self.outputs) {
            message!("sinew: {text} in any input");
            fail_on::note_severity(Severity::Warning);
        }
    }
}
