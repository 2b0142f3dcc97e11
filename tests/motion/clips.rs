//! All shared clips, compressed with error bounds of 0.1 mm and 1 mm: the measured error stays within the
//! bound. Prints a table with `--nocapture`.

use sinew_author::clip::{CompressionSettings, compress, measure_compression_error};

#[test]
fn the_measured_error_stays_within_the_bound() {
    let mut files = vec![(sinew_suite::repository().join("data/sinew.vrm"), 6)];
    if let Some(assets) = sinew_suite::assets() {
        files.extend(sinew_suite::CLIPS.iter().map(|(file, count)| (assets.join(file), *count)));
    }
    eprintln!(
        "file, clips, samples, error bound (mm), largest error (mm), bytes, bits per joint and sample, ratio"
    );
    for (file, count) in files {
        let imported = sinew_suite::open(&file).unwrap();
        let skeleton = imported.character.skeleton();
        for error in [1e-4, 1e-3] {
            let settings = CompressionSettings::new(error);
            let (mut samples, mut bytes, mut worst, mut clips) = (0, 0, 0.0f32, 0);
            for raw in imported.clips.iter().take(count) {
                let clip = compress(raw, skeleton, &settings).unwrap();
                let measured = measure_compression_error(raw, &clip, skeleton, &settings).unwrap();
                assert!(measured.max_distance <= error, "{} {:?}: {measured:?}", file.display(), raw.name);
                worst = worst.max(measured.max_distance);
                (samples, bytes, clips) =
                    (samples + clip.sample_count(), bytes + clip.size_in_bytes(), clips + 1);
            }
            let keys = samples * skeleton.len();
            eprintln!(
                "{}, {clips}, {samples}, {:.1}, {:.4}, {bytes}, {:.1}, {:.1}",
                file.file_name().unwrap_or_default().display(),
                error * 1e3,
                worst * 1e3,
                bytes as f64 * 8.0 / keys as f64,
                keys as f64 * 40.0 / bytes as f64,
            );
            assert!(bytes * 2 < keys * 40, "{}", file.display());
        }
    }
}
