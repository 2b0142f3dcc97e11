//! A thread that notices work that does not end. A limit that is checked after the work never sees it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// What each thread works on, and since when.
type Works = Mutex<HashMap<ThreadId, (String, Instant)>>;

/// Watches the work of threads until it is dropped.
pub(crate) struct Watchdog {
    works: Arc<Works>,
}

impl Watchdog {
    /// Calls `on_hang` with the name of a piece of work that takes longer than `limit`, in seconds that pass.
    pub(crate) fn new(limit: Duration, on_hang: impl Fn(&str) + Send + 'static) -> Self {
        let works = Arc::<Works>::default();
        let watched = Arc::downgrade(&works);
        thread::spawn(move || watch(&watched, limit, on_hang));
        Self { works }
    }

    /// Ends the process with a message on stderr: a hanging thread cannot be stopped.
    pub(crate) fn aborting(limit: Duration) -> Self {
        Self::new(limit, move |work| {
            use std::io::Write;
            // Not `eprintln!`, whose text a test harness keeps to itself until the test has ended.
            let _ = writeln!(std::io::stderr(), "{work}: no end after {} s", limit.as_secs());
            std::process::abort();
        })
    }

    /// This thread begins the work of that name.
    pub(crate) fn begin(&self, work: String) {
        let mut works = self.works.lock().unwrap_or_else(PoisonError::into_inner);
        works.insert(thread::current().id(), (work, Instant::now()));
    }

    /// This thread has ended its work.
    pub(crate) fn end(&self) {
        self.works.lock().unwrap_or_else(PoisonError::into_inner).remove(&thread::current().id());
    }
}

fn watch(works: &Weak<Works>, limit: Duration, on_hang: impl Fn(&str)) {
    while let Some(works) = works.upgrade() {
        let works = works.lock().unwrap_or_else(PoisonError::into_inner).clone();
        works.values().filter(|(_, since)| since.elapsed() > limit).for_each(|(work, _)| on_hang(work));
        thread::sleep(limit / 10);
    }
}
