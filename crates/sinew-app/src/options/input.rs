//! Options for what an input file does not say: human bones and face shapes by name, the unit of length.

use crate::asset::input_file;
use crate::asset::read_files::ReadFiles;
use crate::options::number::frame_rate;
use crate::report::choices::suggest;
use crate::report::failure::Failure;
use crate::report::message::message;
use clap::Args;
use sinew::face::FaceNames;
use sinew::humanoid::{HumanBone, NamedBones};
use sinew_import::{Format, ImportOptions, Imported};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Facts that input files do not state. The options count for all character files of a call: each takes the
/// named bones whose nodes it has.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct InputOptions {
    /// Node of a human bone that is not found by itself, by its name or number in the file. Each file of the
    /// call takes the bones whose nodes it has; may be repeated
    #[arg(long, value_name = "BONE=NODE", help_heading = "Input files")]
    bone: Vec<NamedBone>,
    /// The same from a RON file, such as `{"hips": "pelvis", "leftUpperArm": "arm_L"}`
    #[arg(long, value_name = "FILE", help_heading = "Input files")]
    bones: Option<PathBuf>,
    /// Names of face shapes that are not found by themselves, a text in the form of Sinew's own table
    /// (docs/speech.md)
    #[arg(long, value_name = "FILE", help_heading = "Input files")]
    face_names: Option<PathBuf>,
    /// Metres per unit of length in the files of the call that state no sure unit (.bvh, .x, .asf, .amc, .c3d), or
    /// in FILE alone; default: the file's unit, else guessed from the height of each body; may be repeated, with
    /// a FILE each
    #[arg(long, value_name = "[FILE=]F", allow_negative_numbers = true, help_heading = "Input files")]
    scale: Vec<Scale>,
    /// Frames per second of .amc files, which state none (default: that of a comment in the file, else 120)
    #[arg(long, value_name = "N", value_parser = frame_rate, allow_negative_numbers = true, help_heading = "Input files")]
    amc_fps: Option<f64>,
    /// What the files of the call had; shared by all copies.
    #[arg(skip)]
    seen: Arc<Mutex<Seen>>,
}

/// Value of `--bone`: `BONE=NODE`.
#[derive(Clone, Debug, PartialEq)]
struct NamedBone {
    bone: HumanBone,
    node: String,
}

/// Value of `--scale`: `F`, or `FILE=F`.
#[derive(Clone, Debug, PartialEq)]
struct Scale {
    /// Name or path of a file; none for all files.
    file: Option<String>,
    /// Metres per unit of length.
    metres: f32,
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.rsplit_once('=') {
            Some((file, metres)) if !file.is_empty() => {
                Ok(Self { file: Some(file.to_owned()), metres: scale(metres)? })
            }
            _ => Ok(Self { file: None, metres: scale(text)? }),
        }
    }
}

impl Scale {
    /// True for a scale of the file called `name` alone.
    fn is_of(&self, name: &str) -> bool {
        self.file.as_deref().is_some_and(|file| {
            file == name
                || Path::new(name).file_name().is_some_and(|file_name| file_name.to_str() == Some(file))
        })
    }
}

/// What the files of a call had of the options.
#[derive(Debug, Default)]
struct Seen {
    /// Names of the files that are opened.
    names: Vec<String>,
    /// The options, once they are read.
    import: Option<ImportOptions>,
    /// Files that they were read from.
    read: ReadFiles,
    /// Bones whose nodes a file has.
    found: BTreeSet<HumanBone>,
    /// Message about the first file that lacks the node of a bone.
    lacking: BTreeMap<HumanBone, String>,
    /// Whether a file states no unit.
    is_scaled: bool,
    /// First file that states its unit.
    with_unit: Option<String>,
    /// First pack.
    pack: Option<String>,
    /// Canonical paths of all files that were read, with the names of the files that refer to them.
    files: Vec<(PathBuf, String)>,
}

impl FromStr for NamedBone {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let split = text.split_once('=').filter(|(_, node)| !node.is_empty());
        let (bone, node) = split.ok_or("expected BONE=NODE, such as leftUpperArm=arm_L")?;
        let unknown = || {
            let bones = HumanBone::ALL.into_iter().map(HumanBone::name);
            format!("no human bone called {bone:?}; {}", suggest(bone, bones))
        };
        Ok(Self { bone: HumanBone::from_name(bone).ok_or_else(unknown)?, node: node.into() })
    }
}

impl InputOptions {
    /// The same options for files that are opened later and read anew, those that the options name too.
    pub(crate) fn anew(&self) -> Self {
        Self { seen: Arc::default(), ..self.clone() }
    }

    /// The options for the importer of the file called `name`.
    pub(crate) fn import_options(&self, name: &str) -> Result<ImportOptions, Failure> {
        let mut seen = self.seen();
        if seen.import.is_none() {
            let read = seen.read.clone();
            let options = read.during(|| self.read());
            ReadFiles::current().note_all(&read);
            seen.import = Some(options?);
        } else {
            // They are files of each character that is read with them.
            ReadFiles::current().note_all(&seen.read);
        }
        seen.names.push(name.to_owned());
        let all = || self.scale.iter().find(|scale| scale.file.is_none());
        let scale = self.scale.iter().find(|scale| scale.is_of(name)).or_else(all);
        let options = seen.import.clone().unwrap_or_default();
        Ok(options.with_metres_per_unit(scale.map(|scale| scale.metres)))
    }

