//! Clips that the values of options name.

use crate::asset::clip_choice;
use crate::report::failure::Failure;
use sinew::RawClip;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Finds the clips that options name, by names and numbers.
#[derive(Clone, Copy)]
pub(super) struct ClipFinder<'a> {
    /// Clips with names; only these count.
    pub(super) clips: &'a [RawClip],
    /// Name of their file, for errors.
    pub(super) file: &'a str,
    /// Message for a clip that has a name elsewhere.
    pub(super) other_name: &'a dyn Fn(&str) -> Option<String>,
    /// Messages about patterns that stand for no clip.
    pub(super) notes: &'a RefCell<Vec<String>>,
}

/// Clips that the value of an option names, with what it says about each.
pub(super) struct Chosen<T> {
    /// False for a pattern, which may stand for several clips.
    pub(super) is_named: bool,
    /// Numbers of the clips.
    pub(super) clips: Vec<(usize, T)>,
}

impl ClipFinder<'_> {
    /// Numbers of all clips of a name or pattern. A pattern may stand for none.
    pub(super) fn all(&self, option: &str, choice: &str) -> Result<Vec<usize>, Failure> {
        match clip_choice::find_all(self.clips, choice) {
            none if none.is_empty() => self.none(option, choice),
            found => Ok(found),
        }
    }

    /// All clips of a name or pattern, with a value for each.
    pub(super) fn chosen<T: Clone>(
        &self,
        option: &str,
        choice: &str,
        value: T,
    ) -> Result<Chosen<T>, Failure> {
        let clips = self.all(option, choice)?.into_iter().map(|clip| (clip, value.clone())).collect();
        Ok(Chosen { is_named: !clip_choice::is_pattern(choice), clips })
    }

    /// No clips: an error for a name, a message for a pattern.
    pub(super) fn none<T>(&self, option: &str, choice: &str) -> Result<Vec<T>, Failure> {
        if !clip_choice::is_pattern(choice) {
            return Err(self.unknown(option, choice));
        }
        if choice != "*" {
            self.notes.borrow_mut().push(format!("{option}: no clip matches {choice:?}"));
        }
        Ok(Vec::new())
    }

    /// Numbers of all clips of several names and patterns, with whether one of them is a name.
    pub(super) fn all_of(&self, option: &str, choices: &[String]) -> Result<BTreeMap<usize, bool>, Failure> {
        let mut clips = BTreeMap::new();
        for choice in choices {
            let is_named = !clip_choice::is_pattern(choice);
            for clip in self.all(option, choice)? {
                *clips.entry(clip).or_default() |= is_named;
            }
        }
        Ok(clips)
    }

    /// Number of the clip of a name.
    pub(super) fn one(&self, option: &str, choice: &str) -> Result<usize, Failure> {
        clip_choice::find(self.clips, choice).ok_or_else(|| self.unknown(option, choice))
    }

    /// Error for a name that no clip has.
    pub(super) fn unknown(&self, option: &str, name: &str) -> Failure {
        let message = (self.other_name)(name);
        let message =
            message.unwrap_or_else(|| clip_choice::unknown(name, self.file, self.clips).message().to_owned());
        Failure::Input(format!("{option}: {message}"))
    }
}
