//! Cases of a campaign: a damaged real file or a character made at random, taken through every stage.

use crate::made::{self, Made};
use crate::measure::Usage;
use crate::mutate::mutate;
use crate::stages;
use crate::watchdog::Watchdog;
use fastrand::Rng;
use sinew_import::{NoFiles, import};

/// Real file to damage.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Limits of one stage; the import has those of its documentation.
const MAX_BYTES: usize = 512 << 20;

/// The same of a resampled clip: 2²³ values of at most 16 bytes, with their times and as much again for its
/// poses.
const RESAMPLED_BYTES: usize = 256 << 20;

/// Cases per character that is made at random, in place of a damaged file.
const MADE: u64 = 3;

/// Runs the cases `from..to` of a seed, and returns a line for each fault. The same seed and samples give the
/// same cases. `seconds` is the longest time of a stage; `watchdog` is told what is worked on.
pub(crate) fn run(
    seed: u64,
    cases: std::ops::Range<u64>,
    samples: &[Sample],
    seconds: f64,
    watchdog: &Watchdog,
) -> Vec<String> {
    let mut faults = Vec::new();
    for case in cases {
        let mut random = Rng::with_seed(seed ^ case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut stages = Stages { case, what: String::new(), seconds, watchdog, faults: &mut faults };
        if samples.is_empty() || case % MADE == 0 {
            stages.what = "made character".into();
            let made = made::character(&mut random);
            stages.made(made, MAX_BYTES, &mut random);
        } else {
            let sample = &samples[random.usize(..samples.len())];
            let (damage, bytes) = mutate(&sample.bytes, &mut random);
            stages.what = format!("{}, {damage}", sample.name);
            stages.file(&bytes, &mut random);
        }
    }
    faults
}

/// The stages of one case.
struct Stages<'a> {
    case: u64,
    what: String,
    seconds: f64,
    watchdog: &'a Watchdog,
    faults: &'a mut Vec<String>,
}

impl Stages<'_> {
    fn file(&mut self, bytes: &[u8], random: &mut Rng) {
        let limit = 16 * bytes.len() + (64 << 20);
        let imported = self.stage("import", limit, || Ok(import(bytes, &NoFiles).ok()));
        let Some(Some(imported)) = imported else { return };
        self.made(Made { character: imported.character, clips: imported.clips }, limit, random);
    }

    /// Takes a character through all stages; those that a file passes from import to export have its limit,
    /// bytes.
    fn made(&mut self, made: Made, limit: usize, random: &mut Rng) {
        let made = &made;
        let seed = random.u64(..);
        self.stage("pose and skin", limit, || stages::pose(made));
        self.stage("IK", MAX_BYTES, || stages::ik(made, &mut Rng::with_seed(seed)));
        self.stage("compress and pack", limit, || stages::pack(made, &mut Rng::with_seed(seed)));
        self.stage("convert", limit, || stages::convert(made, &mut Rng::with_seed(seed)));
        self.stage("resample", RESAMPLED_BYTES, || stages::resample(made, &mut Rng::with_seed(seed)));
        self.stage("retarget", MAX_BYTES, || stages::retarget(made, &mut Rng::with_seed(seed)));
        self.stage("VRM animation", MAX_BYTES, || stages::vrma(made, &mut Rng::with_seed(seed)));
    }

    /// Runs a stage, and records a panic, an error, too much time or too much memory as a fault.
    fn stage<T>(&mut self, name: &str, bytes: usize, work: impl FnOnce() -> Result<T, String>) -> Option<T> {
        self.watchdog.begin(format!("case {}: {}: {name}", self.case, self.what));
        let (outcome, usage) = Usage::of(work);
        self.watchdog.end();
        let Usage { seconds, peak } = usage;
        let (result, fault) = match outcome {
            Ok(Ok(result)) => (Some(result), None),
            Ok(Err(message)) => (None, Some(message)),
            Err(panic) => (None, Some(format!("panic: {panic}"))),
        };
        let slow = (seconds > self.seconds).then(|| format!("{seconds:.1} s"));
        let large = (peak > bytes).then(|| format!("{} MB", peak >> 20));
        for fault in [fault, slow, large].into_iter().flatten() {
            let fault = format!("case {}: {}: {name}: {fault}", self.case, self.what);
            eprintln!("{fault}");
            self.faults.push(fault);
        }
        result
    }
}
