//! Compresses every clip of a file and prints sizes and errors.
//!
//! `cargo run --release --example compress_clip -- [FILE [MILLIMETRES]]`

use sinew_author::clip::{CompressionSettings, compress, measure_compression_error};
use sinew_import::{NoFiles, import};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or("data/sinew.vrm".into());
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let imported = import(&bytes, &NoFiles)?;
    let millimetres: f32 = args.next().map_or(Ok(0.1), |mm| mm.parse())?;
    let skeleton = imported.character.skeleton();
    let settings = CompressionSettings::new(millimetres * 1e-3);
    for raw in &imported.clips {
        let clip = compress(raw, skeleton, &settings)?;
        let report = measure_compression_error(raw, &clip, skeleton, &settings)?;
        println!(
            "{:24} {:6.2} s  {:8} → {:7} bytes, largest error {:.3} mm (joint {})",
            clip.name(),
            clip.end() - clip.start(),
            raw.size_in_bytes(),
            clip.size_in_bytes(),
            report.max_distance * 1e3,
            skeleton.name(report.joint)
        );
    }
    Ok(())
}
