//! Check of motion on all shared captures and hand-made clips, as they are and with made-up faults.
//!
//! `cargo nextest run -p sinew-suite --test motion_check --no-capture` prints the tables of
//! `docs/motion_check.md`, and what was missed.

mod bases;
mod faults;
mod fixes;
mod keys;
mod score;

use bases::{Base, Origin};
use fixes::{Edit, edit_all, mend};
use score::score;
use sinew_author::clip::{clip_difference, mend_clip};
use sinew_author::motion_check::{MotionCheckSettings, MotionFault};

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

/// Least number of made-up faults that are gone after the edit that mends them, of 30, and largest number of clips with
/// other findings than before.
const MENDED: usize = 28;
const NEW: usize = 4;

#[test]
fn edits_mend_made_up_faults() {
    let Some(bases) = Base::all() else { return };
    eprintln!("| edit | fault | made | gone | clips with new findings |\n|---|---|---|---|---|");
    for edit in [Edit::PlantFeet, Edit::Smooth] {
        for &fault in edit.faults() {
            let mended = mend(edit, fault, &bases, FAULTS);
            let (made, gone, new) = (mended.made, mended.gone, mended.with_new);
            eprintln!("| {edit:?} | `{}` | {made} | {gone} | {new} |", fault.code());
            mended.notes.iter().for_each(|note| eprintln!("  {note}"));
            assert_eq!(made, FAULTS, "{fault:?}");
            assert!(gone >= MENDED && new <= NEW, "{edit:?} {fault:?}: {mended:?}");
        }
    }
}

#[test]
fn edits_mend_clips_as_they_are_and_make_no_faults() {
    let Some(bases) = Base::all() else { return };
    for edit in [Edit::PlantFeet, Edit::Smooth] {
        for origin in [Origin::Captured, Origin::HandMade] {
            let (counts, new) = edit_all(edit, &bases, origin);
            eprintln!("{edit:?}, {origin:?}");
            for (fault, counts) in counts.iter().filter(|(_, counts)| counts.before + counts.after > 0) {
                let [before, after] = counts.sizes;
                eprintln!(
                    "  `{}` {} -> {}, {before:.2} -> {after:.2}",
                    fault.code(),
                    counts.before,
                    counts.after
                );
            }
            new.iter().for_each(|(name, finding)| eprintln!("  new in {name}: {finding}"));
            let bad = [MotionFault::Pop, MotionFault::JointFlip, MotionFault::Hyperextension];
            // One is known: the docs name it.
            let made: Vec<_> = new
                .iter()
                .filter(|(name, finding)| bad.contains(&finding.fault) && !name.starts_with("CesiumMan"))
                .collect();
            assert!(made.is_empty(), "{edit:?}: {made:?}");
            let count = |fault: MotionFault| {
                counts
                    .iter()
                    .find(|(other, _)| *other == fault)
                    .map(|(_, counts)| (counts.before, counts.after))
            };
            if edit == Edit::PlantFeet {
                assert!(count(MotionFault::FootSlide).unwrap().1 <= 1, "{origin:?}");
                assert_eq!(count(MotionFault::FloorPenetration).unwrap().1, 0, "{origin:?}");
            }
        }
    }
}

#[test]
fn clean_clips_hardly_change_when_smoothed() {
    let Some(bases) = Base::all() else { return };
    let mut worst = 0.0f32;
    for base in bases.iter().filter(|base| base.report.findings.is_empty()) {
        let Some(clip) = Edit::Smooth.apply(base, &base.clip) else { continue };
        let change = clip_difference(&base.clip, &clip, &base.character).unwrap();
        let (largest, mean) = (change.largest, change.rms);
        if largest > 1e-3 {
            eprintln!("{}: {:.1} mm at most, {:.2} mm rms", base.name, largest * 1e3, mean * 1e3);
        }
        worst = worst.max(largest);
    }
    eprintln!("clean clips change by {:.1} mm at most", worst * 1e3);
    assert!(worst < 0.003, "{worst}");
}

/// The filter does not mix a T-pose in the first frame with the motion after it.
#[test]
fn captures_move_little_when_smoothed() {
    let Some(bases) = Base::all() else { return };
    for base in bases.iter().filter(|base| base.origin == Origin::Captured) {
        let Some(clip) = Edit::Smooth.apply(base, &base.clip) else { continue };
        let change = clip_difference(&base.clip, &clip, &base.character).unwrap();
        let [largest, rms] = [change.largest, change.rms].map(|metres| metres * 1e3);
        if change.joint.is_some() {
            eprintln!("{}: {largest:.1} mm at {:.2} s, {rms:.2} mm rms", base.name, change.time);
        }
        assert!(largest < 60.0 && rms < 10.0, "{}: {largest} mm, {rms} mm rms", base.name);
    }
}

#[test]
fn mended_clips_have_fewer_faults() {
    let Some(bases) = Base::all() else { return };
    let settings = MotionCheckSettings::default().with_max_findings(usize::MAX);
    for origin in [Origin::Captured, Origin::HandMade] {
        // Clips with faults, and their faults, before and after.
        let (mut clips, mut faults) = ([0, 0], [0, 0]);
        for base in bases.iter().filter(|base| base.origin == origin) {
            let mended = mend_clip(&base.clip, &base.character, &settings).unwrap();
            let counts = [mended.faults_before, mended.faults_after];
            let left = base.check.clip(&mended.clip, &settings).findings;
            assert_eq!(left.len(), mended.faults_after, "{}", base.name);
            assert_eq!(mended.edits.is_empty(), counts[1] >= counts[0], "{}: {counts:?}", base.name);
            match mended.edits.is_empty() {
                true => assert_eq!(mended.clip, base.clip, "{}", base.name),

                false => {
                    let centimetres = mended.moved.largest * 1e2;
                    eprintln!("{}: {counts:?} {:?}, {centimetres:.1} cm", base.name, mended.edits);
                }
            }
            left.iter().for_each(|finding| eprintln!("  left in {}: {finding}", base.name));
            for n in 0..2 {
                clips[n] += usize::from(counts[n] > 0);
                faults[n] += counts[n];
            }
        }
        eprintln!(
            "{origin:?}: {} -> {} clips with faults, {} -> {} faults",
            clips[0], clips[1], faults[0], faults[1]
        );
        assert!(clips[1] * 3 <= clips[0] && faults[1] * 4 <= faults[0], "{origin:?}: {clips:?} {faults:?}");
    }
}
