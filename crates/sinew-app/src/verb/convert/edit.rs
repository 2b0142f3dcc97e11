//! Editing of the clips of a character: cutting, renaming, removing.

use crate::asset::clip_choice;
use crate::options::number::seconds;
use crate::report::failure::Failure;
use clap::Args;
use sinew::RawClip;
use std::str::FromStr;

/// Changes of the list of clips. Clips are called by the names and numbers that they have before all changes.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct EditOptions {
    /// Rename a clip; may be repeated
    #[arg(long, value_name = "OLD=NEW", help_heading = "Clips")]
    rename: Vec<Rename>,
    /// Cut a clip down to the stretch between two times in its file, in seconds; without a time, to the
    /// clip's own start or end; may be repeated
    #[arg(long, value_name = "CLIP=START..END", help_heading = "Clips")]
    trim: Vec<Trim>,
    /// Leave out a clip; may be repeated
    #[arg(long, value_name = "CLIP", help_heading = "Clips")]
    drop: Vec<String>,
}

/// Value of `--rename`. Both names may contain the separator.
#[derive(Clone, Debug, PartialEq)]
struct Rename(String);

/// Value of `--trim`: `CLIP=START..END`.
#[derive(Clone, Debug, PartialEq)]
struct Trim {
    clip: String,
    /// File seconds.
    start: Option<f32>,
    /// File seconds.
    end: Option<f32>,
}

impl FromStr for Rename {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=').is_some() && !text.starts_with('=') && !text.ends_with('=') {
            true => Ok(Self(text.to_owned())),
            false => Err("expected OLD=NEW, such as mixamo.com=walk".into()),
        }
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

impl EditOptions {
    /// True when an option is given.
    pub(super) fn any(&self) -> bool {
        !self.rename.is_empty() || !self.trim.is_empty() || !self.drop.is_empty()
    }

    /// Fails for a name that none of `clips` has; `files` names their files in errors. `other_name` is a
    /// message for a clip that has the name elsewhere.
    pub(super) fn check_names(
        &self,
        clips: &[RawClip],
        files: &str,
        other_name: impl Fn(&str) -> Option<String>,
    ) -> Result<(), Failure> {
        self.find(clips, files, &other_name).map(drop)
    }

    /// Clips of the names that `clips` have after all changes, without content; `files` names their files in
    /// errors.
    pub(super) fn names_after(&self, clips: &[RawClip], files: &str) -> Result<Vec<RawClip>, Failure> {
        let Edits { names, dropped, .. } = self.find(clips, files, &|_| None)?;
        let kept = clips.iter().enumerate().filter(|(n, _)| !dropped[*n]);
        let name = |(n, clip): (usize, &RawClip)| names[n].map_or(clip.name.clone(), str::to_owned);
        Ok(kept.map(|clip| RawClip { name: name(clip), ..RawClip::default() }).collect())
    }

    /// Finds the clips that the options name.
    fn find(
        &self,
        clips: &[RawClip],
        file: &str,
        other_name: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Edits<'_>, Failure> {
        let unknown = |option: &str, name: &str| match other_name(name) {
            Some(message) => Failure::Input(format!("{option}: {message}")),
            None => {
                Failure::Input(format!("{option}: {}", clip_choice::unknown(name, file, clips).message()))
            }
        };
        let find = |option, name: &str| clip_choice::find(clips, name).ok_or_else(|| unknown(option, name));
        let mut names: Vec<Option<&str>> = vec![None; clips.len()];
        for Rename(text) in &self.rename {
            let old = text.split_once('=').map_or(text.as_str(), |(old, _)| old);
            let (clip, new) = renamed(text, clips).ok_or_else(|| unknown("--rename", old))?;
            if names[clip].replace(new).is_some() {
                return Err(Failure::Call(format!("--rename: clip {:?} gets two names", clips[clip].name)));
            }
        }
        let mut cuts: Vec<Option<&Trim>> = vec![None; clips.len()];
        for trim in &self.trim {
            let clip = find("--trim", &trim.clip)?;
            if cuts[clip].replace(trim).is_some() {
                return Err(Failure::Call(format!("--trim: clip {:?} is cut twice", clips[clip].name)));
            }
        }
        let mut dropped = vec![false; clips.len()];
        for name in &self.drop {
            dropped[find("--drop", name)?] = true;
        }
        Ok(Edits { names, cuts, dropped })
    }

