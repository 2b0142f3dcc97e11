//! Retargets a clip from any rig to any character, prints how well its feet stand, and exports the character
//! with it as GLB.
//!
//! `cargo run --example retarget -- MOTION BODY OUT.glb`

use sinew::retarget::{RetargetSettings, retarget_between};
use sinew_import::{ExportOptions, export_glb, import_file};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [motion, body, out] = args.as_slice() else {
        return Err("which motion, which body, and where to?".into());
    };
    let (motion, body) = (import_file(motion)?, import_file(body)?);
    let (from, to) = (&motion.character, &body.character);
    let clip = motion.clips.iter().find(|clip| clip.moves()).ok_or("no clip that moves")?;
    let (made, report) = retarget_between(clip, from, to, &RetargetSettings::default())?;
    if let Some(feet) = report.foot_correction {
        println!("{} foot contacts, largest slide {:.1} mm", feet.contacts, feet.slide * 1e3);
    }
    for bone in &report.unmapped_joints {
        println!("bone missing on the target: {bone}");
    }
    std::fs::write(out, export_glb(to, &[made], &ExportOptions::default())?.bytes)?;
    Ok(())
}
