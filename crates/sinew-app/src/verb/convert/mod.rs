//! `sinew convert`: any importable file to a valid GLB, .gltf, VRM 1.0 avatar, VRM animation or BVH, with clips
//! of other files.

mod clip_finder;
mod edit_options;
mod edit_plan;
#[cfg(test)]
mod edit_tests;
mod edit_values;
mod new_clips;

use crate::asset::clip_choice::{self, FileAndClip, label};
use crate::asset::export::{self, OutputFormat, export_files};
use crate::asset::source::{self, Loaded};
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::events::EventOptions;
use crate::options::file_size::FileSizeOptions;
use crate::options::input::InputOptions;
use crate::options::root_motion::RootMotionOptions;
use crate::report::choices::shorten_list;
use crate::report::diagnostic;
use crate::report::fail_on;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use crate::report::whole_file::write_files;
use clap::Args;
use edit_options::EditOptions;
use new_clips::NewClips;
use sinew::RawClip;
use sinew_import::Severity;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Convert any character file to GLB, .gltf or a VRM 1.0 avatar, with clips of other files, or one clip to a
/// VRM animation or BVH.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew convert walk.bvh -o walk.glb\n  \
    sinew convert mixamo.fbx -o me.vrm\n  \
    sinew convert hero.glb#Walk -o walk.vrma\n  \
    sinew convert hero.glb#Walk --fps 30 -o walk.bvh\n  \
    sinew convert 35_01.amc -o run.glb\n  \
    sinew convert hero.fbx Walking.fbx Jump.fbx dance.vrma fight.bvh moves.glb#Kick -o hero.glb\n  \
    sinew convert hero.glb --rename mixamo.com=idle --trim Walk=0.5..1.8 --drop \"Take 001\" -o tidy.glb\n  \
    sinew convert hero.glb --small -o small.glb\n  \
    sinew convert walk.bvh --root-motion -o walk.glb\n  \
    sinew convert hero.glb --event Walk@0.35=left_foot --event Attack@0.2..0.4=blade -o events.glb\n\n\
    Without options the conversion is lossless: glTF vertices keep their order, keys and encoded images stay as they are, and so\n\
    do copyright, `extras`, XMP metadata, cameras, lights and further scenes; a warning names what is left out.\n\
    Clips of CLIP files follow the file's own: those of the same rig are bound by joint names, others are retargeted as in\n\
    `sinew retarget`. They are called after their files, FILE or, where a file has several, FILE#CLIP; clips that do not\n\
    move anything are left out. --rename, --trim and --drop call clips by these names, events by the new ones.\n\
    VRM data of any version is written as VRM 1.0. -o NAME.vrm makes an avatar of any humanoid, at rest in a T-pose;\n\
    -o NAME.vrma writes one clip (the new one, IN#C, or the first) for any VRM avatar, -o NAME.bvh as BVH in centimetres;\n\
    -o NAME.gltf writes NAME.bin and the images beside it. FBX is not written: 3D programs and engines read GLB.\n\
    Events and root motion are written as `extras` of the animations; other programs play such clips in place.\n\
    Diagnostics about the files, and about data that GLB cannot hold, are printed on stderr; after one that is an error,\n\
    OUT has the usable rest. The exit code is 0 where OUT is written, unless --fail-on asks for 1.")]
pub(crate) struct Convert {
    /// Input file, or IN#C for that clip alone; default: the built-in character
    #[arg(value_name = "IN")]
    input: Option<PathBuf>,
    /// Files whose clips are put on the character: all clips of FILE, or FILE#C
    #[arg(value_name = "CLIP")]
    clips: Vec<PathBuf>,
    /// Output file, .glb, .gltf, .vrm, .vrma or .bvh
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    size: FileSizeOptions,
    #[command(flatten)]
    file_options: InputOptions,
    #[command(flatten)]
    edits: EditOptions,
    #[command(flatten)]
    events: EventOptions,
    #[command(flatten)]
    root_motion: RootMotionOptions,
}

