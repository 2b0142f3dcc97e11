//! Clips of other files, put on the character that is converted.

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::retarget::{messages, retarget};
use crate::asset::source::{self, Loaded};
use crate::report::diagnostic;
use crate::report::fail_on;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::progress::Progress;
use crate::verb::bake::unique_name;
use sinew::RawClip;
use std::path::{Path, PathBuf};

/// Clips of other files, which are open but not retargeted yet.
pub(super) struct NewClips {
    files: Vec<Loaded>,
    clips: Vec<NewClip>,
}

/// A clip of one of the files, with its name on the other character.
struct NewClip {
    /// Index of the file.
    file: usize,
    /// Number of the clip in its file.
    number: usize,
    name: String,
}

impl NewClips {
    /// Opens the files of `arguments` (`FILE` or `FILE#C`) and names their clips, which follow those of
    /// `body`.
    pub(super) fn open(body: &Loaded, arguments: &[PathBuf]) -> Result<Self, Failure> {
        let mut new = Self { files: Vec::new(), clips: Vec::new() };
        for argument in arguments {
            let FileAndClip { file: path, clip: choice } = FileAndClip::parse(Some(argument));
            if new.files.iter().all(|opened| opened.path != path) {
                let file = source::open(path.as_deref(), &body.input).map_err(|e| hint(e, body, argument))?;
                diagnostic::print_problems(&file.name, &file.imported.report);
                new.files.push(file);
            }
            let of_path = new.files.iter().enumerate().find(|(_, opened)| opened.path == path);
            let Some((index, file)) = of_path else { continue };
            let (moving, still) = match chosen(file, choice.as_deref()) {
                // A folder may have such files.
                Err(Failure::Unsuited { .. }) if arguments.len() > 1 && choice.is_none() => {
                    fail_on::warn(&file.name, "no-clips", "the file has no clips; it is left out".to_owned());
                    continue;
                }
                chosen => chosen?,
            };
            for (number, clip) in still {
                let clip = clip_choice::label(number, &clip.name);
                message!("sinew: {}: clip {clip} does not move anything; it is left out", file.name);
            }
            for (number, _) in moving {
                let names = body.imported.clips.iter().map(|clip| clip.name.as_str());
                let known = names.chain(new.clips.iter().map(|clip| clip.name.as_str()));
                let name = unique_name(name(file, number), known);
                new.clips.push(NewClip { file: index, number, name });
            }
        }
        Ok(new)
    }

    /// Names of the clips.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.clips.iter().map(|clip| clip.name.as_str())
    }

    /// Names of the files.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// Message for the name that a clip has in its own file only.
    pub(super) fn other_name(&self, wrong: &str) -> Option<String> {
        let has_name = |clip: &&NewClip| self.files[clip.file].imported.clips[clip.number].name == wrong;
        let clip = self.clips.iter().find(has_name)?;
        Some(format!("clip {wrong:?} of {} is called {:?} here", self.files[clip.file].name, clip.name))
    }

    /// Retargets the clips and adds them to those of `body`.
    pub(super) fn add_to(self, body: &mut Loaded) -> Result<(), Failure> {
        let progress = Progress::new(self.clips.len(), "clips");
        for NewClip { file, number, name } in self.clips {
            let file = &self.files[file];
            let clip = &file.imported.clips[number];
            let retargeted = retarget(clip, file, &body.imported.character, &body.name);
            // A bone whose node is misspelled is the likelier reason.
            let retargeted =
                retargeted.map_err(|failure| body.input.check_used().err().unwrap_or(failure))?;
            for line in messages(&retargeted, &clip.name, &body.name) {
                message!("sinew: {}: {line}", file.name);
            }
            body.imported.clips.push(RawClip { name, ..retargeted.clip });
            progress.step();
        }
        progress.finish();
        Ok(())
    }
}

/// The failure to open a file, with a hint where the file has the name of a clip: values of some options follow
/// an equals sign.
fn hint(failure: Failure, body: &Loaded, argument: &Path) -> Failure {
    let name = argument.to_str().filter(|name| !argument.exists() && is_clip(body, name));
    match name {
        Some(name) => Failure::Input(format!(
            "{}; the clip {name:?} of an option follows an equals sign, such as --mirror={name}",
            failure.message()
        )),
        None => failure,
    }
}

fn is_clip(body: &Loaded, name: &str) -> bool {
    !clip_choice::find_all(&body.imported.clips, name).is_empty()
}

/// Clips with their numbers that a user chose from a file, apart from those that do not move anything.
type Chosen<'a> = (Vec<(usize, &'a RawClip)>, Vec<(usize, &'a RawClip)>);

/// The clip called `choice`; without a choice all clips.
fn chosen<'a>(file: &'a Loaded, choice: Option<&str>) -> Result<Chosen<'a>, Failure> {
    let clips = &file.imported.clips;
    if clips.is_empty() {
        return Err(Failure::unsuited(&file.name, "the file has no clips"));
    }
    let number = choice.map(|choice| {
        clip_choice::find(clips, choice).ok_or_else(|| clip_choice::unknown(choice, &file.name, clips))
    });
    let number = number.transpose()?;
    let all = clips.iter().enumerate().filter(|(n, _)| number.is_none_or(|number| number == *n));
    Ok(all.partition(|(_, clip)| clip.moves()))
}

/// Name of a clip on another character: its file's, with its own where the file has several that move.
fn name(file: &Loaded, number: usize) -> String {
    let clips = &file.imported.clips;
    let clip_name = match clips[number].name.as_str() {
        "" => number.to_string(),
        name => name.to_owned(),
    };
    match file.stem() {
        Some(stem) if clips.iter().filter(|clip| clip.moves()).count() > 1 => format!("{stem}#{clip_name}"),
        Some(stem) => stem,
        None => clip_name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_are_named_after_their_files() {
        let mut file = source::built_in().unwrap();
        assert_eq!(name(&file, 1), file.imported.clips[1].name);
        file.path = Some("moves/Jump.now.fbx".into());
        let clip_name = file.imported.clips[1].name.clone();
        assert_eq!(name(&file, 1), format!("Jump.now#{clip_name}"));
        file.imported.clips[1].name.clear();
        assert_eq!(name(&file, 1), "Jump.now#1");
        // Beside an empty take.
        let empty = RawClip { name: "Take 001".into(), ..RawClip::default() };
        file.imported.clips = vec![empty, file.imported.clips[1].clone()];
        assert_eq!(name(&file, 1), "Jump.now");
        let (moving, still) = chosen(&file, None).unwrap();
        assert_eq!((moving.len(), moving[0].0, still.len()), (1, 1, 1));
        assert_eq!(chosen(&file, Some("Take 001")).unwrap().0, []);
        assert!(chosen(&file, Some("Take")).is_err_and(|e| e.message().contains("Take 001")));
    }
}
