//! Options that edit the clips of a character.

use super::clip_finder::{Chosen, ClipFinder};
use super::edit_plan::EditPlan;
use super::edit_values::{AdditiveClip, NewName, OfClips, Trim};
use crate::asset::clip_choice::is_pattern;
use crate::asset::clip_edit::ClipEdit;
use crate::options::number::{frame_rate, speed};
use crate::report::failure::Failure;
use clap::Args;
use sinew::RawClip;
use std::cell::RefCell;

/// Edits of clips. Clips are called by the names and numbers that they have before all edits; copies follow
/// them.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct EditOptions {
    /// Copy a clip under a new name, by which other options may call it; CLIP and NEW may have `*`
    #[arg(long, value_name = "CLIP=NEW", help_heading = "Clips")]
    copy: Vec<NewName>,
    /// Keep a clip and leave out all that are not kept; may be repeated
    #[arg(long, value_name = "CLIP", help_heading = "Clips")]
    keep: Vec<String>,
    /// Leave out a clip; may be repeated
    #[arg(long, value_name = "CLIP", help_heading = "Clips")]
    drop: Vec<String>,
    /// Rename a clip; with `*`, which stands for the same text in both, several: `*|*=*` removes prefixes
    #[arg(long, value_name = "CLIP=NEW", help_heading = "Clips")]
    rename: Vec<NewName>,
    /// Cut a clip (default: all) down to the stretch between two times in its file, in seconds; without a time, to
    /// the clip's own start or end; may be repeated
    #[arg(long, value_name = "[CLIP=]START..END", help_heading = "Clips")]
    trim: Vec<Trim>,
    /// Remove the faults of motion that `sinew check --motion` finds (default: of all clips), by --trim, --smooth,
    /// --close-loop and --plant-feet where they call for it; prints the edits, with faults before and after
    #[arg(
        long, value_name = "CLIP", num_args = 0..=1, require_equals = true, default_missing_value = "*",
        help_heading = "Clips"
    )]
    mend: Vec<String>,
    /// Remove noise and jumps of a capture (default: of all); prints how far joints moved
    #[arg(
        long, value_name = "CLIP", num_args = 0..=1, require_equals = true, default_missing_value = "*",
        help_heading = "Clips"
    )]
    smooth: Vec<String>,
    /// Hold feet where they stand, and lift soles out of the ground (default: in all clips); prints the slide
    /// before and after
    #[arg(
        long, value_name = "CLIP", num_args = 0..=1, require_equals = true, default_missing_value = "*",
        help_heading = "Clips"
    )]
    plant_feet: Vec<String>,
    /// Play a clip backwards (default: all)
    #[arg(
        long, value_name = "CLIP", num_args = 0..=1, require_equals = true, default_missing_value = "*",
        help_heading = "Clips"
    )]
    reverse: Vec<String>,
    /// Exchange left and right in a clip (default: all)
    #[arg(
        long, value_name = "CLIP", num_args = 0..=1, require_equals = true, default_missing_value = "*",
        help_heading = "Clips"
    )]
    mirror: Vec<String>,
    /// Make a clip faster by FACTOR, or slower by one below 1 (default: all)
    #[arg(
        long, value_name = "[CLIP=]FACTOR", value_parser = OfClips::parser(speed),
        allow_negative_numbers = true, help_heading = "Clips"
    )]
    speed: Vec<OfClips>,
    /// Make a clip additive: the difference from a reference pose, which is `rest` (default), `start` (its own
    /// first pose) or that of a clip at a time, such as idle@0.5
    #[arg(long, value_name = "CLIP[=POSE]", help_heading = "Clips")]
    additive: Vec<AdditiveClip>,
    /// Give a clip keys at an even rate (default: all); a .bvh has this rate, else that of its clip's keys
    /// where they are even, else 60
    #[arg(
        long, value_name = "[CLIP=]F", value_parser = OfClips::parser(frame_rate),
        allow_negative_numbers = true, help_heading = "Clips"
    )]
    fps: Vec<OfClips>,
}

impl EditOptions {
    /// True when an option is given.
    pub(super) fn any(&self) -> bool {
        let Self {
            copy,
            keep,
            drop,
            rename,
            trim,
            mend,
            smooth,
            plant_feet,
            reverse,
            mirror,
            speed,
            additive,
            fps,
        } = self;
        let names = [copy, rename].into_iter().any(|names| !names.is_empty());
        let choices = [keep, drop, mend, smooth, plant_feet, reverse, mirror];
        let choices = choices.into_iter().any(|clips| !clips.is_empty());
        let numbers = [speed, fps].into_iter().any(|numbers| !numbers.is_empty());
        names || choices || numbers || !(trim.is_empty() && additive.is_empty())
    }

    /// True when clips are chosen.
    pub(super) fn keeps(&self) -> bool {
        !self.keep.is_empty()
    }

