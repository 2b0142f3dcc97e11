//! Record of a job: the work on one input of a call. A call has one job, or many at a time in a batch, each in
//! a thread of its own.

use crate::report::diagnostic_entry::{self, DiagnosticEntry};
use sinew_import::Report;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Results of a job so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Job {
    /// Holds messages and data back, for a batch that prints those of each job together.
    pub(crate) is_captured: bool,
    /// Lines for stderr that were held back.
    pub(crate) messages: Vec<String>,
    /// Bytes for stdout that were held back.
    pub(crate) data: Vec<u8>,
    /// Names of the files that are open; empty until an input file is.
    pub(crate) files: BTreeSet<String>,
    /// Diagnostics about the files of the job, with the names of the files.
    pub(crate) findings: Vec<(String, DiagnosticEntry)>,
    /// Files that are written, with their sizes in bytes.
    pub(crate) written: Vec<(PathBuf, u64)>,
    /// Path of an output that goes to stdout in place of a file.
    pub(crate) standard_output: Option<PathBuf>,
}

thread_local! {
    static JOB: RefCell<Job> = RefCell::default();
}

/// Runs `work` as a job of its own that begins as `job`, and returns its record too.
pub(crate) fn during<T>(job: Job, work: impl FnOnce() -> T) -> (T, Job) {
    let outer = JOB.replace(job);
    let result = work();
    (result, JOB.replace(outer))
}

/// Changes the record of this thread's job.
fn change<T>(change: impl FnOnce(&mut Job) -> T) -> T {
    JOB.with_borrow_mut(change)
}

/// Keeps a line for stderr, where the job holds lines back; else returns it.
pub(crate) fn keep_message(line: String) -> Option<String> {
    change(|job| match job.is_captured {
        true => {
            job.messages.push(line);
            None
        }
        false => Some(line),
    })
}

/// Holds bytes for stdout back.
pub(crate) fn keep_data(bytes: &[u8]) {
    change(|job| job.data.extend(bytes));
}

/// True for a job that holds messages and data back.
pub(crate) fn is_captured() -> bool {
    change(|job| job.is_captured)
}

/// Notes that the input file of this name is open.
pub(crate) fn note_opened(file: &str) {
    change(|job| job.files.insert(file.to_owned()));
}

/// True once an input file is open.
pub(crate) fn has_opened() -> bool {
    change(|job| !job.files.is_empty())
}

/// Notes diagnostics about a file.
pub(crate) fn note_findings(file: &str, report: &Report) {
    let entries = diagnostic_entry::all_entries(report).into_iter();
    change(|job| job.findings.extend(entries.map(|entry| (file.to_owned(), entry))));
}

/// Notes a finding about a file.
pub(crate) fn note_finding(file: &str, finding: DiagnosticEntry) {
    change(|job| job.findings.push((file.to_owned(), finding)));
}

/// Findings so far about a file that `--min-severity` shows.
pub(crate) fn findings_of(file: &str) -> Vec<DiagnosticEntry> {
    let of_file = |job: &mut Job| {
        job.findings.iter().filter(|(other, _)| other == file).map(|(_, entry)| entry.clone()).collect()
    };
    diagnostic_entry::shown(change(of_file))
}

/// Notes a file that is written.
pub(crate) fn note_written(path: &Path, bytes: u64) {
    change(|job| job.written.push((path.to_owned(), bytes)));
}

/// True where the output goes to stdout.
pub(crate) fn has_standard_output() -> bool {
    change(|job| job.standard_output.is_some())
}

/// True for the path of an output that goes to stdout.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    change(|job| job.standard_output.as_deref() == Some(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_has_what_happens_in_its_thread() {
        let captured = Job { is_captured: true, ..Job::default() };
        let (line, job) = during(captured, || {
            note_written(Path::new("a.glb"), 3);
            keep_data(b"{}");
            keep_message("said".into())
        });
        assert_eq!((line, &*job.messages, &*job.data), (None, &["said".to_owned()][..], &b"{}"[..]));
        assert_eq!(job.written, [(PathBuf::from("a.glb"), 3)]);
        assert_eq!(keep_message("said".into()), Some("said".into()));
        assert!(!is_captured());
    }
}
