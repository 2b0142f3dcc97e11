//! `sinew ragdoll`: the fitted parts of a ragdoll as editable text.

use crate::asset::source;
use crate::options::input::InputOptions;
use crate::report::choices::unknown_joint;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::plural::count;
use crate::report::whole_file::write_file;
use clap::{Args, ValueEnum};
use sinew::Character;
use sinew::ragdoll::{
    Ragdoll, RagdollDescription, RagdollSettings, ShapeKind, ragdoll_from_ron, ragdoll_to_ron,
};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Fit a ragdoll to a character and write it as editable text (RON).
#[derive(Args)]
#[command(after_help = "Example:\n  sinew ragdoll hero.glb -o hero.ron\n  \
    sinew ragdoll fox.glb --joints b_Hip_01,b_Spine01_02,b_Neck_04,b_Head_05 -o fox.ron\n  \
    sinew drop hero.glb --ragdoll hero.ron -o falls.gif\n\n\
    Parts are chosen by human bones, or by their size in other creatures; --joints lists them, the root part's joint above all\n\
    others. The text has a part per joint with its mass, its limit (Auto is the human one) and its shapes; docs/ragdoll.md\n\
    describes it. What was changed for stability, and what is risky, is printed.")]
pub(crate) struct FitRagdoll {
    /// Character file; default: the built-in character
    file: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    /// Kind of the shapes
    #[arg(long, value_enum, value_name = "KIND", default_value = "hull")]
    shape: Shape,
    /// Mass of the whole body in kg (default: its volume at 985 kg/m³)
    #[arg(long, value_name = "KG", value_parser = mass, allow_negative_numbers = true)]
    mass: Option<f32>,
    /// Joints that become parts, by name, separated by commas (default: chosen by human bones or by size)
    #[arg(long, value_name = "JOINT,…", value_delimiter = ',')]
    joints: Vec<String>,
    /// Output file, .ron
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

impl FitRagdoll {
    pub(crate) fn run(self) -> Outcome {
        let place = self.output.display();
        if self.output.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("ron")) {
            return Err(Failure::Call(format!("-o {place}: expected a name ending in .ron")));
        }
        let file = source::open(self.file.as_deref(), &self.input)?;
        diagnostic::print_losses(&file.name, &file.imported.report);
        let character = &file.imported.character;
        let shape = match self.shape {
            Shape::Hull => ShapeKind::Hull,
            Shape::Capsule => ShapeKind::Capsule,
            Shape::Box => ShapeKind::Box,
        };
        let joint = |name: &String| {
            let joint = character.find_joint(name);
            joint.ok_or_else(|| Failure::input(&file.name, unknown_joint(name, character)))
        };
        let joints = self.joints.iter().map(joint).collect::<Result<_, _>>()?;
        let settings = RagdollSettings::default().with_shape(shape).with_mass(self.mass).with_joints(joints);
        self.input.check_used()?;
        let ragdoll = Ragdoll::fit_with(character, &settings).map_err(|e| Failure::input(&file.name, e))?;
        let name = |part: usize| character.skeleton().name(ragdoll.parts()[part].joint).to_owned();
        for note in ragdoll.notes() {
            message!("sinew: {}: {}", file.name, note.describe(name));
        }
        let text = ragdoll_to_ron(&RagdollDescription::of(&ragdoll, character));
        let text = text.map_err(|error| Failure::Machine(error.to_string()))?;
        self.input.check_kept(&self.output, [self.output.as_path()])?;
        write_file(&self.output, text.as_bytes())?;
        message!("{place}: {}, {:.1} kg", count(ragdoll.parts().len(), "part"), ragdoll.mass());
        Ok(ExitCode::SUCCESS)
    }
}

/// Ragdoll of a character: that of a RON file, else fitted. `name` is that of the character's file.
pub(crate) fn ragdoll_of(character: &Character, text: Option<&Path>, name: &str) -> Result<Ragdoll, Failure> {
    let Some(path) = text else { return Ragdoll::fit(character).map_err(|e| Failure::input(name, e)) };
    let file = path.display().to_string();
    let description = ragdoll_from_ron(&crate::asset::input_file::read_text(path)?);
    let description = description.map_err(|error| Failure::input(&file, error))?;
    description.ragdoll(character).map_err(|error| Failure::input(&file, error))
}
