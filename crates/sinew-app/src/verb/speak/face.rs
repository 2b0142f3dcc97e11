//! Visemes on a face: a clip or an animation of a character that speaks.

use super::Speak;
use crate::asset::clip_choice::{self, FileAndClip};
use crate::asset::export::{OutputFormat, export_files};
use crate::asset::{head, input_file, source};
use crate::drawing::framing::Framing;
use crate::encode::film::{Film, View};
use crate::encode::{self, Kind};
use crate::options::camera::Angle;
use crate::options::face::Emotion;
use crate::report::diagnostic;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::output::extension;
use crate::report::whole_file::write_files;
use crate::verb::bake::{MAX_KEYS, unique_name};
use sinew::actor::ClipRecorder;
use sinew::clip::{ExpressionTrack, Interpolation, Track};
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings, Viseme};
use sinew::face::{VisemeMap, VisemeMapDescription, viseme_map_from_ron};
use sinew::{Actor, Character, ClipId, RawClip, WrapMode};
use sinew_import::ExportOptions;
use sinew_speech::sound::Sound;
use sinew_speech::timeline::VisemeTimeline;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Size of an animation of a face in pixels, for formats with small and with large files.
const SIZE: [u32; 2] = [640, 640];
const SMALL_SIZE: [u32; 2] = [360, 360];

impl Speak {
    /// Writes the character of `file` that speaks.
    pub(super) fn write_face(
        &self,
        (sound, timeline): (&Sound, &VisemeTimeline),
        file: Option<&Path>,
        output: &Path,
    ) -> Outcome {
        self.check_kept(output)?;
        let argument = FileAndClip::parse(file);
        let loaded = source::open(argument.file.as_deref(), &self.input)?;
        self.input.check_used()?;
        let name = loaded.name.clone();
        diagnostic::print_losses(&name, &loaded.imported.report);
        let played = argument.clip.map(|clip| clip_choice::resolve_clip(&clip, &loaded)).transpose()?;
        let names: Vec<String> = loaded.imported.clips.iter().map(|clip| clip.name.clone()).collect();
        let character = Arc::new(loaded.imported.character);
        if extension(output) == "vrma" {
            if played.is_some() || self.emotion.is_some() {
                let message = format!(
                    "-o {}: a .vrma holds the speech alone, without a clip or an emotion",
                    output.display()
                );
                return Err(Failure::Call(message));
            }
            if self.map.is_some() {
                let message =
                    format!("-o {}: a .vrma has VRM's mouth expressions, without --map", output.display());
                return Err(Failure::Call(message));
            }
            return self.write_expressions(timeline, &character, (&name, output));
        }
        let shapes = self.map.as_ref().map(|path| input_file::read_text(path)).transpose()?;
        let map = Arc::new(self.viseme_map(&character, (&name, shapes.as_deref()))?);
        message!("sinew: {name} speaks by its {}", map.kind());
        let actor = || {
            let mut actor = Actor::new(character.clone(), played.iter().cloned())
                .map_err(|error| Failure::input(&name, error))?;
            if played.is_some() {
                let playing = actor.play(ClipId(0)).map_err(|error| Failure::input(&name, error))?;
                playing.wrap(WrapMode::Loop);
            }
            if let Some(face) = actor.face_mut() {
                let set = face.set_viseme_map(Some(map.clone()));
                set.map_err(|error| Failure::input(&name, error))?;
                if let (Some(text), Some(path)) = (&shapes, &self.map) {
                    let set = face.set_shapes_from_ron(text);
                    set.map_err(|error| Failure::input(path.display(), error))?;
                }
                face.set_blinks(Some(BlinkSettings::default()));
                face.set_eye_movements(Some(EyeMovementSettings::default()));
                if let Some(Emotion { name: emotion, intensity, .. }) = &self.emotion {
                    let set = face.set_emotion(emotion, EmotionFade::new(0.0).with_intensity(*intensity));
                    set.map_err(|error| Failure::input(&name, error))?;
                }
            }
            speak(&mut actor, timeline, 0.0, 0.0);
            Ok::<_, Failure>(actor)
        };
        if let Ok(format) = OutputFormat::of_character(output) {
            format.check(&character, &name)?;
            if self.steps(timeline) as f64 * character.skeleton().len() as f64 > MAX_KEYS {
                let message = "the sound gives more than 20 million keys; use a shorter one or a lower --fps";
                return Err(Failure::input(self.audio.display(), message));
            }
            let clip_name = unique_name("speech".into(), names.iter().map(String::as_str));
            let clip = self.record(actor()?, timeline, &clip_name);
            return self.export(&character, &clip, (&name, output));
        }
        self.draw(&actor, (sound, timeline), output)?;
        message!("{}: {:.2} s", output.display(), timeline.duration());
        Ok(ExitCode::SUCCESS)
    }

    /// Shapes of `--map`, else those that are found by name.
    fn viseme_map(
        &self,
        character: &Character,
        (name, shapes): (&str, Option<&str>),
    ) -> Result<VisemeMap, Failure> {
        if let (Some(path), Some(text)) = (&self.map, shapes) {
            let wrong = |error| Failure::input(path.display(), error);
            // A map of blinks, emotions or correctives alone leaves the mouth to the names of the shapes.
            let description = viseme_map_from_ron(text).map_err(wrong)?;
            if description.has_mouth() || description == VisemeMapDescription::default() {
                return VisemeMap::from_ron(text, character).map_err(wrong);
            }
        }
        VisemeMap::detect(character).ok_or_else(|| {
            let message = "no mouth shapes and no jaw joint are found; --map names them, and `sinew inspect FILE \
                --viseme-map` prints a beginning of its file";
            Failure::input(name, message)
        })
    }

