//! Faults of motion: diagnostics about the clips of a file.

use super::mending::Mending;
use crate::asset::clip_choice::label;
use crate::report::diagnostic::DiagnosticEntry;
use serde::Serialize;
use sinew::RawClip;
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings, MotionFinding, MotionReport};
use sinew_import::Imported;
use std::path::Path;

/// Fault of a clip: a diagnostic with more fields in the JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MotionEntry {
    #[serde(flatten)]
    pub(super) entry: DiagnosticEntry,
    clip: ClipEntry,
    /// Start of the fault, file seconds.
    time: f32,
    end: f32,
    /// Time of the largest size.
    worst: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<String>,
    /// Number of joints at fault.
    joints: usize,
    size: f32,
    bound: f32,
    unit: &'static str,
    /// Command that removes the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
}

/// Clip in the JSON.
#[derive(Clone, Debug, Serialize)]
struct ClipEntry {
    number: usize,
    name: String,
}

/// Clip that was checked.
pub(super) struct CheckedClip {
    /// Clip and file, for people.
    pub(super) title: String,
    pub(super) report: MotionReport,
}

/// Faults of the clips of a file.
#[derive(Default)]
pub(super) struct Faults {
    /// A warning each.
    pub(super) entries: Vec<MotionEntry>,
    /// Clips with faults.
    pub(super) clips: Vec<CheckedClip>,
    /// Clips that were checked.
    pub(super) checked: usize,
    /// Command that removes all faults that one removes.
    pub(super) fix: Option<String>,
}

/// Faults of the clips of a file that is called `name`, at `path`; none for the built-in character.
pub(super) fn faults(imported: &Imported, name: &str, path: Option<&Path>) -> Faults {
    let check = MotionCheck::new(&imported.character);
    let settings = MotionCheckSettings::default();
    let (mut faults, mut mending) = (Faults::default(), Mending::default());
    for (number, clip) in imported.clips.iter().enumerate().filter(|(_, clip)| clip.moves()) {
        let report = check.clip(clip, &settings);
        faults.checked += 1;
        let fixes = report.findings.iter().filter_map(MotionFinding::fix);
        fixes.for_each(|fix| mending.add(number, fix));
        faults.entries.extend(report.findings.iter().map(|finding| entry(number, clip, finding, path)));
        if !report.findings.is_empty() {
            let title = format!("clip {}   {name}", label(number, &clip.name));
            faults.clips.push(CheckedClip { title, report });
        }
    }
    faults.fix = mending.command(path);
    faults
}

fn entry(number: usize, clip: &RawClip, finding: &MotionFinding, path: Option<&Path>) -> MotionEntry {
    let time = match finding.end > finding.start {
        true => format!("{:.2} s to {:.2} s", finding.start, finding.end),
        false => format!("{:.2} s", finding.start),
    };
    let mut mending = Mending::default();
    finding.fix().into_iter().for_each(|fix| mending.add(number, fix));
    let hint = mending.options().first().map_or(String::new(), |option| format!("; try `convert {option}`"));
    MotionEntry {
        entry: DiagnosticEntry {
            code: finding.code().to_owned(),
            severity: "warning",
            location: format!("clip {}, {time}", label(number, &clip.name)),
            message: format!("{}{hint}", finding.message),
            count: 1,
        },
        clip: ClipEntry { number, name: clip.name.clone() },
        time: finding.start,
        end: finding.end,
        worst: finding.worst,
        joint: finding.joint.map(|_| finding.joint_name.clone()),
        joints: finding.joints,
        size: finding.size,
        bound: finding.bound,
        unit: finding.unit.symbol(),
        fix: mending.command(path),
    }
}
