//! Everything the command writes for its user: exit codes and messages, tables, lists of choices, progress,
//! files.

pub(crate) mod choices;
pub(crate) mod diagnostic;
pub(crate) mod diagnostic_entry;
pub(crate) mod fail_on;
pub(crate) mod failure;
pub(crate) mod file_name;
pub(crate) mod job;
pub(crate) mod message;
pub(crate) mod milliseconds;
pub(crate) mod nodes;
pub(crate) mod output;
pub(crate) mod plural;
pub(crate) mod progress;
pub(crate) mod shell;
pub(crate) mod table;
pub(crate) mod unfinished;
pub(crate) mod usage;
pub(crate) mod verbosity;
pub(crate) mod whole_file;
