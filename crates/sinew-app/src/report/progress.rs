use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Progress bar on a terminal, shown for work that takes longer than a second.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: Cell<bool>,
}

impl Progress {
    /// A progress bar for `steps` steps; `things` is their plural.
    pub(crate) fn new(steps: usize, things: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}}/{{len}} {things} {{eta}}"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, started: Instant::now(), shown: Cell::new(false) }
    }

    /// Counts a step.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
        if !self.shown.get() && self.started.elapsed() > Duration::from_secs(1) {
            self.shown.set(true);
            if std::io::stderr().is_terminal() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
