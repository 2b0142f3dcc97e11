//! Check of motion on all shared captures and hand-made clips, as they are and with made-up faults.
//!
//! `cargo nextest run -p sinew-suite --test motion_check --no-capture` prints the tables of
//! `docs/motion_check.md`, and what was missed.

mod bases;
mod faults;
mod keys;
mod score;

use bases::{Base, Origin};
use score::score;
use sinew_author::motion_check::MotionFault;

/// Faults of each kind.
const FAULTS: usize = 30;

/// Least number of faults found, of 30.
const FOUND: usize = 28;

/// Largest number of false alarms on the clips with 30 faults.
const ALARMS: usize = 3;

#[test]
fn made_up_faults_are_found() {
    let Some(bases) = Base::all() else { return };
    let judged: Vec<&Base> = bases.iter().filter(|base| !base.calibrates).collect();
    eprintln!("| fault | made | found | beside | false alarms |\n|---|---|---|---|---|");
    for fault in MotionFault::ALL {
        let score = score(fault, &judged, FAULTS);
        let (made, found, beside, alarms) = (score.made, score.found, score.beside, score.false_alarms);
        eprintln!("| `{}` | {made} | {found} | {beside} | {alarms} |", fault.code());
        score.missed.iter().for_each(|missed| eprintln!("  missed: {missed}"));
        score.alarms.iter().for_each(|alarm| eprintln!("  false alarm: {alarm}"));
        assert_eq!(made, FAULTS, "{fault:?}");
        assert!(found >= FOUND && alarms <= ALARMS, "{fault:?}: {score:?}");
    }
}

/// Largest number of findings of each kind on the clips as they are, and of clips with any: captures and hand-made
/// clips. All were looked at; `docs/motion_check.md` says what they are.
#[test]
fn clips_as_they_are_have_few_findings() {
    let Some(bases) = Base::all() else { return };
    for (origin, max_share) in [(Origin::Captured, 0.45), (Origin::HandMade, 0.35)] {
        for calibrates in [true, false] {
            let of_half: Vec<&Base> =
                bases.iter().filter(|base| base.origin == origin && base.calibrates == calibrates).collect();
            let found: Vec<&&Base> = of_half.iter().filter(|base| !base.report.findings.is_empty()).collect();
            eprintln!(
                "{origin:?}, {} half: {} clips, {} with findings",
                if calibrates { "first" } else { "second" },
                of_half.len(),
                found.len()
            );
            for fault in MotionFault::ALL {
                let count = found.iter().filter(|base| base.report.of(fault).next().is_some()).count();
                if count > 0 {
                    eprintln!("  {}: {count}", fault.code());
                }
            }
            for base in &found {
                base.report.findings.iter().for_each(|finding| eprintln!("    {}: {finding}", base.name));
            }
        }
        let all = bases.iter().filter(|base| base.origin == origin);
        let with = all.clone().filter(|base| !base.report.findings.is_empty()).count();
        assert!((with as f32) < max_share * all.count() as f32, "{origin:?}: {with}");
    }
    // Kinds that no clip of an animator should have.
    for base in bases.iter().filter(|base| base.origin == Origin::HandMade) {
        for fault in [
            MotionFault::JointFlip,
            MotionFault::Hyperextension,
            MotionFault::RootJitter,
            MotionFault::FrozenFrames,
            MotionFault::DuplicatedFrames,
            MotionFault::ScaleJump,
            MotionFault::SideSwap,
        ] {
            assert_eq!(base.report.of(fault).next(), None, "{}", base.name);
        }
    }
}
