//! `sinew pack`: compressed clips for the runtime, with sizes and measured errors.

use crate::asset::clip_choice::{self, FileAndClip, label};
use crate::asset::key_rate::NearlyEven;
use crate::asset::source;
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::events::EventOptions;
use crate::options::input::InputOptions;
use crate::options::number::millimetres;
use crate::options::root_motion::RootMotionOptions;
use crate::report::diagnostic;
use crate::report::fail_on;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use crate::report::table::Table;
use crate::report::whole_file::write_file;
use crate::report::{file_name, job};
use clap::Args;
use serde::Serialize;
use sinew::pack::write_pack;
use sinew::{Clip, RawClip, Skeleton};
use sinew_author::clip::{CompressionErrorReport, CompressionSettings, compress, measure_compression_error};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;

/// Compress all clips of a file for the runtime, within an error bound in millimetres.
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew pack hero.glb -o hero.sinew\n  sinew pack dance.bvh --error 0.5 -o dance.sinew --json\n  \
    sinew pack run.fbx --fps 30 -o run.sinew\n  sinew pack hero.glb#Walk --root-motion --event Walk@0.35=left_foot -o walk.sinew\n\n\
    The pack has all nodes in the file's order and all clips under their numbers (or IN#C alone), and no meshes. The error is\n\
    the largest distance from the source of any joint and of points 3 cm from it along its axes, at every key of the source\n\
    and midway between uneven keys. Raw is the size of uncompressed poses: 40 bytes per joint and frame. All nodes count as\n\
    joints. Diagnostics about the file are printed on stderr; after one that is an error, the pack has the usable rest.\n\
    The pack of a file without clips has the skeleton alone."
)]
pub(crate) struct Pack {
    /// Input file, or IN#C for that clip alone; default: the built-in character
    #[arg(value_name = "IN")]
    input: Option<PathBuf>,
    #[command(flatten)]
    file_options: InputOptions,
    /// Output file, .sinew
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Largest error in millimetres
    #[arg(
        long, value_name = "MM", default_value = "0.1", value_parser = millimetres,
        allow_negative_numbers = true,
    )]
    error: f32,
    /// Resample the clips at N poses per second instead of their own keys, for curves with keys at odd times
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    fps: Option<f32>,
    #[command(flatten)]
    events: EventOptions,
    #[command(flatten)]
    root_motion: RootMotionOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Bytes of an uncompressed joint pose: translation, rotation and scale, 3 + 4 + 3 floats.
pub(crate) const RAW: usize = 40;

#[derive(Serialize)]
struct Packed {
    file: String,
    output: String,
    joints: usize,
    clips: Vec<ClipEntry>,
    raw_bytes: usize,
    clip_bytes: usize,
    file_bytes: usize,
    /// Raw bytes over clip bytes.
    ratio: f64,
    /// Raw bytes over file bytes.
    file_ratio: f64,
    bits_per_joint_and_frame: f64,
    file_bits_per_joint_and_frame: f64,
    error_mm: f32,
}

#[derive(Serialize)]
struct ClipEntry {
    name: String,
    seconds: f32,
    frames: usize,
    raw_bytes: usize,
    bytes: usize,
    ratio: f64,
    bits_per_joint_and_frame: f64,
    error_mm: f32,
    /// Joint of the largest error.
    error_joint: String,
    /// Seconds.
    error_time: f32,
}

