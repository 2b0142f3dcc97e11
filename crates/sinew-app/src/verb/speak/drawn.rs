//! Pictures of a character that speaks.

use super::Speak;
use super::face::speak;
use crate::asset::face_outline::face_outline;
use crate::asset::size::reference_bounds;
use crate::drawing::actor_renderer::View;
use crate::drawing::framing::Framing;
use crate::drawing::instances::ground;
use crate::drawing::lighting::Lighting;
use crate::encode::film::{FilmOutput, Filmed, record};
use crate::encode::{self, Kind};
use crate::options::camera::Angle;
use crate::options::light::LightOptions;
use crate::report::failure::Failure;
use sinew::Actor;
use sinew_render::{Camera, GroundPlane, Scene};
use sinew_speech::sound::Sound;
use sinew_speech::timeline::VisemeTimeline;
use std::path::{Path, PathBuf};

/// Size of an animation of a face in pixels, for formats with small and with large files.
const SIZE: [u32; 2] = [640, 640];
const SMALL_SIZE: [u32; 2] = [360, 360];

impl Speak {
    /// Draws an actor that speaks.
    pub(super) fn draw(
        &self,
        actor: Actor,
        (sound, timeline): (&Sound, &VisemeTimeline),
        (output, kind): (&Path, Kind),
    ) -> Result<(), Failure> {
        let default_size = if matches!(kind, Kind::Gif | Kind::Apng) { SMALL_SIZE } else { SIZE };
        let [width, height] = self.size.unwrap_or(default_size);
        let mut view = self.view;
        let (frames, fps) = (self.steps(timeline), self.frame_rate());
        view.view.get_or_insert(Angle::Face);
        let mut framing = Framing::new(view.direction(actor.character(), None), width as f32 / height as f32);
        if view.shows_face() {
            face_outline(&actor, |point| framing.add(point));
        }
        if framing.is_empty() {
            framing.add_actor(&actor);
        }
        let camera = view.zoomed(framing.camera());
        let files = kind.files(output, frames);
        self.input.check_kept(output, files.iter().map(PathBuf::as_path))?;
        let clip = encode::Clip { width, height, frames, fps };
        let sound = kind.has_sound().then(|| sound.to_mono(encode::SOUND_RATE)).transpose();
        let sound = sound.map_err(|error| Failure::input(self.audio_name(), error))?;
        let announcement = Some(format!("drawing {frames} frames of {}", output.display()));
        let output = FilmOutput { path: output, kind, clip, sound: sound.as_deref(), announcement };
        let ground = ground(&reference_bounds(&actor));
        record(output, &mut Speaker { actor, timeline, fps, camera, light: &self.light, ground })
    }
}

/// An actor that speaks before a camera that stands still.
struct Speaker<'a> {
    actor: Actor,
    timeline: &'a VisemeTimeline,
    fps: f64,
    camera: Camera,
    light: &'a LightOptions,
    ground: GroundPlane,
}

impl Filmed for Speaker<'_> {
    fn advance(&mut self, frame: usize) -> View {
        let time = frame as f64 / self.fps;
        if frame > 0 {
            speak(&mut self.actor, self.timeline, time, (1.0 / self.fps, 1.0 / self.fps));
        }
        View { camera: self.camera, lines: Vec::new(), names: Vec::new(), time }
    }

    fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        std::iter::once(&self.actor)
    }

    fn lighting(&self) -> Result<Lighting, Failure> {
        self.light.lighting()
    }

    fn finish_scene(&self, scene: &mut Scene<'_>) {
        scene.ground = Some(self.ground);
    }
}
