//! Batches: a verb on many inputs, with an output for each, several at a time.

mod input;
mod item;
mod line;
mod names;
mod options;
mod outputs;
mod plan;
mod record;
mod report;
mod run;
mod target;
mod unmatched;
mod verb;
mod work;

pub(crate) use run::run;
pub(crate) use verb::{BatchVerb, InputFiles, ItemFiles, augment};
