//! Clips on the command line: by number or name, of the file itself or (`OTHER#C`) of another.

use crate::asset::retarget::{messages, retarget};
use crate::asset::source::{self, Loaded};
use crate::report::choices::list_choices;
use crate::report::diagnostic;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::RawClip;
use sinew::text::did_you_mean;
use sinew_author::clip::select_clips;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// FILE argument, with the clip of `FILE#C`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FileAndClip {
    pub(crate) file: Option<PathBuf>,
    pub(crate) clip: Option<String>,
}

/// Clip that the user chose.
pub(crate) enum Choice {
    /// Number of a clip of the file itself.
    Own(usize),
    /// Clip of another file, retargeted.
    Borrowed(Box<RawClip>),
}

impl FileAndClip {
    /// Splits the argument at the last `#` behind the name of a file that exists, else at the last one. A
    /// file of the whole name goes first.
    pub(crate) fn parse(argument: Option<&Path>) -> Self {
        let Some(argument) = argument else { return Self::default() };
        let whole = Self { file: Some(argument.to_owned()), clip: None };
        match argument.to_str().and_then(split) {
            Some((file, clip)) if !argument.exists() => {
                Self { file: (!file.is_empty()).then(|| file.into()), clip: Some(clip.into()) }
            }
            _ => whole,
        }
    }
}

/// Splits at the last `#` behind an existing file, else at the last one.
fn split(text: &str) -> Option<(&str, &str)> {
    let mut splits = text.rmatch_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    splits.find(|(file, _)| Path::new(file).exists()).or_else(|| text.rsplit_once('#'))
}

/// A clip in messages: its number and name, such as `1 "Walk"`, or the number alone, such as `#1`.
pub(crate) fn label(number: usize, name: &str) -> String {
    if name.is_empty() { format!("#{number}") } else { format!("{number} {name:?}") }
}

/// Number of a clip by number or name. Numbers go first, since names are not unique.
pub(crate) fn find(clips: &[RawClip], choice: &str) -> Option<usize> {
    let number = choice.parse().ok().filter(|&n: &usize| n < clips.len());
    number.or_else(|| clips.iter().position(|c| c.name == choice))
}

/// Numbers of all clips that `choice` stands for: that of a number, else of all clips of that name, else of all
/// that match it as a pattern with `*` and `?`. Empty where there is none.
pub(crate) fn find_all(clips: &[RawClip], choice: &str) -> Vec<usize> {
    let names: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
    select_clips(choice, &names)
}

/// True for a pattern, which may stand for no clip at all: of many files, some have none.
pub(crate) fn is_pattern(choice: &str) -> bool {
    choice.contains(['*', '?'])
}

/// Opens the file of a borrowed clip and prints what is missing in it.
fn lender(other: &Path, file: &Loaded) -> Result<Loaded, Failure> {
    let lender = source::open(Some(other), &file.input)?;
    diagnostic::print_losses(&lender.name, &lender.imported.report);
    Ok(lender)
}

/// Clip that `choice` names: one of `file` or of another file.
pub(crate) fn resolve(choice: &str, file: &Loaded) -> Result<Choice, Failure> {
    if let Some(clip) = find(&file.imported.clips, choice) {
        return Ok(Choice::Own(clip));
    }
    let other = FileAndClip::parse(Some(Path::new(choice)));
    match (&other.file, &other.clip) {
        (Some(other), Some(clip)) if other.exists() => {
            borrow(&lender(other, file)?, Some(clip), file).map(|clip| Choice::Borrowed(Box::new(clip)))
        }
        // A file without a clip stands for its first clip that moves.
        (Some(other), None) if other.is_file() => {
            borrow(&lender(other, file)?, None, file).map(|clip| Choice::Borrowed(Box::new(clip)))
        }
        // `#C` without a file is a clip of the built-in character.
        (None, Some(clip)) => {
            let built_in = source::built_in()?;
            borrow(&built_in, Some(clip), file).map(|clip| Choice::Borrowed(Box::new(clip)))
        }
        // A clip name may contain a hash or a dot too.
        (Some(other), clip) if clip.is_some() || other.extension().is_some() => {
            let clips = clips(choice, &file.imported.clips);
            let message = format!("no such file, and no clip called {choice:?} in {}; {clips}", file.name);
            Err(Failure::input(other.display(), message))
        }
        _ => Err(unknown(choice, &file.name, &file.imported.clips)),
    }
}

