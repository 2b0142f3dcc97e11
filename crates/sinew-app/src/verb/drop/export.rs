//! The fall as a clip of the character, and what it fell onto.

use super::DropCharacter;
use crate::asset::export::export_files;
use crate::fall::course::Course;
use crate::fall::figures::FallFigures;
use crate::fall::merged;
use crate::fall::run::{FallRun, STEP};
use crate::report::diagnostic;
use crate::report::failure::Failure;
use crate::report::progress::Progress;
use crate::report::whole_file::write_files;
use crate::verb::bake::{unique_name, without_springs};
use sinew::actor::ClipRecorder;
use sinew::character::CharacterError;
use sinew::ragdoll::Ragdoll;
use sinew::{Character, RawClip};
use sinew_import::ExportOptions;

impl DropCharacter {
    /// Records the fall.
    pub(super) fn record(
        &self,
        run: &mut FallRun,
        ragdoll: &Ragdoll,
        frames: usize,
        figures: &mut FallFigures,
    ) -> RawClip {
        let mut recorder = ClipRecorder::new(run.actor.character(), 1.0 / f64::from(STEP))
            .with_root_motion_in(ragdoll.parts()[0].joint);
        let progress = Progress::new(frames + 1, "frames");
        for frame in 0..=frames {
            if frame > 0 {
                run.step();
            }
            recorder.add(&run.actor.frame());
            figures.add(run);
            progress.step();
        }
        progress.finish();
        recorder.finish("fall")
    }

    /// Writes the character with the clip and with what it fell onto.
    pub(super) fn export(
        &self,
        clip: RawClip,
        character: &Character,
        course: &Course,
        options: ExportOptions,
    ) -> Result<(), Failure> {
        let out = self.output.display().to_string();
        let failed = |error: CharacterError| Failure::input(&out, error);
        // The keys hold what springs and constraints have done.
        let character = without_springs(character).map_err(failed)?;
        let mut clips = [clip];
        let skeleton = character.skeleton();
        let nodes = skeleton.joints().map(|joint| skeleton.name(joint));
        let name = unique_name(course.name(&self.onto), nodes);
        let character = merged(&character, &mut clips, &course.props, &name).map_err(failed)?;
        let (files, exported) = export_files(&self.output, &out, &character, &clips, options, &self.input)?;
        diagnostic::print_diagnostics(&out, &exported);
        write_files(&files)
    }
}
