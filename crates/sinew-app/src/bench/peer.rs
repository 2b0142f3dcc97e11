//! Peer program of the user, which prints lines `job nanoseconds`.

use super::statistics::median;
use crate::report::failure::Failure;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Largest output of a run.
const MAX_BYTES: u64 = 1 << 20;

/// Peer program with its results so far.
pub(crate) struct Peer {
    program: PathBuf,
    arguments: Vec<OsString>,
    limit: Duration,
    samples: BTreeMap<String, Vec<f64>>,
}

impl Peer {
    /// A peer before its first run. `limit` is the time limit of a run.
    pub(crate) fn new(program: &Path, arguments: Vec<OsString>, limit: Duration) -> Self {
        Self { program: program.to_owned(), arguments, limit, samples: BTreeMap::new() }
    }

    /// Runs the program once.
    pub(crate) fn run(&mut self) -> Result<(), Failure> {
        let text = self.output().map_err(|message| self.failure(message))?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let jobs = lines.map(|line| {
            parse(line)
                .ok_or_else(|| self.failure(format!("expected lines `job nanoseconds`, found {line:?}")))
        });
        for (job, nanoseconds) in jobs.collect::<Result<Vec<_>, _>>()? {
            self.samples.entry(job).or_default().push(nanoseconds);
        }
        Ok(())
    }

    /// Median nanoseconds over its runs; none for an unknown job.
    pub(crate) fn median(&self, job: &str) -> Option<f64> {
        self.samples.get(job).and_then(|samples| median(samples))
    }

    /// Names of its jobs.
    pub(crate) fn jobs(&self) -> impl Iterator<Item = &str> {
        self.samples.keys().map(String::as_str)
    }

    fn failure(&self, message: String) -> Failure {
        Failure::input(self.program.display(), message)
    }

    fn output(&self) -> Result<String, String> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("it cannot be run: {e}"))?;
        let (out, complaints) = (gather(child.stdout.take()), gather(child.stderr.take()));
        let end = Instant::now() + self.limit;
        let late = || format!("not done after {} s", self.limit.as_secs_f64());
        let Some(status) = wait(&mut child, end).map_err(|e| e.to_string())? else {
            // Fails if it has just ended.
            let _ = child.kill();
            let _ = child.wait();
            return Err(late());
        };
        // A child process of the peer may keep its output open.
        let left = end.saturating_duration_since(Instant::now());
        let text = out.recv_timeout(left).map_err(|_| late())?;
        if text.len() as u64 >= MAX_BYTES {
            return Err("it prints without end; expected lines `job nanoseconds`".into());
        }
        if !status.success() {
            let complaints = complaints.recv_timeout(left.min(Duration::from_secs(1))).unwrap_or_default();
            let last = complaints.lines().rfind(|line| !line.trim().is_empty()).map(str::trim);
            return Err(format!(
                "it ended with {status}{}",
                last.map_or(String::new(), |l| format!(": {l}"))
            ));
        }
        Ok(text)
    }
}

/// Waits until `end`; none if the process still runs.
fn wait(child: &mut Child, end: Instant) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads a pipe to its end on another thread, so that a full pipe does not block the process.
fn gather(from: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(from) = from {
            // Output before an error is used.
            let _ = from.take(MAX_BYTES).read_to_end(&mut bytes);
        }
        // The receiver may be gone.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

fn parse(line: &str) -> Option<(String, f64)> {
    let (job, nanoseconds) = line.trim().rsplit_once(char::is_whitespace)?;
    let nanoseconds = nanoseconds.parse().ok().filter(|n: &f64| n.is_finite() && *n > 0.0)?;
    Some((job.trim().to_owned(), nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_peer() {
        assert_eq!(parse("update  12.5"), Some(("update".into(), 12.5)));
        assert_eq!(parse(" a job\t1e3 "), Some(("a job".into(), 1e3)));
        for wrong in ["update", "update x", "update -1", "update 0", "update NaN", "update inf", ""] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
