//! `sinew wrinkles`: synthetic wrinkle maps for a head.

use crate::asset::{face_shapes, source, wrinkle_files};
use crate::batch::{BatchVerb, ItemFiles};
use crate::options::input::InputOptions;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::plural::count;
use crate::report::whole_file::write_file;
use clap::Args;
use sinew_author::surface::wrinkle::WrinkleGenerator;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make wrinkle maps for a head: forehead, brows, crow's feet, lids, nose, nasolabial folds, chin, lips.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew wrinkles hero.vrm -o wrinkles\n  \
    sinew render hero.vrm --wrinkles wrinkles/wrinkles.ron --morph browInnerUp=1 -o brows.png\n  \
    sinew render hero.vrm --wrinkles auto --morph browInnerUp=1 -o brows.png\n\n\
    The wrinkles are placed by the landmarks of the face, which are found in its shape. The folder gets a table of the shapes\n\
    that drive each region, to be edited (wrinkles.ron, see docs/wrinkles.md), and images over the texture coordinates of the\n\
    face: normals, occlusion and roughness, and colour, of folds and of stretched skin, and masks with four regions each. Further\n\
    materials of the skin, such as ears or lips, get images of their own.")]
pub(crate) struct Wrinkles {
    /// Character; default: the built-in character
    #[arg(value_name = "HEAD")]
    head: Option<PathBuf>,
    /// Landmarks of the head (RON); default: those found in its shape
    #[arg(long, value_name = "FILE.ron")]
    landmarks: Option<PathBuf>,
    /// Side of the images in texels, 64 to 8192
    #[arg(
        long, value_name = "TEXELS", default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(64..=8192),
    )]
    texels: u32,
    /// Factor on the depth of the wrinkles, 0 to 10
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = depth)]
    depth: f32,
    #[command(flatten)]
    file_options: InputOptions,
    /// Output folder; it is created
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

fn depth(text: &str) -> Result<f32, String> {
    let depth = text.parse().ok().filter(|depth| (0.0..=10.0).contains(depth));
    depth.ok_or_else(|| "expected a number from 0 to 10".to_owned())
}

impl BatchVerb for Wrinkles {
    const NAME: &'static str = "wrinkles";
    const INPUT: &'static str = "head";
    const WRITES_FOLDER: bool = true;

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.head = files.input;
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        ""
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Wrinkles {
    pub(crate) fn run(self) -> Outcome {
        let file = source::open(self.head.as_deref(), &self.file_options)?;
        self.file_options.check_used()?;
        let landmarks = match &self.landmarks {
            None => face_shapes::landmarks(&file, "--landmarks")?,
            Some(path) => face_shapes::read_landmarks(path)?,
        };
        let generator = WrinkleGenerator::new(landmarks).with_size(self.texels).with_depth(self.depth);
        let made = generator.generate(&file.imported.character);
        let made = made.map_err(|error| Failure::input(&file.name, error))?;
        let text = made.description.to_ron();
        let text = text.map_err(|error| Failure::Machine(error.to_string()))?;
        let mut files = wrinkle_files::png_files(&made)?;
        files.push((wrinkle_files::TABLE.to_owned(), (text + "\n").into_bytes()));
        let folder = &self.output;
        std::fs::create_dir_all(folder).map_err(|error| Failure::input(folder.display(), error))?;
        let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
        self.file_options.check_kept(folder, paths.iter().map(PathBuf::as_path))?;
        for (path, (_, bytes)) in paths.iter().zip(&files) {
            write_file(path, bytes)?;
        }
        diagnostic::print_diagnostics(&file.name, &file.imported.report);
        let drivers = made.description.drivers.len();
        message!("{}: {}, {}", folder.display(), count(files.len(), "file"), count(drivers, "driver"));
        if drivers == 0 {
            message!(
                "sinew: {}: no shape drives the wrinkles; `sinew shapes` gives the head those of ARKit",
                file.name
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}
