//! `sinew retarget`: clips from any rig to any character.

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::export::{self, OutputFormat, export_files};
use crate::asset::retarget;
use crate::asset::source::{self, Loaded};
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::file_size::FileSizeOptions;
use crate::options::input::InputOptions;
use crate::options::mapping::MappingOptions;
use crate::options::reference::ReferenceOption;
use crate::options::root_motion::RootMotionOptions;
use crate::report::choices::shorten_list;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::file_name;
use crate::report::job;
use crate::report::message::message;
use crate::report::output;
use crate::report::plural::count;
use crate::report::progress::Progress;
use crate::report::whole_file::write_files;
use clap::Args;
use serde::Serialize;
use sinew_author::clip::{TransferMethod, TransferredClip};
use sinew_import::Format;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Retarget a clip from any rig to a character, and write the character with it.
#[derive(Args)]
#[command(
    after_help = "Example:\n  sinew retarget dance.bvh --onto hero.glb --name dance -o hero-dances.glb\n  \
    sinew retarget run.fbx#run --onto me.vrm -o run.vrma\n  \
    sinew retarget walk.bvh --onto me.vrm --root-motion -o walks-in-place.vrm\n  \
    sinew retarget captures/ --onto hero.glb --no-mesh -o moves/\n  \
    sinew retarget lizard.glb#swim --onto cat.glb --chain Tail1..Tail9=tail_a..tail_d -o cat-swims.glb\n  \
    sinew retarget odd.bvh --bone hips=pelvis --bone head=top --scale 0.01 --onto hero.glb -o out.glb\n\n\
    OUT.glb (or OUT.gltf, or OUT.vrm, an avatar) is the character with all its clips and the new one last; OUT.vrma is the new clip\n\
    alone, for any VRM avatar, OUT.bvh the same with the character's skeleton; with --no-mesh OUT.glb is the\n\
    nodes and the new clip alone; OUT.gltf has OUT.bin and the images beside it.\n\
    Humans are recognized by their bones, whatever their joint names and rest poses; other rigs are matched by joint names.\n\
    Foot contacts are kept, with the skin's soles above the floor; airborne motion keeps its\n\
    height. Joints that the clip does not move get no keys. Expressions, morph targets and gaze are matched by name;\n\
    unmapped ones are listed. Without #C the file's first clip that moves is used. Diagnostics about the files are printed on stderr;\n\
    after one that is an error, OUT has the usable rest."
)]
pub(crate) struct Retarget {
    /// Source clip: FILE or FILE#C
    #[arg(value_name = "CLIP")]
    clip: PathBuf,
    /// Target character; default: the built-in character
    #[arg(long, value_name = "FILE")]
    onto: Option<PathBuf>,
    #[command(flatten)]
    reference: ReferenceOption,
    /// The same for the target character
    #[arg(long, value_name = "rest|bind|C[@S]")]
    onto_reference: Option<String>,
    #[command(flatten)]
    file_options: InputOptions,
    /// Output file, .glb, .gltf, .vrm, .vrma or .bvh
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Name of the new clip (default: that of the source clip; of the file for BVH, whose motions have no
    /// names)
    #[arg(long)]
    name: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    mapping: MappingOptions,
    #[command(flatten)]
    root_motion: RootMotionOptions,
    #[command(flatten)]
    size: FileSizeOptions,
}

#[derive(Serialize)]
struct Report {
    /// File of the clip.
    file: String,
    output: String,
    clip: String,
    seconds: f32,
    /// `humanoid`, `names` or `same rig`.
    method: &'static str,
    scale: f32,
    /// Joints of the source and of the character that are matched although their names differ.
    renamed: Vec<[String; 2]>,
    unmapped: Vec<String>,
    /// Other content of the clip that the character has no place for.
    dropped: Vec<String>,
    feet: Option<Feet>,
    /// Limitations that come from the files.
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Feet {
    steps: usize,
    slide_mm: f32,
    slide_before_mm: f32,
    penetration_mm: f32,
    shortfall_mm: f32,
}

impl BatchVerb for Retarget {
    const NAME: &'static str = "retarget";
    const INPUT: &'static str = "clip";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.clip = files.input.unwrap_or_default();
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "glb"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Retarget {
    pub(crate) fn run(self) -> Outcome {
        let format = OutputFormat::of(&self.output)?;
        let is_animation = format.has_one_clip();
        let argument = FileAndClip::parse(Some(&self.clip));
        for read in argument.file.iter().chain(&self.onto) {
            if output::is_same(read, &self.output) {
                let message = format!("-o {}: this is an input file", self.output.display());
                return Err(Failure::Call(message));
            }
        }
        let progress = Progress::new(3, "steps");
        let mut motion = source::open(argument.file.as_deref(), &self.file_options)?;
        self.reference.apply(&mut motion)?;
        let mut body = source::open(self.onto.as_deref(), &self.file_options)?;
        self.file_options.check_used()?;
        format.check(&body.imported.character, &body.name)?;
        export::check_meshes(self.size, format, &self.output)?;
        ReferenceOption { reference: self.onto_reference }.apply(&mut body)?;
        progress.step();
        let clip = clip_choice::of_file(&motion, argument.clip.as_deref())?;
        let mapping = self.mapping.mapping()?;
        let character = &body.imported.character;
        let mut retargeted = retarget::retarget_by(clip, &motion, character, &body.name, &mapping)?;
        if let Some(name) = &self.name {
            retargeted.clip.name.clone_from(name);
        }
        let clip = std::slice::from_mut(&mut retargeted.clip);
        self.root_motion.change(clip, &body.imported.character, &body.name)?;
        progress.step();
        let notes = notes(&motion, &body, &retargeted, !is_animation);
        let report = Report::new(&motion.name, &self.output, &retargeted, notes);
        if is_animation || self.size.drops_meshes() {
            body.imported.clips.clear();
        }
        body.imported.clips.push(retargeted.clip);
        let (character, clips) = (&body.imported.character, &body.imported.clips);
        let options = self.size.of_export(export::options_of(&body));
        let (files, exported) =
            export_files(&self.output, &body.name, character, clips, options, &self.file_options)?;
        write_files(&files)?;
        progress.finish();
        let is_other = self.onto != argument.file;
        for file in std::iter::once(&motion).chain(is_other.then_some(&body)) {
            diagnostic::print_diagnostics(&file.name, &file.imported.report);
        }
        diagnostic::print_diagnostics(&self.output.display().to_string(), &exported);
        match self.json {
            true => output::print_json(&report),
            // Lines about many files, of which those about the character are printed once.
            false if job::is_captured() => {
                report.notes.iter().for_each(|note| message!("note: {note}"));
                output::print_summary(|out| report.line(out))
            }
            false => output::print_summary(|out| report.table(out)),
        }
    }
}

impl Report {
    fn new(file: &str, output: &Path, retargeted: &TransferredClip, notes: Vec<String>) -> Self {
        let (method, report) = match &retargeted.method {
            TransferMethod::SameRig => ("same rig", None),
            TransferMethod::Humanoid(report) => ("humanoid", Some(report)),
            TransferMethod::Names(report) => ("names", Some(report)),
        };
        let mm = |metres: f32| metres * 1e3;
        let feet = report.and_then(|report| report.foot_correction).map(|feet| Feet {
            steps: feet.contacts,
            slide_mm: mm(feet.slide),
            slide_before_mm: mm(feet.slide_before),
            penetration_mm: mm(feet.penetration),
            shortfall_mm: mm(feet.shortfall),
        });
        Self {
            file: file.to_owned(),
            output: file_name::text(output),
            clip: retargeted.clip.name.clone(),
            seconds: retargeted.clip.end(),
            method,
            scale: report.map_or(1.0, |report| report.root_motion_scale),
            renamed: retargeted.renamed.clone(),
            unmapped: retargeted.missing.clone(),
            dropped: retargeted.dropped.clone(),
            feet,
            notes,
        }
    }

