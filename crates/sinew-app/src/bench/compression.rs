//! Compression jobs: speed, size and error.

use super::clips::BenchClips;
use super::figures::ClipFigure;
use super::job::Job;
use crate::report::failure::Failure;
use crate::verb::pack::RAW;
use sinew::pack::write_pack;
use sinew_author::clip::{CompressionSettings, compress, measure_compression_error};
use std::hint::black_box;

/// Job with the size and error of its result.
pub(crate) struct CompressionJob {
    pub(crate) job: Job<'static>,
    pub(crate) clip: ClipFigure,
}

/// Compression of the first clip at 0.1 mm and 1 mm.
pub(crate) fn compression_jobs(motions: &BenchClips, file: &str) -> Result<Vec<CompressionJob>, Failure> {
    [("compress", 1e-4), ("compress-1mm", 1e-3)]
        .into_iter()
        .map(|(name, error)| {
            let settings = CompressionSettings::new(error);
            let (raw, character) = (motions.raw[0].clone(), motions.character.clone());
            let skeleton = character.skeleton();
            let fail = |e: &dyn std::fmt::Display| Failure::input(file, format!("clip {:?}: {e}", raw.name));
            let clip = compress(&raw, skeleton, &settings).map_err(|e| fail(&e))?;
            let measured =
                measure_compression_error(&raw, &clip, skeleton, &settings).map_err(|e| fail(&e))?;
            let pack = write_pack(&character, [&clip]).map_err(|e| fail(&e))?;
            let keys = skeleton.len() * clip.sample_count();
            let bits = |bytes: usize| bytes as f64 * 8.0 / keys.max(1) as f64;
            let figure = ClipFigure {
                job: name,
                clip: raw.name.clone(),
                frames: clip.sample_count(),
                asked_mm: f64::from(error) * 1e3,
                error_mm: f64::from(measured.max_distance) * 1e3,
                bits_per_joint_and_frame: bits(clip.size_in_bytes()),
                file_bits_per_joint_and_frame: bits(pack.len()),
                megabytes_per_second: 0.0,
            };
            let job = Job::new(name, "raw byte", RAW * keys, move || {
                // The first compression above succeeded.
                let _ = black_box(compress(&raw, character.skeleton(), &settings));
            });
            Ok(CompressionJob { job, clip: figure })
        })
        .collect()
}
