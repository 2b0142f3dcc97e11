//! Edits that the options ask for, by clip.

use super::edit_values::PoseChoice;
use crate::asset::clip_edit::{ClipEdit, EditError, EditedClip, Reference};
use crate::report::choices::shorten_list;
use crate::report::fail_on;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew::{Character, RawClip};
use sinew_author::clip::clip_pose;
use std::collections::{BTreeMap, HashMap};
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
    first: Vec<PlannedEdit>,
    /// Edits after that, before it becomes additive.
    after_loops: Vec<PlannedEdit>,
    /// Reference pose of a clip that becomes additive.
    additive: Option<PoseChoice>,
    /// Rate that its keys get at last, Hz.
    rate: Option<f32>,
}

/// Edit of a clip.
#[derive(Clone)]
struct PlannedEdit {
    edit: ClipEdit,
    /// True where the option names the clip, so that an edit that does not fit is an error; else the clip stays as it
    /// is.
    is_named: bool,
}

/// Names of the clips that edits leave as they are.
#[derive(Default)]
struct Unchanged {
    /// Clips that an edit does not fit, by option and reason.
    unsuited: BTreeMap<(&'static str, String), Vec<String>>,
    /// Clips without faults to mend.
    clean: Vec<String>,
}

impl Unchanged {
    /// Prints them; `file` names their file.
    fn report(self, file: &str) {
        for ((option, reason), clips) in self.unsuited {
            let message = format!("--{option} leaves {} unchanged: {reason}", shorten_list(clips));
            fail_on::warn(file, "clip-edit", message);
        }
        if !self.clean.is_empty() {
            message!("sinew: {file}: --mend: no faults in {}", shorten_list(self.clean));
        }
    }
}

impl PlannedClip {
    fn new(source: usize, name: String, is_copy: bool) -> Self {
        let (first, after_loops) = (Vec::new(), Vec::new());
        Self {
            source,
            is_copy,
            is_kept: true,
            name,
            new_name: None,
            first,
            after_loops,
            additive: None,
            rate: None,
        }
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

    /// Adds an edit before root motion is extracted. Where the option does not name the clip, but a pattern of
    /// several, an edit that does not fit leaves it as it is.
    pub(super) fn edit(&mut self, clip: usize, edit: ClipEdit, is_named: bool) {
        self.clips[clip].first.push(PlannedEdit { edit, is_named });
    }

    /// Adds an edit after loops are closed, like [`edit`](Self::edit).
    pub(super) fn edit_after_loops(&mut self, clip: usize, edit: ClipEdit, is_named: bool) {
        self.clips[clip].after_loops.push(PlannedEdit { edit, is_named });
    }

    /// Gives the keys of a clip a rate, at last.
    pub(super) fn resample(&mut self, clip: usize, rate: f32) {
        self.clips[clip].rate = Some(rate);
    }

    /// Makes a clip additive, after loops are closed.
    pub(super) fn make_additive(&mut self, clip: usize, reference: PoseChoice) {
        self.clips[clip].additive = Some(reference);
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

    /// Clips that stay: the number of the clip that each is made of, and its name.
    pub(super) fn sources_and_names(&self) -> Vec<(usize, String)> {
        self.kept().map(|clip| (clip.source, clip.name_after().to_owned())).collect()
    }

    /// Values of the clips that stay, of `values` of all before the edits.
    pub(super) fn of_kept<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.clips.iter().zip(values).filter(|(clip, _)| clip.is_kept).map(|(_, value)| *value).collect()
    }

    /// Rates that the keys of the clips that stay get.
    pub(super) fn rates(&self) -> Vec<Option<f32>> {
        self.kept().map(|clip| clip.rate).collect()
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
    /// that are left, those of rates only where the file that is written does not sample clips itself.
    pub(super) fn begin(
        self,
        clips: &mut Vec<RawClip>,
        character: &Character,
        file: &str,
        resamples: bool,
    ) -> Result<LastEdits, Failure> {
        for note in &self.notes {
            fail_on::warn_of_pattern(file, note.clone());
        }
        let (mut edited, mut after, mut unchanged) = (Vec::new(), Vec::new(), Unchanged::default());
        for clip in self.kept() {
            let mut content = clip.content(clips);
            for planned in &clip.first {
                content = planned.apply(content, character, file, &mut unchanged)?;
            }
            edited.push(content);
            let reference = clip.additive.map(|pose| self.reference(pose, clips, character, file));
            let additive = reference.transpose()?.map(ClipEdit::Additive);
            let rate = clip.rate.filter(|_| resamples).map(ClipEdit::Resample);
            let last = additive.into_iter().chain(rate).collect();
            after.push(EditsAfterLoops {
                first: clip.after_loops.clone(),
                last,
                new_name: clip.new_name.clone(),
            });
        }
        unchanged.report(file);
        *clips = edited;
        Ok(LastEdits(after))
    }

    /// The reference pose of an additive clip, of the clips before the edits.
    fn reference(
        &self,
        pose: PoseChoice,
        clips: &[RawClip],
        character: &Character,
        file: &str,
    ) -> Result<Reference, Failure> {
        let (clip, time) = match pose {
            PoseChoice::Rest => return Ok(Reference::Rest),
            PoseChoice::Start => return Ok(Reference::Start),
            PoseChoice::OfClip { clip, time } => (self.clips[clip].content(clips), time),
        };
        let (start, end, time) = (clip.start(), clip.end(), time.unwrap_or(clip.start()));
        let failed = |e: &dyn Display| Failure::input(file, format!("--additive: {e}"));
        if !(start - TOLERANCE..=end + TOLERANCE).contains(&time) {
            let name = &clip.name;
            return Err(failed(&format!("{name:?}@{time}: the clip is from {start} s to {end} s")));
        }
        let pose = clip_pose(&clip, character, time).map_err(|e| failed(&e))?;
        Ok(Reference::Pose(Box::new(pose)))
    }
}

/// Edits after root motion was extracted and loops were closed, and new names.
pub(super) struct LastEdits(Vec<EditsAfterLoops>);

/// The same of a clip.
struct EditsAfterLoops {
    /// Edits of the motion, before events are put on steps.
    first: Vec<PlannedEdit>,
    last: Vec<ClipEdit>,
    new_name: Option<String>,
}

impl LastEdits {
    /// Makes those of the motion of the clips of [`EditPlan::begin`].
    pub(super) fn edit_motion(
        &self,
        clips: &mut [RawClip],
        character: &Character,
        file: &str,
    ) -> Result<(), Failure> {
        let mut unchanged = Unchanged::default();
        for (clip, edits) in clips.iter_mut().zip(&self.0) {
            for edit in &edits.first {
                *clip = edit.apply(std::mem::take(clip), character, file, &mut unchanged)?;
            }
        }
        unchanged.report(file);
        Ok(())
    }

    /// Makes the others after that.
    pub(super) fn finish(
        self,
        clips: &mut [RawClip],
        character: &Character,
        file: &str,
    ) -> Result<(), Failure> {
        for (clip, edits) in clips.iter_mut().zip(self.0) {
            for edit in edits.last {
                *clip = noted(&edit, edit.apply_for_option(clip, character, file)?, file);
            }
            clip.name = edits.new_name.unwrap_or(std::mem::take(&mut clip.name));
        }
        Ok(())
    }
}

impl PlannedEdit {
    /// Makes the edit of a clip, or notes it among the `unchanged` ones.
    fn apply(
        &self,
        clip: RawClip,
        character: &Character,
        file: &str,
        unchanged: &mut Unchanged,
    ) -> Result<RawClip, Failure> {
        match self.edit.apply(&clip, character) {
            Ok(edited) => {
                if self.edit == ClipEdit::Mend && edited.note.is_none() {
                    unchanged.clean.push(format!("{:?}", clip.name));
                }
                Ok(noted(&self.edit, edited, file))
            }
            Err(EditError::Unsuited(reason)) if !self.is_named => {
                unchanged
                    .unsuited
                    .entry((self.edit.option(), reason))
                    .or_default()
                    .push(format!("{:?}", clip.name));
                Ok(clip)
            }
            Err(error) => Err(self.edit.failure(&clip, file, &error)),
        }
    }
}

/// The clip of an edit; its note is printed.
fn noted(edit: &ClipEdit, edited: EditedClip, file: &str) -> RawClip {
    let EditedClip { clip, note, faults_left } = edited;
    let note = note.map(|note| format!("--{}: {:?}: {note}", edit.option(), clip.name));
    match note {
        Some(note) if faults_left > 0 => fail_on::warn(file, "clip-faults", note),
        Some(note) => message!("sinew: {file}: {note}"),
        None => {}
    }
    clip
}

fn named(name: &str) -> RawClip {
    RawClip { name: name.to_owned(), ..RawClip::default() }
}
