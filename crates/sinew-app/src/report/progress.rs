use crate::report::job;
use crate::report::message::message;
use crate::report::verbosity::Verbosity;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Progress bar on a terminal, shown for work that takes longer than a second. Elsewhere
/// [`announced`](Self::announced) work prints one line.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: Cell<bool>,
    announcement: Option<String>,
}

/// Duration after which the rest of the work is estimated.
const FIRST_PART: Duration = Duration::from_secs(1);
/// Shortest estimated work that is announced where there is no terminal.
const LONG_WORK: Duration = Duration::from_secs(10);

impl Progress {
    /// A progress bar for `steps` steps; `things` is their plural.
    pub(crate) fn new(steps: usize, things: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {things} {{eta}}"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, started: Instant::now(), shown: Cell::new(false), announcement: None }
    }

    /// The same; where stderr is not a terminal, long work prints `message`, such as "rendering 240
    /// pictures", once it has begun.
    pub(crate) fn announced(self, message: String) -> Self {
        Self { announcement: Some(message), ..self }
    }

    /// Counts a step.
    pub(crate) fn step(&self) {
        self.advance(1);
    }

    /// Counts some steps.
    pub(crate) fn advance(&self, steps: usize) {
        self.bar.inc(steps as u64);
        let elapsed = self.started.elapsed();
        // A batch has a bar for all of its jobs.
        if !self.shown.get() && !Verbosity::get().quiet && !job::is_captured() && elapsed > FIRST_PART {
            self.shown.set(true);
            if std::io::stderr().is_terminal() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            } else if let Some(what) = &self.announcement
                && is_long(elapsed, self.bar.position(), self.bar.length().unwrap_or(0))
            {
                message!("sinew: {what} …");
            }
        }
    }

    /// Runs `print` while the bar is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// True for work whose `steps`, of which `done` took `elapsed`, take long.
fn is_long(elapsed: Duration, done: u64, steps: u64) -> bool {
    done > 0 && elapsed.as_secs_f64() * steps as f64 / done as f64 >= LONG_WORK.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_work_is_announced() {
        let second = Duration::from_secs(1);
        assert!(is_long(second, 5, 240));
        assert!(!is_long(second, 40, 240) && !is_long(second, 0, 0) && !is_long(second, 0, 10));
    }
}
