//! Round trip of all test assets: equal parts and equal motion.

use crate::compare::{Differences, apart, export_and_import, files, open};
use sinew_import::{ExportOptions, Format, Severity};

/// Largest vertex error relative to the character's size.
const TOLERANCE: f32 = 1e-5;

/// Files with errors that are corrected or cannot be exported: fragments, and a file without its image (see
/// the README of the test assets).
const FAULTY: &[&str] = &["/magnum/", "/InterpolationTest/"];

#[test]
fn all_files_round_trip() {
    let Some(files) = files() else { return };
    let (mut wrong, mut poses, mut worst) = (Vec::new(), 0, 0.0f32);
    for path in files {
        let name = path.display().to_string();
        let imported = open(&path);
        let (exported, back) =
            export_and_import(&imported.character, &imported.clips, &ExportOptions::default());
        for diagnostic in &exported.report {
            eprintln!("{name}: written: {diagnostic}");
        }
        let faults = back.report.diagnostics().iter().filter(|f| f.severity == Severity::Error);
        wrong.extend(faults.map(|f| format!("{name}: read again: {f}")));
        let apart = apart(&imported, &back);
        poses += apart.poses;
        worst = worst.max(apart.vertices);
        if apart.vertices > TOLERANCE || apart.nodes > TOLERANCE {
            wrong.push(format!("{name}: {apart:?}"));
        }
        if !FAULTY.iter().any(|f| name.contains(f)) {
            let mut differences = Differences::default();
            // Import of other formats splits meshes, triangulates polygons and converts units.
            if !matches!(imported.format, Format::X | Format::Fbx) {
                differences.structure(&imported.character, &back.character);
            }
            differences.clips(&imported, &back);
            wrong.extend(differences.0.into_iter().take(5).map(|d| format!("{name}: {d}")));
        }
    }
    eprintln!("{poses} poses, vertices at most {worst:e} of the size apart");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(poses > 1000, "only {poses} poses");
}
