//! The clock of the benches; a file of theirs, since nothing else needs what it needs.

use std::time::Duration;

/// The time that the processor has spent on this thread.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().unwrap_or_default()
}

/// Time as it passes, where there is no other.
#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