fn borrow(other: &Loaded, choice: Option<&str>, onto: &Loaded) -> Result<RawClip, Failure> {
    let clip = of_file(other, choice)?;
    let retargeted = retarget(clip, other, &onto.imported.character, &onto.name);
    // A bone whose node is misspelled is the likelier reason.
    let retargeted = retargeted.map_err(|failure| onto.input.check_used().err().unwrap_or(failure))?;
    for line in messages(&retargeted, &clip.name, &onto.name) {
        message!("sinew: {line}");
    }
    Ok(retargeted.clip)
}

/// The clip of [`resolve`].
pub(crate) fn resolve_clip(choice: &str, file: &Loaded) -> Result<Arc<RawClip>, Failure> {
    Ok(Arc::new(match resolve(choice, file)? {
        Choice::Own(number) => file.imported.clips[number].clone(),
        Choice::Borrowed(clip) => *clip,
    }))
}

/// Number of the clip that stands for a file: the first one that moves, since many FBX files begin with an
/// empty take.
pub(crate) fn default(clips: &[RawClip]) -> usize {
    clips.iter().position(RawClip::moves).unwrap_or(0)
}

/// [`default`] as a choice; where it is not the first clip, a message says so.
pub(crate) fn default_choice(file: &Loaded) -> String {
    let number = default(&file.imported.clips);
    if number > 0 {
        let (name, clip) = (&file.name, label(number, &file.imported.clips[number].name));
        let skipped = if number == 1 { "clip 0 does not" } else { "the clips before it do not" };
        message!("sinew: {name}: using clip {clip}; {skipped} move anything");
    }
    number.to_string()
}

/// Choice of the clip in which a character stands, as far as its name says so: its first moment is a better
/// pose for a picture than a T-pose.
pub(crate) fn idle(file: &Loaded) -> Option<String> {
    let is_idle = |clip: &RawClip| clip.moves() && clip.name.to_lowercase().contains("idle");
    file.imported.clips.iter().position(is_idle).map(|number| number.to_string())
}

/// [`default_choice`], with a message also where it is the first of several clips.
pub(crate) fn announced_choice(file: &Loaded) -> String {
    let choice = default_choice(file);
    if let (0, [first, _, ..]) = (default(&file.imported.clips), &*file.imported.clips) {
        let (name, first, count) = (&file.name, label(0, &first.name), file.imported.clips.len());
        message!("sinew: {name}: using clip {first} of {count}; FILE#CLIP chooses another");
    }
    choice
}

/// Clip of a file by number or name; without a choice the [`default`] one. Messages tell of clips that do not
/// move.
pub(crate) fn of_file<'a>(file: &'a Loaded, choice: Option<&str>) -> Result<&'a RawClip, Failure> {
    let choice = choice.map_or_else(|| announced_choice(file), str::to_owned);
    let number = number(file, &choice)?;
    Ok(&file.imported.clips[number])
}

/// Number of a clip of a file by number or name; a message tells of one that does not move.
pub(crate) fn number(file: &Loaded, choice: &str) -> Result<usize, Failure> {
    let clips = &file.imported.clips;
    if clips.is_empty() {
        return Err(Failure::unsuited(&file.name, "the file has no clips"));
    }
    let number = find(clips, choice).ok_or_else(|| unknown(choice, &file.name, clips))?;
    report_still(file, number);
    Ok(number)
}

/// Message for a clip of an animation that does not move anything; `choice` may also name a clip of another
/// file.
pub(crate) fn report_still_choice(file: &Loaded, choice: &str) {
    if let Some(number) = find(&file.imported.clips, choice) {
        report_still(file, number);
    }
}

fn report_still(file: &Loaded, number: usize) {
    let clip = &file.imported.clips[number];
    if !clip.moves() {
        message!("sinew: {}: clip {} does not move anything", file.name, label(number, &clip.name));
    }
}

/// Removes all clips of a file but the chosen one; without a choice all stay.
pub(crate) fn keep_only(file: &mut Loaded, choice: Option<&str>) -> Result<(), Failure> {
    let Some(choice) = choice else { return Ok(()) };
    let clip = of_file(file, Some(choice))?.clone();
    file.imported.compressed_clips.clear();
    file.imported.clips = vec![clip];
    Ok(())
}

