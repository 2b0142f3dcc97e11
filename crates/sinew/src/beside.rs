//! Work on a second thread.

/// Results of two functions, of which the second runs on a thread beside this one where there are threads. For
/// loading; frames run on one thread.
pub fn on_two_threads<A, B: Send>(here: impl FnOnce() -> A, beside: impl FnOnce() -> B + Send) -> (A, B) {
    if cfg!(target_family = "wasm") {
        return (here(), beside());
    }
    std::thread::scope(|scope| {
        let beside = scope.spawn(beside);
        (here(), beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
