//! Edits that the options ask for, by clip.

use super::edit_values::PoseChoice;
use crate::asset::clip_edit::{ClipEdit, EditedClip, Reference};
use crate::report::fail_on;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::{Character, RawClip};
use sinew_author::clip::clip_pose;
use std::collections::HashMap;
use std::fmt::Display;

/// Largest time before or behind a clip that counts as its end, seconds: times are typed with some digits.
const TOLERANCE: f32 = 1e-3;

/// Edits of all clips, found by their names before any.
pub(super) struct EditPlan {
    /// Clips of the file, then copies.
    clips: Vec<PlannedClip>,
    /// Messages.
    pub(super) notes: Vec<String>,
}

/// Clip with its edits.
struct PlannedClip {
    /// Number of the clip of the file whose content it has.
    source: usize,
    is_copy: bool,
    is_kept: bool,
    /// Name before the edits.
    name: String,
    new_name: Option<String>,
    /// Edits before root motion is extracted and loops are closed.
    first: Vec<ClipEdit>,
    /// Edits after that.
    last: Vec<LateEdit>,
}

/// Edit after root motion.
enum LateEdit {
    Edit(ClipEdit),
    Additive(PoseChoice),
}

impl PlannedClip {
    fn new(source: usize, name: String, is_copy: bool) -> Self {
        let (new_name, first, last) = (None, Vec::new(), Vec::new());
        Self { source, is_copy, is_kept: true, name, new_name, first, last }
    }

    fn name_after(&self) -> &str {
        self.new_name.as_ref().unwrap_or(&self.name)
    }

    /// The clip before its edits.
    fn content(&self, clips: &[RawClip]) -> RawClip {
        RawClip { name: self.name.clone(), ..clips[self.source].clone() }
    }
}

impl EditPlan {
    /// The plan that leaves `clips` as they are.
    pub(super) fn new(clips: &[RawClip]) -> Self {
        let clips = clips.iter().enumerate();
        let clips = clips.map(|(number, clip)| PlannedClip::new(number, clip.name.clone(), false));
        Self { clips: clips.collect(), notes: Vec::new() }
    }

    pub(super) fn add_copy(&mut self, clip: usize, name: String) {
        self.clips.push(PlannedClip::new(self.clips[clip].source, name, true));
    }

    /// Leaves out the clips for which `stays` is false, by number and whether it is a copy.
    pub(super) fn retain(&mut self, stays: impl Fn(usize, bool) -> bool) {
        for (number, clip) in self.clips.iter_mut().enumerate() {
            clip.is_kept &= stays(number, clip.is_copy);
        }
    }

    /// True where no clip is left.
    pub(super) fn is_empty(&self) -> bool {
        self.kept().next().is_none()
    }

    pub(super) fn rename(&mut self, clip: usize, name: String) {
        self.clips[clip].new_name = Some(name);
    }

    /// Adds an edit before root motion is extracted.
    pub(super) fn edit(&mut self, clip: usize, edit: ClipEdit) {
        self.clips[clip].first.push(edit);
    }

    /// Adds an edit after loops are closed.
    pub(super) fn edit_last(&mut self, clip: usize, edit: ClipEdit) {
        self.clips[clip].last.push(LateEdit::Edit(edit));
    }

    /// Makes a clip additive, after loops are closed.
    pub(super) fn make_additive(&mut self, clip: usize, reference: PoseChoice) {
        self.clips[clip].last.push(LateEdit::Additive(reference));
    }

    fn kept(&self) -> impl Iterator<Item = &PlannedClip> {
        self.clips.iter().filter(|clip| clip.is_kept)
    }

    /// Clips of the names before the edits, without content; copies are last.
    pub(super) fn names_before(&self) -> Vec<RawClip> {
        self.clips.iter().map(|clip| named(&clip.name)).collect()
    }

    /// Clips of the names after the edits, without content.
    pub(super) fn names_after(&self) -> Vec<RawClip> {
        self.kept().map(|clip| named(clip.name_after())).collect()
    }

    /// Names of the clips that stay, each with the name of the clip that it was made of in front.
    pub(super) fn names_before_and_after(&self) -> Vec<(String, String)> {
        let source = |clip: &PlannedClip| self.clips[clip.source].name.clone();
        self.kept().map(|clip| (source(clip), clip.name_after().to_owned())).collect()
    }

