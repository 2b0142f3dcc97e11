//! `sinew convert`: any importable file to a valid GLB, VRM 1.0 avatar or VRM animation.

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::source;
use crate::options::events::EventOptions;
use crate::options::number::millimetres;
use crate::options::root_motion::RootMotionOptions;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use crate::report::whole_file::write_file;
use clap::Args;
use sinew_import::{ExportOptions, export_glb, export_vrma};
use std::path::PathBuf;

/// Convert any character file to GLB or a VRM 1.0 avatar, or one of its clips to a VRM animation.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew convert walk.bvh -o walk.glb\n  \
    sinew convert mixamo.fbx -o me.vrm\n  \
    sinew convert hero.glb#Walk -o walk.vrma\n  \
    sinew convert hero.glb -o small.glb --quantize --meshopt --reduce 0.5\n  \
    sinew convert walk.bvh --root-motion -o walk.glb\n  \
    sinew convert hero.glb --event Walk@0.35=left_foot --event Attack@0.2..0.4=blade -o events.glb\n\n\
    Without options the conversion is lossless: glTF vertices keep their order, keys and encoded images stay as they are.\n\
    VRM data of any version is written as VRM 1.0. -o NAME.vrm makes an avatar of any humanoid; -o NAME.vrma writes one\n\
    clip (the first, or IN#C) for any VRM avatar. Events and root motion are written as `extras` of the animations; other\n\
    programs play such clips in place. Diagnostics about the file, and about data that GLB cannot hold, are printed on\n\
    stderr; after one that is an error, OUT has the usable rest and the exit code is 1.")]
pub(crate) struct Convert {
    /// Input file, or IN#C for that clip alone; default: the built-in character
    #[arg(value_name = "IN")]
    input: Option<PathBuf>,
    /// Output file, .glb, .vrm or .vrma
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Quantize vertices (KHR_mesh_quantization), with an error of up to 1/65534 of the size
    #[arg(long)]
    quantize: bool,
    /// Compress losslessly (EXT_meshopt_compression)
    #[arg(long)]
    meshopt: bool,
    /// Remove keys as long as nothing moves by more than MM millimetres
    #[arg(long, value_name = "MM", value_parser = millimetres, allow_negative_numbers = true)]
    reduce: Option<f32>,
    #[command(flatten)]
    events: EventOptions,
    #[command(flatten)]
    root_motion: RootMotionOptions,
}

impl Convert {
    pub(crate) fn run(self) -> Outcome {
        let ends_with = |end: &str| self.output.extension().is_some_and(|e| e.eq_ignore_ascii_case(end));
        let (vrm, vrma) = (ends_with("vrm"), ends_with("vrma"));
        if !vrm && !vrma && !ends_with("glb") {
            let message =
                format!("-o {}: expected a name ending in .glb, .vrm or .vrma", self.output.display());
            return Err(Failure::Call(message));
        }
        let argument = FileAndClip::parse(self.input.as_deref());
        if argument.file.as_deref().is_some_and(|input| output::is_same(input, &self.output)) {
            let message = format!("-o {}: this is the input file", self.output.display());
            return Err(Failure::Call(message));
        }
        let progress = Progress::new(3, "steps");
        let mut file = source::open(argument.file.as_deref())?;
        diagnostic::print_diagnostics(&file.name, &file.imported.report);
        progress.step();
        let options = ExportOptions::default().with_quantization(self.quantize).with_meshopt(self.meshopt);
        let options = options.with_key_tolerance(self.reduce).with_vrm(vrm);
        let only = argument.clip.or_else(|| vrma.then(|| clip_choice::default_choice(&file)));
        clip_choice::keep_only(&mut file, only.as_deref())?;
        let character = &file.imported.character;
        self.root_motion.change(&mut file.imported.clips, character, &file.name)?;
        self.events.write(&mut file.imported.clips, &file.name)?;
        let exported = match file.imported.clips.first() {
            Some(clip) if vrma => export_vrma(character, clip),
            _ => export_glb(character, &file.imported.clips, &options),
        };
        let exported = exported.map_err(|e| Failure::input(&file.name, e))?;
        diagnostic::print_diagnostics(&self.output.display().to_string(), &exported.report);
        progress.step();
        write_file(&self.output, &exported.bytes)?;
        progress.finish();
        let clips = count(file.imported.clips.len(), "clip");
        message!("{}: {} bytes, {clips}", self.output.display(), exported.bytes.len());
        Ok(diagnostic::exit_code([&file.imported.report, &exported.report]))
    }
}