impl BatchVerb for Pack {
    const NAME: &'static str = "pack";
    const INPUT: &'static str = "input";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.input = files.input;
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "sinew"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Pack {
    pub(crate) fn run(self) -> Outcome {
        let output = self.output.display();
        if !self.output.extension().is_some_and(|e| e.eq_ignore_ascii_case("sinew")) {
            return Err(Failure::Call(format!("-o {output}: expected a name ending in .sinew")));
        }
        let argument = FileAndClip::parse(self.input.as_deref());
        if argument.file.as_deref().is_some_and(|input| output::is_same(input, &self.output)) {
            return Err(Failure::Call(format!("-o {output}: this is the input file")));
        }
        let mut file = source::open(argument.file.as_deref(), &self.file_options)?;
        self.file_options.check_used()?;
        self.file_options.check_kept(&self.output, [self.output.as_path()])?;
        if file.imported.format == sinew_import::Format::Sinew {
            let message =
                "this file is already a pack; pack its source file instead, so that errors do not add up";
            return Err(Failure::input(&file.name, message));
        }
        clip_choice::keep_only(&mut file, argument.clip.as_deref())?;
        self.root_motion.change(&mut file.imported.clips, &file.imported.character, &file.name)?;
        self.events.write(&mut file.imported.clips, &file.name)?;
        let imported = &file.imported;
        diagnostic::print_diagnostics(&file.name, &imported.report);
        if imported.clips.is_empty() {
            let joints = count(imported.character.skeleton().len(), "joint");
            let message = format!("the file has no clips: {output} holds its {joints} alone");
            fail_on::warn(&file.name, "no-clips", message);
        }
        for (n, clip) in imported.clips.iter().enumerate().filter(|(_, clip)| !clip.moves()) {
            let clip = label(n, &clip.name);
            message!("sinew: {}: clip {clip} does not move anything", file.name);
        }
        if self.fps.is_none() {
            report_nearly_even(&file.name, &imported.clips);
        }
        let skeleton = imported.character.skeleton();
        let settings = CompressionSettings::new(self.error);
        let progress = Progress::new(imported.clips.len(), "clips");
        let (mut clips, mut entries) = (Vec::new(), Vec::new());
        for (n, raw) in imported.clips.iter().enumerate() {
            let fail = |e: &dyn Display| Failure::input(&file.name, format!("clip {n} {:?}: {e}", raw.name));
            let even = self.fps.map(|fps| raw.resampled(fps)).transpose().map_err(|e| fail(&e))?;
            let raw = even.as_ref().unwrap_or(raw);
            let measured = compress(raw, skeleton, &settings)
                .and_then(|clip| Ok((measure_compression_error(raw, &clip, skeleton, &settings)?, clip)));
            let (error, clip) = measured.map_err(|e| fail(&e))?;
            entries.push(ClipEntry::new(&clip, skeleton, &error));
            clips.push(clip);
            progress.step();
        }
        progress.finish();
        let bytes = write_pack(&imported.character, &clips).map_err(|e| Failure::input(&file.name, e))?;
        write_file(&self.output, &bytes)?;
        let packed = Packed::new(
            file.name.clone(),
            file_name::text(&self.output),
            skeleton.len(),
            entries,
            bytes.len(),
        );
        match self.json {
            true => output::print_json(&packed),
            // The tables of many files would hide one another.
            false if job::is_captured() => output::print_summary(|out| packed.line(out)),
            false => output::print_summary(|out| packed.table(out)),
        }
    }
}

/// Reports on stderr clips that a few keys off the frame grid make larger than necessary.
fn report_nearly_even(file: &str, clips: &[RawClip]) {
    for clip in clips {
        let Some(NearlyEven { rate, off, gaps }) = NearlyEven::of(clip) else { continue };
        let even = format!("its keys are even at {rate} per second except for {off} of {gaps} intervals");
        message!("sinew: {file}: clip {:?}: {even}; --fps {rate} would make it smaller", clip.name);
    }
}

/// Compression ratio; 0 where nothing is stored.
fn ratio(raw: usize, bytes: usize) -> f64 {
    if bytes == 0 { 0.0 } else { raw as f64 / bytes as f64 }
}

/// A [`ratio`] in a table.
fn ratio_cell(ratio: f64) -> String {
    if ratio > 0.0 { format!("{ratio:.1}") } else { "none".to_owned() }
}

/// Bits per joint and frame of `bytes`, for poses of `raw` bytes; 0 for an empty clip.
fn bits(bytes: usize, raw: usize) -> f64 {
    (bytes * 8 * RAW) as f64 / raw.max(1) as f64 * f64::from(u8::from(raw > 0))
}

impl ClipEntry {
    fn new(clip: &Clip, skeleton: &Skeleton, error: &CompressionErrorReport) -> Self {
        let (raw, bytes) = (RAW * skeleton.len() * clip.sample_count(), clip.size_in_bytes());
        let moved = error.max_distance > 0.0;
        Self {
            name: clip.name().to_owned(),
            seconds: clip.end() - clip.start(),
            frames: clip.sample_count(),
            raw_bytes: raw,
            bytes,
            ratio: ratio(raw, bytes),
            bits_per_joint_and_frame: bits(bytes, raw),
            error_mm: error.max_distance * 1e3,
            error_joint: if moved { skeleton.name(error.joint).to_owned() } else { String::new() },
            error_time: error.time,
        }
    }
}

impl Packed {
    fn new(file: String, output: String, joints: usize, clips: Vec<ClipEntry>, file_bytes: usize) -> Self {
        let raw_bytes = clips.iter().map(|c| c.raw_bytes).sum();
        let clip_bytes = clips.iter().map(|c| c.bytes).sum();
        Self {
            file,
            output,
            joints,
            raw_bytes,
            clip_bytes,
            file_bytes,
            ratio: ratio(raw_bytes, clip_bytes),
            file_ratio: ratio(raw_bytes, file_bytes),
            bits_per_joint_and_frame: bits(clip_bytes, raw_bytes),
            file_bits_per_joint_and_frame: bits(file_bytes, raw_bytes),
            error_mm: clips.iter().map(|c| c.error_mm).fold(0.0, f32::max),
            clips,
        }
    }

