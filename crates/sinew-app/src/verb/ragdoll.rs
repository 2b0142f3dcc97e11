//! `sinew ragdoll`: the ragdoll of a character as editable text or as rigid bodies in a GLB.

use crate::asset::export::{self, OutputFormat, export_files};
use crate::asset::ragdoll::{not_fitted, ragdoll_of_file};
use crate::asset::source::{self, Loaded};
use crate::batch::{BatchVerb, ItemFiles};
use crate::encode::Kind;
use crate::options::camera::CameraOptions;
use crate::options::hide::HideOptions;
use crate::options::input::InputOptions;
use crate::options::number::size;
use crate::options::overlay::Overlay;
use crate::options::playback::PlaybackOptions;
use crate::report::choices::unknown_joint;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output::extension;
use crate::report::plural::count;
use crate::report::whole_file::{write_file, write_files};
use crate::verb::render::Render;
use clap::{Args, ValueEnum};
use sinew::ragdoll::{Ragdoll, RagdollDescription, RagdollSettings, ShapeKind, StabilityNote};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Fit a ragdoll to a character, or take the file's own, and write it as editable text (RON) or into a GLB.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew ragdoll hero.glb -o hero.ron\n  \
    sinew ragdoll hero.glb --ragdoll hero.ron -o falling_hero.glb\n  \
    sinew ragdoll fox.glb --joints b_Hip_01,b_Spine01_02,b_Neck_04,b_Head_05 -o fox.ron\n  \
    sinew ragdoll hero.glb --ragdoll hero.ron -o parts.png\n  sinew drop hero.glb --ragdoll hero.ron -o falls.gif\n\n\
    The ragdoll is that of --ragdoll, else that of the file, else a fitted one; --fit, --shape, --mass and --joints fit one in any case.\n\
    Parts are chosen by human bones, or by their size in other creatures; --joints lists them, the root part's joint above all\n\
    others. The text has a part per joint with its mass, its limit and its shapes; docs/ragdoll.md describes it. A GLB, .gltf or .vrm\n\
    has rigid bodies by the extensions KHR_physics_rigid_bodies and KHR_implicit_shapes. What was changed for stability, and what is\n\
    risky, is printed.")]
pub(crate) struct FitRagdoll {
    /// Character file; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    /// Ragdoll as text (RON) in place of a fitted one
    #[arg(long, value_name = "RON", conflicts_with_all = ["fit", "shape", "mass", "joints"])]
    ragdoll: Option<PathBuf>,
    /// Fit a ragdoll even where the file has one
    #[arg(long)]
    fit: bool,
    /// Kind of the shapes (default: hull)
    #[arg(long, value_enum, value_name = "KIND")]
    shape: Option<Shape>,
    /// Mass of the whole body in kg (default: that of a human of its height; of other creatures their volume
    /// at 985 kg/m³)
    #[arg(long, value_name = "KG", value_parser = mass, allow_negative_numbers = true)]
    mass: Option<f32>,
    /// Joints that become parts, by name, separated by commas (default: chosen by human bones or by size)
    #[arg(long, value_name = "JOINT,…", value_delimiter = ',')]
    joints: Vec<String>,
    #[command(flatten)]
    hidden: HideOptions,
    /// Lines drawn over the character in a picture, separated by commas (default: ragdoll)
    #[arg(long, value_enum, value_delimiter = ',')]
    overlay: Vec<Overlay>,
    /// Size of a picture in pixels (default: 1280x720)
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    #[command(flatten)]
    view: CameraOptions,
    /// Output file: .ron, .glb, .gltf or .vrm, or a picture of the parts as .png, .jpg or .webp
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

/// Value of `--shape`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shape {
    Hull,
    Capsule,
    Box,
}

/// Mass in kg, more than 0.
fn mass(text: &str) -> Result<f32, String> {
    let mass = text.parse().ok().filter(|mass: &f32| mass.is_finite() && *mass > 0.0);
    mass.ok_or_else(|| "expected a mass in kg, more than 0".into())
}