/// Error for an unknown clip, with the choices.
pub(crate) fn unknown(choice: &str, file: &str, clip_list: &[RawClip]) -> Failure {
    let is_number = choice.parse::<i64>().is_ok();
    let message = match clip_list.len() {
        0 => {
            let message = "the file has none; #run is that of the built-in character";
            return Failure::unsuited(file, format!("there is no clip {choice:?}; {message}"));
        }
        1 if is_number => {
            format!("there is no clip {choice}; the only number is 0: {}", clips(choice, clip_list))
        }
        count if is_number => {
            format!(
                "there is no clip {choice}; expected a number from 0 to {}: {}",
                count - 1,
                clips(choice, clip_list)
            )
        }
        _ => format!("no clip called {choice:?}; {}", clips(choice, clip_list)),
    };
    Failure::input(file, message)
}

/// Suggestion for an unknown clip, with the clips' numbers.
fn clips(wrong: &str, clips: &[RawClip]) -> String {
    let shown = |(number, clip): (usize, &RawClip)| match clip.name.as_str() {
        "" => format!("#{number}"),
        name => format!("{name:?} (number {number})"),
    };
    let names: Vec<_> = clips.iter().enumerate().map(shown).collect();
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
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let name = format!("{}#Fox#Walk", file.display());
        assert_eq!(parse(&name), FileAndClip { file: Some(file), clip: Some("Fox#Walk".into()) });
    }

    #[test]
    fn a_clip_is_found_by_number_or_name() {
        let clips = ["Walk", "1", "Run"].map(|name| RawClip { name: name.into(), ..Default::default() });
        assert_eq!(
            ["0", "1", "Run", "Walk", "3", "walk", ""].map(|c| find(&clips, c)),
            [Some(0), Some(1), Some(2), Some(0), None, None, None]
        );
    }

    #[test]
    fn a_pattern_stands_for_all_clips_that_it_matches() {
        let clips =
            ["Walk", "Walk*", "Run", "Run"].map(|name| RawClip { name: name.into(), ..Default::default() });
        for (choice, expected) in [
            ("1", &[1][..]),
            ("Run", &[2, 3]),
            ("Walk*", &[1]),
            ("W*", &[0, 1]),
            ("*", &[0, 1, 2, 3]),
            ("x*", &[]),
        ] {
            assert_eq!(find_all(&clips, choice), expected, "{choice}");
        }
    }

    #[test]
    fn clips_without_a_name_are_called_by_their_numbers() {
        let clips = ["Walk", ""].map(|name| RawClip { name: name.into(), ..Default::default() });
        assert_eq!([label(0, &clips[0].name), label(1, &clips[1].name)], ["0 \"Walk\"", "#1"]);
        let message = |choice| unknown(choice, "a.glb", &clips).message().to_owned();
        assert_eq!(
            message("Wlak"),
            "a.glb: no clip called \"Wlak\"; did you mean \"Walk\"? there are \"Walk\" (number 0), #1"
        );
        for number in ["-1", "2", "99"] {
            let expected = format!(
                "a.glb: there is no clip {number}; expected a number from 0 to 1: there are \"Walk\" (number \
                 0), #1"
            );
            assert_eq!(message(number), expected);
        }
    }

    #[test]
    fn the_default_clip_is_the_first_that_moves() {
        use sinew::clip::{Interpolation, JointTrack, Track};
        use sinew::glam::Vec3;
        let clip = |name: &str, positions: [Vec3; 2]| {
            let track = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), positions.to_vec()).unwrap();
            let joint = JointTrack { translation: Some(track), ..JointTrack::new(sinew::JointId(0)) };
            RawClip { name: name.into(), joints: vec![joint], ..RawClip::default() }
        };
        let (still, moving) = (clip("Take 001", [Vec3::Y; 2]), clip("walk", [Vec3::ZERO, Vec3::X]));
        assert_eq!(default(&[still.clone(), moving.clone()]), 1);
        assert_eq!(default(&[moving.clone(), still.clone()]), 0);
        assert_eq!((default(&[still.clone(), still]), default(&[])), (0, 0));
    }
}
