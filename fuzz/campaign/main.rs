//! `cargo run --release --bin campaign [SEED [CASES [FILE…]]]`: damaged files and characters made at random,
//! through every stage. Without files the built-in character is damaged. Prints a line per fault on stderr;
//! the exit code is 1 if there is one.

mod made;
mod measure;
mod mutate;
mod run;
mod stages;
mod watchdog;

use run::{Sample, run};
use std::process::ExitCode;
use std::time::Duration;
use watchdog::Watchdog;

/// Longest time of a stage, optimised.
const SECONDS: f64 = 2.0;

/// Time after which a stage is taken to hang, also on a busy machine.
const HANG: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seed, cases) = (number(1), number(10_000));
    let mut files: Vec<String> = arguments.collect();
    if files.is_empty() {
        files.push(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/sinew.vrm").into());
    }
    let sample = |name: String| match std::fs::read(&name) {
        Ok(bytes) => Some(Sample { name, bytes }),
        Err(error) => {
            eprintln!("{name}: {error}");
            None
        }
    };
    let samples: Vec<Sample> = files.into_iter().filter_map(sample).collect();
    let watchdog = Watchdog::aborting(HANG);
    let mut count = 0;
    for case in 0..cases {
        count += run(seed, case..case + 1, &samples, SECONDS, &watchdog).len();
    }
    eprintln!("seed {seed}: {count} faults in {cases} cases");
    ExitCode::from(u8::from(count > 0))
}