    /// Changes `clips`; `file` names their file in errors.
    pub(super) fn apply(&self, clips: &mut Vec<RawClip>, file: &str) -> Result<(), Failure> {
        let Edits { names, cuts, dropped } = self.find(clips, file, &|_| None)?;
        let mut kept = Vec::new();
        for (n, clip) in clips.iter().enumerate().filter(|(n, _)| !dropped[*n]) {
            let mut clip = clip.clone();
            if let Some(trim) = cuts[n] {
                let (start, end) = (trim.start.unwrap_or(clip.start()), trim.end.unwrap_or(clip.end()));
                let cut = clip.trimmed(start, end);
                clip =
                    cut.map_err(|e| Failure::Call(format!("{file}: --trim: clip {:?}: {e}", clip.name)))?;
            }
            clip.name = names[n].map_or(clip.name, str::to_owned);
            kept.push(clip);
        }
        for new in names.iter().flatten() {
            if kept.iter().filter(|clip| clip.name == *new).count() > 1 {
                let message = format!("--rename: there would be several clips called {new:?}");
                return Err(Failure::Call(message));
            }
        }
        *clips = kept;
        Ok(())
    }
}

/// Changes that the options ask for, by clip.
struct Edits<'a> {
    names: Vec<Option<&'a str>>,
    cuts: Vec<Option<&'a Trim>>,
    dropped: Vec<bool>,
}

/// Number of the clip, and its new name: the text is split where a clip's name ends.
fn renamed<'a>(text: &'a str, clips: &[RawClip]) -> Option<(usize, &'a str)> {
    let splits = text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
    splits.filter_map(|(old, new)| Some((clip_choice::find(clips, old)?, new))).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::clip::{Interpolation, JointTrack, Track};
    use sinew::glam::Vec3;

    fn clips() -> Vec<RawClip> {
        let clip = |name: &&str| {
            let track = Track::new(Interpolation::Linear, 1, [0.0, 2.0].into(), vec![Vec3::ZERO, Vec3::X]);
            let joint = JointTrack { translation: track.ok(), ..JointTrack::new(sinew::JointId(0)) };
            RawClip { name: (*name).into(), joints: vec![joint], ..RawClip::default() }
        };
        ["Walk", "Run", "a=b"].iter().map(clip).collect()
    }

    fn edited(rename: &[&str], trim: &[&str], drop: &[&str]) -> Result<Vec<(String, f32)>, String> {
        let parse_all = |all: &[&str]| all.iter().map(|text| text.parse()).collect::<Result<_, String>>();
        let options = EditOptions {
            rename: parse_all(rename)?,
            trim: trim.iter().map(|text| text.parse()).collect::<Result<_, String>>()?,
            drop: drop.iter().map(|name| (*name).to_owned()).collect(),
        };
        let mut clips = clips();
        options.apply(&mut clips, "hero.glb").map_err(|e| e.message().to_owned())?;
        Ok(clips.into_iter().map(|clip| (clip.name.clone(), clip.end())).collect())
    }

    #[test]
    fn clips_are_called_by_their_names_before_all_changes() {
        let done = edited(&["Walk=Run", "Run=Walk", "a=b=c"], &["Walk=0.5..1.5", "1=..0.5"], &[]).unwrap();
        assert_eq!(done, [("Run".into(), 1.0), ("Walk".into(), 0.5), ("c".into(), 2.0)]);
        let done = edited(&["a=b=Run"], &[], &["0", "Run"]).unwrap();
        assert_eq!(done, [("Run".into(), 2.0)]);
    }

    /// Values of `--rename`, `--trim` and `--drop`, and a part of the message.
    type Mistake<'a> = (&'a [&'a str], &'a [&'a str], &'a [&'a str], &'a str);

    #[test]
    fn mistakes_are_named() {
        let wrong: [Mistake<'_>; 9] = [
            (&["Wlak=x"], &[], &[], "did you mean \"Walk\"?"),
            (&[], &["Rnu=0..1"], &[], "did you mean \"Run\"?"),
            (&[], &[], &["wlk"], "there are \"Walk\" (number 0), \"Run\" (number 1)"),
            (&["Walk=Run"], &[], &[], "several clips called \"Run\""),
            (&["Walk=x", "0=y"], &[], &[], "two names"),
            (&[], &["Walk=0..1", "Walk=1..2"], &[], "cut twice"),
            (
                &[],
                &["Walk=1..3"],
                &[],
                "clip \"Walk\": 1 s to 3 s; expected two times in ascending order from 0 s to 2 s",
            ),
            (&[], &["Walk=1"], &[], "expected CLIP=START..END"),
            (&["Walk="], &[], &[], "expected OLD=NEW"),
        ];
        for (rename, trim, drop, message) in wrong {
            let error = edited(rename, trim, drop).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
