//! Values of the options that edit clips.

use super::clip_finder::{Chosen, ClipFinder};
use crate::asset::clip_choice;
use crate::asset::clip_edit::ClipEdit;
use crate::options::number::seconds;
use crate::report::failure::Failure;
use sinew::RawClip;
use sinew_author::clip::NameChange;
use std::str::FromStr;

/// `CLIP=NEW`: a new name for a clip, or for all that a pattern stands for. Both names may contain the
/// separator.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NewName {
    text: String,
    change: NameChange,
}

/// `[CLIP=]START..END`: a stretch of time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trim {
    clip: String,
    /// File seconds.
    start: Option<f32>,
    /// File seconds.
    end: Option<f32>,
}

/// `[CLIP=]NUMBER`: a number for one clip or pattern, or for all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OfClips {
    clips: Option<String>,
    number: f64,
}

/// `CLIP[=POSE]`: a clip that becomes additive, and its reference pose.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdditiveClip(String);

/// Reference pose, by the number of its clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PoseChoice {
    Rest,
    /// The clip's first pose.
    Start,
    /// Pose of a clip at a time in file seconds, or at its start.
    OfClip {
        clip: usize,
        time: Option<f32>,
    },
}

impl FromStr for AdditiveClip {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

impl AdditiveClip {
    /// The clips with the reference pose. A text that is a clip's name or a pattern of some has no pose.
    pub(super) fn of(&self, option: &str, finder: ClipFinder<'_>) -> Result<Chosen<PoseChoice>, Failure> {
        let is_clip = |choice: &str| !clip_choice::find_all(finder.clips, choice).is_empty();
        let mut splits = self.0.match_indices('=').map(|(at, _)| (&self.0[..at], &self.0[at + 1..]));
        let (choice, pose) = match is_clip(&self.0) {
            true => (self.0.as_str(), "rest"),
            false => {
                let split = splits.find(|(choice, _)| is_clip(choice)).or_else(|| self.0.rsplit_once('='));
                split.unwrap_or((&self.0, "rest"))
            }
        };
        let pose = match pose {
            "rest" => PoseChoice::Rest,
            "start" => PoseChoice::Start,
            pose => {
                let wrong =
                    |error| Failure::Call(format!("{option}: {error} behind the @, such as idle@0.5"));
                let (name, time) = match pose.rsplit_once('@') {
                    Some((name, time)) => (name, Some(seconds(time).map_err(wrong)? as f32)),
                    None => (pose, None),
                };
                PoseChoice::OfClip { clip: finder.one(option, name)?, time }
            }
        };
        finder.chosen(option, choice, pose)
    }
}

impl FromStr for NewName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with('=') || text.ends_with('=') && !text.ends_with(r"\=") || !text.contains('=') {
            return Err("expected CLIP=NEW, such as mixamo.com=walk or Armature|*=*".into());
        }
        let change = NameChange::new(text).map_err(|error| error.to_string())?;
        Ok(Self { text: text.to_owned(), change })
    }
}

impl NewName {
    /// The clips with their new names. The text is split where a clip's name ends, of several of that name the
    /// first one's; else it is a pattern.
    pub(super) fn of(&self, option: &str, finder: ClipFinder<'_>) -> Result<Chosen<String>, Failure> {
        let clips = finder.clips;
        let mut splits = self.text.match_indices('=').map(|(at, _)| (&self.text[..at], &self.text[at + 1..]));
        if let Some((clip, new)) = splits.find_map(|(old, new)| Some((clip_choice::find(clips, old)?, new))) {
            return Ok(Chosen { is_named: true, clips: vec![(clip, unescaped(new))] });
        }
        let new_name = |(n, clip): (usize, &RawClip)| Some((n, self.change.apply(&clip.name)?));
        let named: Vec<_> = clips.iter().enumerate().filter_map(new_name).collect();
        let old = self.text.split_once('=').map_or(self.text.as_str(), |(old, _)| old);
        let clips = if named.is_empty() { finder.none(option, old)? } else { named };
        Ok(Chosen { is_named: false, clips })
    }
}

/// A name without the backslashes that make the next character plain.
fn unescaped(name: &str) -> String {
    let mut letters = name.chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}

impl Trim {
    /// The clips with the edit.
    pub(super) fn of(&self, option: &str, finder: ClipFinder<'_>) -> Result<Chosen<ClipEdit>, Failure> {
        finder.chosen(option, &self.clip, ClipEdit::Trim { start: self.start, end: self.end })
    }
}

impl OfClips {
    /// The clips with the number.
    pub(super) fn of(&self, option: &str, finder: ClipFinder<'_>) -> Result<Chosen<f32>, Failure> {
        finder.chosen(option, self.clips.as_deref().unwrap_or("*"), self.number as f32)
    }
}

impl FromStr for Trim {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = || {
            let (clip, times) = text.rsplit_once('=').unwrap_or(("*", text));
            if clip.is_empty() {
                return None;
            }
            let (start, end) = times.split_once("..")?;
            let time = |text: &str| match text.is_empty() {
                true => Some(None),
                false => seconds(text).ok().map(|time| Some(time as f32)),
            };
            Some(Self { clip: clip.into(), start: time(start)?, end: time(end)? })
        };
        parsed().ok_or_else(|| "expected CLIP=START..END in seconds, such as Walk=0.5..1.8".into())
    }
}

impl OfClips {
    /// A parser whose numbers `number` reads.
    pub(super) fn parser(
        number: fn(&str) -> Result<f64, String>,
    ) -> impl Fn(&str) -> Result<Self, String> + Clone + Send + Sync + 'static {
        move |text| match text.rsplit_once('=') {
            Some((clips, text)) => Ok(Self { clips: Some(clips.to_owned()), number: number(text)? }),
            None => Ok(Self { clips: None, number: number(text)? }),
        }
    }
}