    /// Input, output and clip in a line.
    fn summary(&self) -> String {
        let method = match self.method {
            "humanoid" => "matched by human bones",
            "names" => "matched by joint names",
            _ => "on the same rig",
        };
        let Self { file, output, clip, seconds, scale, .. } = self;
        format!("{file} → {output}: {clip:?}, {seconds:.3} s, {method}, root motion scaled × {scale:.3}")
    }

    fn line(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let feet = self.feet.as_ref().filter(|feet| feet.steps > 0);
        let feet = feet.map(|feet| format!(", feet slide at most {:.1} mm", feet.slide_mm));
        let unmapped = Some(self.unmapped.len()).filter(|bones| *bones > 0);
        let unmapped = unmapped.map(|bones| format!(", {} missing on the target", count(bones, "bone")));
        let dropped = Some(&self.dropped).filter(|dropped| !dropped.is_empty());
        let dropped = dropped.map(|dropped| format!(", not retargeted: {}", shorten_list(dropped.clone())));
        let parts = [feet, unmapped, dropped].into_iter().flatten().collect::<String>();
        writeln!(out, "{}{parts}", self.summary())
    }

    fn table(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.summary())?;
        if !self.unmapped.is_empty() {
            writeln!(out, "bones missing on the target: {}", self.unmapped.join(", "))?;
        }
        if !self.dropped.is_empty() {
            writeln!(out, "not retargeted: {}", self.dropped.join(", "))?;
        }
        if let Some(feet) = &self.feet {
            writeln!(
                out,
                "{}: they slide at most {:.1} mm ({:.1} mm before the correction) and sink {:.1} mm into the \
                 floor; legs are up to {:.1} mm too short",
                count(feet.steps, "foot contact"),
                feet.slide_mm,
                feet.slide_before_mm,
                feet.penetration_mm,
                feet.shortfall_mm
            )?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "note: {note}"))
    }
}

/// Limitations that come from missing meshes (packs have none) and repeated clip names.
fn notes(motion: &Loaded, body: &Loaded, retargeted: &TransferredClip, glb: bool) -> Vec<String> {
    let lacks_meshes = |file: &Loaded| file.imported.character.mesh_instances().is_empty();
    let mut notes = Vec::new();
    if matches!(retargeted.method, TransferMethod::Humanoid(_)) {
        if lacks_meshes(motion) && motion.imported.format == Format::Sinew {
            let name = &motion.name;
            notes.push(format!("{name} has no meshes: its soles are estimated from the foot joints"));
        }
        if lacks_meshes(body) {
            let name = &body.name;
            notes.push(format!(
                "{name} has no meshes: the foot joints, not the soles, are kept above the floor"
            ));
        }
    }
    notes.extend(retarget::proportions(retargeted, &body.name));
    if glb && body.imported.format == Format::Vrm0 {
        notes.push(format!(
            "{} is an avatar of VRM 0.x; the output is one of VRM 1.0, which programs for VRM 0.x alone do \
             not open",
            body.name
        ));
    }
    let name = &retargeted.clip.name;
    if glb && body.imported.clips.iter().any(|clip| clip.name == *name) {
        let number = body.imported.clips.len();
        notes.push(format!(
            "{} already has a clip called {name:?}; the new one is number {number}",
            body.name
        ));
    }
    if glb && lacks_meshes(body) {
        let name = &body.name;
        notes.push(format!("{name} has no meshes: the output is a skeleton with clips"));
    }
    notes
}
