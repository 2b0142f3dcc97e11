//! A bounded campaign of hostile input through every stage: import, pose, skin, IK, compress, pack, convert,
//! retarget.

#[path = "../fuzz/campaign/made.rs"]
mod made;
#[path = "../fuzz/campaign/measure.rs"]
mod measure;
#[path = "../fuzz/campaign/mutate.rs"]
mod mutate;
#[path = "../fuzz/campaign/run.rs"]
mod run;
#[path = "../fuzz/campaign/stages.rs"]
mod stages;
#[path = "../fuzz/campaign/watchdog.rs"]
mod watchdog;

use run::{Sample, run};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use watchdog::Watchdog;

/// Cases of each thread, under a minute in the test profile. Their number is fixed, so that a machine's speed
/// does not choose them.
const CASES: u64 = 1000;
const THREADS: u64 = 2;

/// Longest time of a stage in the test profile.
const SECONDS: f64 = 10.0;

/// Time after which a stage is taken to hang. It passes on a busy machine too, unlike the run time that
/// `SECONDS` limits.
const HANG: Duration = Duration::from_secs(180);

/// Largest file, and the number of files, that are damaged.
const MAX_BYTES: u64 = 1 << 20;
const FILES: usize = 24;

fn samples() -> Vec<Sample> {
    let mut paths = vec![sinew_suite::repository().join("data/sinew.vrm")];
    if let Some(assets) = sinew_suite::assets() {
        let mut files = sinew_suite::files(&assets, &["glb", "vrm", "vrma", "fbx", "x", "bvh"]);
        files.retain(|path| path.metadata().is_ok_and(|file| file.len() <= MAX_BYTES));
        let every = files.len().div_ceil(FILES).max(1);
        paths.extend(files.into_iter().step_by(every));
    }
    let sample = |path: std::path::PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some(Sample { name, bytes: std::fs::read(path).ok()? })
    };
    paths.into_iter().filter_map(sample).collect()
}

#[test]
fn hostile_input_harms_no_stage() {
    let samples = samples();
    let watchdog = Watchdog::aborting(HANG);
    let faults: Vec<String> = thread::scope(|scope| {
        let work = |n: u64| {
            let (samples, watchdog) = (&samples, &watchdog);
            scope.spawn(move || run(7, n * CASES..(n + 1) * CASES, samples, SECONDS, watchdog))
        };
        let threads: Vec<_> = (0..THREADS).map(work).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn work_that_does_not_end_is_named() {
    let (hung, hanging) = mpsc::channel();
    let watchdog =
        Watchdog::new(Duration::from_millis(50), move |work| hung.send(work.to_owned()).unwrap_or(()));
    watchdog.begin("case 1: done".into());
    watchdog.end();
    watchdog.begin("case 2: hangs".into());
    // The work goes on until the watchdog has noticed it.
    assert_eq!(hanging.recv_timeout(Duration::from_secs(60)).as_deref(), Ok("case 2: hangs"));
    watchdog.end();
}
