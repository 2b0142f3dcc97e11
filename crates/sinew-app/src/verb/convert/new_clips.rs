//! Clips of other files, put on the character that is converted.

use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::retarget::retarget;
use crate::asset::source::{self, Loaded};
use crate::report::diagnostic;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::progress::Progress;
use crate::verb::bake::unique_name;
use sinew::RawClip;
use sinew_import::Report;
use std::path::{Path, PathBuf};

/// Adds the clips of `arguments` (`FILE` or `FILE#C`) to those of `body`, and returns the import reports of their files.
pub(super) fn add(body: &mut Loaded, arguments: &[PathBuf]) -> Result<Vec<Report>, Failure> {
    let progress = Progress::new(arguments.len(), "files");
    let mut reports = Vec::new();
    let mut opened: Option<Loaded> = None;
    for argument in arguments {
        let FileAndClip { file: path, clip: choice } = FileAndClip::parse(Some(argument));
        // Several clips of one file often follow each other.
        let file = match opened.take().filter(|opened| opened.path == path) {
            Some(file) => file,
            None => {
                let file = source::open(path.as_deref(), &body.input)?;
                diagnostic::print_problems(&file.name, &file.imported.report);
                reports.push(file.imported.report.clone());
                file
            }
        };
        let (moving, still) = chosen(&file, choice.as_deref())?;
        for clip in still {
            message!("sinew: {}: clip {:?} does not move anything; it is left out", file.name, clip.name);
        }
        for (number, clip) in moving {
            let retargeted = retarget(clip, &file, &body.imported.character, &body.name);
            // A bone whose node is misspelled is the likelier reason.
            let retargeted =
                retargeted.map_err(|failure| body.input.check_used().err().unwrap_or(failure))?;
            if let Some(line) = retargeted.summary(&clip.name, &body.name) {
                message!("sinew: {}: {line}", file.name);
            }
            let own = body.imported.clips.iter().map(|clip| clip.name.as_str());
            let name = unique_name(name(&file, number), own);
            body.imported.clips.push(RawClip { name, ..retargeted.clip });
        }
        opened = Some(file);
        progress.step();
    }
    progress.finish();
    Ok(reports)
}

/// Clips with their numbers that a user chose from a file, apart from those that do not move anything.
type Chosen<'a> = (Vec<(usize, &'a RawClip)>, Vec<&'a RawClip>);

/// The clip called `choice`; without a choice all clips.
fn chosen<'a>(file: &'a Loaded, choice: Option<&str>) -> Result<Chosen<'a>, Failure> {
    let clips = &file.imported.clips;
    if clips.is_empty() {
        return Err(Failure::input(&file.name, "the file has no clips"));
    }
    let number = choice.map(|choice| {
        clip_choice::find(clips, choice).ok_or_else(|| clip_choice::unknown(choice, &file.name, clips))
    });
    let number = number.transpose()?;
    let all = clips.iter().enumerate().filter(|(n, _)| number.is_none_or(|number| number == *n));
    let (moving, still): (Vec<_>, Vec<_>) = all.partition(|(_, clip)| clip.moves());
    Ok((moving, still.into_iter().map(|(_, clip)| clip).collect()))
}

/// Name of a clip on another character: its file's, with its own where the file has several that move.
fn name(file: &Loaded, number: usize) -> String {
    let clips = &file.imported.clips;
    let own = match clips[number].name.as_str() {
        "" => number.to_string(),
        name => name.to_owned(),
    };
    let stem = file.path.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    match stem.filter(|stem| stem != "-") {
        Some(stem) if clips.iter().filter(|clip| clip.moves()).count() > 1 => format!("{stem}#{own}"),
        Some(stem) => stem,
        None => own,
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
        let own = file.imported.clips[1].name.clone();
        assert_eq!(name(&file, 1), format!("Jump.now#{own}"));
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
