//! Sizes of the modules as they travel.

use super::session::packages;

/// Limits in bytes, compressed with Brotli at its highest level, as content delivery networks keep files.
const LIMITS: [(&str, usize); 4] = [
    ("sinew-lipsync/live.wasm", 380_000),
    ("sinew-lipsync/align.wasm", 320_000),
    ("sinew-avatar/small/sinew_avatar_bg.wasm", 1_600_000),
    ("sinew-avatar/sinew_avatar_bg.wasm", 3_000_000),
];

#[test]
fn modules_are_small() {
    let Some(packages) = packages() else { return };
    for (file, limit) in LIMITS {
        let bytes = std::fs::read(packages.join(file)).unwrap();
        let mut compressed = Vec::new();
        let settings = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
        brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &settings).unwrap();
        println!("{file}: {} bytes, {} compressed", bytes.len(), compressed.len());
        assert!(compressed.len() <= limit, "{file}: {} bytes compressed", compressed.len());
    }
}
