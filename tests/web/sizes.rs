//! Sizes of the modules as they travel.

use super::session::packages;

/// Limits in bytes, compressed with Brotli at its highest level, as content delivery networks keep files.
const LIMITS: [(&str, u64); 4] = [
    ("sinew-lipsync/live.wasm", 380_000),
    ("sinew-lipsync/align.wasm", 320_000),
    ("sinew-avatar/small/sinew_avatar_bg.wasm", 1_600_000),
    ("sinew-avatar/sinew_avatar_bg.wasm", 3_000_000),
];

#[test]
fn modules_are_small() {
    let Some(packages) = packages() else { return };
    // `cargo xtask web` compresses them, which takes a minute.
    let measured = std::fs::read_to_string(packages.join("sizes.tsv")).unwrap();
    for (file, limit) in LIMITS {
        let row = measured
            .lines()
            .find(|line| line.ends_with(&format!("\t{file}")))
            .unwrap_or_else(|| panic!("{file}"));
        let [bytes, _, brotli] =
            std::array::from_fn(|n| row.split('\t').nth(n).unwrap().parse::<u64>().unwrap());
        println!("{file}: {bytes} bytes, {brotli} compressed");
        assert_eq!(
            bytes,
            std::fs::metadata(packages.join(file)).unwrap().len(),
            "{file} is the one that was measured"
        );
        assert!(brotli <= limit, "{file}: {brotli} bytes compressed");
    }
}