    /// Values of the clips that stay, of `values` of all before the edits.
    pub(super) fn of_kept<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.clips.iter().zip(values).filter(|(clip, _)| clip.is_kept).map(|(_, value)| *value).collect()
    }

    /// Rates that the keys of the clips that stay get.
    pub(super) fn rates(&self) -> Vec<Option<f32>> {
        let rate = |edit: &LateEdit| match edit {
            LateEdit::Edit(ClipEdit::Resample(rate)) => Some(*rate),
            _ => None,
        };
        self.kept().map(|clip| clip.last.iter().find_map(rate)).collect()
    }

    /// Fails where several clips would have a new name.
    pub(super) fn check_names(&self) -> Result<(), Failure> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for clip in self.kept() {
            *counts.entry(clip.name_after()).or_default() += 1;
        }
        let mut new = self.kept().filter(|clip| clip.is_copy || clip.new_name.is_some());
        match new.find(|clip| counts[clip.name_after()] > 1) {
            Some(clip) => {
                let option = if clip.new_name.is_some() { "--rename" } else { "--copy" };
                let name = clip.name_after();
                Err(Failure::Call(format!("{option}: there would be several clips called {name:?}")))
            }
            None => Ok(()),
        }
    }

    /// Makes the edits before root motion is extracted; `file` names the file in errors. Returns the edits
    /// that are left.
    pub(super) fn begin(
        self,
        clips: &mut Vec<RawClip>,
        character: &Character,
        file: &str,
    ) -> Result<LastEdits, Failure> {
        for note in &self.notes {
            fail_on::warn(file, "clip-pattern", note.clone());
        }
        let late = |edit: &LateEdit| match edit {
            LateEdit::Edit(edit) => Ok(edit.clone()),
            LateEdit::Additive(PoseChoice::Rest) => Ok(ClipEdit::Additive(Reference::Rest)),
            LateEdit::Additive(PoseChoice::Start) => Ok(ClipEdit::Additive(Reference::Start)),
            LateEdit::Additive(PoseChoice::OfClip { clip, time }) => {
                let clip = self.clips[*clip].content(clips);
                let (start, end, time) = (clip.start(), clip.end(), time.unwrap_or(clip.start()));
                let failed = |e: &dyn Display| Failure::input(file, format!("--additive: {e}"));
                if !(start - TOLERANCE..=end + TOLERANCE).contains(&time) {
                    let name = &clip.name;
                    return Err(failed(&format!("{name:?}@{time}: the clip is from {start} s to {end} s")));
                }
                let pose = clip_pose(&clip, character, time).map_err(|e| failed(&e))?;
                Ok(ClipEdit::Additive(Reference::Pose(Box::new(pose))))
            }
        };
        let (mut edited, mut last) = (Vec::new(), Vec::new());
        for clip in self.kept() {
            edited.push(apply(clip.content(clips), &clip.first, character, file)?);
            let edits = clip.last.iter().map(late).collect::<Result<_, Failure>>()?;
            last.push((edits, clip.new_name.clone()));
        }
        *clips = edited;
        Ok(LastEdits(last))
    }
}

/// Edits after root motion was extracted and loops were closed, and new names.
pub(super) struct LastEdits(Vec<(Vec<ClipEdit>, Option<String>)>);

impl LastEdits {
    /// Makes the edits of the clips of [`EditPlan::begin`].
    pub(super) fn finish(
        self,
        clips: &mut [RawClip],
        character: &Character,
        file: &str,
    ) -> Result<(), Failure> {
        for (clip, (edits, name)) in clips.iter_mut().zip(self.0) {
            let mut edited = apply(std::mem::take(clip), &edits, character, file)?;
            edited.name = name.unwrap_or(edited.name);
            *clip = edited;
        }
        Ok(())
    }
}

fn apply(clip: RawClip, edits: &[ClipEdit], character: &Character, file: &str) -> Result<RawClip, Failure> {
    edits.iter().try_fold(clip, |clip, edit| {
        let EditedClip { clip, note } = edit.apply_for_option(&clip, character, file)?;
        if let Some(note) = note {
            message!("sinew: {file}: --{}: {:?}: {note}", edit.option(), clip.name);
        }
        Ok(clip)
    })
}

fn named(name: &str) -> RawClip {
    RawClip { name: name.to_owned(), ..RawClip::default() }
}
