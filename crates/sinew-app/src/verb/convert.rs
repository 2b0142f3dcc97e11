//! `sinew convert`: any file that can be read to a valid GLB, VRM 1.0 avatar or VRM animation.

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::source;
use crate::options::events::EventOptions;
use crate::options::number::millimetres;
use crate::options::root_motion::RootMotionOptions;
use crate::report::failure::{Failure, Outcome};
use crate::report::finding;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use clap::Args;
use sinew_import::{ExportOptions, export_glb, export_vrma};
use std::path::PathBuf;

/// Write any character file as GLB, as VRM 1.0 avatar, or one of its clips as VRM animation.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew convert walk.bvh -o walk.glb\n  \
    sinew convert mixamo.fbx -o me.vrm\n  \
    sinew convert hero.glb#Walk -o walk.vrma\n  \
    sinew convert hero.glb -o small.glb --quantize --meshopt --reduce 0.5\n  \
    sinew convert walk.bvh --root-motion -o walk.glb\n  \
    sinew convert hero.glb --mark Walk@0.35=left_foot --mark Attack@0.2..0.4=blade -o marked.glb\n\n\
    Without options nothing is lost: vertices stand in the order of the file where it was glTF, keys are its keys,\n\
    images its bytes. What came as VRM of any version keeps all of that as VRM 1.0; -o NAME.vrm makes an avatar of\n\
    anything with a human body, -o NAME.vrma takes a clip of it (the first, or IN#C) to any VRM avatar. Marks and root\n\
    motion are written as `extras` of the animations: other programs see clips in place then. What is odd about the\n\
    file, and what could not be written as it is, is told on stderr. If that is an error, OUT has what is left of it and\n\
    the exit code is 1.")]
pub(crate) struct Convert {
    /// The file, or IN#C for that clip alone; the built-in character without
    #[arg(value_name = "IN")]
    input: Option<PathBuf>,
    /// Where to: a name ending in .glb, .vrm or .vrma
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Store vertices in fewer bits (KHR_mesh_quantization): off by up to 1/65534 of the size
    #[arg(long)]
    quantize: bool,
    /// Compress (EXT_meshopt_compression); loses nothing by itself
    #[arg(long)]
    meshopt: bool,
    /// Leave out keys as long as nothing moves further than so many millimetres
    #[arg(long, value_name = "MM", value_parser = millimetres, allow_negative_numbers = true)]
    reduce: Option<f32>,
    #[command(flatten)]
    marks: EventOptions,
    #[command(flatten)]
    root: RootMotionOptions,
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
            let message = format!("-o {}: that is the file to be read", self.output.display());
            return Err(Failure::Call(message));
        }
        let progress = Progress::new(3, "steps");
        let mut file = source::open(argument.file.as_deref())?;
        finding::tell(&file.name, &file.imported.report);
        progress.step();
        let options = ExportOptions::default().quantize(self.quantize).meshopt(self.meshopt);
        let options = options.key_tolerance(self.reduce).vrm(vrm);
        let only = if vrma { argument.clip.as_deref().or(Some("0")) } else { argument.clip.as_deref() };
        clip_choice::keep_only(&mut file, only)?;
        let character = &file.imported.character;
        self.root.change(&mut file.imported.clips, character, &file.name)?;
        self.marks.write(&mut file.imported.clips, &file.name)?;
        let exported = match file.imported.clips.first() {
            Some(clip) if vrma => export_vrma(character, clip),
            _ => export_glb(character, &file.imported.clips, &options),
        };
        let exported = exported.map_err(|e| Failure::input(&file.name, e))?;
        finding::tell(&self.output.display().to_string(), &exported.report);
        progress.step();
        output::write_file(&self.output, &exported.bytes)?;
        progress.finish();
        let clips = count(file.imported.clips.len(), "clip");
        eprintln!("{}: {} bytes, {clips}", self.output.display(), exported.bytes.len());
        Ok(finding::exit_code([&file.imported.report, &exported.report]))
    }
}
