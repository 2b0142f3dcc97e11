//! Options of batches.

use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

/// Options of the verbs that write files.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BatchOptions {
    /// Inputs that are worked on at a time (default: the number of processor cores)
    #[arg(long, value_name = "N", value_parser = jobs, allow_negative_numbers = true, help_heading = "Batches")]
    jobs: Option<NonZeroUsize>,
    /// Leave out inputs whose outputs are newer: made of the same files, with the same options, by the same
    /// version of sinew, as the record .sinew-newer.jsonl beside the outputs says
    #[arg(long, help_heading = "Batches")]
    pub(super) newer: bool,
    /// Go on after an input that fails
    #[arg(long, help_heading = "Batches")]
    pub(super) keep_going: bool,
    /// Write a line of JSON per output: input, output, opened, written, findings, seconds, bytes
    #[arg(long, value_name = "FILE.jsonl", help_heading = "Batches")]
    pub(super) report: Option<PathBuf>,
}

/// Number of jobs, 1 or more.
fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number, 1 or more".into())
}

impl BatchOptions {
    /// Number of jobs at a time for this number of inputs.
    pub(super) fn jobs(&self, inputs: usize) -> usize {
        let jobs = self.jobs.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        jobs.min(inputs).max(1)
    }
}
