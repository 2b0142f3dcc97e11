//! Values of the options that edit clips.

use super::clip_finder::ClipFinder;
use crate::asset::clip_choice;
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

/// `CLIP=START..END`: a stretch of time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trim {
    pub(super) clip: String,
    /// File seconds.
    pub(super) start: Option<f32>,
    /// File seconds.
    pub(super) end: Option<f32>,
}

/// `[CLIP=]NUMBER`: a number for one clip or pattern, or for all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OfClips {
    pub(super) clips: Option<String>,
    pub(super) number: f64,
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
    /// Numbers of the clips, and the reference pose. A text that is a clip's name or a pattern of some has no
    /// pose.
    pub(super) fn of(
        &self,
        option: &str,
        finder: ClipFinder<'_>,
    ) -> Result<Vec<(usize, PoseChoice)>, Failure> {
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
        Ok(finder.all(option, choice)?.into_iter().map(|clip| (clip, pose)).collect())
    }
}

impl FromStr for NewName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with('=') || text.ends_with('=') || !text.contains('=') {
            return Err("expected CLIP=NEW, such as mixamo.com=walk or Armature|*=*".into());
        }
        let change = NameChange::new(text).map_err(|error| error.to_string())?;
        Ok(Self { text: text.to_owned(), change })
    }
}

impl NewName {
    /// Numbers of the clips, and their new names. The text is split where a clip's name ends; else it is a
    /// pattern.
    pub(super) fn of(&self, option: &str, finder: ClipFinder<'_>) -> Result<Vec<(usize, String)>, Failure> {
        let clips = finder.clips;
        let mut splits = self.text.match_indices('=').map(|(at, _)| (&self.text[..at], &self.text[at + 1..]));
        if let Some(named) = splits.find_map(|(old, new)| Some((clip_choice::find(clips, old)?, new))) {
            return Ok(vec![(named.0, named.1.to_owned())]);
        }
        let new_name = |(n, clip): (usize, &RawClip)| Some((n, self.change.apply(&clip.name)?));
        let named: Vec<_> = clips.iter().enumerate().filter_map(new_name).collect();
        let old = self.text.split_once('=').map_or(self.text.as_str(), |(old, _)| old);
        if named.is_empty() { finder.none(option, old) } else { Ok(named) }
    }
}

impl FromStr for Trim {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = || {
            let (clip, times) = text.rsplit_once('=').filter(|(clip, _)| !clip.is_empty())?;
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
