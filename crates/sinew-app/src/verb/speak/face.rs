//! Visemes on a face: a clip or an animation of a character that speaks.

use super::Speak;
use super::check::OutputKind;
use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::export::{OutputFormat, export_files, options_of};
use crate::asset::face_effects::FaceEffects;
use crate::asset::map_weights::unusual_weights;
use crate::asset::{input_file, setup, source};
use crate::options::face::{Emotion, report_emotion, report_eyes};
use crate::player::settle::settle_springs;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::whole_file::write_files;
use crate::verb::bake::{MAX_KEYS, unique_name, without_springs};
use sinew::actor::ClipRecorder;
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings, FaceRig};
use sinew::face::{FaceRigDescription, VisemeMap, VisemeTargets};
use sinew::{Actor, Character, ClipId, ClipSet, RawClip};
use sinew_import::ExportOptions;
use sinew_speech::sound::Sound;
use sinew_speech::timeline::VisemeTimeline;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Default frame rate in frames per second.
const DEFAULT_FRAME_RATE: f64 = 30.0;

/// Shapes of a file of `--map`.
struct OwnShapes<'a> {
    path: &'a Path,
    text: String,
    description: FaceRigDescription,
}

impl Speak {
    /// Writes the character of `file` that speaks.
    pub(super) fn write_face(
        &self,
        (sound, timeline): (&Sound, &VisemeTimeline),
        file: Option<&Path>,
        (output, kind): (&Path, OutputKind),
    ) -> Outcome {
        let argument = FileAndClip::parse(file);
        let loaded = source::open(argument.file.as_deref(), &self.input)?;
        self.input.check_used()?;
        let name = loaded.name.clone();
        diagnostic::print_losses(&name, &loaded.imported.report);
        let played = argument.clip.map(|clip| clip_choice::resolve_clip(&clip, &loaded)).transpose()?;
        let names: Vec<String> = loaded.imported.clips.iter().map(|clip| clip.name.clone()).collect();
        let options = options_of(&loaded);
        let character = Arc::new(loaded.imported.character);
        let clips = ClipSet::new(&character, played).map_err(|error| Failure::input(&name, error))?;
        let mut actor = Actor::with_clips(Arc::new(clips));
        if let Some(setup) = &loaded.setup {
            let setup = setup.without_playback(actor.clips().clone())?;
            setup.equip(&mut actor).map_err(setup::failure)?;
            actor.stop();
        }
        if kind == OutputKind::Expressions {
            if !actor.clips().is_empty() {
                let message =
                    format!("-o {}: a .vrma holds the speech alone, without a clip", output.display());
                return Err(Failure::Call(message));
            }
            return self.write_expressions(timeline, &character, (&name, output));
        }
        let shapes = self.own_shapes()?;
        let own = actor.face().and_then(|face| face.rig().viseme_map());
        let map = match own.filter(|_| loaded.setup.is_some() && shapes.is_none()) {
            Some(map) => map.clone(),
            None => Arc::new(self.viseme_map(&character, (&name, shapes.as_ref()))?),
        };
        if kind == OutputKind::Character {
            if self.springs && actor.springs().is_none() {
                return Err(Failure::Call(format!("--springs: {name} has no spring bones")));
            }
            if !self.springs {
                // Removing the rig cannot fail.
                let _ = actor.set_springs(None);
            }
        }
        self.wrinkles.apply(&mut actor, &name)?;
        self.begin(&mut actor, (&map, shapes.as_ref()), &name)?;
        self.report_face(&character, (&map, shapes.as_ref()), (&name, kind))?;
        speak(&mut actor, timeline, 0.0, (0.0, 1.0 / self.frame_rate()));
        let draws = match kind {
            OutputKind::Pictures(kind) => Some(kind),
            _ => None,
        };
        if let Some(kind) = draws {
            self.draw(actor, (sound, timeline), (output, kind))?;
            message!("{}: {:.2} s", output.display(), timeline.duration());
            return Ok(ExitCode::SUCCESS);
        }
        OutputFormat::of_character(output)?.check(&character, &name)?;
        if self.steps(timeline) as f64 * character.skeleton().len() as f64 > MAX_KEYS {
            let message = "the sound gives more than 20 million keys; use a shorter one or a lower --fps";
            return Err(Failure::input(self.audio_name(), message));
        }
        let clip_name = unique_name("speech".into(), names.iter().map(String::as_str));
        let clip = self.record(actor, timeline, &clip_name);
        let unsprung = self.springs.then(|| without_springs(&character)).transpose();
        let unsprung = unsprung.map_err(|error| Failure::input(&name, error))?;
        self.export(unsprung.as_ref().unwrap_or(&character), &clip, options, (&name, output))
    }

