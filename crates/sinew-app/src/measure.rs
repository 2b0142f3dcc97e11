//! Measuring for `sinew bench`: our jobs, and a peer's figures beside them.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How long one sample runs at least, so that the clock's own steps do not matter.
const SAMPLE: Duration = Duration::from_millis(2);

/// Something to measure.
pub(crate) struct Job<'a> {
    pub(crate) name: &'static str,
    /// What the figure is for one of.
    pub(crate) per: &'static str,
    count: usize,
    /// How often the work is repeated in a sample; 0 before the first.
    repeats: u32,
    work: Box<dyn FnMut() + 'a>,
}

impl<'a> Job<'a> {
    /// `work` does `count` of what is measured.
    pub(crate) fn new(name: &'static str, per: &'static str, count: usize, work: impl FnMut() + 'a) -> Self {
        Self { name, per, count: count.max(1), repeats: 0, work: Box::new(work) }
    }

    /// Nanoseconds for one, measured once. The first call warms up and finds how often to repeat.
    pub(crate) fn sample(&mut self) -> f64 {
        if self.repeats == 0 {
            self.repeats = 1;
            self.time();
            while self.time() < SAMPLE {
                self.repeats *= 2;
            }
        }
        self.time().as_nanos() as f64 / f64::from(self.repeats) / self.count as f64
    }

    fn time(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.repeats {
            (self.work)();
        }
        start.elapsed()
    }
}

/// The user's own program, which prints lines `job nanoseconds`.
pub(crate) struct Peer {
    program: PathBuf,
    file: Option<PathBuf>,
    samples: BTreeMap<String, Vec<f64>>,
}

impl Peer {
    /// A program that has not run yet; it gets `file` as its argument.
    pub(crate) fn new(program: &Path, file: Option<&Path>) -> Self {
        let (program, file) = (program.to_owned(), file.map(Path::to_owned));
        Self { program, file, samples: BTreeMap::new() }
    }

    /// Runs it once.
    pub(crate) fn run(&mut self) -> Result<(), Failure> {
        let fail = |message: String| Failure::input(self.program.display(), message);
        let output =
            Command::new(&self.program).args(&self.file).output().map_err(|e| fail(e.to_string()))?;
        if !output.status.success() {
            return Err(fail(format!("it ended with {}", output.status)));
        }
        for line in String::from_utf8_lossy(&output.stdout).lines().filter(|l| !l.trim().is_empty()) {
            let (job, nanoseconds) = parse(line)
                .ok_or_else(|| fail(format!("expected lines `job nanoseconds`, found {line:?}")))?;
            self.samples.entry(job.to_owned()).or_default().push(nanoseconds);
        }
        Ok(())
    }

    /// The median over its runs; none if it does not know the job.
    pub(crate) fn median(&mut self, job: &str) -> Option<f64> {
        self.samples.get_mut(job).map(|samples| median(samples))
    }
}

fn parse(line: &str) -> Option<(&str, f64)> {
    let (job, nanoseconds) = line.trim().rsplit_once(char::is_whitespace)?;
    let nanoseconds = nanoseconds.parse().ok().filter(|n: &f64| n.is_finite() && *n > 0.0)?;
    Some((job.trim(), nanoseconds))
}

/// The middle of `samples`, of which there is at least one.
pub(crate) fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    let half = samples.len() / 2;
    if samples.len() % 2 == 1 { samples[half] } else { (samples[half - 1] + samples[half]) * 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_peer_lines() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(parse("update  12.5"), Some(("update", 12.5)));
        for wrong in ["update", "update x", "update -1", "update NaN", ""] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
