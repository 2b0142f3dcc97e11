//! Faults of motion: diagnostics about the clips of a file.

use crate::asset::clip_choice::label;
use crate::report::diagnostic::DiagnosticEntry;
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings, MotionFinding, MotionFix};
use sinew_import::Imported;

/// Faults of the clips of a file, a warning each.
pub(super) fn diagnostics(imported: &Imported) -> Vec<DiagnosticEntry> {
    let check = MotionCheck::new(&imported.character);
    let settings = MotionCheckSettings::default();
    let clips = imported.clips.iter().enumerate().filter(|(_, clip)| clip.moves());
    let of_clip = |(number, clip): (usize, &sinew::RawClip)| {
        let clip_label = label(number, &clip.name);
        let report = check.clip(clip, &settings);
        report.findings.iter().map(|finding| entry(number, &clip_label, finding)).collect::<Vec<_>>()
    };
    clips.flat_map(of_clip).collect()
}

fn entry(number: usize, clip: &str, finding: &MotionFinding) -> DiagnosticEntry {
    let time = match finding.end > finding.start {
        true => format!("{:.2} s to {:.2} s", finding.start, finding.end),
        false => format!("{:.2} s", finding.start),
    };
    // The others are not options of `convert` yet.
    let fix = match finding.fix() {
        Some(MotionFix::Trim { start, end }) => {
            format!("; `sinew convert --trim {number}={start:.3}..{end:.3}` leaves it out")
        }
        _ => String::new(),
    };
    DiagnosticEntry {
        code: finding.code().to_owned(),
        severity: "warning",
        location: format!("clip {clip}, {time}"),
        message: format!("{}{fix}", finding.message),
        count: 1,
    }
}