    /// Number of frames after the first one.
    fn steps(&self, timeline: &VisemeTimeline) -> usize {
        (timeline.duration() * self.fps).ceil().max(1.0) as usize
    }

    /// Records the speech as a clip.
    fn record(&self, mut actor: Actor, timeline: &VisemeTimeline, name: &str) -> RawClip {
        let mut recorder = ClipRecorder::new(actor.character(), self.fps);
        recorder.add(&actor.frame());
        for step in 1..=self.steps(timeline) {
            speak(&mut actor, timeline, step as f64 / self.fps, 1.0 / self.fps);
            recorder.add(&actor.frame());
        }
        recorder.finish(name)
    }

    fn export(&self, character: &Character, clip: &RawClip, (name, output): (&str, &Path)) -> Outcome {
        let clips = std::slice::from_ref(clip);
        let (files, report) =
            export_files(output, name, character, clips, ExportOptions::default(), &self.input)?;
        diagnostic::print_diagnostics(&output.display().to_string(), &report);
        write_files(&files)?;
        message!("{}: {:?} of {:.2} s", output.display(), clip.name, clip.end());
        Ok(ExitCode::SUCCESS)
    }

    /// Writes VRM's mouth expressions, which play on any VRM avatar.
    fn write_expressions(
        &self,
        timeline: &VisemeTimeline,
        character: &Character,
        (name, output): (&str, &Path),
    ) -> Outcome {
        let times: Arc<[f32]> =
            (0..=self.steps(timeline)).map(|step| (step as f64 / self.fps) as f32).collect();
        let mut clip = RawClip { name: "speech".into(), ..RawClip::default() };
        for (number, vowel) in Viseme::VRM_NAMES.into_iter().enumerate() {
            let Some(expression) = character.find_expression(vowel) else { continue };
            let weight = |time: &f32| {
                let weights = timeline.at(f64::from(*time)).weights;
                Viseme::ALL.iter().map(|own| weights[own.index()] * own.vrm_weights()[number]).sum()
            };
            let weights: Vec<f32> = times.iter().map(weight).collect();
            let track = Track::new(Interpolation::Linear, 1, times.clone(), weights);
            let weight = track.map_err(|error| Failure::input(name, error))?;
            clip.expressions.push(ExpressionTrack { expression, weight });
        }
        if clip.expressions.is_empty() {
            return Err(Failure::input(
                name,
                "the character has none of VRM's mouth expressions aa, ih, ou, ee, oh",
            ));
        }
        self.export(character, &clip, (name, output))
    }

    /// Draws the speech.
    fn draw(
        &self,
        begin: &dyn Fn() -> Result<Actor, Failure>,
        (sound, timeline): (&Sound, &VisemeTimeline),
        output: &Path,
    ) -> Result<(), Failure> {
        let kind = match Kind::of(output) {
            Err(Failure::Call(_)) => None,
            other => Some(other?),
        };
        let Some(kind) = kind.filter(|kind| kind.is_animated()) else {
            let place = output.display();
            let message = format!(
                "-o {place}: with --onto expected a name ending in .glb, .gltf, .vrm, .vrma, .gif, .apng or .mp4, or frames/%04d.png"
            );
            return Err(Failure::Call(message));
        };
        let default_size = if matches!(kind, Kind::Gif | Kind::Apng) { SMALL_SIZE } else { SIZE };
        let [width, height] = self.size.unwrap_or(default_size);
        let mut actor = begin()?;
        let mut view = self.view;
        let frames = self.steps(timeline);
        view.view.get_or_insert(Angle::Face);
        let mut framing = Framing::new(view.direction(actor.character(), None), width as f32 / height as f32);
        if view.shows_face() {
            head::head_vertices(&actor.frame(), |vertex| framing.add(vertex));
        }
        if framing.is_empty() {
            framing.add_actor(&actor);
        }
        let camera = view.zoomed(framing.camera());
        let files = kind.files(output, frames);
        self.input.check_kept(output, files.iter().map(PathBuf::as_path))?;
        let clip = encode::Clip { width, height, frames, fps: self.fps };
        let sound = kind.has_sound().then(|| sound.to_mono(encode::SOUND_RATE)).transpose();
        let sound = sound.map_err(|error| Failure::input(self.audio.display(), error))?;
        let encoder = kind.start_with_sound(output, clip, sound.as_deref())?;
        let mut film = Film::start(encoder, clip, std::iter::once(&actor), None)?;
        for frame in 0..frames {
            let (time, dt) = (frame as f64 / self.fps, 1.0 / self.fps);
            if frame > 0 {
                speak(&mut actor, timeline, time, dt);
            }
            film.add(std::iter::once(&actor), &View { camera, lines: &[], time }, |_| ())?;
        }
        film.finish()
    }
}

/// Moves an actor on to a time of the speech.
fn speak(actor: &mut Actor, timeline: &VisemeTimeline, time: f64, dt: f64) {
    if let Some(face) = actor.face_mut() {
        face.set_visemes(timeline.at(time).weights);
    }
    actor.update(dt as f32);
}
