//! Retargets a clip from any rig to any character, prints the foot contacts, and exports the character with it as GLB.
//!
//! `cargo run --example retarget -- MOTION BODY OUT.glb`

use sinew::body::TPose;
use sinew::retarget::{FaceMap, RetargetSettings, Retargeter, retarget_clip};
use sinew_import::{ExportOptions, Imported, export_glb, import};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [motion, body, out] = args.as_slice() else {
        return Err("which motion, which body, and where to?".into());
    };
    let (motion, body) = (open(motion)?, open(body)?);
    let (from, to) = (&motion.character, &body.character);
    let people = from.humanoid().zip(to.humanoid()).ok_or("no human body")?;
    let clip = motion.clips.first().ok_or("no clip")?;
    let source = TPose::from_clip(from.skeleton(), people.0, clip).with_skin(from);
    let target = TPose::new(to.skeleton(), people.1).with_skin(to);
    let retargeter = Retargeter::humanoid((from.skeleton(), source), (to.skeleton(), target));
    let (made, report) =
        retarget_clip(clip, &retargeter, &RetargetSettings::default(), &FaceMap::by_names(from, to))?;
    println!("{report:#?}");
    std::fs::write(out, export_glb(to, &[made], &ExportOptions::default())?.bytes)?;
    Ok(())
}

/// Imports a character file; files that it refers to are read from its folder.
fn open(file: &str) -> Result<Imported, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let beside = |name: &str| std::fs::read(folder.join(name)).map_err(|e| e.to_string());
    Ok(import(&bytes, &beside).map_err(|e| format!("{file}: {e}"))?)
}
