//! Faults found and missed, and false alarms.

use crate::bases::Base;
use crate::faults::make;
use crate::keys::Keys;
use fastrand::Rng;
use sinew_author::motion_check::{MotionCheckSettings, MotionFault, MotionFinding};

/// Clips with made-up faults of one kind.
#[derive(Debug, Default)]
pub(crate) struct Score {
    pub(crate) made: usize,
    pub(crate) found: usize,
    /// Findings of other kinds at the time of the fault, which it explains.
    pub(crate) beside: usize,
    /// Findings elsewhere that the clip without the fault does not have.
    pub(crate) false_alarms: usize,
    pub(crate) missed: Vec<String>,
    pub(crate) alarms: Vec<String>,
}

/// Time by which a finding may be off, seconds.
const MARGIN: f32 = 0.15;

/// Puts `count` faults of a kind into random clips and checks them.
pub(crate) fn score(fault: MotionFault, bases: &[&Base], count: usize) -> Score {
    let mut score = Score::default();
    let mut random = Rng::with_seed(fault as u64 * 1000 + 17);
    let mut files: Vec<&str> = bases.iter().map(|base| base.file()).collect();
    files.dedup();
    for _ in 0..count * 400 {
        if score.made == count {
            break;
        }
        // Each file as often as the others, however many clips it has.
        let file = files[random.usize(0..files.len())];
        let clips: Vec<&&Base> = bases.iter().filter(|base| base.file() == file).collect();
        let base = clips[random.usize(0..clips.len())];
        if base.report.frames < 20 {
            continue;
        }
        let mut keys = Keys::of(base);
        let Some(made) = make(fault, &mut keys, &mut random) else { continue };
        let time = |frame: usize| keys.times[frame.min(keys.times.len() - 1)];
        let (start, end) = (time(made.first) - MARGIN, time(made.last) + MARGIN);
        let (since, until) = (time(made.since) - MARGIN, time(made.until) + MARGIN);
        let is_explained = |finding: &MotionFinding| finding.start <= until && finding.end >= since;
        let is_near = |finding: &MotionFinding| finding.start <= end && finding.end >= start;
        if base.report.of(fault).any(is_near) {
            continue;
        }
        score.made += 1;
        let report = base.check.clip(&keys.clip(), &MotionCheckSettings::default());
        let label = format!("{} {:.2}..{:.2}", base.name, time(made.first), time(made.last));
        if report.of(fault).any(is_near) {
            score.found += 1
        } else {
            score.missed.push(label.clone())
        }
        for finding in &report.findings {
            let was_there = |other: &&MotionFinding| {
                other.fault == finding.fault
                    && other.start <= finding.end + MARGIN
                    && finding.start <= other.end + MARGIN
            };
            match is_explained(finding) {
                true if finding.fault != fault => score.beside += 1,
                false if !base.report.findings.iter().any(|other| was_there(&other)) => {
                    score.false_alarms += 1;
                    score.alarms.push(format!("{label}: {finding}"));
                }
                _ => {}
            }
        }
    }
    score
}
