//! Quantized and compressed files: smaller, with errors within the documented bounds.

use crate::compare::{apart, export_and_import, files, open};
use sinew_import::{ExportOptions, Severity};

/// Largest vertex error relative to the character's size: half a step of 1/65534 on each axis for positions,
/// and the same again for weights, both times the scale of the pose.
const TOLERANCE: f32 = 4e-5;
/// Largest error of compression alone, which is lossless.
const EXACT: f32 = 1e-5;

#[test]
fn smaller_files_have_bounded_errors() {
    let Some(files) = files() else { return };
    let (mut wrong, mut sums, mut worst) = (Vec::new(), [0usize; 4], [0.0f32; 4]);
    for path in files {
        let name = path.display().to_string();
        let imported = open(&path);
        let images: usize =
            imported.character.images().iter().filter_map(|i| Some(i.encoded.as_ref()?.len())).sum();
        let mut sizes = [0; 4];
        for (n, (quantize, meshopt)) in
            [(false, false), (true, false), (false, true), (true, true)].into_iter().enumerate()
        {
            let options = ExportOptions::default().with_quantize(quantize).with_meshopt(meshopt);
            let (exported, back) = export_and_import(&imported.character, &imported.clips, &options);
            if let Ok(folder) = std::env::var("SINEW_EXPORT_TO") {
                let name = name.replace(['/', ' '], "_");
                std::fs::write(format!("{folder}/{name}.{n}.glb"), &exported.bytes).unwrap();
            }
            let faults = back.report.diagnostics().iter().filter(|f| f.severity == Severity::Error);
            wrong.extend(faults.map(|f| format!("{name}, {options:?}: read again: {f}")));
            let apart = apart(&imported, &back);
            let tolerance = if quantize { TOLERANCE } else { EXACT };
            if apart.vertices > tolerance || apart.nodes > EXACT {
                wrong.push(format!("{name}, {options:?}: {apart:?}"));
            }
            sizes[n] = exported.bytes.len() - images;
            sums[n] += sizes[n];
            worst[n] = worst[n].max(apart.vertices);
        }
        eprintln!("{name}: {sizes:?} bytes without images");
    }
    eprintln!("all: {sums:?} bytes without images; vertices at most {worst:?} of the size apart");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(sums[1] < sums[0] && sums[2] < sums[0] && sums[3] < sums[1] && sums[3] < sums[2]);
}
