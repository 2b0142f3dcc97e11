//! Size, error and speed of compression: a line for every shared clip file and error bound.
//!
//! `cargo bench --bench sizes` measures the shared files, `cargo bench --bench sizes -- FILE…` the named
//! ones. Bits are per joint (a node of the file) and frame (a source sample of the clip: a key time over all
//! tracks, or, where those are uneven, one of a few samples per frame of most tracks). Megabytes are of raw
//! poses, 40 bytes per joint and frame. With `--tabs` columns are separated by tabs, for programs.

#[path = "../tests/suite/clock.rs"]
mod clock;

use clock::now;
use sinew::pack::write_pack;
use sinew_author::clip::{CompressionSettings, compress, measure_compression_error};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Number of runs per clip; the fastest counts.
const RUNS: usize = 3;

const HEAD: [&str; 10] = [
    "file",
    "clips",
    "joints",
    "frames",
    "asked mm",
    "error mm",
    "bits/joint/frame",
    "in a file",
    "ratio",
    "MB/s",
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    // `cargo test --benches` needs no measurement; `tests/motion/clips.rs` compresses the same clips.
    if arguments.iter().any(|a| a == "--test" || a == "--list") {
        return;
    }
    let tabs = arguments.iter().any(|a| a == "--tabs");
    let named: Vec<_> =
        arguments.iter().filter(|a| !a.starts_with("--")).map(|a| (a.into(), usize::MAX)).collect();
    let shared = || {
        let assets = sinew_suite::assets();
        let built_in = (sinew_suite::repository().join("data/sinew.vrm"), usize::MAX);
        let files = sinew_suite::CLIPS
            .iter()
            .flat_map(move |(file, count)| Some((assets.clone()?.join(file), *count)));
        std::iter::once(built_in).chain(files).collect()
    };
    let files: Vec<(PathBuf, usize)> = if named.is_empty() { shared() } else { named };
    let print = |cells: [String; 10]| match tabs {
        true => println!("{}", cells.join("\t")),
        false => {
            let [file, rest @ ..] = &cells;
            let rest: Vec<String> = rest.iter().map(|cell| format!("{cell:>9}")).collect();
            println!("{file:<32} {}", rest.join(" "));
        }
    };
    print(HEAD.map(str::to_owned));
    for (file, count) in files {
        for error in [1e-4, 1e-3] {
            match line(&file, count, error) {
                Ok(cells) => print(cells),
                Err(message) => eprintln!("{}: {message}", file.display()),
            }
        }
    }
}

/// Table line for all clips of a file, at an error bound in metres.
fn line(file: &Path, count: usize, error: f32) -> Result<[String; 10], String> {
    let imported = sinew_suite::open(file)?;
    let skeleton = imported.character.skeleton();
    let settings = CompressionSettings::new(error);
    let (mut frames, mut worst, mut seconds, mut clips) = (0, 0.0f32, 0.0, Vec::new());
    for raw in imported.clips.iter().take(count) {
        let mut fastest = Duration::MAX;
        let mut run = || {
            let start = now();
            let clip = compress(raw, skeleton, &settings);
            fastest = fastest.min(now().saturating_sub(start));
            clip.map_err(|e| format!("{:?}: {e}", raw.name))
        };
        let clip = run()?;
        for _ in 1..RUNS {
            run()?;
        }
        let measured =
            measure_compression_error(raw, &clip, skeleton, &settings).map_err(|e| e.to_string())?;
        worst = worst.max(measured.max_distance);
        seconds += fastest.as_secs_f64();
        frames += clip.sample_count();
        clips.push(clip);
    }
    let transforms = (frames * skeleton.len()).max(1) as f64;
    let bytes = clips.iter().map(|clip| clip.size_in_bytes()).sum::<usize>() as f64;
    let pack = write_pack(&imported.character, &clips).map_err(|e| e.to_string())?;
    let bits = |bytes: f64| format!("{:.2}", bytes * 8.0 / transforms);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Ok([
        name.into_owned(),
        clips.len().to_string(),
        skeleton.len().to_string(),
        frames.to_string(),
        format!("{:.1}", error * 1e3),
        format!("{:.4}", worst * 1e3),
        bits(bytes),
        bits(pack.len() as f64),
        format!("{:.1}", transforms * 40.0 / bytes.max(1.0)),
        format!("{:.1}", transforms * 40e-6 / seconds.max(1e-9)),
    ])
}
