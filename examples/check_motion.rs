//! Checks the motion of every clip of a file and prints what a viewer would notice, with the option that mends it; then
//! makes the edits that remove faults.
//!
//! `cargo run --release --example check_motion -- [FILE]`

use sinew_author::clip::mend_clip;
use sinew_author::motion_check::{MotionCheck, MotionCheckSettings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or("data/sinew.vrm".into());
    let imported = sinew_import::import_file(&file)?;
    let check = MotionCheck::new(&imported.character);
    for clip in &imported.clips {
        let report = check.clip(clip, &MotionCheckSettings::default());
        let state = if report.findings.is_empty() { "no faults" } else { "" };
        println!("{:24} {:6.2} s  {state}", clip.name(), report.end - report.start);
        for finding in &report.findings {
            let fix = finding.fix().map_or(String::new(), |fix| format!("; try {fix}"));
            println!("    {finding}{fix}");
        }
        if report.findings.is_empty() {
            continue;
        }
        let mended = mend_clip(clip, &imported.character, &MotionCheckSettings::default())?;
        let edits: Vec<String> = mended.edits.iter().map(ToString::to_string).collect();
        println!("    mended by [{}]: {} faults are left", edits.join(", "), mended.faults_after);
    }
    Ok(())
}