    /// Input, output and content in a line.
    fn summary(&self) -> String {
        let (clips, joints) = (count(self.clips.len(), "clip"), count(self.joints, "joint"));
        format!("{} → {}: {clips} of {joints}", self.file, self.output)
    }

    fn line(&self, out: &mut dyn Write) -> io::Result<()> {
        let (summary, bytes, ratio) = (self.summary(), self.file_bytes, ratio_cell(self.file_ratio));
        writeln!(out, "{summary}, {bytes} bytes, ratio {ratio}, largest error {:.4} mm", self.error_mm)
    }

    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.summary())?;
        let head = ["#", "name", "seconds", "frames", "bytes", "ratio", "bits/joint/frame", "error mm", "at"];
        let mut table = Table::new(head);
        for (n, clip) in self.clips.iter().enumerate() {
            table.row([
                n.to_string(),
                clip.name.clone(),
                format!("{:.3}", clip.seconds),
                clip.frames.to_string(),
                clip.bytes.to_string(),
                ratio_cell(clip.ratio),
                format!("{:.1}", clip.bits_per_joint_and_frame),
                format!("{:.4}", clip.error_mm),
                format!("{:.3} s {}", clip.error_time, clip.error_joint),
            ]);
        }
        if self.clips.is_empty() {
            return Ok(());
        }
        table.write("Clips", out)?;
        let mut sizes = Table::new(["", "bytes", "ratio", "bits/joint/frame"]);
        for (what, bytes, ratio, bits) in [
            ("raw", self.raw_bytes, 1.0, bits(self.raw_bytes, self.raw_bytes)),
            ("clips", self.clip_bytes, self.ratio, self.bits_per_joint_and_frame),
            ("file", self.file_bytes, self.file_ratio, self.file_bits_per_joint_and_frame),
        ] {
            sizes.row([what.to_owned(), bytes.to_string(), ratio_cell(ratio), format!("{bits:.1}")]);
        }
        sizes.write("Sizes", out)?;
        writeln!(out, "\nlargest error {:.4} mm, at keys and midway between uneven keys", self.error_mm)
    }
}
