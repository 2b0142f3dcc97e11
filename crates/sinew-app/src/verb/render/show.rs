//! `sinew render show.ron`: pictures and films of a show.

use super::Render;
use super::options::Surroundings;
use crate::drawing::actor_renderer::View;
use crate::drawing::lighting::Lighting;
use crate::encode::film::{FilmOutput, Filmed, record};
use crate::encode::{self, Kind};
use crate::options::scene::SceneChoice;
use crate::report::failure::{Failure, Outcome};
use crate::report::message::message;
use crate::report::plural::count;
use crate::show::ShowPlayer;
use crate::show::built_in;
use sinew::Actor;
use sinew_render::{GroundPlane, Scene};
use sinew_setup::Show;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The built-in show.
const SHOW: Surroundings = Surroundings::Scene(SceneChoice::Show);

impl Render {
    /// The show that is drawn; `None` where a character is.
    pub(super) fn show(&self) -> Result<Option<Show>, Failure> {
        let show = match (self.scene, self.file.as_deref()) {
            (Some(SHOW), None) => built_in::built_in()?,
            (Some(SHOW), Some(_)) => return Err(SceneChoice::show_with_file()),
            (_, Some(path)) if built_in::is_show(path) => {
                self.playback.input.note_files(&path.display().to_string(), path.canonicalize().into_iter());
                built_in::open(path)?
            }
            _ => return Ok(None),
        };
        self.check_show_options()?;
        for member in show.cast() {
            for finding in member.setup.findings() {
                message!("sinew: {}: {}: {}", member.setup.file().name(), finding.field, finding.message);
            }
        }
        Ok(Some(show))
    }

    /// Fails for options that are about a character.
    fn check_show_options(&self) -> Result<(), Failure> {
        let Self { playback, goals, hair, .. } = self;
        let given = [
            ("--clip", playback.clip.is_some()),
            ("--graph", playback.graph.is_some()),
            ("--set", !playback.set.is_empty()),
            ("--attach", !playback.attach.is_empty()),
            ("--reach", goals.any()),
            ("--contact-sheet", self.contact_sheet.is_some()),
            ("--turntable", self.turntable),
            ("--follow", self.follow),
            ("--overlay", !self.overlay.is_empty()),
            ("--groom", hair.any()),
            ("--scene", !matches!(self.scene, None | Some(SHOW | Surroundings::Ground))),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::Call(format!(
                "{option} is for characters; a show takes -o, --size, --time, --seconds, --fps, --background and \
                 --shading"
            ))),
            None => Ok(()),
        }
    }

    /// Draws a show: all of it, or a moment.
    pub(super) fn film_show(&self, show: Show, kind: Kind) -> Outcome {
        let [width, height] = self.size.unwrap_or(kind.default_size());
        let mut player = ShowPlayer::new(show)?;
        let from = self.playback.time.unwrap_or(0.0).max(0.0);
        if from > player.seconds() {
            message!("sinew: --time {from}: the show ends at {:.3} s; it plays on past it", player.seconds());
        }
        let left = (player.seconds() - from).max(0.0);
        let seconds = if kind.is_animated() { self.frames.seconds.unwrap_or(left) } else { 0.0 };
        let frames = ((seconds * self.frames.fps).round() as usize).max(1);
        let files = kind.files(&self.output, frames);
        self.playback.input.check_kept(&self.output, files.iter().map(PathBuf::as_path))?;
        player.play_to(from);
        let sound = if kind.has_sound() { player.sound(from, seconds)? } else { None };
        let clip = encode::Clip { width, height, frames, fps: self.frames.fps };
        let announcement =
            Some(format!("rendering {} of {}", count(frames, "picture"), player.show().name()));
        let output =
            FilmOutput { path: Path::new(&self.output), kind, clip, sound: sound.as_deref(), announcement };
        record(output, &mut FilmedShow { render: self, player, from })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A show before its own camera.
struct FilmedShow<'a> {
    render: &'a Render,
    player: ShowPlayer,
    /// Time of the first frame.
    from: f64,
}

impl Filmed for FilmedShow<'_> {
    fn advance(&mut self, frame: usize) -> View {
        let time = self.from + frame as f64 / self.render.frames.fps;
        self.player.play_to(time);
        View { camera: self.player.camera(), lines: Vec::new(), names: Vec::new(), time }
    }

    fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        self.player.actors()
    }

    fn lighting(&self) -> Result<Lighting, Failure> {
        self.render.light.lighting()
    }

    fn finish_scene(&self, scene: &mut Scene<'_>) {
        scene.background = self.render.background.unwrap_or_default();
        scene.shading = self.render.shading.0;
        scene.ground = Some(GroundPlane::default());
    }
}
