//! Edits that mend faults, on clips as they are and with made-up faults.

use crate::bases::{Base, Origin};
use crate::faults::make;
use crate::keys::Keys;
use fastrand::Rng;
use sinew::RawClip;
use sinew_author::clip::{PlantFeetSettings, SmoothSettings, plant_feet, smooth_clip};
use sinew_author::motion_check::{MotionCheckSettings, MotionFault, MotionFinding, MotionReport};

/// Edit that mends faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    Smooth,
    PlantFeet,
}

impl Edit {
    /// The clip after the edit; `None` for a character that it does not work on.
    pub(crate) fn apply(self, base: &Base, clip: &RawClip) -> Option<RawClip> {
        match self {
            Self::Smooth => smooth_clip(clip, &base.character, &SmoothSettings::default()).ok(),
            Self::PlantFeet => plant_feet(clip, &base.character, &PlantFeetSettings::default())
                .ok()
                .map(|planted| planted.clip),
        }
    }

    /// Faults that it mends.
    pub(crate) fn faults(self) -> &'static [MotionFault] {
        match self {
            Self::Smooth => {
                &[MotionFault::Pop, MotionFault::JointFlip, MotionFault::RootJitter, MotionFault::Noise]
            }
            Self::PlantFeet => &[MotionFault::FootSlide, MotionFault::FloorPenetration],
        }
    }
}

/// Time by which a finding may be off, seconds.
const MARGIN: f32 = 0.15;

/// Whether a report has a finding of the same kind at about the same time.
fn has(report: &MotionReport, finding: &MotionFinding) -> bool {
    let is_near =
        |other: &MotionFinding| other.start <= finding.end + MARGIN && finding.start <= other.end + MARGIN;
    report.of(finding.fault).any(is_near)
}

/// Findings of an edited clip that its source does not have.
pub(crate) fn new_findings(before: &MotionReport, after: &MotionReport) -> Vec<MotionFinding> {
    after.findings.iter().filter(|finding| !has(before, finding)).cloned().collect()
}

/// Made-up faults and what an edit leaves of them.
#[derive(Debug, Default)]
pub(crate) struct Mended {
    pub(crate) made: usize,
    /// No finding of the kind is left at the time.
    pub(crate) gone: usize,
    /// Clips with findings of any kind that were not there before the edit.
    pub(crate) with_new: usize,
    pub(crate) notes: Vec<String>,
}

/// Puts `count` faults of a kind into random clips and mends them.
pub(crate) fn mend(edit: Edit, fault: MotionFault, bases: &[Base], count: usize) -> Mended {
    let mut mended = Mended::default();
    let mut random = Rng::with_seed(fault as u64 * 1000 + 17);
    let mut files: Vec<&str> = bases.iter().map(Base::file).collect();
    files.dedup();
    for _ in 0..count * 400 {
        if mended.made == count {
            break;
        }
        let file = files[random.usize(0..files.len())];
        let clips: Vec<&Base> = bases.iter().filter(|base| base.file() == file).collect();
        let base = clips[random.usize(0..clips.len())];
        if base.report.frames < 20 {
            continue;
        }
        let mut keys = Keys::of(base);
        let Some(made) = make(fault, &mut keys, &mut random) else { continue };
        let time = |frame: usize| keys.times[frame.min(keys.times.len() - 1)];
        let (start, end) = (time(made.first) - MARGIN, time(made.last) + MARGIN);
        let is_near = |finding: &&MotionFinding| finding.start <= end && finding.end >= start;
        let source = keys.clip();
        let settings = MotionCheckSettings::default();
        let before = base.check.clip(&source, &settings);
        if !before.of(fault).any(|finding| is_near(&finding)) {
            continue;
        }
        let Some(clip) = edit.apply(base, &source) else { continue };
        let after = base.check.clip(&clip, &settings);
        mended.made += 1;
        let left: Vec<&MotionFinding> = after.of(fault).filter(is_near).collect();
        let mut new = new_findings(&before, &after);
        // Noise hides that a foot stands, and then that it slides.
        new.retain(|finding| edit == Edit::PlantFeet || !Edit::PlantFeet.faults().contains(&finding.fault));
        mended.gone += usize::from(left.is_empty());
        mended.with_new += usize::from(!new.is_empty());
        let label = format!("{} {:.2}..{:.2}", base.name, time(made.first), time(made.last));
        mended.notes.extend(left.iter().map(|finding| format!("left in {label}: {finding}")));
        mended.notes.extend(new.iter().map(|finding| format!("new in {label}: {finding}")));
    }
    mended
}

/// Findings of a kind before and after an edit of all clips, with the sums of the largest sizes.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) sizes: [f32; 2],
}

/// Finding that only the edit made, with the name of its clip.
type NewFinding = (String, MotionFinding);

/// Edits the clips of an origin as they are. Returns the counts of each kind, and the new findings.
pub(crate) fn edit_all(
    edit: Edit,
    bases: &[Base],
    origin: Origin,
) -> (Vec<(MotionFault, Counts)>, Vec<NewFinding>) {
    let mut counts: Vec<(MotionFault, Counts)> =
        MotionFault::ALL.into_iter().map(|fault| (fault, Counts::default())).collect();
    let mut new = Vec::new();
    for base in bases.iter().filter(|base| base.origin == origin) {
        let Some(clip) = edit.apply(base, &base.clip) else { continue };
        let report = base.check.clip(&clip, &MotionCheckSettings::default());
        for (fault, counts) in &mut counts {
            counts.before += base.report.of(*fault).count();
            counts.after += report.of(*fault).count();
            counts.sizes[0] += base.report.worst(*fault);
            counts.sizes[1] += report.worst(*fault);
        }
        new.extend(
            new_findings(&base.report, &report).into_iter().map(|finding| (base.name.clone(), finding)),
        );
    }
    (counts, new)
}
