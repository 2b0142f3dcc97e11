//! Instruction counter of this thread, from Linux' perf events.

/// Counter of user-mode instructions of this thread.
pub(crate) struct Instructions(Result<counter::Counter, String>);

impl Instructions {
    /// Starts counting.
    pub(crate) fn new() -> Self {
        Self(counter::start())
    }

    /// Reason why nothing is counted; none if it is.
    pub(crate) fn missing(&self) -> Option<&str> {
        self.0.as_ref().err().map(String::as_str)
    }

    /// Instructions so far; none if nothing is counted.
    pub(crate) fn now(&mut self) -> Option<u64> {
        self.0.as_mut().ok().and_then(counter::read)
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod counter {
    use perf_event::Builder;
    use perf_event::events::Hardware;
    use std::io::ErrorKind;

    pub(super) type Counter = perf_event::Counter;

    pub(super) fn start() -> Result<Counter, String> {
        let mut counter = Builder::new(Hardware::INSTRUCTIONS).build().map_err(|e| match e.kind() {
            ErrorKind::PermissionDenied => {
                "the kernel does not permit it (see sysctl kernel.perf_event_paranoid)".to_owned()
            }
            ErrorKind::NotFound | ErrorKind::Unsupported => {
                "the processor's counters cannot be reached (virtual machines often hide them)".to_owned()
            }
            _ => e.to_string(),
        })?;
        counter.enable().map_err(|e| e.to_string())?;
        Ok(counter)
    }

    pub(super) fn read(counter: &mut Counter) -> Option<u64> {
        counter.read().ok()
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod counter {
    pub(super) type Counter = std::convert::Infallible;

    pub(super) fn start() -> Result<Counter, String> {
        Err("they are counted on Linux only".to_owned())
    }

    pub(super) fn read(_: &mut Counter) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_work_is_more_instructions_or_there_is_a_reason() {
        let mut instructions = Instructions::new();
        let Some(before) = instructions.now() else {
            assert!(instructions.missing().is_some_and(|why| !why.is_empty()));
            return;
        };
        let mut work = |rounds: u64| {
            for n in 0..rounds {
                std::hint::black_box(n);
            }
            instructions.now().unwrap()
        };
        let few = work(1_000);
        let many = work(1_000_000);
        assert!(few > before && many - few > 10 * (few - before), "{before} {few} {many}");
    }
}
