//! Pictures of a character that speaks.

use super::Speak;
use super::face::speak;
use crate::asset::face_outline::face_outline;
use crate::asset::size::reference_bounds;
use crate::drawing::framing::Framing;
use crate::drawing::instances::ground;
use crate::encode::film::{Film, View};
use crate::encode::{self, Kind};
use crate::options::camera::Angle;
use crate::report::failure::Failure;
use sinew::Actor;
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
        mut actor: Actor,
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
        let encoder = kind.start_with_sound(output, clip, sound.as_deref())?;
        let announcement = format!("drawing {frames} frames of {}", output.display());
        let mut film = Film::start(encoder, clip, std::iter::once(&actor), Some(announcement))?;
        let ground = ground(&reference_bounds(&actor));
        for frame in 0..frames {
            let time = frame as f64 / fps;
            if frame > 0 {
                speak(&mut actor, timeline, time, (1.0 / fps, 1.0 / fps));
            }
            film.add(std::iter::once(&actor), &View { camera, lines: &[], time }, |drawing| {
                drawing.ground = Some(ground);
            })?;
        }
        film.finish()
    }
}
