//! Output files of characters and their clips.

use crate::asset::source::Loaded;
use crate::options::file_size::FileSizeOptions;
use crate::options::input::InputOptions;
use crate::report::fail_on;
use crate::report::failure::Failure;
use crate::report::file_name;
use crate::report::message::message;
use crate::report::output::extension;
use crate::report::whole_file::OutputFile;
use sinew::{Character, RawClip};
use sinew_import::{ExportError, ExportOptions, Report, export_bvh, export_glb, export_gltf, export_vrma};
use std::path::Path;

/// Options of an export of the character of a file, which keeps what the file has beside it, and its ragdoll.
/// Parts of a set-up that cannot be written are named on stderr.
pub(crate) fn options_of(file: &Loaded) -> ExportOptions {
    let left = file.setup.as_ref().map(|setup| setup.parts_of_text()).unwrap_or_default();
    if !left.is_empty() {
        message!(
            "sinew: {}: a character file cannot hold {}; the set-up keeps them for the new file as its model",
            file.name,
            left.join(", ")
        );
    }
    ExportOptions::default()
        .with_scene_extras(file.imported.scene_extras.clone())
        .with_ragdoll_description(file.imported.ragdoll.clone())
}

/// Fails for an avatar without meshes.
pub(crate) fn check_meshes(
    size: FileSizeOptions,
    format: OutputFormat,
    output: &Path,
) -> Result<(), Failure> {
    match size.drops_meshes() && format == OutputFormat::Vrm {
        true => Err(Failure::Call(format!(
            "-o {}: an avatar needs its meshes; --no-mesh is for .glb and .gltf",
            output.display()
        ))),
        false => Ok(()),
    }
}

/// Format of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    Glb,
    /// A .gltf file with its binary data and images beside it.
    Gltf,
    /// VRM 1.0 avatar.
    Vrm,
    /// VRM animation, of one clip.
    Vrma,
    /// BVH: a skeleton with one clip.
    Bvh,
}

impl OutputFormat {
    /// Format of a file name.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        Self::among(path, ".glb, .gltf, .vrm, .vrma or .bvh")
    }

    /// Whether a file has one clip and no meshes.
    pub(crate) fn has_one_clip(self) -> bool {
        matches!(self, Self::Vrma | Self::Bvh)
    }

    /// [`OutputFormat::of`] where only characters are written; callers refuse [`OutputFormat::Vrma`]
    /// themselves.
    pub(crate) fn of_character(path: &Path) -> Result<Self, Failure> {
        let expected = ".glb, .gltf or .vrm";
        match Self::among(path, expected)? {
            Self::Bvh => {
                Err(other_ending(path, expected, "; `sinew convert` and `sinew retarget` write BVH"))
            }
            format => Ok(format),
        }
    }

    /// Fails for a character that the format cannot hold, before work is done for it. `name` is that of its
    /// file.
    pub(crate) fn check(self, character: &Character, name: &str) -> Result<(), Failure> {
        let options = ExportOptions::default().with_vrm(self == Self::Vrm);
        options.check(character).map_err(|e| Failure::input(name, e))
    }

    /// Format of a file name; `expected` are the endings for the message about another one.
    fn among(path: &Path, expected: &str) -> Result<Self, Failure> {
        let extension = extension(path);
        match extension.as_str() {
            "glb" => Ok(Self::Glb),
            "gltf" => refuse_to_replace(path, &path.with_extension("bin")).map(|()| Self::Gltf),
            "vrm" => Ok(Self::Vrm),
            "vrma" => Ok(Self::Vrma),
            "bvh" => Ok(Self::Bvh),
            "fbx" => {
                Err(other_ending(path, expected, "; FBX is not written: 3D programs and engines read GLB"))
            }
            "sinew" => Err(other_ending(path, expected, "; `sinew pack` writes packs")),
            "" => Err(other_ending(path, expected, "; the name of a new folder ends with /")),
            _ => Err(other_ending(path, expected, "")),
        }
    }
}

/// Error for a name that has none of the `expected` endings.
fn other_ending(path: &Path, expected: &str, hint: &str) -> Failure {
    Failure::Call(format!("-o {}: expected a name ending in {expected}{hint}", path.display()))
}

/// An error where the file `other`, which belongs to a .gltf file, is there without it. With it, both may be
/// replaced.
fn refuse_to_replace(output: &Path, other: &Path) -> Result<(), Failure> {
    if output.exists() || !other.exists() {
        return Ok(());
    }
    let (output, other) = (output.display(), other.display());
    Err(Failure::Call(format!("-o {output}: {other} is there and would be replaced")))
}

/// Paths and bytes of the files of a character with `clips`, the main one first, in the format of `output`'s
/// name. A VRM animation and BVH have the first clip alone. `name` is that of the character's file, for messages.
/// Fails where a file would replace one that `input` was read from.
pub(crate) fn export_files(
    output: &Path,
    name: &str,
    character: &Character,
    clips: &[RawClip],
    options: ExportOptions,
    input: &InputOptions,
) -> Result<(Vec<OutputFile>, Report), Failure> {
    let format = OutputFormat::of(output)?;
    let options = options.with_vrm(format == OutputFormat::Vrm);
    let failed = |e: ExportError| Failure::input(name, e);
    let exported = match (format, clips) {
        (OutputFormat::Gltf, _) => {
            let stem = output.file_stem().unwrap_or_default().to_string_lossy();
            let exported = export_gltf(character, clips, &options, &stem).map_err(failed)?;
            let paths = exported.files.into_iter().map(|(name, bytes)| (output.with_file_name(name), bytes));
            let mut files: Vec<_> = paths.collect();
            files[0].0 = output.to_owned();
            files[1..].iter().try_for_each(|(path, _)| refuse_to_replace(output, path))?;
            input.check_kept(output, files.iter().map(|(path, _)| path.as_path()))?;
            fail_on::note(&file_name::text(output), &exported.report);
            return Ok((files, exported.report));
        }
        (OutputFormat::Vrma | OutputFormat::Bvh, []) => {
            return Err(Failure::Call(format!("-o {}: no clip is left", output.display())));
        }
        (OutputFormat::Vrma, [clip, ..]) => export_vrma(character, clip, &options),
        (OutputFormat::Bvh, [clip, ..]) => export_bvh(character, clip, &options),
        _ => export_glb(character, clips, &options),
    };
    let exported = exported.map_err(failed)?;
    let files = vec![(output.to_owned(), exported.bytes)];
    input.check_kept(output, [output])?;
    fail_on::note(&file_name::text(output), &exported.report);
    Ok((files, exported.report))
}
