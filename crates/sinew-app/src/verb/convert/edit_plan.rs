//! Edits that the options ask for, by clip.

use super::edit_values::PoseChoice;
use crate::asset::clip_edit::{ClipEdit, EditedClip, Reference};
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::{Character, RawClip};
use sinew_author::clip::clip_pose;

/// Edits of all clips, found by their names before any.
pub(super) struct EditPlan {
    /// Names before the edits, those of copies last.
    names: Vec<String>,
    /// Clip whose content a clip has: itself, or the one it is a copy of.
    sources: Vec<usize>,
    /// Clips that stay.
    kept: Vec<usize>,
    new_names: Vec<Option<String>>,
    /// Edits before root motion is extracted and loops are closed.
    first: Vec<Vec<ClipEdit>>,
    /// Edits after that.
    last: Vec<Vec<LateEdit>>,
}

/// Edit after root motion.
enum LateEdit {
    Edit(ClipEdit),
    Additive(PoseChoice),
}

impl EditPlan {
    /// The plan that leaves `clips` as they are.
    pub(super) fn new(clips: &[RawClip]) -> Self {
        let none = || (0..clips.len()).map(|_| Vec::new());
        Self {
            names: clips.iter().map(|clip| clip.name.clone()).collect(),
            sources: (0..clips.len()).collect(),
            kept: (0..clips.len()).collect(),
            new_names: vec![None; clips.len()],
            first: none().collect(),
            last: (0..clips.len()).map(|_| Vec::new()).collect(),
        }
    }

    pub(super) fn add_copy(&mut self, clip: usize, name: String) {
        self.kept.push(self.names.len());
        self.names.push(name);
        self.sources.push(self.sources[clip]);
        self.new_names.push(None);
        self.first.push(Vec::new());
        self.last.push(Vec::new());
    }

    /// Leaves out the clips for which `stays` is false.
    pub(super) fn retain(&mut self, stays: impl Fn(usize) -> bool) {
        self.kept.retain(|clip| stays(*clip));
    }

    pub(super) fn rename(&mut self, clip: usize, name: String) -> Result<(), Failure> {
        match self.new_names[clip].replace(name) {
            Some(_) => Err(Failure::Call(format!("--rename: clip {:?} gets two names", self.names[clip]))),
            None => Ok(()),
        }
    }

    /// Adds an edit before root motion is extracted.
    pub(super) fn edit(&mut self, clip: usize, edit: ClipEdit) {
        self.first[clip].push(edit);
    }

    /// Adds an edit after loops are closed.
    pub(super) fn edit_last(&mut self, clip: usize, edit: ClipEdit) {
        self.last[clip].push(LateEdit::Edit(edit));
    }

    /// Makes a clip additive, after loops are closed.
    pub(super) fn make_additive(&mut self, clip: usize, reference: PoseChoice) {
        self.last[clip].push(LateEdit::Additive(reference));
    }

    /// Clips of the names before the edits, without content; copies are last.
    pub(super) fn names_before(&self) -> Vec<RawClip> {
        self.names.iter().map(|name| named(name)).collect()
    }

    /// Clips of the names after the edits, without content.
    pub(super) fn names_after(&self) -> Vec<RawClip> {
        self.kept.iter().map(|clip| named(self.name_after(*clip))).collect()
    }

    /// Values of the clips that stay, of `values` of all before the edits.
    pub(super) fn of_kept<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.kept.iter().map(|clip| values[*clip]).collect()
    }

    /// Rates that the keys of the clips that stay get.
    pub(super) fn rates(&self) -> Vec<Option<f32>> {
        let rate = |edit: &LateEdit| match edit {
            LateEdit::Edit(ClipEdit::Resample(rate)) => Some(*rate),
            _ => None,
        };
        self.kept.iter().map(|clip| self.last[*clip].iter().find_map(rate)).collect()
    }

    /// Fails where several clips would have a new name.
    pub(super) fn check_names(&self) -> Result<(), Failure> {
        for (clip, is_copy) in self.kept.iter().map(|clip| (*clip, self.sources[*clip] != *clip)) {
            let name = self.name_after(clip);
            let is_new = is_copy || self.new_names[clip].is_some();
            if is_new && self.kept.iter().filter(|other| self.name_after(**other) == name).count() > 1 {
                let option = if self.new_names[clip].is_some() { "--rename" } else { "--copy" };
                return Err(Failure::Call(format!("{option}: there would be several clips called {name:?}")));
            }
        }
        Ok(())
    }

    fn name_after(&self, clip: usize) -> &str {
        self.new_names[clip].as_ref().unwrap_or(&self.names[clip])
    }

    /// Makes the edits before root motion is extracted; `file` names the file in errors. Returns the edits
    /// that are left.
    pub(super) fn begin(
        self,
        clips: &mut Vec<RawClip>,
        character: &Character,
        file: &str,
    ) -> Result<LastEdits, Failure> {
        let source =
            |clip: usize| RawClip { name: self.names[clip].clone(), ..clips[self.sources[clip]].clone() };
        let late = |edit: &LateEdit| match edit {
            LateEdit::Edit(edit) => Ok(edit.clone()),
            LateEdit::Additive(PoseChoice::Rest) => Ok(ClipEdit::Additive(Reference::Rest)),
            LateEdit::Additive(PoseChoice::Start) => Ok(ClipEdit::Additive(Reference::Start)),
            LateEdit::Additive(PoseChoice::OfClip { clip, time }) => {
                let clip = source(*clip);
                let pose = clip_pose(&clip, character, time.unwrap_or(clip.start()));
                let pose = pose.map_err(|e| Failure::input(file, format!("--additive: {e}")))?;
                Ok(ClipEdit::Additive(Reference::Pose(Box::new(pose))))
            }
        };
        let mut last = Vec::new();
        for clip in &self.kept {
            let edits = self.last[*clip].iter().map(late).collect::<Result<_, Failure>>()?;
            last.push((edits, self.new_names[*clip].clone()));
        }
        let mut edited = Vec::new();
        for clip in &self.kept {
            edited.push(apply(source(*clip), &self.first[*clip], character, file)?);
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
        let failed = |e| Failure::Call(format!("{file}: --{}: clip {:?}: {e}", edit.option(), clip.name));
        let EditedClip { clip, note } = edit.apply(&clip, character).map_err(failed)?;
        if let Some(note) = note {
            message!("sinew: {file}: --{}: {:?}: {note}", edit.option(), clip.name);
        }
        Ok(clip)
    })
}

fn named(name: &str) -> RawClip {
    RawClip { name: name.to_owned(), ..RawClip::default() }
}