impl BatchVerb for Convert {
    const NAME: &'static str = "convert";
    const INPUT: &'static str = "input";
    const MERGED: Option<&'static str> = Some("clips");

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.clips.clear();
        self.input = files.input;
        self.output = files.output;
    }

    fn merge(&mut self, inputs: Vec<PathBuf>) {
        let mut inputs = inputs.into_iter();
        self.input = inputs.next();
        self.clips = inputs.collect();
    }

    fn ending(&self) -> &'static str {
        "glb"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Convert {
    pub(crate) fn run(self) -> Outcome {
        let format = OutputFormat::of(&self.output)?;
        let argument = FileAndClip::parse(self.input.as_deref());
        let others = self.clips.iter().filter_map(|clip| FileAndClip::parse(Some(clip)).file);
        if argument.file.iter().cloned().chain(others).any(|input| output::is_same(&input, &self.output)) {
            let message = format!("-o {}: this is an input file", self.output.display());
            return Err(Failure::Call(message));
        }
        let progress = Progress::new(3, "steps");
        let mut file = source::open(argument.file.as_deref(), &self.file_options)?;
        diagnostic::print_diagnostics(&file.name, &file.imported.report);
        format.check(&file.imported.character, &file.name)?;
        export::check_meshes(self.size, format, &self.output)?;
        progress.step();
        clip_choice::keep_only(&mut file, argument.clip.as_deref())?;
        let own_count = file.imported.clips.len();
        let new = NewClips::open(&file, &self.clips)?;
        let files: Vec<_> = std::iter::once(&*file.name).chain(new.files()).map(str::to_owned).collect();
        let files = shorten_list(files);
        // Before the clips are retargeted, which may take long.
        if !self.clips.is_empty() {
            let names = file.imported.clips.iter().map(|clip| clip.name.as_str());
            let names = names.filter(|_| !format.has_one_clip());
            let name = |name: &str| RawClip { name: name.to_owned(), ..RawClip::default() };
            let clips: Vec<_> = names.chain(new.names()).map(name).collect();
            let plan = self.edits.plan(&clips, &files, &|wrong| new.other_name(wrong))?;
            self.root_motion.closed_loops(&plan.names_before(), &files)?;
            self.events.check_names(&plan.names_after(), &file.name)?;
        }
        new.add_to(&mut file)?;
        self.file_options.check_used()?;
        if format.has_one_clip() && !self.clips.is_empty() {
            file.imported.clips.drain(..own_count);
            if file.imported.clips.len() != 1 {
                let count = file.imported.clips.len();
                let message = format!("-o {}: expected one new clip, not {count}", self.output.display());
                return Err(Failure::Call(message));
            }
        }
        let rates = self.edit(&mut file, &files, format)?;
        let rate = match format.has_one_clip() && !file.imported.clips.is_empty() {
            true => rates[keep_one(&mut file)?],
            false => None,
        };
        self.events.write(&mut file.imported.clips, &file.name)?;
        let options = self.size.of_export(export::options_of(&file));
        let options = options.with_frame_rate(rate);
        let (character, clips) = (&file.imported.character, &file.imported.clips);
        let (files, report) =
            export_files(&self.output, &file.name, character, clips, options, &self.file_options)?;
        diagnostic::print_diagnostics(&self.output.display().to_string(), &report);
        progress.step();
        write_files(&files)?;
        progress.finish();
        let left_out = report.count("animation-empty", Severity::Warning);
        let clips = file.imported.clips.iter().enumerate();
        let clips: Vec<_> =
            clips.map(|(n, clip)| format!("{} {:.2} s", label(n, &clip.name), clip.end())).collect();
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        let (out, number) = (self.output.display(), count(clips.len() - left_out.min(clips.len()), "clip"));
        match clips.is_empty() || self.clips.is_empty() && !self.edits.any() {
            true => message!("{out}: {bytes} bytes, {number}"),
            false => message!("{out}: {bytes} bytes, {number}: {}", shorten_list(clips)),
        }
        let moving = file.imported.clips.iter().any(sinew::RawClip::moves);
        if let Some(pack) = self.file_options.pack().filter(|_| moving && !self.size.reduces()) {
            message!(
                "sinew: {pack}: clips of a pack have a key at every sample once unpacked; --reduce 0.1 \
                 removes those that change nothing by more than 0.1 mm"
            );
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Edits the clips of `file`, whose files `files` names in errors. Returns the rates of those whose keys get
    /// one.
    fn edit(
        &self,
        file: &mut Loaded,
        files: &str,
        format: OutputFormat,
    ) -> Result<Vec<Option<f32>>, Failure> {
        if file.imported.clips.is_empty() && self.edits.any() {
            fail_on::warn(&file.name, "clip-edit", "the file has no clips to edit".to_owned());
        }
        let mut plan = self.edits.plan(&file.imported.clips, files, &|_| None)?;
        // A file of one clip has the first one that moves, unless another one is kept.
        if format.has_one_clip() && !self.edits.keeps() && file.imported.clips.len() > 1 {
            let choice = clip_choice::announced_choice(file);
            let first = clip_choice::find(&file.imported.clips, &choice);
            plan.retain(|clip, is_copy| is_copy || Some(clip) == first);
        }
        let (character, clips) = (&file.imported.character, &mut file.imported.clips);
        if let Some(kept) = &mut file.imported.scene_extras {
            Arc::make_mut(kept).set_clips(&plan.sources_and_names());
        }
        let names = plan.names_before();
        let loops = self.root_motion.closed_loops(&names, files)?;
        self.root_motion.warn_of_loops(&names, files);
        let (loops, rates) = (plan.of_kept(&loops), plan.rates());
        let last_edits = plan.begin(clips, character, files, format != OutputFormat::Bvh)?;
        self.root_motion.change_with_loops(clips, &loops, character, &file.name)?;
        last_edits.edit_motion(clips, character, files)?;
        self.root_motion.add_footsteps(clips, character, &file.name);
        last_edits.finish(clips, character, files)?;
        Ok(rates)
    }
}

/// Keeps one clip of those that are left, and returns its number among them.
fn keep_one(file: &mut Loaded) -> Result<usize, Failure> {
    if file.imported.clips.len() == 1 {
        return Ok(0);
    }
    let choice = clip_choice::announced_choice(file);
    let number = clip_choice::find(&file.imported.clips, &choice).unwrap_or(0);
    clip_choice::keep_only(file, Some(&choice))?;
    Ok(number)
}
