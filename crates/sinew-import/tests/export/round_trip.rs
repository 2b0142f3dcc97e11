//! Written and read again, every shared file is the same character: number by number, and while it moves.

use crate::compare::{Differences, apart, files, open, there_and_back};
use sinew_import::{ExportOptions, Format, Severity};

/// Of the character's size.
const TOLERANCE: f32 = 1e-5;

/// Files with faults that cannot be written, or are mended: fragments, and a file that lacks its image (see the set's
/// README).
const FAULTY: &[&str] = &["/magnum/", "/InterpolationTest/"];

#[test]
fn every_shared_file_comes_back() {
    let Some(files) = files() else { return };
    let (mut wrong, mut poses, mut worst) = (Vec::new(), 0, 0.0f32);
    for path in files {
        let name = path.display().to_string();
        let imported = open(&path);
        let (exported, back) =
            there_and_back(&imported.character, &imported.clips, &ExportOptions::default());
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
        if !FAULTY.iter().any(|f| name.contains(f)) {
            let mut differences = Differences::default();
            // Other formats part, cut and convert what glTF holds in one piece.
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