    /// The options that are the same for all files.
    fn read(&self) -> Result<ImportOptions, Failure> {
        for (n, Scale { file, .. }) in self.scale.iter().enumerate() {
            if self.scale.iter().take(n).any(|other| other.file == *file) {
                let file = file.as_deref().unwrap_or("all files");
                return Err(Failure::Call(format!("--scale: there are two scales for {file}; expected one")));
            }
        }
        let mut bones = BTreeMap::new();
        for NamedBone { bone, node } in &self.bone {
            if let Some(other) = bones.insert(*bone, node.clone()) {
                let message = format!("--bone: {bone} is both {other:?} and {node:?}; expected one node");
                return Err(Failure::Call(message));
            }
        }
        if let Some(path) = &self.bones {
            let named = NamedBones::from_ron(&input_file::read_text(path)?);
            let named = named.map_err(|e| Failure::input(path.display(), e))?;
            for (bone, node) in named.bones {
                bones.entry(bone).or_insert(node);
            }
        }
        let frame_rate = self.amc_fps.map(|fps| fps as f32);
        let mut options = ImportOptions::default().with_bones(bones).with_frame_rate(frame_rate);
        if let Some(path) = &self.face_names {
            let names = FaceNames::default().extended(&input_file::read_text(path)?);
            options.face_names = names.map_err(|error| Failure::input(path.display(), error))?;
        }
        Ok(options)
    }

    /// Notes what a file has of the options.
    pub(crate) fn note(&self, name: &str, imported: &Imported) {
        let mut seen = self.seen();
        let Some(options) = seen.import.clone() else { return };
        match imported.format {
            format if format.has_loose_unit() => seen.is_scaled = true,
            _ => drop(seen.with_unit.get_or_insert_with(|| name.to_owned())),
        }
        if imported.format == Format::Sinew {
            seen.pack.get_or_insert_with(|| name.to_owned());
        }
        let skeleton = imported.character.skeleton();
        for (bone, node) in &options.bones {
            if ImportOptions::find_node(skeleton, node).is_some() {
                seen.found.insert(*bone);
            } else {
                let instead = suggest(node, skeleton.joints().map(|joint| skeleton.name(joint)));
                let message = format!("{name}: no node called {node:?} for {bone}; {instead}");
                seen.lacking.entry(*bone).or_insert(message);
            }
        }
    }

    /// Fails for a bone whose node no file of the call has, and for a scale of another file; call it when all
    /// are open. A `--scale` without effect is reported on stderr.
    pub(crate) fn check_used(&self) -> Result<(), Failure> {
        let seen = self.seen();
        if let Some((_, message)) = seen.lacking.iter().find(|(bone, _)| !seen.found.contains(bone)) {
            return Err(Failure::Input(message.clone()));
        }
        let is_unknown = |scale: &&Scale| !seen.names.iter().any(|name| scale.is_of(name));
        let unknown = self.scale.iter().filter(|scale| scale.file.is_some()).find(is_unknown);
        if let Some(file) = unknown.and_then(|scale| scale.file.as_deref()) {
            let files = suggest(file, seen.names.iter().map(String::as_str));
            return Err(Failure::Call(format!("--scale: no file of the call is {file:?}; {files}")));
        }
        if let Some(file) = seen.with_unit.as_ref().filter(|_| !self.scale.is_empty() && !seen.is_scaled) {
            message!("sinew: --scale has no effect: {file} states its unit");
        }
        Ok(())
    }

    /// Notes the files that the file called `name` was read from.
    pub(crate) fn note_files(&self, name: &str, paths: impl Iterator<Item = PathBuf>) {
        self.seen().files.extend(paths.map(|path| (path, name.to_owned())));
    }

    /// Name of the first pack of the call.
    pub(crate) fn pack(&self) -> Option<String> {
        self.seen().pack.clone()
    }

    /// Fails for an output file that an input of the call was read from. `output` is that of the call.
    pub(crate) fn check_kept<'a>(
        &self,
        output: &Path,
        files: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        let seen = self.seen();
        for kept in files {
            let Ok(path) = kept.canonicalize() else { continue };
            if let Some((_, name)) = seen.files.iter().find(|(read, _)| *read == path) {
                let (output, replaced) = (output.display(), kept.display());
                return Err(Failure::Call(format!(
                    "-o {output}: {replaced} would be replaced or removed, and {name} is read from it; \
                     choose another name"
                )));
            }
        }
        Ok(())
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Metres per unit of length, a millionth to a million.
fn scale(text: &str) -> Result<f32, String> {
    let metres = text.parse().ok().filter(|metres: &f32| (1e-6..=1e6).contains(metres));
    metres.ok_or_else(|| "expected metres per unit of length, such as 0.01 for centimetres".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_may_contain_the_separator() {
        let bone = NamedBone { bone: HumanBone::LeftHand, node: "a=b".into() };
        assert_eq!("leftHand=a=b".parse(), Ok(bone));
        assert!("lefthnad=x".parse::<NamedBone>().is_err_and(|e| e.contains("did you mean \"leftHand\"?")));
        assert!("leftHand=".parse::<NamedBone>().is_err() && "leftHand".parse::<NamedBone>().is_err());
        assert!(
            "a=b.bvh=0.1".parse() == Ok(Scale { file: Some("a=b.bvh".into()), metres: 0.1 })
                && "0.1".parse() == Ok(Scale { file: None, metres: 0.1 })
                && "a.bvh=".parse::<Scale>().is_err()
                && "=1".parse::<Scale>().is_err()
        );
        assert!(
            scale("0").is_err() && scale("-1").is_err() && scale("nan").is_err() && scale("0.01").is_ok()
        );
    }
}
