//! `sinew normals`: normal maps from tangent space to object space and back.

mod map_file;

use crate::asset::export::{self, OutputFormat, export_files};
use crate::asset::{mapped_material, source};
use crate::batch::{BatchVerb, InputFiles, ItemFiles};
use crate::options::input::InputOptions;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output;
use crate::report::whole_file::{write_file, write_files};
use clap::{Args, ValueEnum};
use sinew::character::NormalMapSpace;
use sinew_author::surface::tangent::{DEFAULT_NORMAL_MAP_MARGIN, convert_normal_map};
use std::path::PathBuf;
use std::process::ExitCode;

/// Share of overlapping texels from which a warning is printed; edges of the texture layout touch a few.
const MAX_OVERLAP: f32 = 0.005;

/// Convert a normal map between tangent space and object space.
#[derive(Args)]
#[command(after_help = "Example:\n  sinew normals skin.png --of hero.glb --to object -o skin-object.png\n  \
    sinew normals skin.png --of hero.glb --to object -o hero-object.glb\n  \
    sinew normals head-object.png --of hero.glb --material Head --to tangent -o head.png\n  \
    sinew normals skin-directx.png --of hero.glb --flip-green --to object -o skin-object.png\n  \
    sinew render hero.glb --object-normals skin-object.png -o hero.png\n\n\
    The map is read with the texture coordinates of FILE's material: the only one with a normal map, else the only one.\n\
    Green points up in the image, as in glTF. Maps in object space have the axes of the mesh in its bind pose. Texels past\n\
    the edges of the texture layout are filled from their neighbours. Images with 16 bits per channel keep them.\n\
    An output that ends in .glb, .gltf or .vrm is FILE's character with the new map in its material.")]
pub(crate) struct Normals {
    /// Normal map: a PNG with 8 or 16 bits per channel, JPEG, WebP, TGA, BMP, DDS or KTX2
    #[arg(value_name = "MAP")]
    map: PathBuf,
    /// Character whose mesh the map belongs to; default: the built-in character
    #[arg(long, value_name = "FILE")]
    of: Option<PathBuf>,
    /// Space of the result; the map is in the other one
    #[arg(long, value_enum)]
    to: Space,
    /// Material of the map, by its name or number
    #[arg(long, value_name = "NAME")]
    material: Option<String>,
    /// Mesh of the map, by its name or number; default: all meshes of the material
    #[arg(long, value_name = "NAME")]
    mesh: Option<String>,
    /// Texels by which the result is extended past the edges of the texture layout, 0 to 1024
    #[arg(long, value_name = "TEXELS", default_value_t = DEFAULT_NORMAL_MAP_MARGIN,
        value_parser = clap::value_parser!(u32).range(0..=1024))]
    margin: u32,
    /// The map in tangent space, input or result, has the DirectX convention: green points down in the image
    #[arg(long)]
    flip_green: bool,
    #[command(flatten)]
    file_options: InputOptions,
    /// Output file: .png, or .glb, .gltf or .vrm for the character with the map
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Space {
    Object,
    Tangent,
}

impl BatchVerb for Normals {
    const NAME: &'static str = "normals";
    const INPUT: &'static str = "map";
    const FILES: InputFiles = InputFiles::Images;

    fn set_files(&mut self, files: ItemFiles<'_>) {
        self.map = files.input.unwrap_or_default();
        self.output = files.output;
    }

    fn ending(&self) -> &'static str {
        "png"
    }

    fn run(self) -> Outcome {
        self.run()
    }
}

impl Normals {
    pub(crate) fn run(self) -> Outcome {
        let makes_image = output::extension(&self.output) == "png";
        if !makes_image && OutputFormat::of_character(&self.output)? == OutputFormat::Vrma {
            return Err(Failure::Call("-o: expected a name ending in .png, .glb, .gltf or .vrm".into()));
        }
        if self.flip_green && !makes_image && matches!(self.to, Space::Tangent) {
            let message = "--flip-green: glTF has no field for maps of the DirectX convention; write a .png, \
                           or leave it out";
            return Err(Failure::Call(message.into()));
        }
        let read = [Some(&self.map), self.of.as_ref()];
        if read.into_iter().flatten().any(|read| output::is_same(read, &self.output)) {
            return Err(Failure::Call(format!("-o {}: this is an input file", self.output.display())));
        }
        let mut file = source::open(self.of.as_deref(), &self.file_options)?;
        self.file_options.check_used()?;
        let material = mapped_material::choose(&file, self.material.as_deref())?;
        let mut map = map_file::read(&self.map)?;
        if self.flip_green && matches!(self.to, Space::Object) {
            map.map = map.map.with_flipped_green();
        }
        let surfaces = mapped_material::surfaces(&file, material, self.mesh.as_deref())?;
        let space = match self.to {
            Space::Object => NormalMapSpace::Object,
            Space::Tangent => NormalMapSpace::Tangent,
        };
        let mut converted = convert_normal_map(&map.map, space, &surfaces, self.margin)
            .map_err(|error| Failure::input(&file.name, error))?;
        if self.flip_green && matches!(self.to, Space::Tangent) {
            converted.map = converted.map.with_flipped_green();
        }
        drop(surfaces);
        if converted.covered == 0.0 {
            return Err(Failure::input(&file.name, "the texture coordinates cover no texel of the map"));
        }
        if converted.overlapping > MAX_OVERLAP {
            message!(
                "sinew: {}: {:.1} % of the covered texels belong to several places of the mesh with \
                 different normals (mirrored or overlapping texture coordinates); a map in object space has \
                 one normal for them, that of the first place",
                file.name,
                converted.overlapping * 100.0
            );
        }
        let png = map_file::encode(&converted.map, map.is_deep)?;
        let name = file.imported.character.materials()[material].name.clone();
        if makes_image {
            self.file_options.check_kept(&self.output, [self.output.as_path()])?;
            write_file(&self.output, &png)?;
        } else {
            let stem = self.map.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            mapped_material::set_normal_map(&mut file, material, stem, png, space)?;
            let (character, clips) = (&file.imported.character, &file.imported.clips);
            let options = export::options_of(&file);
            let (files, exported) =
                export_files(&self.output, &file.name, character, clips, options, &self.file_options)?;
            write_files(&files)?;
            diagnostic::print_diagnostics(&file.name, &file.imported.report);
            diagnostic::print_diagnostics(&self.output.display().to_string(), &exported);
        }
        message!(
            "{}: {} × {} texels of material {name:?}, {:.1} % covered",
            self.output.display(),
            converted.map.width(),
            converted.map.height(),
            converted.covered * 100.0
        );
        Ok(ExitCode::SUCCESS)
    }
}
