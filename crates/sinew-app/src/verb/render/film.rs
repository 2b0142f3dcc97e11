//! Frames of a character that plays, drawn and written as a picture or an animation.

use super::Render;
use super::options::Surroundings;
use crate::asset::size::{body_scale, reference_bounds};
use crate::drawing::actor_renderer::View;
use crate::drawing::lighting::Lighting;
use crate::drawing::turntable::Turn;
use crate::drawing::{instances, shot};
use crate::encode::film::{FilmOutput, Filmed, record};
use crate::encode::{self, Kind};
use crate::player::scene_player::ScenePlayer;
use crate::player::timeline::Timeline;
use crate::report::failure::Failure;
use crate::report::plural::count;
use sinew::Actor;
use sinew_render::{Camera, GroundPlane, Scene};
use std::path::PathBuf;

impl Render {
    /// Draws all frames and writes the picture or animation.
    pub(super) fn record(
        &self,
        player: &mut ScenePlayer,
        timeline: &Timeline,
        kind: Kind,
    ) -> Result<(), Failure> {
        let [width, height] = self.size.unwrap_or(kind.default_size());
        let camera = self.camera(player, timeline, width as f32 / height as f32);
        // Scenes have their ground at height 0.
        let ground = match self.scene.and_then(Surroundings::scene) {
            Some(_) => GroundPlane::default(),
            None => instances::ground(&reference_bounds(&player.actor)),
        };
        let clip = encode::Clip { width, height, frames: timeline.frames, fps: timeline.fps };
        let files = kind.files(&self.output, timeline.frames);
        self.playback.input.check_kept(&self.output, files.iter().map(PathBuf::as_path))?;
        let announcement = Some(format!("rendering {}", count(timeline.frames, "picture")));
        let output = FilmOutput { path: &self.output, kind, clip, sound: None, announcement };
        record(output, &mut FilmedPlayer { render: self, player, timeline, camera, ground, turn: Turn::NONE })
    }
}

/// A character that plays before the camera of `sinew render`.
struct FilmedPlayer<'a> {
    render: &'a Render,
    player: &'a mut ScenePlayer,
    timeline: &'a Timeline,
    /// Camera that does not follow and does not turn.
    camera: Camera,
    ground: GroundPlane,
    /// Turn of the present frame.
    turn: Turn,
}

impl Filmed for FilmedPlayer<'_> {
    fn advance(&mut self, frame: usize) -> View {
        let (render, timeline) = (self.render, self.timeline);
        self.player.seek(timeline.time(frame));
        self.turn = render.turn(self.player, timeline, frame);
        let lines = render.lines(self.player);
        let camera = self.turn.camera(shot::following(self.camera, self.player, render.follows()));
        View { camera, lines, names: render.names(self.player), time: timeline.time(frame) }
    }

    fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        self.player.actors()
    }

    fn lighting(&self) -> Result<Lighting, Failure> {
        self.render.light.lighting()
    }

    fn finish_scene(&self, scene: &mut Scene<'_>) {
        let render = self.render;
        let surroundings = render.scene.unwrap_or(match render.background {
            Some(_) => Surroundings::Empty,
            None => Surroundings::Ground,
        });
        let plays_scene = render.scene.and_then(Surroundings::scene).is_some();
        let spacing = plays_scene.then_some(body_scale(&self.player.actor));
        let ground = self.ground.with_grid_spacing(spacing);
        // From below, the ground would hide everything.
        let is_above = scene.camera.eye.y > ground.height;
        self.turn.turn_light(scene);
        scene.background = render.background.unwrap_or_default();
        scene.shading = render.shading.0;
        scene.ground = (surroundings != Surroundings::Empty && is_above).then_some(ground);
    }
}
