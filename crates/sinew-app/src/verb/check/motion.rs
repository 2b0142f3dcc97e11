//! Faults of motion: diagnostics about the clips of a file.

use crate::asset::clip_choice::label;
use crate::asset::input_file::is_standard_input;
use crate::report::diagnostic::DiagnosticEntry;
use crate::report::shell;
use serde::Serialize;
use sinew::RawClip;
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings, MotionFinding, MotionFix, MotionReport};
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

impl CheckedClip {
    /// True where an edit removes one of the faults.
    pub(super) fn has_fix(&self) -> bool {
        self.report.findings.iter().any(|finding| finding.fix().is_some())
    }
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
}

/// Faults of the clips of these numbers of a file that is called `name`. `path` is none for the built-in character.
pub(super) fn faults(imported: &Imported, clips: &[usize], name: &str, path: Option<&Path>) -> Faults {
    let check = MotionCheck::new(&imported.character);
    let settings = MotionCheckSettings::default();
    let mut faults = Faults::default();
    let clips = clips.iter().map(|number| (*number, &imported.clips[*number]));
    for (number, clip) in clips.filter(|(_, clip)| clip.moves()) {
        let report = check.clip(clip, &settings);
        faults.checked += 1;
        faults.entries.extend(report.findings.iter().map(|finding| entry(number, clip, finding, path)));
        if !report.findings.is_empty() {
            let title = format!("clip {}   {name}", label(number, &clip.name));
            faults.clips.push(CheckedClip { title, report });
        }
    }
    faults
}

fn entry(number: usize, clip: &RawClip, finding: &MotionFinding, path: Option<&Path>) -> MotionEntry {
    let time = match finding.end > finding.start {
        true => format!("{:.2} s to {:.2} s", finding.start, finding.end),
        false => format!("{:.2} s", finding.start),
    };
    let fix = finding.fix().and_then(|fix| option(fix, number)).map(|option| command(&option, path));
    let hint = fix.as_ref().map_or(String::new(), |fix| format!("; try `{fix}`"));
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
        fix,
    }
}

/// Option of `convert` for one clip.
fn option(fix: MotionFix, clip: usize) -> Option<String> {
    Some(match fix {
        MotionFix::Smooth => format!("--smooth={clip}"),
        MotionFix::PlantFeet => format!("--plant-feet={clip}"),
        MotionFix::CloseLoop => format!("--close-loop={clip}"),
        MotionFix::Trim { start, end } => format!("--trim {clip}={start}..{end}"),
        MotionFix::Fps(rate) => format!("--fps {clip}={rate:.0}"),
        _ => return None,
    })
}

/// Command line with an option of `convert`, which writes a file beside the source.
fn command(option: &str, path: Option<&Path>) -> String {
    let Some(path) = path else { return format!("sinew convert {option} -o mended.glb") };
    if is_standard_input(path) {
        return format!("sinew convert - {option} -o mended.glb");
    }
    // Braces in -o are variables.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().replace(['{', '}'], "_");
    let output = path.with_file_name(format!("{stem}-mended.glb"));
    format!("sinew convert {} {option} -o {}", shell::quoted_path(path), shell::quoted_path(&output))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_are_whole_commands() {
        let path = Path::new("my files/walk.bvh");
        let of = |fix: MotionFix| command(&option(fix, 2).unwrap(), Some(path));
        assert_eq!(
            of(MotionFix::PlantFeet),
            "sinew convert 'my files/walk.bvh' --plant-feet=2 -o 'my files/walk-mended.glb'"
        );
        let trim = MotionFix::Trim { start: 0.0083333, end: 2.0 };
        assert_eq!(
            command(&option(trim, 0).unwrap(), None),
            "sinew convert --trim 0=0.0083333..2 -o mended.glb"
        );
        let of = |path: &str| command("--smooth=0", Some(Path::new(path)));
        assert_eq!(of("-"), "sinew convert - --smooth=0 -o mended.glb");
        assert_eq!(of("w{name}.bvh"), "sinew convert 'w{name}.bvh' --smooth=0 -o w_name_-mended.glb");
    }
}
