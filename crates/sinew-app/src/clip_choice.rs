//! How the command line names clips: by number or name, of the file itself or (`OTHER#C`) of another.

use crate::failure::Failure;
use crate::source::{self, Loaded};
use sinew::{RawClip, Skeleton};
use std::path::{Path, PathBuf};

/// A FILE argument, with the clip if it is `FILE#C`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FileAndClip {
    pub(crate) file: Option<PathBuf>,
    pub(crate) clip: Option<String>,
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

/// The clip that `choice` names, ready for `onto`.
pub(crate) fn resolve(choice: &str, onto: &Loaded) -> Result<RawClip, Failure> {
    let own = &onto.imported.clips;
    if let Some(clip) = find(own, choice) {
        return Ok(own[clip].clone());
    }
    let other = FileAndClip::parse(Some(Path::new(choice)));
    match (&other.file, &other.clip) {
        (Some(file), Some(clip)) if file.exists() => borrow(file, clip, onto),
        _ => Err(unknown(choice, &onto.name, own)),
    }
}

fn borrow(file: &Path, choice: &str, onto: &Loaded) -> Result<RawClip, Failure> {
    let other = source::open(Some(file))?;
    let clips = &other.imported.clips;
    let clip = &clips[find(clips, choice).ok_or_else(|| unknown(choice, &other.name, clips))?];
    let (from, to) = (other.imported.character.skeleton(), onto.imported.character.skeleton());
    bind(clip, from, to, &other.name, &onto.name)
}

/// `clip` of `from` on the joints of `to` that have the same names. Refused where most are missing, since the rest
/// would be a torso without limbs; told where some are.
pub(crate) fn bind(
    clip: &RawClip,
    from: &Skeleton,
    to: &Skeleton,
    from_file: &str,
    to_file: &str,
) -> Result<RawClip, Failure> {
    let (bound, missing) = clip.rebind(from, to);
    let (all, name) = (clip.joints.len(), &clip.name);
    if missing.len() * 2 > all || bound.joints.is_empty() {
        let example = missing.first().map(|m| format!(", such as {m:?}")).unwrap_or_default();
        return Err(Failure::input(
            from_file,
            format!(
                "clip {name:?} moves {all} joints, and {to_file} has {} of the same name; expected the same rig{example}",
                bound.joints.len()
            ),
        ));
    }
    if !missing.is_empty() {
        eprintln!("sinew: {to_file} lacks {} of the {all} joints that clip {name:?} moves", missing.len());
    }
    Ok(bound)
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
