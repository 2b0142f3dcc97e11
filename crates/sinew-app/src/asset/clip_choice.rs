//! How the command line names clips: by number or name, of the file itself or (`OTHER#C`) of another.

use crate::asset::retarget::retarget;
use crate::asset::source::{self, Loaded};
use crate::report::choices::list_choices;
use crate::report::failure::Failure;
use sinew::RawClip;
use sinew::text::did_you_mean;
use std::path::{Path, PathBuf};

/// A FILE argument, with the clip if it is `FILE#C`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FileAndClip {
    pub(crate) file: Option<PathBuf>,
    pub(crate) clip: Option<String>,
}

/// A clip that the user chose.
pub(crate) enum Choice {
    /// The number of a clip of the file itself.
    Own(usize),
    /// A clip of another file, bound to this one's joints.
    Borrowed(Box<RawClip>),
}

impl FileAndClip {
    /// Splits at the last `#`, unless a file of the whole name exists.
    pub(crate) fn parse(argument: Option<&Path>) -> Self {
        let Some(argument) = argument else { return Self::default() };
        let whole = Self { file: Some(argument.to_owned()), clip: None };
        match argument.to_str().and_then(|text| text.rsplit_once('#')) {
            Some((file, clip)) if !argument.exists() => {
                Self { file: (!file.is_empty()).then(|| file.into()), clip: Some(clip.into()) }
            }
            _ => whole,
        }
    }
}

/// The number of the clip called `choice`, or with that number: numbers first, since names are not unique.
pub(crate) fn find(clips: &[RawClip], choice: &str) -> Option<usize> {
    let number = choice.parse().ok().filter(|&n: &usize| n < clips.len());
    number.or_else(|| clips.iter().position(|c| c.name == choice))
}

/// What `choice` names: a clip of `file`, or one of another file.
pub(crate) fn resolve(choice: &str, file: &Loaded) -> Result<Choice, Failure> {
    if let Some(clip) = find(&file.imported.clips, choice) {
        return Ok(Choice::Own(clip));
    }
    let other = FileAndClip::parse(Some(Path::new(choice)));
    match (&other.file, &other.clip) {
        (Some(other), Some(clip)) if other.exists() => {
            borrow(&source::open(Some(other))?, clip, file).map(|clip| Choice::Borrowed(Box::new(clip)))
        }
        // A file without a clip's name: its first.
        (Some(other), None) if other.is_file() => {
            borrow(&source::open(Some(other))?, "0", file).map(|clip| Choice::Borrowed(Box::new(clip)))
        }
        // The file left out: the built-in character, as everywhere.
        (None, Some(clip)) => {
            let built_in = source::open(None)?;
            borrow(&built_in, clip, file).map(|clip| Choice::Borrowed(Box::new(clip)))
        }
        // The name of a clip may have a hash in it as well.
        (Some(other), Some(_)) => {
            let clips = clips(choice, &file.imported.clips);
            let message = format!("no such file; nor has {} a clip called {choice:?}; {clips}", file.name);
            Err(Failure::input(other.display(), message))
        }
        _ => Err(unknown(choice, &file.name, &file.imported.clips)),
    }
}

fn borrow(other: &Loaded, choice: &str, onto: &Loaded) -> Result<RawClip, Failure> {
    let clip = of_file(other, choice)?;
    let transferred = retarget(clip, other, &onto.imported.character, &onto.name)?;
    if let Some(line) = transferred.tell(&clip.name, &onto.name) {
        eprintln!("sinew: {line}");
    }
    Ok(transferred.clip)
}

/// The clip of a file that `choice` names.
pub(crate) fn of_file<'a>(file: &'a Loaded, choice: &str) -> Result<&'a RawClip, Failure> {
    let clips = &file.imported.clips;
    if clips.is_empty() {
        return Err(Failure::input(&file.name, "there is no motion in it"));
    }
    let number = find(clips, choice).ok_or_else(|| unknown(choice, &file.name, clips))?;
    Ok(&clips[number])
}

/// Leaves a file the clip alone that `choice` names; all of them without a choice.
pub(crate) fn keep_only(file: &mut Loaded, choice: Option<&str>) -> Result<(), Failure> {
    let Some(choice) = choice else { return Ok(()) };
    let clip = of_file(file, choice)?.clone();
    file.imported.compressed_clips.clear();
    file.imported.clips = vec![clip];
    Ok(())
}

/// A choice that no clip of a file meets, with what there is to choose from.
pub(crate) fn unknown(choice: &str, file: &str, own: &[RawClip]) -> Failure {
    Failure::input(file, format!("no clip called {choice:?}; {}", clips(choice, own)))
}

/// What to choose instead of `wrong`, with the numbers.
fn clips(wrong: &str, clips: &[RawClip]) -> String {
    let names: Vec<_> = clips.iter().enumerate().map(|(n, c)| format!("{n} {:?}", c.name)).collect();
    match names.is_empty() {
        true => "the file has none".into(),
        false => did_you_mean(wrong, clips.iter().map(|c| c.name.as_str())) + &list_choices(names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hash_splits() {
        let parse = |text: &str| FileAndClip::parse(Some(Path::new(text)));
        assert_eq!(parse("a.glb"), FileAndClip { file: Some("a.glb".into()), clip: None });
        assert_eq!(
            parse("a#b.glb#Walk"),
            FileAndClip { file: Some("a#b.glb".into()), clip: Some("Walk".into()) }
        );
        assert_eq!(parse("#3"), FileAndClip { file: None, clip: Some("3".into()) });
        assert_eq!(FileAndClip::parse(None), FileAndClip::default());
    }

    #[test]
    fn a_clip_is_found_by_number_or_name() {
        let clips = ["Walk", "1", "Run"].map(|name| RawClip { name: name.into(), ..Default::default() });
        assert_eq!(
            ["0", "1", "Run", "Walk", "3", "walk", ""].map(|c| find(&clips, c)),
            [Some(0), Some(1), Some(2), Some(0), None, None, None]
        );
    }
}
