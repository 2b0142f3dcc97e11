//! Edits that remove the faults of motion of a clip.

use super::{
    ClipDifference, ClipEditError, LoopSettings, PlantFeetSettings, SmoothSettings, clip_difference,
    close_loop, plant_feet, smooth_clip,
};
use crate::motion_check::{MotionCheck, MotionCheckSettings, MotionFinding, MotionFix};
use sinew::{Character, RawClip};
use std::mem::discriminant;

/// Most times that all kinds of edits are tried: one may bring other faults to light.
const MAX_PASSES: usize = 3;

/// Largest part of a clip that is cut off.
const MAX_CUT: f32 = 0.05;

/// Clip without the faults that edits remove.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MendedClip {
    /// Clip after the edits.
    pub clip: RawClip,
    /// Edits in the order in which they were made; none where no edit removes a fault.
    pub edits: Vec<MotionFix>,
    /// Number of faults before the edits.
    pub faults_before: usize,
    /// Number of faults after them.
    pub faults_after: usize,
    /// Distances by which the edits moved joints, in the part that is not cut off.
    pub moved: ClipDifference,
}

/// Makes the edits that remove what the [check of motion](MotionCheck) finds: ends with a jump are cut off, jumps and
/// noise smoothed, loops closed and feet planted. At most a twentieth of the clip is cut off; a larger cut may be of
/// the motion. A clip whose frames repeat keeps its rate, since a lower one would be that of all its frames
/// ([`MotionFix::Fps`]).
///
/// An edit is kept where it lowers the sum over all faults of size relative to bound, so that it brings no larger faults
/// than it removes; of all clips on the way, the first with the fewest faults is the result. A clip without faults, or with
/// those alone that no edit removes, stays as it is.
///
/// # Errors
/// When the clip is of another character.
pub fn mend_clip(
    clip: &RawClip,
    character: &Character,
    settings: &MotionCheckSettings,
) -> Result<MendedClip, ClipEditError> {
    ClipEditError::check(clip, character)?;
    let settings = settings.with_max_findings(usize::MAX);
    let least = (1.0 - MAX_CUT) * (clip.end() - clip.start());
    let mender = Mender { character, check: MotionCheck::new(character), settings, least };
    let source = mender.state(clip.clone(), clip.clone(), Vec::new());
    let faults_before = source.findings.len();
    let (mut state, mut best) = (source.clone(), source);
    for _ in 0..MAX_PASSES {
        let before = state.edits.len();
        for kind in KINDS {
            let Some(next) = mender.with_edit(kind, &state) else { continue };
            state = next;
            if state.findings.len() < best.findings.len() {
                best = state.clone();
            }
        }
        if state.edits.len() == before {
            break;
        }
    }
    let State { uncut, clip, findings, edits, .. } = best;
    let moved = clip_difference(&uncut, &clip, character)?;
    Ok(MendedClip { clip, edits, faults_before, faults_after: findings.len(), moved })
}

/// Clip with its faults, after some edits.
#[derive(Clone)]
struct State {
    /// The source with the same cuts.
    uncut: RawClip,
    clip: RawClip,
    findings: Vec<MotionFinding>,
    /// Sum of the sizes of all findings, relative to their bounds.
    severity: f32,
    edits: Vec<MotionFix>,
}

/// Tries edits.
struct Mender<'a> {
    character: &'a Character,
    check: MotionCheck,
    settings: MotionCheckSettings,
    /// Least duration that cuts leave, seconds.
    least: f32,
}

impl Mender<'_> {
    fn state(&self, uncut: RawClip, clip: RawClip, edits: Vec<MotionFix>) -> State {
        let findings = self.check.clip(&clip, &self.settings).findings;
        // Frames that repeat have no bound.
        let severities = findings.iter().map(|finding| finding.size / finding.bound.max(1e-3));
        State { severity: severities.sum(), uncut, clip, findings, edits }
    }

    /// The state after an edit of a kind that its findings call for, if they are less severe then.
    fn with_edit(&self, kind: MotionFix, state: &State) -> Option<State> {
        let mut next = state.clone();
        for _ in 0..tries(kind) {
            let fix = fix_of(kind, &next.findings)?;
            let is_cut = matches!(fix, MotionFix::Trim { .. });
            let uncut = if is_cut { self.apply(fix, &next.uncut)? } else { next.uncut };
            let clip = self.apply(fix, &next.clip)?;
            next.edits.push(fix);
            next = self.state(uncut, clip, next.edits);
            if next.severity < state.severity {
                return Some(next);
            }
        }
        None
    }

    /// The clip after an edit; `None` where it cannot be made or would cut too much off.
    fn apply(&self, fix: MotionFix, clip: &RawClip) -> Option<RawClip> {
        match fix {
            MotionFix::Trim { start, end } if end - start < self.least => None,
            MotionFix::Trim { start, end } => clip.trimmed(start, end).ok(),
            MotionFix::Smooth => smooth_clip(clip, self.character, &SmoothSettings::default()).ok(),
            MotionFix::CloseLoop => {
                close_loop(clip, self.character, &LoopSettings::default()).ok().map(|closed| closed.clip)
            }
            MotionFix::PlantFeet => plant_feet(clip, self.character, &PlantFeetSettings::default())
                .ok()
                .map(|planted| planted.clip),
            MotionFix::Fps(_) => None,
        }
    }
}

/// Number of edits of a kind in a row, each of which may bring the next fault to light: poses of several frames are cut
/// off one by one.
fn tries(kind: MotionFix) -> usize {
    if matches!(kind, MotionFix::Trim { .. }) { 3 } else { 1 }
}

/// Kinds of edits in the order in which they are made. Their values do not matter. Feet are planted on the final motion.
const KINDS: [MotionFix; 4] =
    [MotionFix::Trim { start: 0.0, end: 0.0 }, MotionFix::Smooth, MotionFix::CloseLoop, MotionFix::PlantFeet];

/// The one edit of a kind that findings call for: of trims the stretch that all leave. Feet are planted for any fault, such
/// as noise of the toes of one that stands.
fn fix_of(kind: MotionFix, findings: &[MotionFinding]) -> Option<MotionFix> {
    if kind == MotionFix::PlantFeet {
        return (!findings.is_empty()).then_some(kind);
    }
    let fixes = findings.iter().filter_map(MotionFinding::fix);
    fixes.filter(|fix| discriminant(fix) == discriminant(&kind)).reduce(|one, other| match (one, other) {
        (MotionFix::Trim { start, end }, MotionFix::Trim { start: later, end: earlier }) => {
            MotionFix::Trim { start: start.max(later), end: end.min(earlier) }
        }
        _ => one,
    })
}
