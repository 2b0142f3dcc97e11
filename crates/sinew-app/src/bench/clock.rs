//! What time a batch takes.

use std::time::{Duration, Instant};

/// By which clock a job is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The time that the processor spent on this thread, so that other programs do not count; where the system does not
    /// tell, [`Clock::Wall`].
    Thread,
    /// Time as it passes, for work that is done elsewhere and waited for.
    Wall,
}

impl Clock {
    /// How long `work` takes.
    pub(crate) fn time(self, work: impl FnOnce()) -> Duration {
        let (start, thread) = (Instant::now(), self.thread_time());
        work();
        match thread.zip(self.thread_time()) {
            Some((from, to)) => to.saturating_sub(from),
            None => start.elapsed(),
        }
    }

    #[cfg(unix)]
    fn thread_time(self) -> Option<Duration> {
        use rustix::time::{ClockId, clock_gettime};
        let now = || clock_gettime(ClockId::ThreadCPUTime);
        (self == Self::Thread).then(now).and_then(|time| time.try_into().ok())
    }

    #[cfg(not(unix))]
    fn thread_time(self) -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_wall_clock_counts_sleep() {
        let nap = Duration::from_millis(50);
        assert!(Clock::Wall.time(|| std::thread::sleep(nap)) >= nap);
        if cfg!(unix) {
            assert!(Clock::Thread.time(|| std::thread::sleep(nap)) < nap / 2);
        }
        let start = Instant::now();
        let busy = Clock::Thread.time(|| while start.elapsed() < nap {});
        assert!(busy > Duration::ZERO && busy < 100 * nap, "{busy:?}");
    }
}
