//! Edits that remove the faults of motion of a clip.

use super::{
    ClipEditError, LoopSettings, PlantFeetSettings, SmoothSettings, close_loop, plant_feet, smooth_clip,
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
}

/// Makes the edits that remove what the [check of motion](MotionCheck) finds: ends with a jump are cut off, jumps and
/// noise smoothed, loops closed and feet planted. At most a twentieth of the clip is cut off; a larger cut may be of
/// the motion. A clip whose frames repeat keeps its rate, since a lower one would be that of all its frames
/// ([`MotionFix::Fps`]).
///
/// An edit is made where it removes faults of those that call for it, and stays where fewer faults of all kinds are
/// left in the end. A clip without faults, or with those alone that no edit removes, stays as it is.
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
    let mender = Mender { character, check: MotionCheck::new(character), settings, source: clip };
    let mut state = State { clip: clip.clone(), findings: mender.findings(clip), edits: Vec::new() };
    let faults_before = state.findings.len();
    let mut best =
        MendedClip { clip: clip.clone(), edits: Vec::new(), faults_before, faults_after: faults_before };
    for _ in 0..MAX_PASSES {
        let before = state.edits.len();
        for kind in KINDS {
            let Some(next) = mender.with_edit(kind, &state) else { continue };
            state = next;
            if state.findings.len() < best.faults_after {
                let (clip, edits) = (state.clip.clone(), state.edits.clone());
                best = MendedClip { clip, edits, faults_before, faults_after: state.findings.len() };
            }
        }
        if state.edits.len() == before {
            break;
        }
    }
    Ok(best)
}

/// Clip with its faults, after some edits.
struct State {
    clip: RawClip,
    findings: Vec<MotionFinding>,
    edits: Vec<MotionFix>,
}

/// Tries edits.
struct Mender<'a> {
    character: &'a Character,
    check: MotionCheck,
    settings: MotionCheckSettings,
    /// Clip before all edits.
    source: &'a RawClip,
}

impl Mender<'_> {
    fn findings(&self, clip: &RawClip) -> Vec<MotionFinding> {
        self.check.clip(clip, &self.settings).findings
    }

    /// The state after an edit of a kind that its findings call for, if that leaves fewer of them.
    fn with_edit(&self, kind: MotionFix, state: &State) -> Option<State> {
        let (mut findings, mut clip, mut edits) =
            (state.findings.clone(), state.clip.clone(), state.edits.clone());
        for _ in 0..tries(kind) {
            let fix = fix_of(kind, &findings)?;
            clip = self.apply(fix, &clip)?;
            edits.push(fix);
            findings = self.findings(&clip);
            if count(kind, &findings) < count(kind, &state.findings) {
                return Some(State { clip, findings, edits });
            }
        }
        None
    }

    /// The clip after an edit; `None` where it cannot be made or would cut too much off.
    fn apply(&self, fix: MotionFix, clip: &RawClip) -> Option<RawClip> {
        let seconds = |clip: &RawClip| clip.end() - clip.start();
        match fix {
            MotionFix::Trim { start, end } => {
                let is_short = end - start < (1.0 - MAX_CUT) * seconds(self.source);
                if is_short { None } else { clip.trimmed(start, end).ok() }
            }
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

/// Edits of a kind that findings call for.
fn fixes(kind: MotionFix, findings: &[MotionFinding]) -> impl Iterator<Item = MotionFix> {
    let fixes = findings.iter().filter_map(MotionFinding::fix);
    fixes.filter(move |fix| discriminant(fix) == discriminant(&kind))
}

fn count(kind: MotionFix, findings: &[MotionFinding]) -> usize {
    fixes(kind, findings).count()
}

/// The one edit of a kind for all findings: the stretch that all trims leave.
fn fix_of(kind: MotionFix, findings: &[MotionFinding]) -> Option<MotionFix> {
    fixes(kind, findings).reduce(|one, other| match (one, other) {
        (MotionFix::Trim { start, end }, MotionFix::Trim { start: later, end: earlier }) => {
            MotionFix::Trim { start: start.max(later), end: end.min(earlier) }
        }
        (one, _) => one,
    })
}