    /// Finds the clips that the options name; only the names of `clips` count. `file` names their file in
    /// errors; `other_name` is a message for a clip that has a name elsewhere.
    pub(super) fn plan(
        &self,
        clips: &[RawClip],
        file: &str,
        other_name: &dyn Fn(&str) -> Option<String>,
    ) -> Result<EditPlan, Failure> {
        let mut plan = EditPlan::new(clips);
        let notes = RefCell::new(Vec::new());
        let finder = ClipFinder { clips, file, other_name, notes: &notes };
        for copy in &self.copy {
            for (clip, name) in copy.of("--copy", finder)?.clips {
                plan.add_copy(clip, name);
            }
        }
        let clips = plan.names_before();
        let finder = ClipFinder { clips: &clips, ..finder };
        let (kept, dropped) = (finder.all_of("--keep", &self.keep)?, finder.all_of("--drop", &self.drop)?);
        plan.retain(|clip, is_copy| {
            (self.keep.is_empty() || is_copy || kept.contains_key(&clip)) && !dropped.contains_key(&clip)
        });
        if plan.is_empty() && !(finder.clips.is_empty() && self.keep.is_empty()) {
            let unmatched = notes.take().into_iter().map(|note| format!("; {note}")).collect::<String>();
            let message = format!("--keep and --drop leave no clip{unmatched}");
            // In a batch patterns are for the files that have such clips.
            let are_patterns = self.keep.iter().chain(&self.drop).all(|choice| is_pattern(choice));
            return Err(match are_patterns {
                true => Failure::unsuited(file, message),
                false => Failure::input(file, message),
            });
        }
        let names = self.rename.iter().map(|rename| rename.of("--rename", finder));
        for (clip, name) in one_each("--rename", finder, names)? {
            plan.rename(clip, name);
        }
        self.plan_first(&mut plan, finder)?;
        for (clip, is_named) in finder.all_of("--plant-feet", &self.plant_feet)? {
            plan.edit_after_loops(clip, ClipEdit::PlantFeet, is_named);
        }
        let poses = self.additive.iter().map(|additive| additive.of("--additive", finder));
        for (clip, pose) in one_each("--additive", finder, poses)? {
            plan.make_additive(clip, pose);
        }
        for (clip, rate) in numbers("--fps", &self.fps, finder)? {
            plan.resample(clip, rate);
        }
        plan.check_names()?;
        plan.notes = notes.into_inner();
        Ok(plan)
    }

    /// Plans the edits before root motion is extracted.
    fn plan_first(&self, plan: &mut EditPlan, finder: ClipFinder<'_>) -> Result<(), Failure> {
        let cuts = self.trim.iter().map(|trim| {
            let Chosen { is_named, clips } = trim.of("--trim", finder)?;
            Ok(Chosen {
                is_named,
                clips: clips.into_iter().map(|(clip, cut)| (clip, (cut, is_named))).collect(),
            })
        });
        for (clip, (cut, is_named)) in one_each("--trim", finder, cuts)? {
            plan.edit(clip, cut, is_named);
        }
        for (option, choices, edit) in [
            ("--mend", &self.mend, ClipEdit::Mend),
            ("--smooth", &self.smooth, ClipEdit::Smooth),
            ("--reverse", &self.reverse, ClipEdit::Reverse),
            ("--mirror", &self.mirror, ClipEdit::Mirror),
        ] {
            for (clip, is_named) in finder.all_of(option, choices)? {
                plan.edit(clip, edit.clone(), is_named);
            }
        }
        for (clip, factor) in numbers("--speed", &self.speed, finder)? {
            plan.edit(clip, ClipEdit::Speed(factor), true);
        }
        Ok(())
    }
}

/// Numbers by clip.
fn numbers(option: &str, options: &[OfClips], finder: ClipFinder<'_>) -> Result<Vec<(usize, f32)>, Failure> {
    one_each(option, finder, options.iter().map(|numbers| numbers.of(option, finder)))
}

/// Values by clip: one for a name or number goes before one for a pattern or for all clips. Fails where two of the
/// same kind are for one clip.
fn one_each<T>(
    option: &str,
    finder: ClipFinder<'_>,
    options: impl Iterator<Item = Result<Chosen<T>, Failure>>,
) -> Result<Vec<(usize, T)>, Failure> {
    let mut values: Vec<Option<(bool, T)>> = finder.clips.iter().map(|_| None).collect();
    for chosen in options {
        let Chosen { is_named, clips } = chosen?;
        for (clip, value) in clips {
            match &values[clip] {
                Some((was_named, _)) if *was_named == is_named => {
                    let name = &finder.clips[clip].name;
                    let message = format!("{option}: clip {name:?} is named twice, by options of one kind");
                    return Err(Failure::Call(message));
                }
                Some((true, _)) => {}
                _ => values[clip] = Some((is_named, value)),
            }
        }
    }
    Ok(values.into_iter().enumerate().filter_map(|(clip, value)| Some((clip, value?.1))).collect())
}