impl BatchVerb for FitRagdoll {
    const NAME: &'static str = "ragdoll";
    const INPUT: &'static str = "file";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.file = files.input;
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "ron"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl FitRagdoll {
    pub(crate) fn run(self) -> Outcome {
        let output = self.output.display();
        match extension(&self.output).as_str() {
            "ron" => {}
            "glb" | "gltf" | "vrm" => return self.write_bodies(OutputFormat::of_character(&self.output)?),
            "png" | "jpg" | "jpeg" | "webp" => return self.draw(),
            _ => {
                let expected = ".ron, .glb, .gltf or .vrm, or in .png, .jpg or .webp";
                return Err(Failure::Call(format!("-o {output}: expected a name ending in {expected}")));
            }
        }
        let file = self.open()?;
        let ragdoll = self.ragdoll(&file)?;
        let text = RagdollDescription::of(&ragdoll, &file.imported.character).to_ron();
        let text = text.map_err(|error| Failure::Machine(error.to_string()))?;
        self.input.check_kept(&self.output, [self.output.as_path()])?;
        write_file(&self.output, text.as_bytes())?;
        message!("{output}: {}", summary(&ragdoll));
        Ok(ExitCode::SUCCESS)
    }

    /// Opens the character, without the meshes of --hide.
    fn open(&self) -> Result<Loaded, Failure> {
        let mut file = source::open(self.file.as_deref(), &self.input)?;
        self.hidden.apply_to_character(&mut file.imported.character, &file.name)?;
        Ok(file)
    }

    /// Draws the character with the parts of its ragdoll.
    fn draw(&self) -> Outcome {
        let kind = Kind::of(&self.output)?;
        let mut file = self.open()?;
        let ragdoll = self.ragdoll(&file)?;
        file.imported.ragdoll = Some(RagdollDescription::of(&ragdoll, &file.imported.character));
        let mut overlay = self.overlay.clone();
        if overlay.is_empty() {
            overlay.push(Overlay::Ragdoll);
        }
        let playback = PlaybackOptions { input: self.input.clone(), ..PlaybackOptions::default() };
        Render::of(self.output.clone(), playback, self.view, None)
            .with_size(self.size)
            .with_overlay(overlay, None)
            .draw(file, kind)?;
        message!("{}: {}", self.output.display(), summary(&ragdoll));
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the character with its ragdoll.
    fn write_bodies(&self, format: OutputFormat) -> Outcome {
        let file = self.open()?;
        format.check(&file.imported.character, &file.name)?;
        let ragdoll = Arc::new(self.ragdoll(&file)?);
        let (character, clips) = (&file.imported.character, &file.imported.clips);
        let options = export::options_of(&file).with_ragdoll(ragdoll.clone());
        let (files, report) = export_files(&self.output, &file.name, character, clips, options, &self.input)?;
        let output = self.output.display().to_string();
        diagnostic::print_diagnostics(&output, &report);
        write_files(&files)?;
        message!("{output}: {}", summary(&ragdoll));
        Ok(ExitCode::SUCCESS)
    }

    /// The ragdoll that the options ask for.
    fn ragdoll(&self, file: &Loaded) -> Result<Ragdoll, Failure> {
        diagnostic::print_losses(&file.name, &file.imported.report);
        let character = &file.imported.character;
        let is_fitted = self.fit || self.shape.is_some() || self.mass.is_some() || !self.joints.is_empty();
        self.input.check_used()?;
        if !is_fitted && (self.ragdoll.is_some() || file.imported.ragdoll.is_some()) {
            if self.ragdoll.is_none() {
                message!("sinew: {}: its own ragdoll is used (--fit fits another)", file.name);
            }
            return ragdoll_of_file(file, self.ragdoll.as_deref());
        }
        let shape = match self.shape {
            None | Some(Shape::Hull) => ShapeKind::Hull,
            Some(Shape::Capsule) => ShapeKind::Capsule,
            Some(Shape::Box) => ShapeKind::Box,
        };
        let joint = |name: &String| {
            let joint = character.find_joint(name);
            joint.ok_or_else(|| Failure::input(&file.name, unknown_joint(name, character)))
        };
        let joints = self.joints.iter().map(joint).collect::<Result<_, _>>()?;
        let settings = RagdollSettings::default().with_shape(shape).with_mass(self.mass).with_joints(joints);
        let ragdoll = Ragdoll::fit_with(character, &settings).map_err(|e| not_fitted(file, &e))?;
        let name = |part: usize| character.skeleton().name(ragdoll.parts()[part].joint).to_owned();
        for note in ragdoll.notes() {
            let hint = match note {
                StabilityNote::UnusualMass { .. } if self.mass.is_none() => "; --mass sets another",
                _ => "",
            };
            message!("sinew: {}: {}{hint}", file.name, note.describe(name));
        }
        Ok(ragdoll)
    }
}

/// Parts and mass of a ragdoll.
fn summary(ragdoll: &Ragdoll) -> String {
    format!("{}, {:.1} kg", count(ragdoll.parts().len(), "part"), ragdoll.mass())
}
