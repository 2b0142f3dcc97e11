//! Clocks for batches.

use std::time::{Duration, Instant};

/// Clock that times a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// Processor time of this thread, without other programs; [`Clock::Wall`] where the system does not
    /// provide it.
    Thread,
    /// Wall-clock time, for work on other threads or devices.
    Wall,
}

impl Clock {
    /// Times `work`.
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
