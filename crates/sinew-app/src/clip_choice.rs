//! How the command line names clips: by number or name, of the file itself or (`OTHER#C`) of another.

use crate::failure::Failure;
use crate::source::{self, Loaded};
use sinew::{Character, RawClip};
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
    Borrowed(RawClip),
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
        (Some(other), Some(clip)) if other.exists() => borrow(other, clip, file).map(Choice::Borrowed),
        _ => Err(unknown(choice, &file.name, &file.imported.clips)),
    }
}

fn borrow(other: &Path, choice: &str, onto: &Loaded) -> Result<RawClip, Failure> {
    let other = source::open(Some(other))?;
    let clips = &other.imported.clips;
    let clip = &clips[find(clips, choice).ok_or_else(|| unknown(choice, &other.name, clips))?];
    let (bound, missing) = bind(clip, &other, &onto.imported.character, &onto.name)?;
    if !missing.is_empty() {
        eprintln!(
            "sinew: {} lacks joints that clip {:?} moves: {}",
            onto.name,
            clip.name,
            missing.join(", ")
        );
    }
    Ok(bound)
}

/// `clip` of `from` on the joints of `to` that have the same names, and the names it lacks. Refused where most are
/// missing, since the rest would be a torso without limbs.
pub(crate) fn bind(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    to_name: &str,
) -> Result<(RawClip, Vec<String>), Failure> {
    let expressions = &from.imported.character.setup().expressions;
    let expression = |n: usize| expressions.get(n).and_then(|e| to.find_expression(&e.name));
    let (bound, missing) = clip.rebind(from.imported.character.skeleton(), to.skeleton(), expression);
    let anything = !bound.joints.is_empty() || !bound.expressions.is_empty();
    if missing.len() * 2 <= clip.joints.len() && anything {
        return Ok((bound, missing));
    }
    let (all, found) = (clip.joints.len(), bound.joints.len());
    let example = missing.first().map(|m| format!(", such as {m:?}")).unwrap_or_default();
    let message = format!(
        "clip {:?} moves {all} joints, of which {to_name} has {found} by name; expected the same rig{example}",
        clip.name
    );
    Err(Failure::input(&from.name, message))
}

fn unknown(choice: &str, file: &str, clips: &[RawClip]) -> Failure {
    let names: Vec<_> = clips.iter().enumerate().map(|(n, c)| format!("{n} {:?}", c.name)).collect();
    let known =
        if names.is_empty() { "the file has none".into() } else { format!("there are {}", names.join(", ")) };
    Failure::input(file, format!("no clip {choice:?}; {known}"))
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