    /// Starts what moves beside the mouth. Spring bones hang still at first.
    fn begin(
        &self,
        actor: &mut Actor,
        (map, shapes): (&Arc<VisemeMap>, Option<&OwnShapes<'_>>),
        name: &str,
    ) -> Result<(), Failure> {
        if !actor.clips().is_empty() {
            let wrap = self.looping.wrap(actor, ClipId(0));
            let playing = actor.play(ClipId(0)).map_err(|error| Failure::input(name, error))?;
            playing.wrap(wrap);
        }
        actor.update(0.0);
        settle_springs(actor);
        let wrong = |error| Failure::input(name, error);
        // The face of a set-up has shapes of its own.
        let rig = match actor.face() {
            Some(face) => FaceRig::clone(face.rig()),
            None => FaceRig::new(actor.character()),
        };
        let mut rig = rig.with_viseme_map(Some(map.clone())).map_err(wrong)?;
        if let Some(OwnShapes { path, text, description }) = shapes {
            let described = rig.with_description(description).map_err(|error| error.in_text(text));
            rig = described.map_err(|error| Failure::input(path.display(), error))?;
        }
        actor.set_face(Some(Arc::new(rig))).map_err(wrong)?;
        let Some(face) = actor.face_mut() else { return Ok(()) };
        if !self.no_face {
            face.set_blinks(Some(BlinkSettings::new(self.seed)));
            face.set_eye_movements(Some(EyeMovementSettings::new(self.seed)));
        }
        if let Some(Emotion { name: emotion, intensity, .. }) = &self.emotion {
            let set = face.set_emotion(emotion, EmotionFade::new(0.0).with_intensity(*intensity));
            set.map_err(|error| Failure::input(name, error))?;
        }
        Ok(())
    }

    /// Says by which shapes the character speaks, and what its face lacks. Fails for shapes that move
    /// nothing.
    fn report_face(
        &self,
        character: &Arc<Character>,
        (map, shapes_file): (&Arc<VisemeMap>, Option<&OwnShapes<'_>>),
        (name, kind): (&str, OutputKind),
    ) -> Result<(), Failure> {
        let shapes = match shapes_file.filter(|shapes_file| shapes_file.description.has_mouth()) {
            Some(shapes_file) => format!("the shapes of {}", shapes_file.path.display()),
            None if map.kind() == VisemeTargets::Opening => "its shape that opens the mouth".to_owned(),
            None => format!("its {}", map.kind()),
        };
        let face = FaceEffects::new(character, shapes_file.map(|shapes_file| &shapes_file.description));
        let mouth = face.visemes(map);
        let is_clip = kind == OutputKind::Character;
        if mouth.is_none() {
            let message = format!(
                "the mouth cannot move: {shapes} have no effect; --map names other shapes (`sinew inspect \
                 FILE --viseme-map` prints a beginning of its file)"
            );
            return Err(Failure::input(name, message));
        }
        if is_clip && !mouth.moves {
            let message = format!(
                "{shapes} change textures or colours alone, which a clip of this format does not hold; a \
                 .gif and other pictures show them, a .vrma holds their weights"
            );
            return Err(Failure::input(name, message));
        }
        message!("sinew: {name} speaks by {shapes}");
        if !self.no_face {
            report_eyes(&face, name, is_clip);
        }
        if let Some(emotion) = &self.emotion {
            report_emotion(&face, &emotion.name, name, is_clip);
        }
        Ok(())
    }

    /// Shapes of `--map`.
    fn own_shapes(&self) -> Result<Option<OwnShapes<'_>>, Failure> {
        let Some(path) = &self.map else { return Ok(None) };
        let text = input_file::read_text(path)?;
        let description =
            FaceRigDescription::from_ron(&text).map_err(|error| Failure::input(path.display(), error))?;
        for message in unusual_weights(&description) {
            message!("sinew: {}: {message}", path.display());
        }
        Ok(Some(OwnShapes { path, text, description }))
    }

    /// Mouth of `--map`, else the one that is found by names.
    fn viseme_map(
        &self,
        character: &Character,
        (name, shapes): (&str, Option<&OwnShapes<'_>>),
    ) -> Result<VisemeMap, Failure> {
        if let Some(OwnShapes { path, text, description }) = shapes {
            // A map of blinks, emotions or correctives alone leaves the mouth to the names of the shapes.
            if description.has_mouth() || *description == FaceRigDescription::default() {
                return VisemeMap::from_ron(text, character)
                    .map_err(|error| Failure::input(path.display(), error));
            }
        }
        VisemeMap::detect(character).ok_or_else(|| {
            if let Some(OwnShapes { path, .. }) = shapes {
                let message = format!(
                    "no mouth shapes and no jaw joint are found, and {} names none: add visemes to it \
                     (`sinew inspect FILE --viseme-map` prints a beginning)",
                    path.display()
                );
                return Failure::input(name, message);
            }
            let message = "no mouth shapes and no jaw joint are found; --map names them (`sinew inspect FILE \
                --viseme-map` prints a beginning of its file), and `sinew shapes` gives a head those of \
                another face";
            Failure::input(name, message)
        })
    }

    /// Frames per second of a clip or of pictures.
    pub(super) fn frame_rate(&self) -> f64 {
        self.fps.unwrap_or(DEFAULT_FRAME_RATE)
    }

    /// Number of frames after the first one.
    pub(super) fn steps(&self, timeline: &VisemeTimeline) -> usize {
        (timeline.duration() * self.frame_rate()).ceil().max(1.0) as usize
    }

    /// Records the speech as a clip.
    fn record(&self, mut actor: Actor, timeline: &VisemeTimeline, name: &str) -> RawClip {
        let rate = self.frame_rate();
        let mut recorder = ClipRecorder::new(actor.character(), rate);
        recorder.add(&actor.frame());
        for step in 1..=self.steps(timeline) {
            speak(&mut actor, timeline, step as f64 / rate, (1.0 / rate, 1.0 / rate));
            recorder.add(&actor.frame());
        }
        recorder.finish(name)
    }

    pub(super) fn export(
        &self,
        character: &Character,
        clip: &RawClip,
        options: ExportOptions,
        (name, output): (&str, &Path),
    ) -> Outcome {
        let clips = std::slice::from_ref(clip);
        let (files, report) = export_files(output, name, character, clips, options, &self.input)?;
        diagnostic::print_diagnostics(&output.display().to_string(), &report);
        write_files(&files)?;
        message!("{}: {:?} of {:.2} s", output.display(), clip.name, clip.end());
        Ok(ExitCode::SUCCESS)
    }
}

/// Moves an actor on by `dt` to a time of the speech. A frame stands for `frame` seconds.
pub(super) fn speak(actor: &mut Actor, timeline: &VisemeTimeline, time: f64, (dt, frame): (f64, f64)) {
    if let Some(face) = actor.face_mut() {
        face.set_visemes(timeline.at_frame(time, frame).weights);
    }
    actor.update(dt as f32);
}
