//! Time and memory of a piece of work on this thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

thread_local! {
    /// Bytes currently allocated by this thread, and their maximum.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(bytes: isize) {
    let (now, max) = HELD.get();
    HELD.set((now + bytes, max.max(now + bytes)));
}

struct Counting;

// SAFETY: every call is forwarded to the system allocator unchanged.
#[allow(unsafe_code, reason = "an allocator can only be counted by being one")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both copies may exist at the same time.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Time and memory that some work took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// Run time of the thread where the system tells it, else the time that passed.
    pub(crate) seconds: f64,
    /// Largest number of bytes allocated at once.
    pub(crate) peak: usize,
}

impl Usage {
    /// Does the work, and returns its result, or the message of its panic.
    pub(crate) fn of<T>(work: impl FnOnce() -> T) -> (Result<T, String>, Self) {
        let (before, _) = HELD.get();
        HELD.set((before, before));
        let (start, wall) = (run_time(), Instant::now());
        let outcome = catch_unwind(AssertUnwindSafe(work));
        let time = match (start, run_time()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => wall.elapsed(),
        };
        let peak = (HELD.get().1 - before).max(0) as usize;
        let outcome = outcome.map_err(|panic| match panic.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => panic.downcast_ref::<&str>().map_or("?", |text| text).to_owned(),
        });
        (outcome, Self { seconds: time.as_secs_f64(), peak })
    }
}

/// Run time of the thread on Linux, which is stored in nanoseconds.
fn run_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
