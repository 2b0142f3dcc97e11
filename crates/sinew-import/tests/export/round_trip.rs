//! Written and read again, every shared file is the same character: number by number, and while it moves.

use crate::assets;
use crate::compare::{Differences, apart, open, there_and_back};
use sinew_import::{ExportOptions, Severity};

/// Of the character's size.
const TOLERANCE: f32 = 1e-5;

/// Fragments with faults that glTF forbids and that are mended (see the set's README).
fn is_faulty(name: &str) -> bool {
    name.contains("/magnum/")
}

#[test]
fn every_shared_file_comes_back() {
    let Some(root) = assets::root() else { return };
    let (mut wrong, mut poses, mut worst) = (Vec::new(), 0, 0.0f32);
    for path in assets::all_models(&root) {
        let name = path.display().to_string();
        let imported = open(&path);
        let (exported, back) = there_and_back(&imported.character, &imported.clips, &ExportOptions::default());
        if let Ok(folder) = std::env::var("SINEW_EXPORT_TO") {
            let name = name.replace(['/', ' '], "_");
            std::fs::write(format!("{folder}/{name}.glb"), &exported.bytes).unwrap();
        }
        for finding in &exported.report {
            eprintln!("{name}: written: {finding}");
        }
        let faults = back.report.findings().iter().filter(|f| f.severity == Severity::Error);
        wrong.extend(faults.map(|f| format!("{name}: read again: {f}")));
        let apart = apart(&imported, &back);
        poses += apart.poses;
        worst = worst.max(apart.vertices);
        if apart.vertices > TOLERANCE || apart.nodes > TOLERANCE {
            wrong.push(format!("{name}: {apart:?}"));
        }
        if !is_faulty(&name) {
            let mut differences = Differences::default();
            differences.structure(&imported.character, &back.character);
            differences.clips(&imported.clips, &back.clips);
            wrong.extend(differences.0.into_iter().take(5).map(|d| format!("{name}: {d}")));
        }
    }
    eprintln!("{poses} poses, vertices at most {worst:e} of the size apart");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(poses > 1000, "only {poses} poses");
}
