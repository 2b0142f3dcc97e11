//! `sinew shapes`: the morph targets of one face for the head of another character.

use crate::asset::export::{self, OutputFormat, export_files};
use crate::asset::face_shapes;
use crate::asset::source::{self, Loaded};
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::input::InputOptions;
use crate::report::choices::shorten_list;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::report::plural::count;
use crate::report::whole_file::write_files;
use clap::Args;
use sinew_author::face::{FaceLandmarks, FaceTransfer};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Give a head without shapes those of another face: visemes, ARKit shapes, teeth and tongue.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew shapes scan.glb -o scan-talks.glb\n  \
    sinew shapes scan.glb --from hero.glb -o scan-talks.glb\n  \
    sinew inspect scan.glb --face-landmarks > scan.ron\n  \
    sinew shapes scan.glb --landmarks scan.ron -o scan-talks.glb\n  \
    sinew speak line.wav --onto scan-talks.glb -o scan.gif\n\n\
    The head takes the motions of the source's face, fitted by landmarks of both: nose, lips, corners of the mouth, chin and\n\
    eyes. They are found in the shape of a face that looks along +Z with its mouth shut; where they are not found, or wrong,\n\
    edit the file that `sinew inspect FILE --face-landmarks` prints. Shapes that the head has already stay as they are. The\n\
    lips must be apart in the mesh: lips of one surface cannot open.")]
pub(crate) struct Shapes {
    /// Character whose head gets the shapes
    #[arg(value_name = "HEAD")]
    head: PathBuf,
    /// Character whose face has the shapes; default: the built-in character
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Landmarks of the head (RON); default: those found in its shape
    #[arg(long, value_name = "FILE.ron")]
    landmarks: Option<PathBuf>,
    /// The same for the face that has the shapes
    #[arg(long, value_name = "FILE.ron")]
    from_landmarks: Option<PathBuf>,
    /// Shapes of the eyelids too, for heads with lids apart from the eyes
    #[arg(long)]
    eyelids: bool,
    /// Without the source's teeth and tongue
    #[arg(long)]
    no_teeth: bool,
    #[command(flatten)]
    file_options: InputOptions,
    /// Output file, .glb, .gltf or .vrm
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

impl BatchVerb for Shapes {
    const NAME: &'static str = "shapes";
    const INPUT: &'static str = "head";

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.head = files.input.unwrap_or_default();
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "glb"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Shapes {
    pub(crate) fn run(self) -> Outcome {
        if OutputFormat::of_character(&self.output)? == OutputFormat::Vrma {
            return Err(Failure::Call("-o: expected a name ending in .glb, .gltf or .vrm".into()));
        }
        let read =
            [Some(&self.head), self.from.as_ref(), self.landmarks.as_ref(), self.from_landmarks.as_ref()];
        if read.into_iter().flatten().any(|read| output::is_same(read, &self.output)) {
            return Err(Failure::Call(format!("-o {}: this is an input file", self.output.display())));
        }
        let mut head = source::open(Some(&self.head), &self.file_options)?;
        let from = source::open(self.from.as_deref(), &self.file_options)?;
        self.file_options.check_used()?;
        let landmarks = landmarks_of(&head, self.landmarks.as_deref(), "--landmarks")?;
        let source_landmarks = landmarks_of(&from, self.from_landmarks.as_deref(), "--from-landmarks")?;
        let transfer = FaceTransfer::new(&from.imported.character, source_landmarks)
            .with_eyelids(self.eyelids)
            .with_inner_mouth(!self.no_teeth);
        let report = face_shapes::give(&mut head, &landmarks, &from, &transfer)?;
        let (character, clips) = (&head.imported.character, &head.imported.clips);
        let options = export::options_of(&head);
        let (files, exported) =
            export_files(&self.output, &head.name, character, clips, options, &self.file_options)?;
        write_files(&files)?;
        diagnostic::print_diagnostics(&head.name, &head.imported.report);
        diagnostic::print_diagnostics(&self.output.display().to_string(), &exported);
        if !report.lips_apart {
            message!("sinew: {}: the lips are one surface, so that the mouth does not open", head.name);
        }
        let (shapes, vertices) = (count(report.shapes.len(), "shape"), report.vertices);
        message!(
            "{}: {shapes} over {vertices} vertices: {}",
            self.output.display(),
            shorten_list(report.shapes)
        );
        Ok(ExitCode::SUCCESS)
    }
}

/// Landmarks of a face from a file, else those found in its shape.
fn landmarks_of(file: &Loaded, path: Option<&Path>, option: &str) -> Result<FaceLandmarks, Failure> {
    let Some(path) = path else { return face_shapes::landmarks(file, option) };
    face_shapes::read_landmarks(path)
}
