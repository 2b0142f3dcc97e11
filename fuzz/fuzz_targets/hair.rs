//! Hair files: any bytes, or a file of the program itself (.hair, .tfx, lines in a GLB) with some of its
//! words replaced.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::glam::Vec3;
use sinew_author::hair::{CurveRibbons, CurveStrands, HairCurves, strands_from_curves};
use sinew_import::{
    ExportOptions, HairFileOptions, NoFiles, export_hair, export_hair_glb, export_tfx, import_hair,
};
use std::sync::LazyLock;

static SEEDS: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    let point = |n: usize| Vec3::new((n / 8) as f32 * 0.01, 1.7 - (n % 8) as f32 * 0.02, 0.0);
    let curves = HairCurves::new((0..320).map(point).collect(), &[8; 40]).expect("curves");
    let curves = curves.with_thickness(vec![0.0001; 320]).expect("a thickness");
    let curves = curves.with_opacity(vec![0.9; 320]).expect("an opacity");
    let curves = curves.with_colors(vec![Vec3::splat(0.2); 320]).expect("colours");
    let options = HairFileOptions::default();
    [
        export_hair(&curves, &options).expect("a .hair file"),
        export_tfx(&curves, &options).expect("a .tfx file"),
        export_hair_glb(&curves, &ExportOptions::default()).expect("a GLB file").bytes,
    ]
});

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let file = match SEEDS.get(usize::from(*choice)) {
        None => rest.to_vec(),
        Some(seed) => {
            let mut file = seed.clone();
            for patch in rest.chunks_exact(6) {
                let at = usize::from(u16::from_le_bytes([patch[0], patch[1]]));
                if let Some(word) = file.get_mut(at..at + 4) {
                    word.copy_from_slice(&patch[2..]);
                }
            }
            file
        }
    };
    let options = HairFileOptions::default();
    let Ok(hair) = import_hair(&file, &NoFiles, &options) else { return };
    let curves = hair.curves;
    assert!(!curves.is_empty() && curves.points().iter().all(|point| point.is_finite()));
    let written = export_hair(&curves, &options).expect("curves can be written");
    let again = import_hair(&written, &NoFiles, &options).map(|imported| imported.curves.len());
    // Rounding moves curves that are as short or as far as allowed out of the limits.
    let is_plain = |curve| curves.length(curve) > 0.001;
    if (0..curves.len()).all(is_plain) && curves.bounds().size().length() < 1000.0 {
        assert_eq!(again, Ok(curves.len()), "what was written can be read");
    }
    let _ = curves.ribbons(&CurveRibbons::default());
    let _ = strands_from_curves(&curves, &CurveStrands::default().with_guides(8));
    if let Ok(even) = curves.resampled(4) {
        let _ = export_tfx(&even, &options).expect("equal curves can be written");
    }
});
